"""What a schema says of a value beside its type: limits, format, default, whether it is deprecated."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from specloom.documents.values import items_of
from specloom.languages.characters import HIDDEN
from specloom.model import structs as model
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node, Pointer
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
_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`]+")
_NUMERIC = frozenset({"integer", "number"})


class Facts(msgspec.Struct, frozen=True):
    """What a value has beside name and type, and the keywords that say it."""

    members: dict[str, Any]
    """By the names of the model."""
    carried: frozenset[Pointer]
    """Places of keywords of the schema, and of that of its items."""


def facts_of(schema: Schema, items: Schema, type_: model.TypeExpression, losses: Losses) -> Facts:
    """Facts of a value. `items` is the schema of a list's items; of any other value, the schema itself."""
    single = model.without_null(type_.items if isinstance(type_, model.ListOf) else type_)
    limits, limiting = _limits(items, single, losses)
    format_ = _format(items, single)
    default = _default(schema, type_)
    carrying = {"deprecated"}
    if isinstance(type_, model.ListOf) and isinstance(schema["maxItems"], int):
        limits["maximum_items"] = schema["maxItems"]
        carrying.add("maxItems")
    if default is not msgspec.UNSET:
        carrying.add("default")
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
        _places(schema, carrying) | _places(items, limiting),
    )


def _places(schema: Schema, keywords: Collection[str]) -> frozenset[Pointer]:
    return frozenset(node.at for keyword, node in schema.keywords.items() if keyword in keywords)


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
    """The format of a value in one line, unless the type says it. A format is any word, of values of any type."""
    format_ = schema["format"]
    is_said = single == "timestamp" or refuses_nothing("format", schema)
    if not isinstance(format_, str) or is_said:
        return None
    return " ".join(HIDDEN.sub("", format_).split()) or None


def _default(schema: Schema, type_: model.TypeExpression) -> Any:
    value = schema["default"]
    if isinstance(value, str | int | float | bool):
        return value
    items = items_of(value)
    if items and all(isinstance(item, str | int) for item in items):
        return tuple(items)
    return msgspec.UNSET
