"""The REST reader: every fact reaches the model, every fault is told with its place."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from specloom import model
from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.readers.rest.reader import read

GUIDE = Path(__file__).parents[2] / "docs/guide/rest-format.md"

BASE = """\
specloom: 1
title: Shop
version: 1.0.0
summary: A shop.
server: {url: "https://shop.example.org", summary: The shop.}
authentication: {parameter: key, summary: The key.}
envelope: {record: Whole, status: status, success: ok, error: failed, message: text}
groups:
  items: {title: Items}
operations:
  items.get:
    title: Get an item
    summary: Return one item.
    method: GET
    path: /items/{id}
    parameters:
      id: {type: integer}
    result: {type: Item, member: data.item}
errors:
  NoItem: {message: No such item, operations: [items.get]}
records:
  Whole:
    fields:
      status: {type: string}
      text: {type: string}
      data: {type: object}
  Item:
    conditions:
      sold: The item was sold.
    fields:
      id: {type: integer}
      price: {type: decimal, currency_of: currency}
      currency: {type: string, only_if: [sold]}
enumerations:
  State: {values: [open, closed]}
"""


def run(tmp_path: Path, text: str) -> tuple[model.Api | None, list[str]]:
    """What the reader makes of a text, and what it has to say."""
    (tmp_path / "api.yaml").write_text(text, encoding="utf-8")
    entry = ApiEntry(id="shop", reader="rest", source="api.yaml", package="shop")
    diagnostics = Diagnostics()
    api = read(entry, tmp_path, diagnostics)
    return api, [str(one).replace(f"{tmp_path}/", "") for one in sorted(diagnostics.found)]


def good(tmp_path: Path, text: str) -> model.Api:
    api, told = run(tmp_path, text)
    assert told == []
    assert api is not None
    return api


def changed(old: str, new: str) -> str:
    assert BASE.count(old) == 1, f"{old!r} stands {BASE.count(old)} times in the base"
    return BASE.replace(old, new)


def pointed_at(text: str, told: str) -> tuple[str, str]:
    """The rest of the line that a told fault points at, and what it says."""
    _, line, column, says = told.split(":", 3)
    return text.splitlines()[int(line) - 1][int(column) - 1 :], says.strip()


TABLE = yaml.safe_load(Path(__file__).with_name("rest_faults.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["faults"], ids=lambda case: case["by"].strip()[:40])
def test_a_fault_is_told_with_its_place_and_what_would_be_right(
    tmp_path: Path, case: dict[str, Any]
) -> None:
    text = changed(case["replace"], case["by"])
    api, told = run(tmp_path, text)
    assert api is None
    assert [pointed_at(text, one)[1] for one in told] == [one["text"] for one in case["told"]]
    for one, expected in zip(told, case["told"], strict=True):
        assert pointed_at(text, one)[0].startswith(expected["at"])


def with_parameter(parameter: str) -> str:
    text = changed("      id: {type: integer}\n    result", f"      x: {parameter}\n    result")
    return text.replace("/items/{id}", "/items")


@pytest.mark.parametrize("case", TABLE["parameters"], ids=lambda case: case["parameter"])
def test_the_facts_of_a_parameter_must_agree(tmp_path: Path, case: dict[str, str]) -> None:
    text = with_parameter(case["parameter"])
    api, told = run(tmp_path, text)
    assert api is None
    assert [pointed_at(text, one)[1] for one in told] == [case["text"]]
    assert pointed_at(text, told[0])[0].startswith(case["at"])


@pytest.mark.parametrize(
    "parameter",
    [
        "{type: string, place: header}",
        "{type: timestamp, deprecated: true}",
        "{type: list of State, default: [open], maximum_items: 2}",
    ],
)
def test_facts_that_agree_are_no_fault(tmp_path: Path, parameter: str) -> None:
    good(tmp_path, with_parameter(parameter))


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = changed("record: Whole", "record: Wohle").replace("integer", "int")
    told = run(tmp_path, text.replace("items.get]", "items.put]"))[1]
    assert [one.split(":")[1] for one in told] == ["7", "17", "20", "31"]


def test_the_shape_of_the_file_is_checked_first(tmp_path: Path) -> None:
    api, told = run(tmp_path, changed("method: GET", "methods: GET"))
    assert api is None
    assert told == [
        "api.yaml:12:5: missing-key: `method` is missing in `operations.items.get`",
        "api.yaml:14:5: unknown-key: unknown key `methods` in `operations.items.get`;"
        " did you mean `method`?",
    ]


def test_two_operations_cannot_share_method_and_path(tmp_path: Path) -> None:
    second = """\
  items.fetch: {title: Fetch, summary: Fetch., method: GET, path: "/items/{nr}", parameters: {nr: {type: integer}}}
  items.Get: {title: Get, summary: Get., method: GET, path: /other}
