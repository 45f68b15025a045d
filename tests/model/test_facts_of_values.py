"""Small questions about values: whether one is of a type, which are amounts, what is odd about a parameter."""

from typing import Any

import pytest

from specloom.model.amounts import with_amounts
from specloom.model.rules.oddities import of_parameter
from specloom.model.server_address import faults, problem, variable_of
from specloom.model.structs import Field, ListOf, MapOf, Record, Reference
from specloom.model.value_type import fits
from tests.values import parameter_of

VALUES: dict[str, Any] = {
    "text": "a",
    "digits": "1",
    "star": "*",
    "max": "max",
    "whole": 1,
    "negative": -1,
    "float": 1.5,
    "true": True,
    "list": [1],
    "object": {"a": 1},
    "nothing": None,
}
FITTING = {
    "any": set(VALUES),
    "boolean": {"true"},
    "decimal": {"whole", "negative", "float"},
    "integer": {"whole", "negative"},
    "limit": {"max", "whole", "negative"},
    "namespace": {"star", "whole", "negative"},
    "number": {"whole", "negative", "float"},
    "object": {"object"},
    "record": {"object"},
    "string": {"text", "digits", "star", "max"},
    "user": {"text", "digits", "star", "max"},
}


@pytest.mark.parametrize(("type_", "fitting"), FITTING.items())
def test_which_values_are_of_a_type(type_: str, fitting: set[str]) -> None:
    assert {name for name, value in VALUES.items() if fits(type_, value)} == fitting


SALE = Record(
    name="Sale",
    fields=(Field(name="price", type="decimal"), Field(name="buyer", type="string")),
)
SHOP = Record(
    name="Shop",
    fields=(
        Field(name="sales", type=ListOf(items=Reference(name="Sale"))),
        Field(name="fees", type=MapOf(values="decimal")),
        Field(name="total", type=ListOf(items=MapOf(values="decimal"))),
    ),
)
RECORDS = {record.name: record for record in (SALE, SHOP)}
AMOUNTS: list[tuple[Any, Any, Any]] = [
    (1, "decimal", "<1>"),
    (1, "integer", 1),
    (None, Reference(name="Sale"), None),
    ([1, 2], ListOf(items="decimal"), ["<1>", "<2>"]),
    ([1, 2], ListOf(items="integer"), [1, 2]),
    ("1", ListOf(items="decimal"), "1"),
    ({"a": 1}, MapOf(values="decimal"), {"a": "<1>"}),
    ([1], MapOf(values="decimal"), [1]),
    ({"a": 1}, Reference(name="Color"), {"a": 1}),
    ({"price": 1, "buyer": "b"}, Reference(name="Sale"), {"price": "<1>", "buyer": "b"}),
    (
        {"sales": [{"price": 1}, {"price": 2}], "fees": {"a": 3}, "total": [{"b": 4}]},
        Reference(name="Shop"),
        {
            "sales": [{"price": "<1>"}, {"price": "<2>"}],
            "fees": {"a": "<3>"},
            "total": [{"b": "<4>"}],
        },
    ),
]


@pytest.mark.parametrize(("value", "type_", "expected"), AMOUNTS)
def test_amounts_are_found_wherever_they_are(value: Any, type_: Any, expected: Any) -> None:
    assert with_amounts(value, type_, RECORDS, lambda amount: f"<{amount}>") == expected


def odd(values: tuple[str | int, ...] = (), **facts: Any) -> list[tuple[str, str, str]]:
    parameter = parameter_of("p", facts.pop("type", "integer"), **facts)
    return [*of_parameter(parameter, values)]


