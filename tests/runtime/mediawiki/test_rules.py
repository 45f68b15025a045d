"""Rules between parameters: broken and kept."""

from typing import Any

import pytest
from msgspec.structs import replace

from specloom.runtime.mediawiki.rules import CHECKS, Given, Rule, Rules, breaches


def given(**values: Any) -> Given:
    named = {name.replace("query_", "query."): value for name, value in values.items()}
    return Given(named, {"sort": "sortkey"})


CASES: list[tuple[Rule, Given, Given, str]] = [
    (
        Rules.max_one("a", "b", code="c"),
        given(a=1, b=2),
        given(a=1),
        "only one of a and b; given: a and b",
    ),
    (
        Rules.exactly_one("a", "b", code="c"),
        given(a=1, b=2),
        given(b=1),
        "only one of a and b; given: a and b",
    ),
    (Rules.exactly_one("a", "b", none="c"), given(), given(b=1), "one of a and b is needed"),
    (Rules.at_least_one("a", "b", code="c"), given(), given(a=1, b=1), "one of a and b is needed"),
    (
        Rules.requires("a", others=("sort=time",), code="c"),
        given(a=1),
        given(a=1, sort="time"),
        "a works only with sort=time",
    ),
    (
        Rules.requires("a!=all", others=("b",), code="c"),
        given(a="some"),
        given(a="all"),
        "a!=all works only with b",
    ),
    (
        Rules.ignored("a", others=("b", "d"), effect="it is lost"),
        given(a=1),
        given(a=1, d=1),
        "a works only with b or d (it is lost)",
    ),
    (
        Rules.not_with("a", others=("prop=x",), code="c"),
        given(a=1, prop=("x", "y")),
        given(a=1, prop=("y",)),
        "a does not go with prop=x",
    ),
    (
        Rules.conflicting_values("show", pairs=(("x", "!x"),), code="c"),
        given(show=("x", "!x")),
        given(show=("x", "y")),
        "show: 'x' does not go with '!x'",
    ),
    (
        Rules.not_with_revids("a", code="c"),
        given(a=1, query_revids=True),
        given(a=1, query_titles=True),
        "a does not go with revids",
    ),
    (
        Rules.single_page("a", code="c"),
        replace(given(a=1), single_page=False),
        replace(given(a=1), single_page=True),
        "a works only with a single page",
    ),
    (
        Rules.generator_not_with("query.redirects", code="c"),
        replace(given(query_redirects=True), generator=True),
        given(query_redirects=True),
        "as generator it does not go with query.redirects",
    ),
    (
        Rules.bad_value("query", value="://"),
        given(query="https://x.example"),
        given(query="x.example"),
        "query: 'https://x.example' must not hold '://'",
    ),
    (
        Rules.namespace("title", value=14, code="c"),
        given(title="Cats"),
        given(title="Category:Cats"),
        "title: 'Cats' is not in namespace 14, such as 'Category:X'",
    ),
]


@pytest.mark.parametrize(("rule", "broken", "kept", "said"), CASES)
def test_a_rule_tells_who_breaks_it_from_who_keeps_it(
    rule: Rule, broken: Given, kept: Given, said: str
) -> None:
    (found,) = breaches((rule,), broken)
    assert found.text == said
    assert found.code == (rule.none or rule.code)
    assert list(breaches((rule,), kept)) == []


@pytest.mark.parametrize(
    ("term", "said"), [("from", "from_"), ("from!=a", "from_!=a"), ("from=a", "from_=a")]
)
def test_a_parameter_is_called_as_in_python(term: str, said: str) -> None:
    call = replace(given(**{"from": "a" if "!" not in term else "b"}), names={"from": "from_"})
    (found,) = breaches((Rules.requires(term, others=("b",), code="c"),), call)
    assert found.text == f"{said} works only with b"


def test_every_kind_that_a_caller_can_break_is_tried_here() -> None:
    assert {rule.kind for rule, *_ in CASES} == set(CHECKS)


def test_an_empty_list_is_not_given() -> None:
    assert list(breaches((Rules.at_least_one("a", code="c"),), given(a=()))) != []


def test_a_title_of_unknown_namespace_is_left_to_the_server() -> None:
    rule = Rules.namespace("title", value=14, code="c")
    assert list(breaches((rule,), given(title="Kategorie:Katzen"))) == []


@pytest.mark.parametrize("title", ["File:Cat", "category_talk:Cat", " Talk :Cat", "Cat", ":Cat"])
def test_a_title_of_another_namespace_is_refused(title: str) -> None:
    rule = Rules.namespace("title", value=14, code="c")
    assert [found.code for found in breaches((rule,), given(title=title))] == ["c"]


@pytest.mark.parametrize("title", ["Category:Cat", ":category:Cat", " _CATEGORY_:Talk:X"])
def test_a_title_of_the_namespace_is_taken(title: str) -> None:
    assert list(breaches((Rules.namespace("title", value=14, code="c"),), given(title=title))) == []
