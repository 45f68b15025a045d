"""Words that several outputs use: every kind has some, and they say what the model says."""

from typing import Any, Literal, TypeAlias, get_args

import pytest

from specloom.model.facts import FACTS, facts_of
from specloom.model.structs import (
    AcceptedForm,
    Condition,
    Constant,
    Enumeration,
    Field,
    Limits,
    ListOf,
    ModuleType,
    Multiple,
    Observed,
    Parameter,
    Presence,
    Record,
    Reference,
    Result,
    Rule,
    RuleKind,
    Scalar,
    TypeExpression,
    Union,
)
from specloom.runtime.mediawiki.modules.rules import KINDS
from specloom.views import words
from tests.values import field_of, parameter_of

Output: TypeAlias = Literal["rest", "wiki", "document", "page"]
WITH_HIGH_LIMITS = "up to 9, 99 for bots"


def told(field: Field, output: Output) -> list[str]:
    return [text for _, text in words.told(field, output)]


def rule(kind: RuleKind) -> Rule:
    return Rule(kind=kind, terms=("a", "b"), others=("c", "query.d=e"))


@pytest.mark.parametrize(
    "noun",
    [
        *("an issue", "an account name", "an umbrella", "an unknown", "an hour", "an event"),
        *("a user", "a unit", "a stack", "a one", "a european", "a house", "a uuid"),
    ],
)
def test_the_article_is_that_of_the_sound(noun: str) -> None:
    assert words.with_article(noun.partition(" ")[2]) == noun


@pytest.mark.parametrize("noun", ["event fields", "museum tickets"])
def test_a_plural_has_no_article(noun: str) -> None:
    assert words.with_article(noun) == noun


@pytest.mark.parametrize("noun", ["an address", "a status", "an analysis"])
def test_a_singular_may_end_with_s(noun: str) -> None:
    assert words.with_article(noun.partition(" ")[2]) == noun


def test_what_is_accepted_beside_a_type_is_told_in_words() -> None:
    field = Field(name="a", type="string", accepts=get_args(AcceptedForm))
    accepted = (
        "also read a number, as the text that was sent, an empty array, a number written as text or a time in "
        "any form of ISO 8601, such as a date alone."
    )
    assert (told(field, "rest")) == [f"The client {accepted.replace('read', 'reads')}"]
    assert (told(field, "page")) == [f"Clients {accepted}"]
    assert words.plain(words.field_type(field)) == "string, null or number"
    assert (told(field, "document")) == []


def test_null_is_a_type_and_needs_no_words() -> None:
    field = Field(name="a", type="string", accepts=("null",))
    outputs: tuple[Output, ...] = ("rest", "page")
    for output in outputs:
        assert (told(field, output)) == []


@pytest.mark.parametrize("output", ["rest", "wiki", "document", "page"])
def test_a_field_of_which_nothing_is_known_is_told_as_it_is(output: Output) -> None:
    assert (told(Field(name="a", type="any"), output)) == []


def test_every_fact_is_told_somewhere_and_in_sentences() -> None:
    for row in FACTS:
        sentences = [row.rest, row.field, row.wiki, row.document, "" if row.term else row.page]
        assert any((*sentences, row.mark, row.term))
        assert all(form.endswith(".") for form in sentences if form)


def test_a_field_says_what_a_parameter_says() -> None:
    limits: dict[str, Any] = {"minimum": 1, "maximum": 9, "pattern": "^1"}
    facts: dict[str, Any] = {**limits, "deprecated": True, "secret": True, "default": 3}
    field, parameter = field_of("a", "integer", **facts), parameter_of("a", "integer", **facts)
    assert [row for row, _ in facts_of(field)] == [row for row, _ in facts_of(parameter)]
    outputs: tuple[Output, ...] = ("rest", "document")
    # A field that is read is not left out by anybody; its default is a keyword of the document.
    default = {"rest": ["Default: `3`."], "document": []}
    for output in outputs:
        texts = [text for row, text in words.told(parameter, output) if row.name != "default"]
        others = [text for text in told(field, output) if text not in default[output]]
        assert others == texts
        assert len(others) == len(told(field, output)) - len(default[output])
    assert "At least 1." in told(field, "page")
    assert "Pattern: `^1`." in told(field, "page")


@pytest.mark.parametrize(
    ("observed", "page", "wiki"),
    [
        (True, [], []),
        (False, ["Not seen in a reply."], []),
        ("only", ["Seen on this wiki, not documented."], ["Seen on this wiki, not documented."]),
    ],
)
def test_how_a_field_is_known_is_told_where_it_matters(
    observed: Observed, page: list[str], wiki: list[str]
) -> None:
    field = field_of("a", "any", observed=observed)
    assert (told(field, "page")) == page
    assert (told(field, "wiki")) == wiki


