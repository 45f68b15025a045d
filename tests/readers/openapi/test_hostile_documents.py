"""OpenAPI documents that are hostile: they end in a clear error, or in code that can be imported."""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specloom.cli.app import main

TEXT: dict[str, Any] = {"type": "string"}
CODE = "<script>alert(1)</script> {{ 7*7 }} {% raw %} \"\"\" ''' \\ `a` --> */ $(rm) \u202e"
KEYWORDS = ("class", "self", "None", "def", "model", "str", "__slots__", "from_dict", "a-b", "1")
CLASSES = ("Error", "Client", "Options", "Any", "Record", "Exception", "print", "None", "type")


def _to(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _record(names: Any, of: Any = TEXT) -> dict[str, Any]:
    return {"type": "object", "properties": dict.fromkeys(names, of)}


SCHEMAS: dict[str, Any] = {
    "Myself": _to("Myself"),
    "Parts": {"allOf": [_to("Whole"), _record(["a"])]},
    "Whole": {"allOf": [_to("Parts")]},
    "Lists": {"type": "array", "items": _to("Lists")},
    "Either": {"oneOf": [_to("Either"), TEXT]},
    "Tree": {"type": "object", "properties": {"up": _to("Tree"), "down": {"items": _to("Tree")}}},
    **{f"Chain{n}": _record(["next"], _to(f"Chain{n + 1}")) for n in range(150)},
    "Chain150": TEXT,
    **{f"Nest{n}": {"type": "array", "items": _to(f"Nest{n + 1}")} for n in range(2_000)},
    **{f"Alias{n}": _to(f"Alias{n + 1}") for n in range(10_000)},
    **{name: _record(KEYWORDS) for name in CLASSES},
    "Code": {"title": CODE, "description": CODE, "type": "object", "properties": {
        "code": {"type": "string", "description": CODE, "default": CODE, "pattern": "</script>"},
    }},
    "Nonsense": {"type": ["string", 5, None], "enum": 5, "properties": [1], "required": {"a": 1},
                 "allOf": {"a": 1}, "oneOf": 5, "items": [1], "additionalProperties": 7, "title": 5},
}  # fmt: skip


def _operation(id_: str, schema: Any, **members: Any) -> dict[str, Any]:
    reply = {"description": CODE, "content": {"application/json": {"schema": schema}}}
    return {"tags": ["import"], "operationId": id_, "responses": {"200": reply}, **members}


NAMES = [{"name": name, "in": "query", "schema": TEXT} for name in ("class", "self", "client")]
PATHS: dict[str, Any] = {
    "/class": {"get": _operation("class", _record(CLASSES, _to("Error")), parameters=NAMES)},
    "/dunder": {"get": _operation("__init__", _to("Code"), summary=CODE, description=CODE)},
    **{
        f"/{name}": {"get": _operation(f"read{name}", _to(name))}
        for name in ("Myself", "Parts", "Lists", "Either", "Tree", "Chain0", "Nest0", "Alias0", *CLASSES)
    },
    "/nonsense": {"get": _operation("nonsense", _to("Nonsense"), security=9, servers=[7])},
    "/number": 5,
    "/list": {"get": [], "parameters": [7], "post": {"responses": []}},
}  # fmt: skip


def _generate(folder: Path, document: Any) -> int:
    (folder / "spec").mkdir()
    entry = {"id": "a", "reader": "openapi", "source": "a.json", "package": "hostile_client"}
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (folder / "spec/a.json").write_text(json.dumps(document), "utf-8")
    return main(
        ["generate", "--only", "python", "--quiet", "--config", str(folder / "spec/apis.yaml")]
    )


def test_names_texts_and_cycles_become_right_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = {"openapi": "3.1.0", "info": {"title": CODE, "version": CODE, "description": CODE}}
    components = {"components": {"schemas": SCHEMAS}, "tags": [{"name": "a", "description": CODE}]}
    assert _generate(tmp_path, {**head, "paths": PATHS, **components}) == 0
    source = tmp_path / "generated/python/hostile_client/src"
    for path in source.rglob("*.py"):
        compile(path.read_text("utf-8"), str(path), "exec")
    monkeypatch.syspath_prepend(source)
    try:
        models = importlib.import_module("hostile_client.models")
        assert models.Error.__struct_encode_fields__ == KEYWORDS
        assert importlib.import_module("hostile_client").Client is not None
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "hostile_client"]:
            del sys.modules[name]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"openapi": "3.1.0"}, "no operation of the document has a method"),
        ({"openapi": "3.1.0", "paths": 7, "components": 5}, "no operation of the document"),
        ({"openapi": "3.1.0", "paths": {"a": {"get": {}}}}, "no operation of the document"),
        ([1], "expected a document of OpenAPI"),
    ],
)
def test_a_document_that_cannot_be_used_is_a_clear_error(
    tmp_path: Path, capsys: Any, document: Any, message: str
) -> None:
    assert _generate(tmp_path, document) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("pattern", [r"^(\w+)*-$", r"^((a|a)+)*b$", r"^.*.*.*.*.*x$"])
