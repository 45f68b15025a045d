"""Model documents that earlier versions of specloom wrote, brought to the present form."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from specloom.documents.document import Document

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


# --- All steps -------------------------------------------------------------------------------------

_STEPS: Mapping[int, Sequence[Step]] = {
    1: (_drop_command, _drop_aliases, _list_errors, _tag_protocol),
}
"""Version → the changes that bring an API to the next version, in order."""
