"""Faults of OpenAPI documents: their form, names that are not unique, references without a target.

The form is that of the JSON Schemas of the OpenAPI Initiative, which openapi-spec-validator ships. Its own
code is
not run: importing it takes longer than a whole run, and it reports only one fault of a reference.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard
from urllib.parse import unquote

import jsonschema
import referencing
from jsonschema import exceptions

from specloom.documents.position import pointer_step

_SCHEMA = "openapi_spec_validator/resources/schemas/v{}/schema.json"
_JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_DATA = ("const", "default", "enum", "example", "examples", "value")
"""Keys whose values are data, in which `$ref` is not a reference."""
_NAMES = ("properties", "patternProperties", "$defs")
"""Keys in whose values the keys are names."""
_DEEPEST = 200
_LONGEST = 200

_exceptions: Any = exceptions  # the stubs of these leave much untyped
_referencing: Any = referencing

Pointer: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, and the part of the document that has it."""

    at: Pointer
    message: str
    lost: Pointer | None = None
    """Target that does not exist."""
    is_key: bool = False
    """True if the key is wrong, not its value."""


def faults(document: Any, before: Any) -> list[Fault]:
    """Every fault; a path or a component that is as in a sound document is not looked at again."""
    deep = next((part.at for part in _parts(document) if len(part.at) > _DEEPEST), None)
    if deep is not None:
        return [Fault(deep, f"more than {_DEEPEST} lists and objects are inside each other")]
    return [*_wrong_form(document, before)] or [
        *_lost_references(document),
        *_repeated_ids(document),
        *_unknown_schemes(document),
    ]


def form_faults(document: Any) -> Iterator[Fault]:
    """Faults of the form of a document, whose references may lead elsewhere."""
    yield from _wrong_form(document, {"openapi": None})


def _wrong_form(document: Any, before: Any) -> Iterator[Fault]:
    version = document.get("openapi") if _is_object(document) else None
    form = version[:4] if isinstance(version, str) else ""
    if form not in ("3.0.", "3.1."):
        yield Fault(("openapi",), "the version of OpenAPI is neither 3.0 nor 3.1")
        return
    changed = _changed(document, before) if version == before["openapi"] else document
    errors: Iterator[Any] = _validator(form[:3]).iter_errors(changed)
    for error in errors:
        closest = _exceptions.best_match([error])
        at = tuple(closest.absolute_path)
        key = _unexpected_key(closest)
        if key is None:
            yield Fault(at, _words(closest), _missing(closest, at))
        else:
            yield Fault((*at, key), _words(closest), is_key=True)


def _changed(document: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """A document without the paths and components that are as they were."""
    changed = dict(document)
    changed["paths"] = _other(document.get("paths"), before.get("paths"))
    components = document.get("components")
    if _is_object(components):
        components_before = before.get("components", {})
        changed["components"] = {
            kind: _other(parts, components_before.get(kind)) for kind, parts in components.items()
        }
    return changed


def _other(parts: Any, before: Any) -> Any:
    if not _is_object(parts) or not _is_object(before):
        return parts
    return {
        name: part for name, part in parts.items() if name not in before or part != before[name]
    }


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


@cache
def _validator(version: str) -> Any:
    file = Path(str(distribution("openapi-spec-validator").locate_file(_SCHEMA.format(version))))
    schema = json.loads(file.read_text(encoding="utf-8"))
    if version == "3.0":
        return jsonschema.Draft4Validator(schema)
    # The published schema leaves it open what a Schema Object is; here it is what it usually is.
    whole = {
        "$schema": _JSON_SCHEMA,
        "$id": "urn:specloom:openapi",
        "$ref": schema["$id"],
        "$defs": {"schema": {"$dynamicAnchor": "meta", "$ref": _JSON_SCHEMA}},
    }
    registry = _referencing.Registry().with_resource(
        schema["$id"], _referencing.Resource.from_contents(schema)
    )
    return jsonschema.Draft202012Validator(whole, registry=registry)


def _missing(error: Any, at: Pointer) -> Pointer | None:
    """Place of a required key that is missing."""
    if error.validator != "required":
        return None
    return next((*at, key) for key in error.validator_value if key not in error.instance)


def _unexpected_key(error: Any) -> str | None:
    """The first key of an object that may not stand there; its message names it."""
    if error.validator not in ("additionalProperties", "unevaluatedProperties"):
        return None
    return next((key for key in error.instance if repr(key) in error.message), None)


def _words(error: Any) -> str:
    message = str(error.message).replace(repr(error.instance), _excerpt(error.instance), 1)
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"


def _excerpt(value: object) -> str:
    if isinstance(value, dict | list):
        return "the object" if isinstance(value, dict) else "the list"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST // 2 else f"{text[: _LONGEST // 2]}…"


@dataclass(frozen=True, slots=True)
class _Part:
    """An object or a list of a document."""

    at: Pointer
    value: Any


def _parts(document: Any, but: Sequence[str] = ()) -> Iterator[_Part]:
    """Every object and list, but for what stands under some keys and in extensions when there are such keys."""
    waiting = [_Part((), document)]
    while waiting:
        part = waiting.pop()
        yield part
        members = _members(part.value)
        names = not but or (bool(part.at) and part.at[-1] in _NAMES)
        waiting.extend(
            _Part((*part.at, key), value)
            for key, value in members
            if (_is_object(value) or _is_list(value))
            and (names or not (key in but or str(key).startswith("x-")))
        )


def _members(value: Any) -> Iterator[tuple[str | int, Any]]:
    if _is_object(value):
        yield from value.items()
    else:
        yield from enumerate(value)


def _lost_references(document: Any) -> Iterator[Fault]:
    for part in _parts(document, _DATA):
        if not _is_object(part.value):
            continue
        members = part.value
        mapping = members.get("mapping")
        mapped_references = (
            mapping.values() if part.at[-1:] == ("discriminator",) and mapping else ()
        )
        for reference in (members.get("$ref"), *mapped_references):
            if isinstance(reference, str) and reference.startswith("#/"):
                pointer = _pointer(reference)
                if not _is_there(document, pointer):
                    yield Fault(part.at, f"`{reference}` leads nowhere", pointer)


def _pointer(reference: str) -> Pointer:
    steps = unquote(reference).removeprefix("#/").split("/")
    return tuple(map(pointer_step, steps))


def _is_there(document: Any, pointer: Pointer) -> bool:
    value = document
    for step in pointer:
        if _is_object(value) and step in value:
            value = value[str(step)]
        elif _is_list(value) and str(step).isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return False
    return True


def _operations(document: Mapping[str, Any]) -> Iterator[_Part]:
    for kind in ("paths", "webhooks"):
        for path, methods in document.get(kind, {}).items():
            for method in () if path.startswith("x-") else _METHODS:
                if method in methods:
                    yield _Part((kind, path, method), methods[method])


def _repeated_ids(document: Mapping[str, Any]) -> Iterator[Fault]:
    ids: set[str] = set()
    for operation in _operations(document):
        name = operation.value.get("operationId")
        if name in ids:
            yield Fault((*operation.at, "operationId"), f"two operations have the id `{name}`")
        elif name is not None:
            ids.add(name)


def _unknown_schemes(document: Mapping[str, Any]) -> Iterator[Fault]:
    schemes = document.get("components", {}).get("securitySchemes", {})
    for part in (_Part((), document), *_operations(document)):
        for number, requirement in enumerate(part.value.get("security", ())):
            for name in requirement:
                if name not in schemes:
                    at = (*part.at, "security", number)
                    message = f"unknown security scheme `{name}`"
                    yield Fault(at, message, ("components", "securitySchemes", name))
