"""Model documents that earlier versions of specloom wrote, brought to the present form."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from specloom.documents.document import Document

_REMOVED_FROM_OPERATIONS = frozenset({"command"})
"""Keys that operations had, and that no output needs any more."""


def upgrade(document: Document) -> Document:
    """The document without keys that were removed; whatever else is wrong with it stays."""
    return replace(document, data=_each(document.data, "apis", _api))


def _api(api: object) -> object:
    return _each(api, "operations", _operation)


def _operation(operation: object) -> object:
    if not isinstance(operation, dict):
        return operation
    members = cast("dict[str, Any]", operation)
    return {key: value for key, value in members.items() if key not in _REMOVED_FROM_OPERATIONS}


def _each(owner: object, key: str, change: Callable[[object], object]) -> object:
    """A mapping with each item of one of its lists changed; anything else as it is."""
    if not isinstance(owner, dict):
        return owner
    members = cast("dict[str, Any]", owner)
    items = members.get(key)
    if not isinstance(items, list):
        return members
    return {**members, key: [change(item) for item in cast("list[object]", items)]}
