"""Cuts an OpenAPI document off behind some references, for programs that write out what every reference leads to.

Each reference is replaced by its target. A reference to a schema, behind as many others as are allowed, leaves out the
optional member or the alternative that it describes. What a required member needs is kept, however deep.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.schemas import followed
from specloom.documents.values import items_of, members_of

_SCHEMAS = "#/components/schemas/"


@dataclass(frozen=True)
class _Place:
    """The way to a part of a document."""

    depth: int
    """References to schemas that may still be followed."""
    required: bool
    references: tuple[str, ...] = ()
    """References to schemas that lead here."""


def shallow(document: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """A document without references, whose schemas end where more references to schemas than `depth` lead."""
    schemes = members_of(document.get("components", {})).get("securitySchemes", {})
    paths = _cut(document, document["paths"], _Place(depth, required=True))
    return {**document, "paths": paths, "components": {"securitySchemes": schemes}}


def _cut(document: Any, node: Any, place: _Place) -> Any:
    """A part without references; None if it is a schema behind too many of them."""
    if isinstance(node, list):
        items = items_of(node)
        cut = [_cut(document, item, place) for item in items]
        return None if cut.count(None) > items.count(None) else cut
    if not isinstance(node, dict):
        return node
    members = members_of(node)
    if isinstance(reference := members.get("$ref"), str):
        return _target(document, reference, place)
    parts: dict[str, Any] = {}
    for key, value in members.items():
        if key == "properties":
            parts[key] = dict(_properties(document, members, place))
        elif key in ("anyOf", "oneOf"):
            parts[key] = _alternatives(document, items_of(value), place)
        else:
            needed = place.required or key == "allOf"
            parts[key] = _cut(document, value, replace(place, required=needed))
        if value is not None and parts[key] is None:
            return None
    return parts


def _target(document: Any, reference: str, place: _Place) -> Any:
    target = followed(document, {"$ref": reference})
    if not reference.startswith(_SCHEMAS):
        return _cut(document, target, place)
    if reference in place.references or not (place.depth or place.required):
        return None
    references = (*place.references, reference)
    deeper = replace(place, depth=max(place.depth - 1, 0), references=references)
    return _cut(document, target, deeper)


def _properties(
    document: Any, schema: Mapping[str, Any], place: _Place
) -> Iterator[tuple[str, Any]]:
    required = items_of(schema.get("required", []))
    for name, value in members_of(schema["properties"]).items():
        part = _cut(document, value, replace(place, required=name in required))
        if part is not None:
            yield name, part


def _alternatives(document: Any, schemas: list[Any], place: _Place) -> list[Any] | None:
    """Alternatives that are near enough; where one is required and none is, the first one that can be kept."""
    for required in (False, True) if place.required else (False,):
        parts = [_cut(document, each, replace(place, required=required)) for each in schemas]
        if remaining := [part for part in parts if part is not None]:
            return remaining[:1] if required else remaining
    return None
