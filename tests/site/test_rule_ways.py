"""Every way to break a rule, on rules that no wiki has: the client and the form of a page find the same, and say it alike."""

import random
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_type_hints

import pytest
import yaml

from specloom.model import structs as model
from specloom.runtime.mediawiki.modules.breaches import Call as CheckedCall
from specloom.runtime.mediawiki.modules.breaches import broken_by
from specloom.runtime.mediawiki.modules.rules import (
    AS_GENERATOR,
    KINDS,
    SEVERAL_PAGES,
    Amount,
    Counted,
    Kind,
    Ordered,
    Rule,
    Valued,
    Way,
)
from specloom.views.samples.form import rule_facts

from .script import script_results

Call: TypeAlias = dict[str, Any]

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[1] / "runtime/mediawiki/rules.yaml").read_text("utf-8")
)
VALUES = get_args(get_type_hints(Valued)["values"])
WAYS = [*(way.__struct_config__.tag for way in get_args(Way) if way is not Valued), *VALUES]
"""Subjects of a rule: amounts, an order, single values."""
PARAMETERS = ("a", "b", "d", "sort", "query.titles", "query.revids", "query.redirects")
TERMS = ("a", "b", "d", "sort=sortkey", "sort!=x", "a=x", "query.redirects")
SINGLE = {
    "count": ("x", "y"),
    "time": ("2020-01-01T00:00:00Z", "2030-01-01 00:00:00", "2020-01-01T02:00:00+02:00", "now"),
    "number": ("3", "20", "-7", "007", "many"),
    "title": ("A", "a", "b", "Apple", "App", "é", "A_b"),
    "pair": ("x", "!x", "it's", 'say "no"'),
    "part": ("https://x", "x7", "://", "it's\t://", "\u202e://", "a\u200db://", "both ' and \" ://"),
    "lacking": ("https://x", "x7", "://", "it's", 'say "no"'),
    "namespace": ("Category:Oak", "Oak", " :category_:X", "User talk:X", "Kategorie:X", "Main:X", ":X"),
}  # fmt: skip


def forms(rule: Rule, kind: Kind) -> Call:
    """Facts about a rule and the parameters that a page passes to its script."""
    model_rule = model.Rule(
        kind=rule.kind,
        terms=rule.terms,
        others=rule.others,
        pairs=rule.pairs,
        value=rule.value,
        code=rule.code,
    )
    parameters: list[Call] = [
        {"wire": name.removeprefix("query."), **({"shared": 1} if "." in name else {})}
        for name in PARAMETERS
    ]
    further_parameters = [{"wire": name} for name in terms_of(rule) - set(PARAMETERS)]
    for parameter in parameters:
        parameter.update({"default": ["sortkey"]} if parameter["wire"] == "sort" else {})
    rules = [rule_facts(model_rule, kind)]
    return {
        "separators": ["|", "\x1f"],
        "parameters": [*parameters, *further_parameters],
        "rules": rules,
    }


def terms_of(rule: Rule) -> set[str]:
    return {term.replace("!=", "=").partition("=")[0] for term in (*rule.terms, *rule.others)}


def client_says(rule: Rule, kind: Kind, call: Call) -> list[str]:
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in call["values"].items()
    }
    single = not any(
        isinstance(values.get(name), tuple) and len(values[name]) > 1
        for name in ("query.titles", "query.revids")
    )
    call_given = CheckedCall(values, {"sort": "sortkey"}, call["generator"], single)
    return [text.replace("query.", "") for _, text in broken_by(rule, kind, call_given)]


def forms_say(cases: list[tuple[Rule, Kind, Call]]) -> list[list[str]]:
    calls = [
        {
            "facts": forms(rule, kind),
            "values": {n.removeprefix("query."): value for n, value in call["values"].items()},
            "generator": call["generator"],
        }
        for rule, kind, call in cases
    ]
    return [
        [rule["text"].removesuffix(".") for rule in result["broken"]]
        for result in script_results(calls)
    ]


def small(texts: list[str]) -> list[str]:
    """The form begins with a capital letter, messages of the client with the name of a class."""
    return [text[:1].lower() + text[1:] for text in texts]


