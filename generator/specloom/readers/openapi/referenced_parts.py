"""Parts of other files that an OpenAPI document refers to, as components of a document that the standard's schema can judge."""

from collections.abc import Iterator, Mapping
from typing import Any

from specloom.documents.values import items_of, members_of
from specloom.readers.openapi.files import KEY
from specloom.readers.openapi.nodes import Node, Pointer, References

_SCHEMA_KEYWORDS = (
    "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PARTS: Mapping[str, Mapping[str, str]] = {
    "document": {"paths": "*paths", "webhooks": "*paths", "components": "components"},
    "components": {
        "schemas": "*schemas", "responses": "*responses", "parameters": "*parameters", "examples": "*examples",
        "requestBodies": "*requestBodies", "headers": "*headers", "securitySchemes": "*securitySchemes",
        "links": "*links", "callbacks": "*callbacks", "pathItems": "*paths",
    },
    "paths": {"parameters": "*parameters", **dict.fromkeys(_METHODS, "operation")},
    "operation": {
        "parameters": "*parameters", "requestBody": "requestBodies", "responses": "*responses",
        "callbacks": "*callbacks",
    },
    "parameters": {"schema": "schemas", "content": "*media", "examples": "*examples"},
    "headers": {"schema": "schemas", "content": "*media", "examples": "*examples"},
    "requestBodies": {"content": "*media"},
    "responses": {"headers": "*headers", "content": "*media", "links": "*links"},
    "media": {"schema": "schemas", "examples": "*examples", "encoding": "*encoding"},
    "encoding": {"headers": "*headers"},
    "schemas": {
        **dict.fromkeys(_SCHEMA_KEYWORDS, "schemas"),
        **dict.fromkeys(("$defs", "dependentSchemas", "patternProperties", "properties"), "*schemas"),
        **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), "*schemas"),
    },
}  # fmt: skip
"""Kind of a part → the parts in it, by their keys; `*` is for each value of an object or of a list."""


def referenced_parts(document: Any) -> tuple[dict[str, Any], dict[Pointer, Pointer]]:
    """A document with the parts of other files that one refers to, and the place of each in it → where it is.

    A part has the kind of the place that refers to it: a schema, a parameter, a path.
    """
    references = References(Node(document))
    targets = [*_targets("document", document)]
    passed = set(targets)
    parts_by_kind: dict[str, dict[str, Any]] = {"paths": {}}
    places: dict[Pointer, Pointer] = {}
    while targets:
        kind, reference = targets.pop()
        part = references.at(reference)
        if part is None:
            continue
        name = f"part{len(places)}"
        place = ("paths", f"/{name}") if kind == "paths" else ("components", kind, name)
        parts_by_kind.setdefault(kind, {})[place[-1]] = part.value
        places[place] = part.at
        new_targets = [target for target in _targets(kind, part.value) if target not in passed]
        targets += new_targets
        passed.update(new_targets)
    paths = parts_by_kind.pop("paths")
    version = document["openapi"]
    info = {"title": "", "version": ""}
    return {"openapi": version, "info": info, "paths": paths, "components": parts_by_kind}, places


def _targets(kind: str, part: Any) -> Iterator[tuple[str, str]]:
    """References of a part that lead into other files, each with the kind of what it leads to."""
    unread = [(kind, part)]
    while unread:
        kind, value = unread.pop()
        members = members_of(value)
        reference = members.get("$ref")
        if isinstance(reference, str) and reference.startswith(f"#/{KEY}/"):
            yield kind, reference
        if kind == "callbacks":
            unread += [("paths", each) for each in members.values()]
        for key, inner in _PARTS.get(kind, {}).items():
            if inner.startswith("*"):
                several = members.get(key)
                each_of = (*members_of(several).values(), *items_of(several))
                unread += [(inner[1:], each) for each in each_of]
            elif key in members:
                unread.append((inner, members[key]))
