"""Examples of parameters, members and bodies: what values of the model show, and what is reported as not carried."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.model import structs as model
from specloom.readers.openapi.reader import read
from specloom.sources.config import ApiEntry

ENTRY = {"id": "pets", "reader": "openapi", "source": "pets.json", "package": "pets"}
JSON = "application/json"
TEXT = {"type": "string"}
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


ONLY_FIRST = "example: only the first of several examples is shown"


@pytest.mark.promise("An `example` of a parameter")
@pytest.mark.parametrize(
    ("described", "example", "losses"),
    [
        ({"schema": {**TEXT, "example": "a"}}, "a", []),
        ({"schema": TEXT, "example": "a"}, "a", []),
        ({"schema": TEXT, "examples": {"one": {"value": "a"}}}, "a", []),
        (
            {"schema": TEXT, "examples": {"one": {"value": "a"}, "b": {"value": "b"}}},
            "a",
            [ONLY_FIRST],
        ),
        ({"schema": {**TEXT, "examples": ["a"]}}, "a", []),
        ({"schema": {**TEXT, "examples": ["a", "b"]}}, "a", [ONLY_FIRST]),
        ({"schema": {"type": "array", "items": {**TEXT, "example": "a"}}}, ["a"], []),
        ({"schema": {"type": "array", "items": TEXT, "example": ["a", "b"]}}, ["a", "b"], []),
        ({"schema": {"anyOf": [{**TEXT, "example": "a"}, {"type": "null"}]}}, "a", []),
        ({"schema": _kind("Kind")}, "dog", []),
        ({"schema": {"type": "boolean", "example": False}}, False, []),
        ({"content": {JSON: {"schema": {"type": "object"}, "example": {"a": 1}}}}, {"a": 1}, []),
        (
            {"schema": {**TEXT, "example": "a"}, "example": "b"},
            "b",
            ["example: the example of the parameter stands in place of that of its schema"],
        ),
        (
            {"schema": {**SIZE, "example": "9"}},
            UNSET,
            ["example: `size`: the value does not fit its type"],
        ),
        (
            {"schema": SIZE, "example": 10},
            UNSET,
            ["example: `size`: the example is outside of the limits"],
        ),
        (
            {"schema": {"type": "integer", "multipleOf": 3, "example": 4}},
            UNSET,
            ["example: `size`: the example is outside of the limits"],
        ),
    ],
)
def test_the_example_of_a_parameter(
    tmp_path: Path, described: dict[str, Any], example: object, losses: list[str]
) -> None:
    parameter = {"name": "size", "in": "query", **described}
    api, lost = _read(tmp_path, {"parameters": [parameter]})
    assert [each.example for each in api.operations[0].parameters] == [example]
    assert lost == losses


MEMBERS = {"name": {**TEXT, "example": "Ann"}, "size": SIZE}


@pytest.mark.parametrize(
    ("schema", "shown", "examples", "losses"),
    [
        ({"properties": MEMBERS}, {}, {"name": "Ann"}, []),
        ({"properties": MEMBERS}, {"example": {"size": 3}}, {"name": "Ann", "size": 3}, []),
        (
            {"properties": MEMBERS},
            {"example": {"name": "Rex", "size": 3}},
            {"name": "Rex", "size": 3},
            ["example: the example of the body stands in place of that of its member"],
        ),
        (
            {"properties": MEMBERS},
            {"example": {"size": 3, "age": 4}},
            {"name": "Ann", "size": 3},
            ["example: the example is not shown"],
        ),
        (_kind("Pet"), {"example": {"name": "Rex"}}, {"body": {"name": "Rex"}}, []),
        (
            _kind("Pet"),
            {"examples": {"a": {"value": {"name": "A"}}, "b": {"value": {"name": "B"}}}},
            {"body": {"name": "A"}},
            ["example: only some of the examples are shown"],
        ),
    ],
)
def test_the_example_of_a_body(
    tmp_path: Path,
    schema: dict[str, Any],
    shown: dict[str, Any],
    examples: dict[str, object],
    losses: list[str],
) -> None:
    body = {"required": True, "content": {JSON: {"schema": schema, **shown}}}
    api, lost = _read(tmp_path, {"requestBody": body})
    parameters = api.operations[0].parameters
    assert {each.name: each.example for each in parameters if each.example is not UNSET} == examples
    class_example = ["example: `example` is not shown"] if "$ref" in schema else []
    assert sorted(lost) == sorted([*losses, *class_example])


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