@pytest.mark.parametrize("kind", get_args(RuleKind))
def test_every_kind_of_rule_is_a_sentence(kind: RuleKind) -> None:
    sentence = words.plain(words.rule_text(rule(kind)))
    assert sentence.endswith(".")
    assert "{terms" not in str(KINDS[kind].whole) or "`a` and `b`" in sentence


@pytest.mark.parametrize("kind", get_args(RuleKind))
def test_every_kind_of_rule_tells_a_parameter_what_it_asks_of_it(kind: RuleKind) -> None:
    sentence = words.asked_of("a", rule(kind))
    assert (sentence is None) == (KINDS[kind].of_term is None)
    assert sentence is None or (
        words.plain(sentence)[0].isupper() and words.plain(sentence).endswith(".")
    )


@pytest.mark.parametrize(
    ("parameter", "sentence"),
    [
        ("a", "Not together with `c` or `query.d=e`."),
        ("c", "Not together with `a` or `b`."),
        ("query.d", "With `d=e`: not together with `a` or `b`."),
        ("x", None),
    ],
)
def test_a_rule_from_the_side_of_each_parameter(parameter: str, sentence: str | None) -> None:
    text = words.asked_of(parameter, rule("not_with"))
    assert (None if text is None else words.plain(text)) == sentence


@pytest.mark.parametrize(
    ("rule_given", "sentence"),
    [
        (
            Rule(kind="count", terms=("a",), limit=50, high_limit=500),
            "`a`: at most 50, 500 for bots.",
        ),
        (
            Rule(kind="limit_depends", terms=("a",), others=("b",), limit=5),
            "`a`: at most 5, with `b`.",
        ),
        (
            Rule(kind="conflicting_values", terms=("a",), pairs=(("x", "y"), ("v", "w"))),
            "Of `a`, `x` and `y`; `v` and `w` exclude each other.",
        ),
        (Rule(kind="namespace", terms=("a",), value=14), "`a` must lie in namespace `14`."),
        (Rule(kind="right", terms=("a",), value="patrol"), "`a` only with the right `patrol`."),
        (Rule(kind="bad_value", terms=("a",), value="|"), "`a` must not hold `|`."),
        (Rule(kind="bad_value", terms=("a",)), "`a` must be a value that the server knows."),
        (Rule(kind="ignored", terms=("a",)), "`a`:"),
        (
            Rule(kind="ordered", terms=("a", "b"), others=("d=up",), value="time"),
            "Nothing lies between `a` and `b` if `a` is later with `d=up`, or earlier otherwise.",
        ),
        (
            Rule(kind="ordered", terms=("a", "b"), value="number"),
            "Nothing lies between `a` and `b` if `a` is greater.",
        ),
        (Rule(kind="not_with_revids", terms=("a",)), "`a` not when `revids` chooses the pages."),
    ],
)
def test_a_rule_says_its_details(rule_given: Rule, sentence: str) -> None:
    assert words.plain(words.rule_text(rule_given)) == sentence


def test_what_else_happens_names_the_errors() -> None:
    exactly_one = Rule(kind="exactly_one", terms=("a", "b"), code="many", code_when_none="none")
    assert (
        words.plain(words.otherwise(exactly_one)) == "Error `many` with several, `none` with none."
    )
    assert words.otherwise(rule("requires")) == ()


@pytest.mark.parametrize("name", [*get_args(ModuleType), "decimal", "expiry", "of-an-extension"])
def test_every_type_of_a_parameter_has_a_name(name: str) -> None:
    text = words.parameter_type(parameter_of("a", name), None)
    many = words.parameter_type(parameter_of("a", name, several=True), None)
    assert text
    assert many.startswith("list of ")


def test_a_list_of_values_is_counted() -> None:
    letters = Enumeration(name="Letters", values=("a", "b"))
    parameter = parameter_of("a", Reference(name="Letters"))
    assert words.parameter_type(parameter, letters) == "one of 2 values"


@pytest.mark.parametrize("scalar", get_args(Scalar))
def test_every_scalar_has_a_name(scalar: Scalar) -> None:
    assert words.plain(words.type_text(scalar))


def test_a_type_names_its_records() -> None:
    union = Union(options=(Reference(name="Item"), "timestamp", Constant(value=False)))
    text = words.type_text(ListOf(items=union))
    assert words.plain(text) == "list of Item, time or `false`"
    assert words.Name("Item", "type") in text


