"""The README shows what is really there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", README, re.DOTALL)
LINKS = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]


def test_the_readme_has_excerpts_of_each_kind_of_output() -> None:
    assert {Path(path).parts[1] for path, _ in EXCERPTS} == {"python", "openapi"}


@pytest.mark.promise("what it returns is typed field by field")
@pytest.mark.parametrize(("path", "text"), EXCERPTS, ids=[path for path, _ in EXCERPTS])
def test_an_excerpt_stands_in_its_file(path: str, text: str) -> None:
    assert text in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("link", LINKS)
def test_a_link_leads_to_a_file(link: str) -> None:
    assert (ROOT / link).is_file()


@pytest.mark.promise("With Python 3.11 or later and make, on a fresh machine")
def test_the_first_commands_are_the_two_that_ci_and_newcomers_run() -> None:
    first = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert first is not None
    commands = [line.split("#")[0].strip() for line in first[1].splitlines()]
    assert commands == ["make generate", "make test"]
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^ *(make \w+)", run, re.MULTILINE)) == [
        "make check",
        "make lint",
        "make test",
    ]
