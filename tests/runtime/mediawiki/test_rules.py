"""Rules between parameters: broken and kept."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from specloom.runtime.mediawiki.modules.breaches import Call, breaches
from specloom.runtime.mediawiki.modules.rules import KINDS, Amount, Kind, Rule, Rules

CASES = yaml.safe_load(Path(__file__).with_name("rules.yaml").read_text("utf-8"))


def given_values(**values: Any) -> Call:
    return Call(frozen(values), {"sort": "sortkey"})


def frozen(value: Any) -> Any:
    """With tuples, as modules hold them."""
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return {n: frozen(v) for n, v in value.items()} if isinstance(value, dict) else value


def rule_of(case: dict[str, Any]) -> Rule:
    (kind, terms), *options = case["rule"].items()
    rule: Rule = getattr(Rules, kind)(*terms, **frozen(dict(options)))
    return rule


def call_of(values: dict[str, Any]) -> Call:
    arguments = {**values}
    generator = arguments.pop("as generator", False)
    is_of_several = arguments.pop("of several pages", False)
    return replace(given_values(**arguments), generator=generator, single_page=not is_of_several)


@pytest.mark.promise("refuses a call that breaks a rule of a checked kind")
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["rule"]))
def test_a_rule_tells_who_breaks_it_from_who_keeps_it(case: dict[str, Any]) -> None:
    rule = rule_of(case)
    (breach,) = breaches((rule,), call_of(case["broken"]))
    assert breach.text == case["said"]
    assert breach.code == (rule.none or rule.code)
    assert list(breaches((rule,), call_of(case["kept"]))) == []


@pytest.mark.parametrize(
    ("term", "python_name"), [("from", "from_"), ("from!=a", "from_!=a"), ("from=a", "from_=a")]
)
def test_a_parameter_is_called_as_in_python(term: str, python_name: str) -> None:
    call = replace(
        given_values(**{"from": "a" if "!" not in term else "b"}), names={"from": "from_"}
    )
    (breach,) = breaches((Rules.requires(term, others=("b",), code="c"),), call)
    assert breach.text == f"{python_name} works only with b"


def test_every_kind_that_a_caller_can_break_is_tried_here() -> None:
    breakable = {name for name, kind in KINDS.items() if kind.broken}
    assert breakable - {rule_of(case).kind for case in CASES} == set()


@pytest.mark.parametrize(
    ("amount", "counts"),
    [
        (Amount(0, 0), {0}),
        (Amount(1), {1, 2, 3}),
        (Amount(2), {2, 3}),
        (Amount(1, -1), {1, 2}),
        (Amount(0, -1), {0, 1, 2}),
        (Amount(1, 2), {1, 2}),
        (Amount(3, 3), {3}),
    ],
)
def test_an_amount_is_so_many_of_three(amount: Amount, counts: set[int]) -> None:
    assert {count for count in range(4) if amount.fits(count, 3)} == counts
    assert not amount.fits(0, 0)


def test_a_kind_has_the_name_of_its_attribute() -> None:
    assert {name: kind.name for name, kind in KINDS.items()} == {name: name for name in KINDS}
    assert KINDS["max_one"] is Rules.max_one


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_what_a_call_without_values_breaks_asks_for_terms(kind: Kind) -> None:
    rule = kind("a", "b", value=1, code="c")
    all_breaches = list(breaches((rule,), Call({}, {})))
    assert bool(all_breaches) is kind.asks_for_terms


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_rule_without_others_is_not_broken_by_them(kind: Kind) -> None:
    rule = kind("a", code="c")
    all_breaches = list(breaches((rule,), Call({"a": "1"}, {})))
    assert all_breaches == []


@pytest.mark.promise("Titles are compared only where every wiki orders them alike")
@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        ("time", "2020-01-01T02:00:00+02:00", "2020-01-01T00:00:00Z"),
        ("time", "2020-01-01T00:00:00.9Z", "2020-01-01T00:00:00Z"),
        ("time", datetime(2020, 1, 1, tzinfo=UTC), "2020-01-01T00:00:00Z"),
        ("time", "now", "2020-01-01T00:00:00Z"),
        ("time", "20300101000000", "2020-01-01T00:00:00Z"),
        ("time", "2021-02-30T00:00:00Z", "2020-01-01T00:00:00Z"),
        ("time", "2030-01-01T00:00:00Z", None),
        ("number", 5, 5),
        ("number", "many", 5),
        ("title", "A", "A"),
        ("title", "b", "B"),  # one title, where the first letter is always large
        ("title", "aB", "Aa"),
        ("title", "é", "A"),
        ("title", "A_b", "A"),
        ("title", "Talk:A", "A"),
    ],
)
def test_what_may_be_something_is_left_to_the_server(kind: str, first: Any, last: Any) -> None:
    rule = Rules.ordered("a", "b", value=kind)
    assert list(breaches((rule,), given_values(a=first, b=last))) == []


@pytest.mark.promise("A range in the wrong direction is such a mistake")
@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        ("time", datetime(2020, 1, 1, 0, 0, 1, tzinfo=UTC), "2020-01-01T00:00:00Z"),
        ("time", "2020-01-01T00:00:00-01:00", "2020-01-01T00:00:00"),
        ("number", 10, 9),
        ("title", "Apple", "App"),
        ("title", "b", "a"),
        ("title", "b", "A"),
    ],
)
def test_what_is_nothing_on_every_wiki_is_refused(kind: str, first: Any, last: Any) -> None:
    rule = Rules.ordered("a", "b", value=kind)
    assert len(list(breaches((rule,), given_values(a=first, b=last)))) == 1


def test_an_empty_list_is_not_given() -> None:
    assert list(breaches((Rules.at_least_one("a", code="c"),), given_values(a=()))) != []


def test_a_title_of_unknown_namespace_is_left_to_the_server() -> None:
    rule = Rules.namespace("title", value=14, code="c")
    assert list(breaches((rule,), given_values(title="Kategorie:Katzen"))) == []


@pytest.mark.parametrize("title", ["File:Cat", "category_talk:Cat", " Talk :Cat", "Cat", ":Cat"])
def test_a_title_of_another_namespace_is_refused(title: str) -> None:
    rule = Rules.namespace("title", value=14, code="c")
    assert [breach.code for breach in breaches((rule,), given_values(title=title))] == ["c"]


@pytest.mark.parametrize("title", ["Category:Cat", ":category:Cat", " _CATEGORY_:Talk:X"])
def test_a_title_of_the_namespace_is_taken(title: str) -> None:
    assert (
        list(breaches((Rules.namespace("title", value=14, code="c"),), given_values(title=title)))
        == []
    )