MANY: dict[str, Any] = {"several": True, "maximum_items": 50, "high_limit": 500}
ALL: dict[str, Any] = {**MANY, "all_specifier": "+"}
LISTED = Reference(name="Letters")
SOUND: list[dict[str, Any]] = [
    {},
    {"default": 1},
    {"default": "1"},
    {"default": "-12"},
    {"default": ""},
    {"default": False},
    {"default": 1, "type": "float"},
    {"default": 1.5, "type": "float"},
    {"default": 5, "minimum": 5, "maximum": 5},
    {"default": 9, "maximum": 5, "high_maximum": 9},
    {"default": "max", "type": "limit", "maximum": 5},
    {"default": True, "type": "boolean", "minimum": 5},
    {"default": (1, 2), **MANY},
    {"default": "1|2", **MANY},
    {"minimum": 5},
    {"maximum": 5},
    {"minimum": 5, "maximum": 5},
    {"minimum_characters": 5, "maximum_characters": 5, "type": "string"},
    {"maximum": 5, "high_maximum": 5},
    {"high_maximum": 5},
    {"secret": True, "type": "password"},
    {"secret": True, "type": "password", "default": ""},
    {"default": "a", "type": LISTED, "values": ("a", "b")},
    {"default": "1", "type": LISTED, "values": (1,)},
    {"default": "other", "type": LISTED},
    {"default": "*", "type": LISTED, "values": ("a",)},
    {"default": "+", "type": LISTED, "values": ("a",), **ALL},
]
ODD: list[tuple[dict[str, Any], list[tuple[str, str, str]]]] = [
    (
        {"secret": True, "type": "password", "default": "a"},
        [
            (
                "default",
                "secret-default",
                "the default of a secret would appear in every client and on its page",
            )
        ],
    ),
    (
        {"default": (1, 2)},
        [("default", "odd-default", "the default is a list, and the parameter takes one value")],
    ),
    (
        {"default": "a"},
        [("default", "odd-default", "the default `a` does not fit the type integer")],
    ),
    (
        {"default": "1a"},
        [("default", "odd-default", "the default `1a` does not fit the type integer")],
    ),
    (
        {"default": "1", "type": "boolean"},
        [("default", "odd-default", "the default `1` does not fit the type boolean")],
    ),
    (
        {"default": "1|a", **MANY},
        [("default", "odd-default", "the default `a` does not fit the type integer")],
    ),
    (
        {"default": "c", "type": LISTED, "values": ("a",)},
        [("default", "odd-default", "the default `c` is none of the values")],
    ),
    (
        {"default": "+", "type": LISTED, "values": ("a",), **MANY},
        [("default", "odd-default", "the default `+` is none of the values")],
    ),
    (
        {"default": 4, "minimum": 5},
        [("default", "odd-default", "the default 4 is outside of the limits")],
    ),
    (
        {"default": 6, "maximum": 5},
        [("default", "odd-default", "the default 6 is outside of the limits")],
    ),
    (
        {"default": 10, "maximum": 5, "high_maximum": 9},
        [("default", "odd-default", "the default 10 is outside of the limits")],
    ),
    (
        {"default": (6, 1), "maximum": 5, "minimum": 2, **MANY},
        [
            ("default", "odd-default", "the default 6 is outside of the limits"),
            ("default", "odd-default", "the default 1 is outside of the limits"),
        ],
    ),
    (
        {"default": ("a", 9), "type": "limit", "maximum": 5, **MANY},
        [
            ("default", "odd-default", "the default `a` does not fit the type limit"),
            ("default", "odd-default", "the default 9 is outside of the limits"),
        ],
    ),
    (
        {"minimum": 6, "maximum": 5},
        [("minimum", "contradicting-bounds", "the minimum 6 is above the maximum 5")],
    ),
    (
        {"minimum_characters": 6, "maximum_characters": 5, "type": "string"},
        [("minimum_characters", "contradicting-bounds", "the minimum 6 is above the maximum 5")],
    ),
    (
        {"maximum": 5, "high_maximum": 4},
        [
            (
                "high_maximum",
                "contradicting-bounds",
                "the maximum with high limits, 4, is below the usual one, 5",
            )
        ],
    ),
]


@pytest.mark.parametrize("facts", SOUND, ids=str)
def test_what_fits_together_is_not_odd(facts: dict[str, Any]) -> None:
    assert odd(**facts) == []


@pytest.mark.parametrize(("facts", "expected"), ODD, ids=str)
def test_what_is_odd_about_a_parameter_is_told(facts: dict[str, Any], expected: Any) -> None:
    assert odd(**facts) == expected


