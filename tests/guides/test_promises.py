"""What the guides promise is listed with the tests that hold it, and both are there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
import yaml

from tests.guides.test_guides import DOCS, ROOT

Promises: TypeAlias = dict[str, dict[str, dict[str, list[str]] | None]]
"""Guide → heading → words → tests."""
LISTED: Promises = yaml.safe_load((Path(__file__).parent / "promises.yaml").read_text("utf-8"))
GUIDES = {
    *("README.md", "SECURITY.md", "docs/index.md", "docs/diagnostics.md"),
    *(path.relative_to(ROOT).as_posix() for path in (DOCS / "guide").rglob("*.md")),
} - {
    f"docs/guide/template-{kind}.md" for kind in ("contexts", "filters")
}  # made from the program
ROWS = [
    pytest.param(guide, heading, words, tests, id=f"{Path(guide).stem}-{words[:60]}")
    for guide, headings in LISTED.items()
    for heading, promises in headings.items()
    for words, tests in (promises or {}).items()
]
CODE = re.compile(r"^( *)```.*?^ *```$", re.DOTALL | re.MULTILINE)


@cache
def sections(guide: str) -> dict[str, str]:
    """Heading → what stands below it, up to the next one."""
    text = (ROOT / guide).read_text("utf-8")
    marked = CODE.sub(lambda found: re.sub("^#", " #", found[0], flags=re.MULTILINE), text)
    _, *pieces = re.split(r"^#+ (.+?)(?: \{.*\})?$", marked, flags=re.MULTILINE)
    found = dict(zip(pieces[::2], pieces[1::2], strict=True))
    assert len(found) == len(pieces) / 2, "two headings are alike"
    return found


def says_something(section: str) -> bool:
    """Whether there is more than code below a heading, or the same script for two libraries."""
    return bool(CODE.sub("", section).strip()) and "\n=== " not in section


@cache
def defined_in(path: str) -> set[str]:
    """The names of the tests in a file."""
    module = ast.parse((ROOT / "tests" / path).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in module.body if isinstance(node, functions)}


def unlisted() -> Iterator[str]:
    for guide in GUIDES & LISTED.keys():
        found = sections(guide)
        wanted = {heading for heading, text in found.items() if says_something(text)}
        wrong = (wanted - LISTED[guide].keys()) | (LISTED[guide].keys() - found.keys())
        yield from (f"{guide}: {heading}" for heading in wrong)


def test_every_section_of_every_guide_is_listed() -> None:
    assert LISTED.keys() == GUIDES
    assert sorted(unlisted()) == []


def test_every_row_about_what_is_trusted_is_tested() -> None:
    """What is trusted needs no test: nothing is promised of it."""
    section = sections("SECURITY.md")["What is trusted"]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][1:]
    promised = (LISTED["SECURITY.md"]["What is trusted"] or {}).keys()
    held = [any(words in row[2] for words in promised) for row in rows if row[1] == "no"]
    assert len(held) > 3
    assert all(held)


@pytest.mark.parametrize(("guide", "heading", "words", "tests"), ROWS)
def test_a_promise_stands_in_its_guide_and_has_tests(
    guide: str, heading: str, words: str, tests: list[str]
) -> None:
    assert " ".join(words.split()) in " ".join(sections(guide)[heading].split())
    named = [test.partition("::") for test in tests]
    assert named
    assert [test for path, _, test in named if test not in defined_in(path)] == []
