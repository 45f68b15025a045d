"""Tests of each promise of the guides: `python -m tests.guides.promises [GUIDE…]` prints them.

A test names its promise with words of the guide: `@pytest.mark.promise("amounts are decimals")`.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDES = sorted(
    {
        *("README.md", "SECURITY.md", "docs/index.md", "docs/diagnostics.md"),
        *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/guide/**/*.md")),
    }
    - {"docs/guide/template-filters.md"}  # made from the program
)
_CODE = re.compile(r"^( *)```.*?^ *```$", re.DOTALL | re.MULTILINE)


@cache
def sections(guide: str) -> Mapping[str, str]:
    """Heading → what stands below it, up to the next one."""
    text = (ROOT / guide).read_text("utf-8")
    marked = _CODE.sub(lambda comment: re.sub("^#", " #", comment[0], flags=re.MULTILINE), text)
    _, *pieces = re.split(r"^#+ (.+?)(?: \{.*\})?$", marked, flags=re.MULTILINE)
    section_texts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    assert len(section_texts) == len(pieces) / 2, f"{guide}: two headings are alike"
    return section_texts


def says_something(section: str) -> bool:
    """Return True if there is more than code below a heading, or the same script for two libraries."""
    return bool(_CODE.sub("", section).strip()) and "\n=== " not in section


def promised(section: str) -> list[str]:
    """Promises whose words are in the section, in their order."""
    text = " ".join(section.split())
    return sorted((words for words in promised_words() if words in text), key=text.index)


@cache
def promised_words() -> Mapping[str, list[str]]:
    """The words of each promise → the tests with that mark."""
    tests_by_promise: dict[str, list[str]] = {}
    for path in sorted(ROOT.glob("tests/**/test_*.py")):
        text = path.read_text("utf-8")
        if "pytest.mark.promise(" in text:
            for test, words in _marked(ast.parse(text)):
                tests_by_promise.setdefault(words, []).append(f"{path.relative_to(ROOT)}::{test}")
    return tests_by_promise


def _marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise":
                    yield from ((node.name, ast.literal_eval(words)) for words in mark.args)


def main(guides: list[str]) -> None:
    """Print each guide's promises, and their tests."""
    for guide in guides or GUIDES:
        for heading, section in sections(guide).items():
            print(f"{guide}: {heading}")
            for words in promised(section):
                print("  " + words, *(f"    {test}" for test in promised_words()[words]), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
