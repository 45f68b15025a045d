"""Examples of parameters, members and bodies: what values of the model show, and what is reported as not carried."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import UNSET

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model import structs as model
from specloom.readers.openapi.reader import read
from specloom.sources.config import ApiEntry

ENTRY = {"id": "pets", "reader": "openapi", "source": "pets.json", "package": "pets"}
JSON = "application/json"
TEXT = {"type": "string"}
ONLY_FIRST = "only the first of several examples is shown"
SIZE = {"type": "integer", "maximum": 9}
KIND = {"type": "string", "enum": ["cat", "dog"], "example": "dog"}
PET = {"type": "object", "properties": {"name": {**TEXT, "example": "Rex"}}, "example": {}}


def _read(folder: Path, operation: dict[str, Any]) -> tuple[model.Api, list[str]]:
    """The model of a document with one operation, and the messages of lost examples."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://api.example.org"}],
        "paths": {"/pets": {"post": {"responses": {"204": {"description": "OK"}}, **operation}}},
        "components": {"schemas": {"Kind": KIND, "Pet": PET}},
    }
    (folder / "pets.json").write_text(json.dumps(document), "utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="pets", reader="openapi", source="pets.json", package="pets")
    described = read(entry, folder, diagnostics)
    assert described is not None
    lost = [each.message for each in diagnostics.found if each.kind == "example"]
    return described.api, lost


def _kind(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.promise("An `example` of a parameter")
@pytest.mark.parametrize(
    ("described", "example", "summary"),
    [
        ({"schema": {**TEXT, "example": "a"}}, "a", None),
        ({"schema": TEXT, "example": "a"}, "a", None),
        ({"schema": TEXT, "examples": {"one": {"value": "a"}}}, "a", None),
        (
            {"schema": TEXT, "examples": {"one": {"value": "a"}, "b": {"value": "b"}}},
            "a",
            "Example, b: `b`.",
        ),
        (
            {
                "schema": {"type": "array", "items": TEXT},
                "examples": {
                    "one": {"value": ["a"]},
                    "two": {"summary": "Both", "value": ["a", "`"]},
                },
            },
            ["a"],
            'Example, Both: "["a", "`"]".',
        ),
        ({"schema": {**TEXT, "examples": ["a"]}}, "a", None),
        (
            {"schema": {**TEXT, "format": "date-time"}, "example": "2019-02-25T20:20+01:00"},
            UNSET,
            "An example, not of the type: `2019-02-25T20:20+01:00`.",
        ),
        ({"schema": {**TEXT, "examples": ["a", "b"]}}, "a", "Further example: `b`."),
        ({"schema": {**TEXT, "examples": ["a", "b", ""]}}, "a", 'Further examples: `b`, `""`.'),
        ({"schema": {"type": "array", "items": {**TEXT, "example": "a"}}}, ["a"], None),
        ({"schema": {"type": "array", "items": TEXT, "example": ["a", "b"]}}, ["a", "b"], None),
        (
            {"schema": {"type": "array", "items": {**TEXT, "example": "c"}, "example": ["a", "b"]}},
            ["a", "b"],
            "Each item: Example: `c`.",
        ),
        ({"schema": {"anyOf": [{**TEXT, "example": "a"}, {"type": "null"}]}}, "a", None),
        (
            {"schema": {"anyOf": [{**TEXT, "example": "a"}, {"type": "integer", "example": 5}]}},
            "a",
            "Integer: Example: `5`.",
        ),
        ({"schema": _kind("Kind")}, "dog", None),
        (
            {"schema": {"allOf": [_kind("Kind")], "example": "cat"}},
            "cat",
            "Further example: `dog`.",
        ),
        ({"schema": {"type": "boolean", "example": False}}, False, None),
        ({"content": {JSON: {"schema": {"type": "object"}, "example": {"a": 1}}}}, {"a": 1}, None),
        ({"schema": {**TEXT, "example": "a"}, "example": "b"}, "b", "Further example: `a`."),
        (
            {"schema": {**SIZE, "example": "9"}},
            UNSET,
            "An example, not of the type: `9`.",
        ),
        ({"schema": SIZE, "example": 10}, UNSET, "An example, not of the type: `10`."),
        (
            {"schema": {"type": "integer", "multipleOf": 3, "example": 4}},
            UNSET,
            "An example, not of the type: `4`.",
        ),
    ],
)
def test_the_example_of_a_parameter(
    tmp_path: Path, described: dict[str, Any], example: object, summary: str | None
) -> None:
    parameter = {"name": "size", "in": "query", **described}
    api, lost = _read(tmp_path, {"parameters": [parameter]})
    (read_parameter,) = api.operations[0].parameters
    assert (read_parameter.example, read_parameter.summary, lost) == (example, summary, [])


LONG = "a" * 301


@pytest.mark.parametrize(
    ("described", "loss"),
    [
        (
            {"schema": {**TEXT, "example": LONG}, "example": "b"},
            "an example that is long is not shown beside another one",
        ),
        ({"schema": {**TEXT, "examples": ["a", LONG]}}, ONLY_FIRST),
        ({"schema": {**SIZE, "example": LONG}}, "`size`: the value does not fit its type"),
    ],
)
def test_a_long_example_beside_another_one_is_lost(
    tmp_path: Path, described: dict[str, Any], loss: str
) -> None:
    _, lost = _read(tmp_path, {"parameters": [{"name": "size", "in": "query", **described}]})
    assert lost == [f"example: {loss}"]


MEMBERS = {"name": {**TEXT, "example": "Ann"}, "size": SIZE}


@pytest.mark.promise("Several examples of a body, or one that is not of its type, are on pages")
@pytest.mark.parametrize(
    ("schema", "shown", "examples", "whole"),
    [
        ({"properties": MEMBERS}, {}, {"name": "Ann"}, []),
        ({"properties": MEMBERS}, {"example": {"size": 3}}, {"name": "Ann", "size": 3}, []),
        (
            {"properties": MEMBERS},
            {"example": {"name": "Rex", "size": 3}},
            {"name": "Rex", "size": 3},
            [],
        ),
        (
            {"properties": MEMBERS},
            {"example": {"size": 3, "age": 4}},
            {"name": "Ann", "size": 3},
            [("example", None, {"size": 3, "age": 4})],
        ),
        (
            {"properties": MEMBERS},
            {"example": {"size": "big"}},
            {"name": "Ann"},
            [("example", None, {"size": "big"})],
        ),
        (_kind("Pet"), {"example": {"name": "Rex"}}, {"body": {"name": "Rex"}}, []),
        (_kind("Pet"), {"example": {"name": 5}}, {}, [("example", None, {"name": 5})]),
        (
            _kind("Pet"),
            {
                "examples": {
                    "a": {"value": {"name": "A"}},
                    "a b": {"value": {"name": "B"}},
                    "c": {"summary": "Third", "value": {"name": "C"}},
                }
            },
            {"body": {"name": "A"}},
            [
                ("a", None, {"name": "A"}),
                ("a-b", "a b", {"name": "B"}),
                ("c", "Third", {"name": "C"}),
            ],
        ),
    ],
)
def test_the_example_of_a_body(
    tmp_path: Path,
    schema: dict[str, Any],
    shown: dict[str, Any],
    examples: dict[str, object],
    whole: list[tuple[str, str | None, object]],
) -> None:
    body = {"required": True, "content": {JSON: {"schema": schema, **shown}}}
    api, lost = _read(tmp_path, {"requestBody": body})
    (operation,) = api.operations
    assert {
        each.name: each.example for each in operation.parameters if each.example is not UNSET
    } == examples
    shown_bodies = operation.http.body_examples
    assert [(each.name, each.summary, each.value) for each in shown_bodies] == whole
    assert lost == []


def test_outputs_show_the_examples_of_a_body(tmp_path: Path) -> None:
    shown = {"few": {"value": {"name": "A"}}, "odd": {"summary": "An odd one", "value": {"age": 3}}}
    body = {"content": {JSON: {"schema": _kind("Pet"), "examples": shown}}}
    _read(tmp_path, {"requestBody": body})
    (tmp_path / "apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [ENTRY]}), "utf-8")
    assert main(["generate", "--config", str(tmp_path / "apis.yaml"), "--out", str(tmp_path)]) == 0
    (document,) = tmp_path.glob("generated/openapi/*.yaml")
    operation = yaml.safe_load(document.read_text("utf-8"))["paths"]["/pets"]["post"]
    assert operation["requestBody"]["content"][JSON]["examples"] == shown
    page = (tmp_path / "docs/reference/pets/pets/create.md").read_text("utf-8")
    _, section = page.split("### Examples of the body")
    for text in ("few\n", '{"name": "A"}', "An odd one\n", '{"age": 3}'):
        assert text in section


def test_the_example_of_a_member(tmp_path: Path) -> None:
    content = {JSON: {"schema": _kind("Pet")}}
    reply = {"description": "OK", "content": content}
    api, _ = _read(tmp_path, {"responses": {"200": reply}})
    (pet,) = (type_ for type_ in api.types if isinstance(type_, model.Record))
    assert [field.example for field in pet.fields] == ["Rex"]


def test_numbers_within_an_example_stand_as_they_were_written(tmp_path: Path) -> None:
    document = """{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"post": {
      "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
        "fees": {"type": "array", "items": {"type": "object"}, "example": [{"entry": 29.90}]}}}}}},
      "responses": {"204": {"description": "OK"}}}}},
      "servers": [{"url": "https://api.example.org"}]}"""
    (tmp_path / "pets.json").write_text(document, "utf-8")
    api_list = {"specloom": 1, "apis": [ENTRY]}
    (tmp_path / "apis.yaml").write_text(json.dumps(api_list), "utf-8")
    assert main(["generate", "--config", str(tmp_path / "apis.yaml"), "--out", str(tmp_path)]) == 0
    client = (tmp_path / "generated/python/pets/src/pets/client.py").read_text("utf-8")
    page = (tmp_path / "docs/reference/pets/pets/create.md").read_text("utf-8")
    for text in (client, page):
        assert '[{"entry": 29.90}]' in text


@pytest.mark.promise("So are those of records among the components")
def test_outputs_show_the_examples_of_records_and_of_every_reply(tmp_path: Path) -> None:
    replies = {
        "200": {"description": "OK", "content": {"text/html": {"example": "<p>", "schema": TEXT}}},
        "4XX": {"description": "No", "content": {JSON: {"example": {}, "schema": _kind("Pet")}}},
    }
    api, lost = _read(tmp_path, {"responses": replies})
    shown = [(each.status, each.statuses, each.reply) for each in api.operations[0].examples]
    assert (shown, lost) == ([(200, None, "<p>"), (400, "4XX", {})], [])
    assert [each.examples for each in api.types if isinstance(each, model.Record)] == [({},)]
    (tmp_path / "apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [ENTRY]}), "utf-8")
    assert main(["generate", "--config", str(tmp_path / "apis.yaml"), "--out", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("generated/openapi/*.yaml")
    document = yaml.safe_load(path.read_text("utf-8"))
    assert document["components"]["schemas"]["Pet"]["examples"] == [{}]
    responses = document["paths"]["/pets"]["post"]["responses"]
    for status, media, value in (("200", "text/html", "<p>"), ("4XX", JSON, {})):
        examples = responses[status]["content"][media]["examples"]
        assert [example["value"] for example in examples.values()] == [value]


@pytest.mark.parametrize("value", ["a", None])
def test_the_text_of_a_reply_has_the_example_that_nothing_else_shows(
    tmp_path: Path, value: str | None
) -> None:
    schema = {"type": ["string", "null"], "example": value}
    replies = {"200": {"description": "Name.", "content": {JSON: {"schema": schema}}}}
    api, lost = _read(tmp_path, {"responses": replies})
    (operation,) = api.operations
    assert lost == []
    assert [each.reply for each in operation.examples] == ([value] if value else [])
    text = "Name." if value else "Name.\n\nExample: `null`."
    assert [success.summary for success in operation.http.successes] == [text]


def test_the_text_of_a_body_does_not_repeat_its_example(tmp_path: Path) -> None:
    schema = {"properties": {"name": TEXT}, "example": {"name": "Rex"}}
    body = {"description": "A pet.", "content": {JSON: {"schema": schema}}}
    api, lost = _read(tmp_path, {"requestBody": body})
    (operation,) = api.operations
    assert (operation.http.body_summary, lost) == ("A pet.", [])
    assert [parameter.example for parameter in operation.parameters] == ["Rex"]


def test_examples_of_two_statuses_with_one_long_name_have_two(tmp_path: Path) -> None:
    media = {JSON: {"schema": TEXT, "examples": {"a" * 120: {"value": "a"}}}}
    replies = {status: {"description": "OK", "content": media} for status in ("200", "201")}
    api, lost = _read(tmp_path, {"responses": replies})
    (operation,) = api.operations
    names = [example.name for example in operation.examples]
    assert (names, lost) == (["a" * 100, "a" * 96 + "-201"], [])


def test_examples_of_a_member_that_several_alternatives_describe(tmp_path: Path) -> None:
    alternatives = [{"properties": {"name": {**TEXT, "examples": [name]}}} for name in ("a", "b")]
    schema = {"type": "object", "properties": {"age": SIZE}, "anyOf": alternatives}
    body = {"required": True, "content": {JSON: {"schema": schema}}}
    api, lost = _read(tmp_path, {"requestBody": body})
    (record,) = (
        each for each in api.types if isinstance(each, model.Record) and each.name != "Pet"
    )
    (name,) = (field for field in record.fields if field.name == "name")
    assert (name.example, name.summary, lost) == ("a", "Further example: `b`.", [])
