"""What a schema says of a value beside its type: limits, format, default, whether it is deprecated."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from specloom.documents.values import items_of
from specloom.languages.characters import HIDDEN
from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schema

_OF_NUMBERS = (
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("exclusiveMinimum", "exclusive_minimum"),
    ("exclusiveMaximum", "exclusive_maximum"),
    ("multipleOf", "multiple_of"),
)
_OF_TEXTS = (("minLength", "minimum_characters"), ("maxLength", "maximum_characters"))
_LIMITS: Mapping[str, Sequence[tuple[str, str]]] = {
    "integer": _OF_NUMBERS,
    "number": _OF_NUMBERS,
    "string": _OF_TEXTS,
}
"""Type → keywords that limit its values, and their names in the model."""
_FORMAT = re.compile(r"[a-z][a-z0-9-]*", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`]+")
_NUMERIC = frozenset({"integer", "number"})
OF_TEXTS = frozenset({"binary", "byte", "date", "duration", "time", "uuid"})
"""Formats of texts that Python has types for."""


class Facts(msgspec.Struct, frozen=True):
    """What a value has beside name and type, and the keywords that say it."""

    members: dict[str, Any]
    """By the names of the model."""
    carried: frozenset[str]
    """Keywords of the schema."""
    of_items: frozenset[str]
    """Keywords of the schema of its items."""


def facts_of(schema: Schema, items: Schema, type_: model.TypeExpression, losses: Losses) -> Facts:
    """Facts of a value. `items` is the schema of a list's items; of any other value, the schema itself."""
    single = model.without_null(type_.items if isinstance(type_, model.ListOf) else type_)
    limits, limiting = _limits(items, single, losses)
    format_ = _format(items, single)
    default = _default(schema, type_)
    carried = {"deprecated"}
    if isinstance(type_, model.ListOf) and isinstance(schema["maxItems"], int):
        limits["maximum_items"] = schema["maxItems"]
        carried.add("maxItems")
    if default is not msgspec.UNSET:
        carried.add("default")
    if format_ is not None or single == "timestamp":
        limiting.add("format")
    return Facts(
        {
            "format": format_,
            "limits": model.Limits(**limits),
            "default": default,
            "deprecated": schema["deprecated"] is True,
            "secret": format_ == "password",
        },
        frozenset(carried if items is not schema else carried | limiting),
        frozenset(limiting),
    )


def text_of(node: Node | None) -> str | None:
    """A text of the document, without characters that do not show; None where it is absent or empty."""
    if node is None or not isinstance(node.value, str) or not node.value.strip():
        return None
    return HIDDEN.sub("", re.sub(r"\r\n?", "\n", node.value)).strip()


def is_plain_address(text: str) -> bool:
    """Return whether a text is the address of a page or a server of the web, as the model holds it."""
    return _ADDRESS.fullmatch(text) is not None


def _limits(
    schema: Schema, single: model.TypeExpression, losses: Losses
) -> tuple[dict[str, Any], set[str]]:
    """Limits of a single value by the names of the model, and the keywords that say them."""
    limits: dict[str, Any] = {}
    carried: set[str] = set()
    for keyword, name in _LIMITS.get(single if isinstance(single, str) else "", ()):
        value = schema[keyword]
        if isinstance(value, int | float) and not isinstance(value, bool):
            limits[name] = value
            carried.add(keyword)
    if isinstance(single, str) and single in _NUMERIC:
        for keyword, (name, inclusive) in _EXCLUSIVE.items():
            if schema[keyword] is True and inclusive in limits:  # of OpenAPI 3.0
                limits[name] = limits.pop(inclusive)
            if isinstance(schema[keyword], bool):
                carried.add(keyword)
    pattern = schema["pattern"]
    if isinstance(pattern, str) and single == "string":
        carried.add("pattern")
        if _is_pattern(pattern):
            limits["pattern"] = pattern
        else:
            message = "the pattern is not a regular expression of Python"
            losses.add("limit", schema.keywords["pattern"], message)
    return limits, carried


_EXCLUSIVE = {
    "exclusiveMinimum": ("exclusive_minimum", "minimum"),
    "exclusiveMaximum": ("exclusive_maximum", "maximum"),
}
"""Keyword → its name in the model, and that of the limit that includes the value itself."""


def _is_pattern(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _format(schema: Schema, single: model.TypeExpression) -> str | None:
    format_ = schema["format"]
    has_formats = single == "string" or (
        single in _NUMERIC and format_ not in {"date-time", *OF_TEXTS}
    )
    is_shown = has_formats and isinstance(format_, str) and _FORMAT.fullmatch(format_)
    return format_ if is_shown else None


def _default(schema: Schema, type_: model.TypeExpression) -> Any:
    value = schema["default"]
    if isinstance(value, str | int | float | bool):
        return value
    items = items_of(value)
    if items and all(isinstance(item, str | int) for item in items):
        return tuple(items)
    return msgspec.UNSET
