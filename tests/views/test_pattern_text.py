"""Texts that are made from regular expressions, and samples that show them."""

import re

import pytest

from specloom.model.structs import Field, Limits
from specloom.views.made_up_text import made_up_text
from specloom.views.pattern_text import text_of

PATTERNS = {
    "^VA[0-9a-fA-F]{32}$": "VA" + "0" * 32,
    r"^\d{4}-\d{2}$": "0000-00",
    "^(?:a|b)?c{2,3}$": "cc",
    r"^[^\s/]+\.(json|yaml)$": "a.json",
    "^[]a-]{3}$": "]]]",
    r"(?P<year>\d{4})\b": "0000",
    r"^[\w.-]*$": "",
    "a{": "a{",
    "a+?b*+": "a",
    r"\$[.]{2}": "$..",
}
"""Pattern → the text of it."""


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_text_matches_its_pattern(pattern: str) -> None:
    result = text_of(pattern)
    assert result is not None
    assert result.text == PATTERNS[pattern]
    assert re.search(pattern, result.text)


@pytest.mark.parametrize(
    "pattern", ["(?=x)a", r"\p{L}", r"(a)\1", "[a", "(a", "a)", "\\", "(" * 9999]
)
def test_a_pattern_that_is_not_read_has_no_text(pattern: str) -> None:
    assert text_of(pattern) is None


def test_repetitions_go_on_until_a_text_is_long_enough() -> None:
    limits = Limits(pattern="^[x]+$", minimum_characters=5, maximum_characters=7)
    assert made_up_text(Field(name="a", type="string", limits=limits), "Example") == "xxxxx"


@pytest.mark.timeout(60)  # trying each text takes longer than anybody waits
@pytest.mark.parametrize(
    "pattern",
    [
        r"^(a|a){60}\bb$",
        r"^(a+)+\bb$",
        r"^a+a*a*a*a*a*a*\bb$",
        "(((((x{99}){99}){99}){99}){99})",
    ],
)
def test_a_text_that_no_pattern_allows_is_given_up(pattern: str) -> None:
    field = Field(name="a", type="string", limits=Limits(pattern=pattern))
    assert made_up_text(field, "Example") == "Example"