RIGHT = (
    "https://a",
    "http://a",
    "HTTPS://a.example:8080/v1",
    "https://a/v1/",
    "https://a/x@y",
    "https://[::1]:80/v1",
    "https://ä.example",
)
WRONG = (
    "",
    "a.example",
    "ftp://a",
    "https://",
    "https:///a",
    "https://a:0",
    "https://a:x",
    "https://a b",
    "https://a/b c",
    "https://a?b",
    "https://a#b",
    "https://a/\x00",
    "https://a\\b",
)
NO_SERVER = "write `https://`, a host, and at most a path"
SECRET = (
    "the address holds a user or a password, which every client and page would show",
    "leave both out: clients are given what is secret when they are made",
)


def told_of(url: str, example: str | None) -> list[tuple[Any, ...]]:
    value_faults = faults((), url, example)
    return [
        (next(iter(each.at), None), each.code, each.message, each.hint) for each in value_faults
    ]


@pytest.mark.parametrize("address", RIGHT)
def test_an_address_of_a_server(address: str) -> None:
    assert problem(address) is None
    assert told_of(address, None) == []


@pytest.mark.parametrize("address", WRONG)
def test_no_address_of_a_server(address: str) -> None:
    fault = (f"`{address}` is not a server address", NO_SERVER)
    assert problem(address) == fault
    assert told_of(address, None) == [("url", "wrong-value", *fault)]


@pytest.mark.parametrize("address", ["https://u:p@a", "https://u@a/b", "https://a@b@c/d"])
def test_an_address_with_a_secret_is_not_repeated(address: str) -> None:
    assert problem(address) == SECRET


ONE = ("the address may hold one variable, in braces", "write `{base_url}` or `https://{host}/v1`")
NAME = "use letters, digits and underscores; take no word of Python and no argument of every client"
VARIABLES: list[tuple[str, str | None, list[tuple[Any, ...]]]] = [
    ("{base_url}", "https://a", []),
    ("{base_url}/v1", "https://a", []),
    ("https://{host}/v1", "a.example", []),
    ("https://{host}.a/v1", "b", []),
    ("{a}/{b}", "https://a", [("url", "wrong-value", *ONE)]),
    ("https://{a", None, [("url", "wrong-value", *ONE)]),
    ("https://a}", None, [("url", "wrong-value", *ONE)]),
    *(
        (
            f"https://{{{name}}}/",
            "a",
            [("url", "invalid-name", f"`{name}` cannot be a variable", NAME)],
        )
        for name in ("", "1a", "ä", "class", "a b", "token", "transport", "api_key", "allow_http")
    ),
    (
        "{base_url}.evil.example",
        "https://a",
        [
            (
                "url",
                "wrong-value",
                "`{base_url}` holds the host, so nothing but a path can follow it",
                "write `{base_url}` or `{base_url}/v1`",
            )
        ],
    ),
    (
        "https://{host}/v1",
        None,
        [
            (
                None,
                "missing-key",
                "`server` needs an `example`, because its address has the variable `host`",
                None,
            )
        ],
    ),
    (
        "https://{host}/v1",
        "a b",
        [
            (
                "example",
                "wrong-value",
                "with it, `https://a b/v1` is not a server address",
                "give the text for `host` alone",
            )
        ],
    ),
    (
        "https://{host}/v1",
        "https://a",
        [
            (
                "example",
                "wrong-value",
                "with it, `https://https://a/v1` is not a server address",
                "give the text for `host` alone",
            )
        ],
    ),
    (
        "https://{host}/v1",
        "u:p@a",
        [
            (
                "example",
                "wrong-value",
                f"with it, {SECRET[0]}",
                "give the text for `host` alone",
            )
        ],
    ),
]


@pytest.mark.parametrize(("url", "example", "expected"), VARIABLES)
def test_an_address_may_have_one_variable(url: str, example: str | None, expected: Any) -> None:
    assert told_of(url, example) == expected


@pytest.mark.parametrize(
    ("url", "name"), [("https://a", None), ("{base_url}/v1", "base_url"), ("https://{h}.a", "h")]
)
def test_the_variable_of_an_address(url: str, name: str | None) -> None:
    assert variable_of(url) == name
