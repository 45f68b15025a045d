"""Schemas of an OpenAPI document, as a validator made by others reads them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from jsonschema.exceptions import best_match
from openapi_schema_validator import OAS30Validator, OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012


def followed(document: Any, node: Any) -> Any:
    """A part of a document, or the one that it refers to."""
    while "$ref" in node:
        target = document
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def schema_fault(document: Any, schema: Any, value: object) -> str:
    """The fault of a value by a schema of the document; empty if it is sound."""
    resource = Resource.from_contents(document, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource("urn:document", resource)
    validator = OAS30Validator if document["openapi"].startswith("3.0") else OAS31Validator
    checked = validator(_absolute(schema), registry=registry)
    fault = best_match(checked.iter_errors(value))
    return "" if fault is None else f"{fault.json_path}: {fault.message}"[:150]


def describes(document: Any, schema: Any, value: Any, path: Sequence[str | int]) -> bool:
    """Return whether a schema says anything of what is at a path of a value, as member, item or one of any others."""
    schemas = [schema]
    for step in path:
        parts = [part for each in schemas for part in _parts(document, each, value)]
        schemas = [each for part in parts for each in _schemas_at(part, step)]
        value = value[step]
    return bool(schemas)


def _parts(document: Any, schema: Any, value: Any) -> Iterator[Any]:
    """A schema, and those that it combines, of alternatives those that take a value."""
    schema = followed(document, schema)
    yield schema
    for keyword in ("allOf", "anyOf", "oneOf"):
        for each in schema.get(keyword, ()):
            if keyword == "allOf" or not schema_fault(document, each, value):
                yield from _parts(document, each, value)


def _schemas_at(schema: Any, step: str | int) -> Iterator[Any]:
    if isinstance(step, int):
        yield schema.get("items", {})
    elif step in schema.get("properties", {}):
        yield schema["properties"][step]
    elif "additionalProperties" in schema:
        further = schema["additionalProperties"]
        yield from () if further is False else ({} if further is True else further,)


def _absolute(schema: Any) -> Any:
    """A schema whose references lead into the document."""
    return json.loads(json.dumps(schema).replace('"$ref": "#', '"$ref": "urn:document#'))