errors:
"""
    told = run(tmp_path, changed("errors:\n", second))[1]
    assert told == [
        "api.yaml:19:67: duplicate-name: GET /items/{nr} is `items.get` already",
        "api.yaml:20:3: duplicate-name: the operations `items.get` and `items.Get` would both"
        " become `get` in Python; rename one of them",
    ]


def test_one_operation_sends_one_kind_of_body(tmp_path: Path) -> None:
    post = """\
  items.add:
    title: Add
    summary: Add.
    method: POST
    path: /items
    parameters:
      name: {type: string}
      note: {type: string, place: form}
errors:
"""
    told = run(tmp_path, changed("errors:\n", post))[1]
    assert told == [
        "api.yaml:26:7: conflicting-facts: `note` would go into a form body, but this operation"
        " sends a json one; `place: json`"
    ]


# --- Facts -------------------------------------------------------------------------------------------


def parameter_of(api: model.Api, name: str) -> model.Parameter:
    return next(one for one in api.operations[0].parameters if one.name == name)


def test_every_fact_of_a_parameter_reaches_the_model(tmp_path: Path) -> None:
    written = (
        "{type: list of string, place: header, values: [a, b], default: [a], maximum_items: 3,"
        " deprecated: true, deprecated_values: [b], secret: true, summary: S, source: T}"
    )
    api = good(tmp_path, with_parameter(written))
    assert parameter_of(api, "x") == model.Parameter(
        name="x",
        type="enumeration",
        enumeration="ItemsGetX",
        position=2,
        location="header",
        multiple=model.Multiple(limit=3),
        default=("a",),
        deprecated=True,
        deprecated_values=("b",),
        sensitive=True,
        summary="S",
        source="T",
    )
    assert api.types[-1] == model.Enumeration(name="ItemsGetX", values=("a", "b"))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "integer, minimum: -1, maximum: 9, default: 0",
            {"minimum": -1, "maximum": 9, "default": 0},
        ),
        ("number, default: 0.5", {"type": "number", "default": 0.5}),
        ("boolean, default: false", {"type": "boolean", "default": False}),
        ("string, maximum_characters: 5", {"maximum_characters": 5}),
        ("string, maximum_bytes: 5", {"maximum_bytes": 5}),
        ("string, minimum_characters: 5", {"minimum_characters": 5}),
        ("string, format: uuid, pattern: '^[0-9a-f-]+$'", {"format": "uuid"}),
        ("number, minimum: 0.5, maximum: 2", {"minimum": 0.5, "maximum": 2}),
        ("State", {"type": "enumeration", "enumeration": "State"}),
        ("list of decimal", {"type": "decimal", "multiple": model.Multiple()}),
        ("timestamp, required: true", {"type": "timestamp", "required": True}),
    ],
)
def test_the_facts_of_a_scalar_reach_the_model(
    tmp_path: Path, written: str, expected: dict[str, object]
) -> None:
    parameter = parameter_of(good(tmp_path, with_parameter(f"{{type: {written}}}")), "x")
    assert {key: getattr(parameter, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("method", "encoding", "place"),
    [
        ("GET", "form", "query"),
        ("DELETE", "json", "query"),
        ("POST", "form", "form"),
        ("PUT", "json", "json"),
        ("PATCH", "query", "query"),
    ],
)
def test_one_word_decides_where_parameters_travel(
    tmp_path: Path, method: str, encoding: str, place: str
) -> None:
    text = changed("method: GET", f"method: {method}").replace(
        "      id: {type: integer}\n", "      id: {type: integer}\n      x: {type: string}\n", 1
    )
    api = good(tmp_path, text.replace("title: Shop", f"title: Shop\nencoding: {encoding}"))
    places = {one.name: (one.location, one.required) for one in api.operations[0].parameters}
    assert places == {"key": (place, True), "id": ("path", True), "x": (place, False)}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("parameters", ("query", "key")),
        ("query", ("query", "key")),
        ("header", ("header", "key")),
        ("bearer", ("header", "bearer")),
    ],
)
def test_the_key_travels_where_the_file_says(
    tmp_path: Path, place: str, expected: tuple[str, str]
) -> None:
    api = good(tmp_path, changed("summary: The key.", f"summary: The key., place: {place}"))
    key = parameter_of(api, "key")
    assert api.authentication is not None
    assert (key.location, api.authentication.scheme) == expected
    assert (key.required, key.sensitive, key.position) == (True, True, 1)


def test_a_public_operation_takes_no_key(tmp_path: Path) -> None:
    api = good(tmp_path, changed("method: GET", "public: true\n    method: GET"))
    assert [one.name for one in api.operations[0].parameters] == ["id"]


def test_an_api_needs_neither_envelope_nor_key(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^(authentication|envelope|errors|  NoItem).*\n", "", BASE)
    api = good(tmp_path, text.replace(", member: data.item", ""))
    assert api.envelope is None
    assert api.authentication is None
    assert api.operations[0].result == model.Result(type=model.Reference(name="Item"))


def test_presence_rules_name_the_conditions_of_their_record(tmp_path: Path) -> None:
    text = changed(
        "currency: {type: string, only_if: [sold]}",
        "currency: {type: string, omitted_if: [sold]}\n"
        "      a: {type: string, only_if: [sold]}\n"
        "      b: {type: string, when: the moon is full}\n"
        "      c: {type: string, optional: true}",
    )
    item = good(tmp_path, text).types[1]
    assert isinstance(item, model.Record)
    assert item.conditions == (model.Condition(name="sold", text="The item was sold."),)
    assert {field.name: field.presence for field in item.fields} == {
        "id": None,
        "price": None,
        "currency": model.Presence(omitted_if=("sold",)),
        "a": model.Presence(only_if=("sold",)),
        "b": model.Presence(when="the moon is full"),
        "c": model.Presence(),
    }


def test_the_currency_may_stand_in_the_record_around(tmp_path: Path) -> None:
    text = changed("currency_of: currency}", "currency_of: currency}\n      sale: {type: Sale}")
    text = text.replace(
        "enumerations:",
        "  Sale: {fields: {price: {type: decimal, currency_of: Item.currency}}}\nenumerations:",
    )
    sale = good(tmp_path, text).types[2]
    assert isinstance(sale, model.Record)
    assert sale.fields[0].currency_of == "Item.currency"


def test_the_list_of_apis_may_rename_and_move_an_api(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(BASE, encoding="utf-8")
    entry = ApiEntry(
        id="shop", reader="rest", source="api.yaml", package="shop", title="T", server="http://x"
    )
    api = read(entry, tmp_path, Diagnostics())
    assert api is not None
    assert (api.title, api.server.url, api.server.variable) == ("T", "http://x", None)


def test_a_model_of_the_format_survives_its_own_document(tmp_path: Path) -> None:
    api = good(tmp_path, BASE)
    assert msgspec.json.decode(msgspec.json.encode(api), type=model.Api) == api


def test_the_example_of_the_guide_is_right(tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    api = good(tmp_path, blocks[0])
    assert api.operations[0].parameters[0].location == "path"


def test_the_guide_names_every_key_of_the_format() -> None:
    from specloom.readers.rest.format import schema

    guide = GUIDE.read_text(encoding="utf-8")
    keys = {key for part in schema()["$defs"].values() for key in part.get("properties", ())}
    assert {key for key in keys if not re.search(rf"\b{key}\b", guide)} == set()
