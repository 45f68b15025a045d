"""Model documents that earlier versions of specloom wrote, brought to the present form."""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from specloom.documents.document import Document
from specloom.model.scalars import SCALARS

Members: TypeAlias = dict[str, Any]
"""A mapping of the document, which a step changes in place."""
Step: TypeAlias = Callable[[Members], None]
"""A change of an API."""


def upgrade(document: Document) -> Document:
    """The document in the present form; whatever is wrong with it stays."""
    for version, steps in _STEPS.items():
        if _version(document.data) == version:
            document = replace(document, data=_next(document.data, version, steps))
    return document


def _version(data: object) -> object:
    version = cast("Members", data).get("specloom") if isinstance(data, dict) else None
    return None if isinstance(version, bool) else version


def _next(data: Members, version: int, steps: Sequence[Step]) -> Members:
    upgraded = copy.deepcopy(data)
    for api in _mappings(upgraded, "apis"):
        for step in steps:
            step(api)
    return {**upgraded, "specloom": version + 1}


def _mappings(owner: object, *keys: str) -> Iterator[Members]:
    """The mappings below some keys, one within the other; of a list, each item; anything else is passed over."""
    if isinstance(owner, list):
        for item in cast("list[object]", owner):
            yield from _mappings(item, *keys)
    elif isinstance(owner, dict):
        members = cast("Members", owner)
        if keys:
            yield from _mappings(members.get(keys[0]), *keys[1:])
        else:
            yield members


def _operations(api: Members) -> Iterator[Members]:
    yield from _mappings(api, "operations")
    yield from _mappings(api, "actions")


# --- From version 1 --------------------------------------------------------------------------------


def _drop_command(api: Members) -> None:
    """Operations had names for the command line."""
    for operation in _operations(api):
        operation.pop("command", None)


def _drop_aliases(api: Members) -> None:
    """APIs had old names of classes and methods."""
    api.pop("aliases", None)


def _list_errors(api: Members) -> None:
    """Each operation had its errors, and each action its refusals; codes that any call may meet were those of the API."""
    errors = {
        str(error.get("code")): _coded(error, common=True) for error in _mappings(api, "errors")
    }
    for operation in _operations(api):
        names: list[str] = []
        for error in _mappings(operation, "errors"):
            errors.setdefault(str(error.get("name")), error)
            names.append(str(error.get("name")))
        for refusal in _mappings(operation, "refusals"):
            name = str(refusal.get("code"))
            if errors.setdefault(name, _coded(refusal)) != _coded(refusal):
                name = f"{operation.get('id')}.{name}"
                errors[name] = _coded(refusal)
            names.append(name)
        operation.pop("refusals", None)
        if names:
            operation["errors"] = names
    if errors:
        api["errors"] = [{**error, "name": name} for name, error in errors.items()]


def _coded(error: Members, **facts: object) -> Members:
    """The error with a code, with its text as the message."""
    members = {key: value for key, value in error.items() if key != "text"}
    return {**members, "message": error.get("text"), **facts}


_LIMITS = (
    *("minimum", "maximum", "pattern"),
    *("minimum_characters", "maximum_characters", "maximum_bytes"),
)
_OF_MODULE_PARAMETERS = (
    *(
        "high_maximum",
        "enforce_range",
        "must_exist",
        "internal_values",
        "subtypes",
        "notes",
        "extra",
    ),
    *("extra_namespaces", "token_type", "submodules", "submodule_prefix", "template_variables"),
)
_OF_MODULE_FIELDS = ("brought_by", "hidden_by", "observed", "since", "until")


def _type_parameters(api: Members) -> None:
    """Parameters had the name of a type, and apart from it a list of values, a record, and a number of values."""
    for parameter in _parameters(api):
        type_, multiple = parameter.get("type"), parameter.pop("multiple", None)
        name = parameter.pop("enumeration", None) or parameter.pop("record", None)
        module = parameter.setdefault("module", {})
        if name is not None:
            parameter["type"] = {"kind": "reference", "name": name}
        elif isinstance(type_, str) and type_ not in SCALARS:
            module["type"] = type_
            parameter["type"] = "integer" if type_ in ("limit", "namespace") else "string"
        if isinstance(multiple, dict):
            counts = cast("Members", multiple)
            parameter["type"] = {"kind": "list", "items": parameter.get("type")}
            _move(
                counts, ("limit",), parameter.setdefault("limits", {}), {"limit": "maximum_items"}
            )
            _move(counts, tuple(counts), module)


def _group_facts_of_values(api: Members) -> None:
    """Parameters had limits, and facts that only one protocol has, beside all others."""
    for parameter in _parameters(api):
        _move(parameter, _LIMITS, parameter.setdefault("limits", {}))
        _move(parameter, ("location",), parameter.setdefault("http", {}))
        _move(parameter, _OF_MODULE_PARAMETERS, parameter.setdefault("module", {}))
        _move(parameter, ("sensitive",), parameter, {"sensitive": "secret"})
    for field in _fields(api):
        _move(field, _OF_MODULE_FIELDS, field.setdefault("module", {}))


def _parameters(api: Members) -> Iterator[Members]:
    for operation in _operations(api):
        yield from _mappings(operation, "parameters")
        yield from _mappings(operation, "templated_parameters")
    yield from _mappings(api, "wire", "parameters")


def _fields(api: Members) -> Iterator[Members]:
    yield from _mappings(api, "types", "fields")
    yield from _mappings(api, "wire", "resolutions")
    for operation in _operations(api):
        yield from _mappings(operation, "result", "siblings")


def _move(
    source: Members, keys: Iterable[str], target: Members, names: Mapping[str, str] = {}
) -> None:
    """Move the keys that a mapping has to another, some with other names."""
    for key in keys:
        if key in source:
            target[names.get(key, key)] = source.pop(key)


_KINDS = {"rest": "rest", "mediawiki-query": "mediawiki"}
_PARTS = {
    "rest": ("authentication", "envelope", "sandbox"),
    "mediawiki": ("wire", "topics", "actions", "catalogue"),
}


def _tag_protocol(api: Members) -> None:
    """APIs had the parts of both protocols."""
    kind = _KINDS.get(str(api.get("protocol")))
    if kind is not None:
        keys = (key for key in _PARTS[kind] if key in api)
        api["protocol"] = {"kind": kind, **{key: api.pop(key) for key in keys}}


_OF_CALLS = {
    "rest": ("method", "path", "method_name", "idempotent"),
    "mediawiki": (
        *("path", "prefix", "class_name", "topic", "templated_parameters", "read_rights"),
        *("write_rights", "must_be_posted", "token", "media_type", "generator", "internal"),
        *("dynamic_parameters", "help_urls", "implementation", "provided_by", "provided_by_name"),
        *("license_tag", "license_link", "templated", "extra"),
    ),
}
_CALLS = {"rest": "http", "mediawiki": "module"}


def _tag_calls(api: Members) -> None:
    """Operations had the facts of calls of both protocols beside all others."""
    kind = _KINDS.get(str(api.get("protocol")))
    if kind is not None:
        for operation in _operations(api):
            call = {"kind": _CALLS[kind]}
            _move(operation, _OF_CALLS[kind], call)
            operation["call"] = call


# --- All steps -------------------------------------------------------------------------------------

_STEPS: Mapping[int, Sequence[Step]] = {
    1: (
        *(_drop_command, _drop_aliases, _list_errors, _type_parameters, _group_facts_of_values),
        *(_tag_calls, _tag_protocol),
    ),
}
"""Version → the changes that bring an API to the next version, in order."""