def call_of(values: Call) -> Call:
    values_left = {
        name: value if isinstance(value, list) else str(value) for name, value in values.items()
    }
    generator = bool(values_left.pop("as generator", False))
    if values_left.pop("of several pages", False):
        values_left["query.titles"] = ["A", "B"]
    return {"values": values_left, "generator": generator}


@pytest.mark.promise("the forms of the reference warn about it")
def test_the_form_finds_and_says_what_each_kind_of_rule_is_tried_with() -> None:
    cases: list[tuple[Rule, Kind, Call]] = []
    expected: list[list[str]] = []
    for case in CASES:
        (name, terms), *options = case["rule"].items()
        lists = {key: tuple(map(_frozen, of)) for key, of in options if isinstance(of, list)}
        kind = KINDS[name]
        rule = kind(*terms, **{**dict(options), **lists, "effect": None})
        cases += [(rule, kind, call_of(case[call])) for call in ("broken", "kept")]
        expected += [[case["said"].split(" (")[0].replace("query.", "")], []]
    assert list(map(small, forms_say(cases))) == list(map(small, expected))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def random_way(chance: random.Random, how: str) -> Way:
    if how == "count":
        amounts = [Amount(chance.randint(0, 2), chance.choice([None, -1, 0, 1, 2])) for _ in "ab"]
        sentence_form = "{given} of {terms:or}; {opposed:nor} of {others}"
        return Counted(sentence_form, amounts[0], others=chance.choice([None, amounts[1]]))
    if how == "order":
        return Ordered("{terms} wrong", "of {terms:or} with {setting} wrong, or {by}")
    return Valued("{term}: {item} is {wrong}", how)  # type: ignore[arg-type]


def random_rule(chance: random.Random, how: str) -> tuple[Rule, Kind]:
    ways = tuple(random_way(chance, how) for _ in range(chance.randint(1, 2)))
    rule_opposites = chance.choice([(), (AS_GENERATOR,), (SEVERAL_PAGES,), ("query.revids",)])
    kind = Kind(
        broken=ways, whole="", of_term=None, others=rule_opposites if how == "count" else ()
    )
    if how == "count":
        opposites = tuple(chance.sample(TERMS, chance.randint(0, 3)))
        return kind(*chance.sample(TERMS, chance.randint(0, 4)), others=opposites), kind
    if how == "order":
        directed = ("sort=sortkey",), ("sort=x", "sort=y")
        opposites = chance.choice([(), *directed])
        value = chance.choice(["time", "number", "title", None])
        return kind(*chance.sample(["a", "b"], 2), others=opposites, value=value), kind
    parts: tuple[str | int, ...] = ("://", 7)
    part = chance.choice(parts)
    values = {"part": part, "lacking": part, "namespace": chance.choice((0, 6, 14))}
    pairs = (("x", "!x"), ("it's", 'say "no"')) if how == "pair" else ()
    return kind(*chance.sample(["a", "b", "d"], 2), pairs=pairs, value=values.get(how)), kind


def random_call(chance: random.Random, rule: Rule, how: str) -> Call:
    """Values for some parameters; those that are compared have one."""
    tried = str(rule.value or "title") if how == "order" else how
    assert tried in SINGLE, f"there are no values to try rules of `{tried}` with: add some"
    pool = SINGLE[tried]
    values: Call = {}
    for name in PARAMETERS:
        if chance.random() < 0.6:
            texts = ("sortkey", "x", "y") if name == "sort" else pool
            is_list = chance.random() < 0.4 and how != "order"
            values[name] = [*chance.choices(texts, k=2)] if is_list else chance.choice(texts)
    return {"values": values, "generator": chance.random() < 0.3}


@pytest.mark.promise("the forms of the reference warn about it")
@pytest.mark.parametrize("how", WAYS)
def test_client_and_form_agree_on_rules_of_every_way(how: str) -> None:
    chance = random.Random(how)
    cases: list[tuple[Rule, Kind, Call]] = []
    for _ in range(1000):
        rule, kind = random_rule(chance, how)
        cases.append((rule, kind, random_call(chance, rule, how)))
    expected = [small(client_says(*each)) for each in cases]
    assert 50 < sum(map(bool, expected)) < 900
    for each, sentences, form_result in zip(cases, expected, forms_say(cases), strict=True):
        assert small(form_result) == sentences, each
