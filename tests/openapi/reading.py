"""Reads OpenAPI documents as a tool does: by resolving references."""

from collections.abc import Iterator
from typing import Any, TypeAlias, cast

Object: TypeAlias = dict[str, Any]


def resolve(document: Object, part: Object) -> Object:
    """The part, or what it refers to with its neighbours laid over."""
    if "$ref" not in part:
        return part
    target: Any = document
    for step in part["$ref"].removeprefix("#/").split("/"):
        target = target[step.replace("~1", "/").replace("~0", "~")]
    beside = {key: value for key, value in part.items() if key != "$ref"}
    return resolve(document, target) | beside


def objects(part: Any) -> Iterator[Object]:
    """Every object in a part of a document, extensions left out."""
    if isinstance(part, dict):
        mapping = cast("Object", part)
        yield mapping
        for key, value in mapping.items():
            if not key.startswith("x-"):
                yield from objects(value)
    elif isinstance(part, list):
        for item in cast("Any", part):
            yield from objects(item)


def references(part: Any) -> Iterator[str]:
    """Every reference in a part of a document; mappings of discriminators hold them too."""
    for schema in objects(part):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        if "propertyName" in schema:
            yield from schema["mapping"].values()


def operations(document: Object) -> Iterator[tuple[str, str, Object]]:
    """Path, method and operation."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def parameters(document: Object, operation: Object) -> dict[str, Object]:
    """The parameters of an operation by name, schemas resolved."""
    by_name: dict[str, Object] = {}
    for entry in operation.get("parameters", ()):
        parameter = resolve(document, entry)
        assert parameter["name"] not in by_name, parameter["name"]
        by_name[parameter["name"]] = parameter | {"schema": resolve(document, parameter["schema"])}
    return by_name


def properties(document: Object, schema: Object) -> dict[str, Object]:
    """The members of an object, those of an `allOf` together."""
    whole = resolve(document, schema)
    members = dict(whole.get("properties", {}))
    for member in whole.get("allOf", ()):
        members |= properties(document, member)
    return members


def body(response: Object) -> Object:
    """The schema of the JSON body of a response."""
    schema: Object = response["content"]["application/json"]["schema"]
    return schema
