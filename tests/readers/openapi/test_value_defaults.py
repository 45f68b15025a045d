"""Defaults of parameters and members: what values of the model have, what says nothing, and what is reported as not carried."""

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
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
KIND = {"type": "string", "enum": ["cat", "dog"], "default": "dog"}
COAT = {"type": "object", "properties": {"colour": TEXT, "size": TEXT}, "required": ["size"]}


def _read(folder: Path, member: dict[str, Any]) -> tuple[model.Api, list[str]]:
    """The model of a document of which a record has this member, optional, and the messages of lost defaults."""
    nest = {"items": {"oneOf": [_component("Nest"), {"type": "integer"}]}}
    schemas = {"Kind": KIND, "Coat": COAT, "Nest": nest, "Pet": {"properties": {"a": member}}}
    pet = {"content": {"application/json": {"schema": _component("Pet")}}}
    parameter = {"name": "b", "in": "query", "required": True, "schema": {**TEXT, "default": "c"}}
    operation = {
        "parameters": [parameter],
        "responses": {"200": {"description": "OK", **pet}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://api.example.org"}],
        "paths": {"/pets": {"get": operation}},
        "components": {"schemas": schemas},
    }
    (folder / "pets.json").write_text(json.dumps(document), "utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="pets", reader="openapi", source="pets.json", package="pets")
    described = read(entry, folder, diagnostics)
    assert described is not None
    lost = [each.message for each in diagnostics.found if each.kind == "default"]
    return described.api, lost


def _component(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.promise("A `default` is in docstrings, on pages and in the rendered document")
@pytest.mark.parametrize(
    ("member", "default"),
    [
        ({**TEXT, "default": "a"}, "a"),
        ({**_component("Nest"), "default": [1]}, (1,)),
        ({**FLAG, "default": False}, False),
        ({**FLAG, "default": "false"}, False),
        ({"type": "integer", "default": "5"}, 5),
        ({**TEXT, "default": "5"}, "5"),
        (_component("Kind"), "dog"),
        ({"enum": ["x", "y"], "default": "y"}, "y"),
        ({"allOf": [_component("Kind")], "default": "cat"}, "cat"),
        ({"type": "object", "default": {}}, {}),
        ({"type": "object", "default": {"a": [1]}}, {"a": [1]}),
        ({"allOf": [_component("Coat")], "default": {"colour": "red"}}, {"colour": "red"}),
        ({"type": "array", "items": TEXT, "default": []}, ()),
        ({"type": "array", "items": FLAG, "default": [True]}, (True,)),
        ({"type": ["array", "null"], "items": TEXT, "default": ["a"]}, ("a",)),
        ({"anyOf": [{**TEXT, "default": "a"}, {"type": "null"}]}, "a"),
        ({"anyOf": [{"type": "integer"}, {**TEXT, "default": "a"}]}, "a"),
        ({"anyOf": [{**FLAG, "default": False}, {**TEXT, "default": "false"}]}, False),
    ],
)
def test_the_default_of_a_member(tmp_path: Path, member: dict[str, Any], default: object) -> None:
    api, lost = _read(tmp_path, member)
    (field,) = model.records_of(api)["Pet"].fields
    assert (field.default, type(field.default)) == (default, type(default))
    assert lost == []


@pytest.mark.promise("A default of a value that is never left out says nothing")
@pytest.mark.parametrize(
    "member",
    [
        {"type": "array", "items": {**TEXT, "default": "a"}},
        {"type": "array", "items": _component("Kind")},
        {"additionalProperties": {**TEXT, "default": "a"}},
        {"type": "object", "properties": {"b": TEXT}, "additionalProperties": _component("Kind")},
        {**TEXT, "default": None},
        {"type": "integer", "default": "null"},
    ],
)
def test_a_default_that_says_nothing(tmp_path: Path, member: dict[str, Any]) -> None:
    api, lost = _read(tmp_path, member)
    (field,) = model.records_of(api)["Pet"].fields
    (parameter,) = api.operations[0].parameters
    assert (field.default, field.summary, parameter.default, lost) == (UNSET, None, UNSET, [])


@pytest.mark.parametrize(
    ("member", "sentence"),
    [
        ({"type": "integer", "default": "high"}, 'the default `"high"`'),
        ({"type": "string", "enum": ["a", "b"], "default": "c"}, 'the default `"c"`'),
        ({"allOf": [_component("Coat")], "default": {"size": 3}}, 'the default `{"size": 3}`'),
        ({"type": "array", "items": TEXT, "default": "a"}, 'the default `"a"`'),
        (
            {"type": "array", "items": {"type": "array"}, "default": ["a", "b"]},
            'the default `["a", "b"]`',
        ),
        ({**TEXT, "enum": ["a", "b"], "default": ""}, 'the default `""`'),
        ({**TEXT, "format": "date-time", "default": {}}, "the default `{}`"),
        ({"type": ["integer", "null"], "default": {}}, "the default `{}`"),
    ],
)
def test_a_default_that_is_not_of_its_type_is_told(
    tmp_path: Path, member: dict[str, Any], sentence: str
) -> None:
    api, lost = _read(tmp_path, {**member, "description": "Height"})
    (field,) = model.records_of(api)["Pet"].fields
    summary = f"Height.\n\nThe document has {sentence}, which is not of the type."
    assert (field.default, field.summary, lost) == (UNSET, summary, [])


@pytest.mark.parametrize(
    ("member", "loss"),
    [
        ({"type": "array", "default": [{"a": 1}]}, "default: `default` is not shown"),
        (
            {"oneOf": [{"type": "integer", "default": 1}, {**TEXT, "default": "b"}]},
            "default: `default` is not shown",
        ),
        (
            {"type": "string", "format": "password", "default": "a"},
            "default: `a`: the default of a secret would appear in every client and on its page",
        ),
    ],
)
def test_a_default_that_is_lost(tmp_path: Path, member: dict[str, Any], loss: str) -> None:
    body = {"content": {"application/json": {"schema": {"properties": {"a": member}}}}}
    _read(tmp_path, TEXT)
    document = json.loads((tmp_path / "pets.json").read_text("utf-8"))
    document["paths"]["/pets"]["post"] = {
        "requestBody": body,
        "responses": {"204": {"description": "Created"}},
    }
    (tmp_path / "pets.json").write_text(json.dumps(document), "utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="pets", reader="openapi", source="pets.json", package="pets")
    assert read(entry, tmp_path, diagnostics) is not None
    assert [each.message for each in diagnostics.found if each.kind == "default"] == [loss]


def test_outputs_show_defaults_of_objects_and_lists(tmp_path: Path) -> None:
    source = tmp_path / "spec"
    source.mkdir()
    members = {
        "coat": {"allOf": [_component("Coat")], "default": {"colour": "red"}},
        "names": {"type": "array", "items": TEXT, "default": []},
    }
    _read(source, {"type": "object", "properties": members})
    (source / "apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [ENTRY]}), "utf-8")
    folder = ("--config", str(source / "apis.yaml"), "--out", str(tmp_path))
    assert main(["generate", "--quiet", *folder]) == 0
    (models,) = tmp_path.glob("generated/python/*/src/pets/models.py")
    (document,) = tmp_path.glob("generated/openapi/*.yaml")
    (page,) = tmp_path.glob("docs/reference/*/pets/*.md")
    schemas = yaml.safe_load(document.read_text("utf-8"))["components"]["schemas"]
    assert schemas["PetA"]["properties"]["coat"]["default"] == {"colour": "red"}
    assert schemas["PetA"]["properties"]["names"]["default"] == []
    for text in (models.read_text("utf-8"), page.read_text("utf-8")):
        assert 'Default: `{"colour": "red"}`.' in text
        assert "Default: `[]`." in text
