"""Replies on pages: JSON that fits beside the text and is read at a glance."""

import json
from typing import Any

import pytest

from specloom.views.reference.reply import LEFT_OUT, WIDTH, compact

LONG = {f"m{number}": number for number in range(20)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": [1, "é"]}, '{"a": [1, "é"]}'),
        ([], "[]"),
        ({"a" * 60: {}}, '{\n  "' + "a" * 60 + '": {}\n}'),
        ([{"n": 1, "t": "x" * 30}, {"n": 2}], '[\n  {"n": 1, "t": "' + "x" * 30 + '"},\n  {"n": 2}\n]'),
    ],
)  # fmt: skip
def test_what_fits_stands_on_one_line(value: Any, expected: str) -> None:
    text = compact(value)
    assert text == expected
    assert json.loads(text) == value


def test_a_line_with_its_comma_is_no_wider_than_the_panel() -> None:
    value = {"a": [{"k": "v" * length} for length in range(60)]}
    wide = [line for line in compact(value).split("\n") if len(line) > WIDTH]
    assert all(line.lstrip().startswith('"k"') for line in wide)
    assert json.loads(compact(value)) == value


def test_a_long_object_is_shortened_and_says_so() -> None:
    text = compact({"all": LONG})
    assert text.count("\n") == 16
    assert text.endswith(f'"m11": 11,\n    {LEFT_OUT}\n  }}\n}}')