def test_a_pattern_that_would_be_tried_for_ever_ends(tmp_path: Path, pattern: str) -> None:
    text = {"type": "string", "pattern": pattern, "minLength": 34}
    operation = _operation("read", _record(["a"], text))
    parameter = {"name": "a", "in": "query", "required": True, "schema": text}
    head = {"openapi": "3.1.0", "info": {"title": "Long", "version": "1"}}
    paths = {"/a": {"get": {**operation, "parameters": [parameter]}}}
    assert _generate(tmp_path, {**head, "paths": paths}) == 0


LEVELS = 20
DIAMONDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "allOf": lambda n: {"allOf": [_to(f"Level{n}"), _to(f"Level{n}")]},
    "oneOf": lambda n: {
        "oneOf": [
            _to(f"Level{n}"),
            {"allOf": [_to(f"Level{n}"), {**_record([f"a{n}"]), "required": [f"a{n}"]}]},
        ]
    },
    "anyOf": lambda n: {
        **_record([f"a{n}"]),
        "anyOf": [_to(f"Level{n}"), {**_to(f"Level{n}"), "required": ["a"]}],
    },
    "allOf of alternatives": lambda n: {
        "allOf": [
            {"oneOf": [_to(f"Level{n}"), {"required": [f"a{n}"]}]},
            {"anyOf": [_to(f"Level{n}"), {"required": ["a"]}]},
        ]
    },
    "members": lambda n: _record(["left", "right"], _record(["left", "right"], _to(f"Level{n}"))),
}
"""Schemas each of which leads to the next in two ways, so that there are a million ways to the last."""


@pytest.mark.parametrize("kind", DIAMONDS)
def test_schemas_that_lead_to_one_in_many_ways_are_read_once(tmp_path: Path, kind: str) -> None:
    levels = {f"Level{n}": DIAMONDS[kind](n + 1) for n in range(LEVELS)}
    schemas = {**levels, f"Level{LEVELS}": _record(["a"])}
    body = {"required": True, "content": {"application/json": {"schema": _to("Level0")}}}
    paths = {"/a": {"post": _operation("write", _to("Level0"), requestBody=body)}}
    head = {"openapi": "3.1.0", "info": {"title": "Levels", "version": "1"}}
    assert _generate(tmp_path, {**head, "paths": paths, "components": {"schemas": schemas}}) == 0


def test_names_and_paths_longer_than_a_key_of_yaml_are_left_out(tmp_path: Path) -> None:
    long = "x" * 2_000
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Long", "version": "1"},
        "paths": {
            f"/{long}": {"get": _operation("a", TEXT)},
            "/b": {
                "get": _operation("b", {"type": "object", "properties": {long: TEXT, "c": TEXT}})
            },
        },
    }
    assert _generate(tmp_path, document) == 0
    config = str(tmp_path / "spec/apis.yaml")
    assert main(["generate", "--only", "openapi", "--quiet", "--config", config]) == 0
    (written,) = (tmp_path / "generated/openapi").glob("*.json")
    assert json.loads(written.read_text("utf-8"))["paths"].keys() == {"/b"}
