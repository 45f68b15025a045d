"""Replies that come as items: the types of the items, by what documents of several styles say."""

import json
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostics
from specloom.model.structs import Events, Reference, Union
from specloom.readers.openapi.reader import read
from specloom.sources.config import ApiEntry

SSE, LINES = "text/event-stream", "application/jsonl"
TEXT = {"type": "string"}
PET, CAT = ({"$ref": f"#/components/schemas/{name}"} for name in ("Pet", "Cat"))
PETS = {"type": "array", "items": PET}
JSON_TEXT = {**TEXT, "contentMediaType": "application/json"}
DONE = {"properties": {"event": TEXT, "data": {"const": "[DONE]"}}}
LAST = {"properties": {"data": {"type": "string", "enum": ["[DONE]"]}}}


def _event(data: Any, event: Any = None) -> dict[str, Any]:
    return {"type": "object", "properties": {"event": event or TEXT, "data": data, "id": TEXT}}


def _read(folder: Path, content: dict[str, Any]) -> tuple[Any, list[str]]:
    """The result of an operation that answers with this, and the kinds of losses."""
    record = {"type": "object", "required": ["name"], "properties": {"name": TEXT}}
    other = {**record, "properties": {"name": TEXT, "lives": {"type": "integer"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://api.example.org"}],
        "paths": {
            "/pets": {"get": {"responses": {"200": {"description": "OK", "content": content}}}}
        },
        "components": {"schemas": {"Pet": record, "Cat": other}},
    }
    (folder / "pets.json").write_text(json.dumps(document), "utf-8")
    diagnostics = Diagnostics()
    entry = ApiEntry(id="pets", reader="openapi", source="pets.json", package="pets")
    described = read(entry, folder, diagnostics)
    assert described is not None
    (operation,) = described.api.operations
    return operation.result, [str(each.kind) for each in diagnostics.found]


BOTH = Union(options=(Reference(name="Pet"), Reference(name="Cat")))


@pytest.mark.promise("of an object with `data`, the `contentSchema` of `data`")
@pytest.mark.parametrize(
    ("media", "described", "expected"),
    [
        (SSE, {}, None),
        (SSE, {"schema": TEXT}, None),
        (SSE, {"schema": PET}, Reference(name="Pet")),
        (SSE, {"schema": PETS}, Reference(name="Pet")),
        (SSE, {"schema": _event(PET)}, Reference(name="Pet")),
        (SSE, {"schema": {"type": "array", "items": _event(PET)}}, Reference(name="Pet")),
        (SSE, {"itemSchema": _event(TEXT)}, None),
        (SSE, {"itemSchema": _event({**JSON_TEXT, "contentSchema": PET})}, Reference(name="Pet")),
        (SSE, {"itemSchema": {"oneOf": [_event(PET), _event(CAT), DONE, LAST]}}, BOTH),
        (SSE, {"itemSchema": {"oneOf": [{"oneOf": [_event(PET)]}, _event(CAT)]}}, BOTH),
        (SSE, {"schema": {"anyOf": [PET, CAT]}}, BOTH),
        (LINES, {}, "any"),
        (LINES, {"schema": TEXT}, "any"),
        (LINES, {"schema": PET}, Reference(name="Pet")),
        (LINES, {"schema": PETS}, Reference(name="Pet")),
        (LINES, {"itemSchema": PET}, Reference(name="Pet")),
        ("application/json-seq", {"itemSchema": PET}, Reference(name="Pet")),
    ],
)
def test_the_type_of_an_item(media: str, described: Any, expected: Any, tmp_path: Path) -> None:
    result, losses = _read(tmp_path, {media: described})
    assert result.events == Events(media=media, type=expected)
    assert (result.type, result.media, losses) == ("string", media, [])


def test_json_and_items_are_two_replies_of_one_operation(tmp_path: Path) -> None:
    result, losses = _read(
        tmp_path, {f"{SSE}; charset=utf-8": {"schema": CAT}, "application/json": {"schema": PET}}
    )
    assert (result.type, result.media) == (Reference(name="Pet"), None)
    assert result.events == Events(media=SSE, type=Reference(name="Cat"))
    assert losses == []


def test_the_type_of_an_event_is_a_text(tmp_path: Path) -> None:
    _, losses = _read(tmp_path, {SSE: {"itemSchema": _event(PET, {"const": "pet"})}})
    assert losses == ["constant"]
