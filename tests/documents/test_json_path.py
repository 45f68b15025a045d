"""JSONPath: what a path selects, and how much work that is."""

import re
from typing import Any

import pytest

from specloom.documents.json_path import PathError, Work, WorkError, problem, select

DATA: Any = {"a": [{"n": 1}, {"n": 2}, {"n": 2, "m": ["x" * 250]}], "b": {"c": None}}
SELECTED = {
    "$": [(DATA, None, "")],
    "$.b": [({"c": None}, DATA, "b")],
    "$.a[1].n": [(2, {"n": 2}, "n")],
    "$.a[-1].m[0]": [("x" * 250, ["x" * 250], 0)],
    "$.a[:1]": [({"n": 1}, DATA["a"], 0)],
    "$.a[?@.n == 2 && !@.m]": [({"n": 2}, DATA["a"], 1)],
    "$.a[?@ == $.a[0]]": [({"n": 1}, DATA["a"], 0)],
    "$..c": [(None, {"c": None}, "c")],
    "$..[?length(@) == 2]": [(DATA["a"][2], DATA["a"], 2)],
    "$.a[?count(@.*) == 2]": [(DATA["a"][2], DATA["a"], 2)],
    "$.nothing": [],
}


@pytest.mark.parametrize(("path", "expected"), SELECTED.items())
def test_a_path_selects_values_with_their_places(path: str, expected: Any) -> None:
    matches = select(path, DATA, Work(1000))
    assert [(match.value, match.around, match.key) for match in matches] == expected


def test_what_is_selected_is_the_data_itself() -> None:
    (match,) = select("$.a[0]", DATA, Work(1000))
    assert match.value is DATA["a"][0]
    assert match.around is DATA["a"]


WORK = {
    "$": 0,
    "$.b": 1,
    "$.b.c": 2,
    "$.a[0]": 2,
    "$.a[0:2]": 3,
    "$.*": 2,
    # The members, and once more what descends to them.
    "$..*": 22,
    # Three entries, and for each `@.n`, its value and the 1.
    "$.a[?@.n == 1]": 13,
    # A text counts once for a hundred characters.
    "$.a[2].m[?@ == '']": 8,
}


@pytest.mark.promise(
    "All targets together may look at 5 million values of a document, and all updates together may add 16 MB"
)
@pytest.mark.parametrize(("path", "looks"), WORK.items())
def test_each_value_that_is_looked_at_counts(path: str, looks: int) -> None:
    work = Work(1000)
    select(path, DATA, work)
    assert 1000 - work.remaining == looks
    select(path, DATA, Work(looks))
    if looks:
        with pytest.raises(WorkError):
            select(path, DATA, Work(looks - 1))


@pytest.mark.parametrize(("characters", "looks"), [(99, 3), (100, 4), (199, 4), (200, 5)])
def test_a_long_text_counts_as_several_values(characters: int, looks: int) -> None:
    work = Work(1000)
    select("$[?@ == '']", ["x" * characters], work)
    assert 1000 - work.remaining == looks


ENDLESS = ("$..[?$ == $]", "$..[?count($..*) > 0]", "$" + "..*" * 30, "$" + "[*, *]" * 40)


@pytest.mark.parametrize("path", ENDLESS)
def test_work_has_a_bound(path: str) -> None:
    data: Any = {"a": 1}
    for _ in range(90):
        data = {"a": data, "b": 1}
    with pytest.raises(WorkError):
        select(path, data, Work(10_000))


REFUSED = {
    "$..[?match(@, '(.*)*(.*)*x')]": "the function `match` is not supported, nor are regular expressions",
    "$[?search(@.a, 'a')]": "the function `search` is not supported, nor are regular expressions",
    "$[?starts(@.a, 'a')]": "function 'starts' is not defined",
    "$[?@.a =~ /a/]": "unexpected token '='",
    "$" + ".a" * 500: "it has more than 1000 characters",
    "$[": "unexpected end of query",
}


@pytest.mark.promise("but without `match` and `search`: some regular expressions take forever")
@pytest.mark.parametrize(("path", "reason"), REFUSED.items())
def test_what_is_not_followed_is_told(path: str, reason: str) -> None:
    assert problem(path) == reason
    with pytest.raises(PathError, match=re.escape(reason)):
        select(path, DATA, Work(1000))


@pytest.mark.parametrize("path", ["$.bb" + ".a" * 498, *SELECTED])
def test_a_sound_path_has_no_problem(path: str) -> None:
    assert problem(path) is None


def test_data_that_is_too_deep_for_the_library_is_told() -> None:
    data: Any = 1
    for _ in range(150):
        data = [data]
    with pytest.raises(PathError, match="recursion limit exceeded"):
        select("$..*", data, Work(100_000))