@pytest.mark.promise("A field of a record says when it is there")
def test_presence_tells_what_brings_a_field_and_when_it_is_there() -> None:
    presence = Presence(only_if=("sold", "lent"), when="with luck")
    field = field_of("a", "string", brought_by=("ids", "title"), presence=presence)
    conditions = (Condition(name="sold", text="It is sold."), Condition(name="lent", text="Lent"))
    record = Record(name="Thing", fields=(field,), conditions=conditions)
    sentence = words.presence(field, record)
    assert sentence == "with `prop=ids` or `prop=title`; only if it is sold or lent; with luck"
    assert words.presence(Field(name="b", type="string"), record) == "always"


@pytest.mark.parametrize(
    ("presence", "sentence"),
    [
        (Presence(only_if=("sold",)), "Only if it is sold"),
        (Presence(omitted_if=("sold",)), "Omitted if it is sold"),
        (Presence(when="it rains"), "Only if it rains"),
        (Presence(when="with luck"), "Only with luck"),
        (Presence(when="unless it rains"), "Unless it rains"),
        (Presence(when="it rains", requested=True), "Always, if it rains"),
        (Presence(), ""),
        (None, ""),
    ],
)
def test_a_condition_stands_as_a_sentence(presence: Presence | None, sentence: str) -> None:
    record = Record(
        name="Thing", fields=(), conditions=(Condition(name="sold", text="It is sold."),)
    )
    field = Field(name="a", type="string", presence=presence)
    assert words.condition(field, record) == sentence


@pytest.mark.parametrize(
    ("parameter", "sentence"),
    [
        (parameter_of("a", "limit", minimum=1, maximum=9), "1 to 9"),
        (parameter_of("a", "limit", maximum=9, high_maximum=99), WITH_HIGH_LIMITS),
        (parameter_of("a", "integer", minimum=1, enforce_range=True), "1 or more, enforced"),
        (parameter_of("a", "integer"), ""),
    ],
)
def test_a_range_says_its_bounds(parameter: Parameter, sentence: str) -> None:
    assert words.value_range(parameter) == sentence


def test_how_many_values_there_may_be() -> None:
    assert words.how_many(None) == ""
    assert words.how_many(Multiple()) == "any number of values"
    assert (
        words.how_many(Multiple(limit=5, all_specifier="*")) == "up to 5 values, `*` stands for all"
    )


@pytest.mark.parametrize(
    ("type_", "limits", "text"),
    [
        (ListOf(items="string"), Limits(), "any number of values"),
        (ListOf(items="string"), Limits(minimum_items=2), "2 or more values"),
        (ListOf(items="string"), Limits(minimum_items=2, maximum_items=9), "2 to 9 values"),
        (ListOf(items="string"), Limits(maximum_items=9), "up to 9 values"),
        (
            Union(options=("string", ListOf(items="string"))),
            Limits(minimum_items=2),
            "2 or more values",
        ),
        ("string", Limits(), ""),
    ],
)
def test_pages_have_one_term_for_the_number_of_values(
    type_: TypeExpression, limits: Limits, text: str
) -> None:
    parameter = Parameter(name="a", type=type_, limits=limits)
    assert words.joined_values(parameter) == text
    assert list(words.told(parameter, "page")) == []


def test_a_list_of_lists_is_one_in_the_short_table_too() -> None:
    grid = Parameter(name="a", type=ListOf(items=ListOf(items="integer")))
    assert words.short_type(grid, None) == "lists of integers"
    assert words.parameter_type(grid, None) == "list of lists of integers"


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result(type="string", media="image/png"), "file, the bytes of `image/png`"),
        (Result(type="string", media="text/html"), "string"),
        (Result(type="string"), "string"),
    ],
)
def test_a_reply_of_bytes_is_a_file(result: Result, text: str) -> None:
    assert words.plain(words.result_type(result)) == text


def test_a_value_with_a_backtick_is_quoted() -> None:
    assert words.code("a`b") == '"a`b"'


def test_limits_of_a_list_are_those_of_each_value() -> None:
    lengths = Limits(minimum_characters=2, maximum_characters=5, pattern="^a", maximum_items=9)
    texts = Parameter(name="a", type=ListOf(items="string"), limits=lengths)
    sentences = ["Each has at least 2 characters.", "Each has at most 5 characters."]
    sentences += ["At most 9 items.", "Pattern of each: `^a`."]
    assert [text for _, text in words.told(texts, "rest")] == sentences
    assert words.length(texts) == "2 to 5 characters each"
    bounds = Limits(minimum=1, maximum=7)
    numbers = Parameter(name="a", type=ListOf(items="integer"), limits=bounds)
    assert words.value_range(numbers) == "1 to 7 each"
    field = Field(name="a", type=ListOf(items="number"), limits=bounds)
    assert told(field, "page") == ["Each is at least 1.", "Each is at most 7."]
