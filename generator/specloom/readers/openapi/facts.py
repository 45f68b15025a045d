"""What a schema says of a value beside its type: limits, format, default, whether it is deprecated, its text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from specloom.documents.values import items_of
from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schema

_OF_NUMBERS = (("minimum", "minimum"), ("maximum", "maximum"))
_OF_TEXTS = (("minLength", "minimum_characters"), ("maxLength", "maximum_characters"))
_LIMITS: Mapping[str, Sequence[tuple[str, str]]] = {
    "integer": _OF_NUMBERS,
    "number": _OF_NUMBERS,
    "string": _OF_TEXTS,
}
"""Type → keywords that limit its values, and their names in the model."""
_NOT_CARRIED = (
    "multipleOf",
    "minItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contentEncoding",
)
_FORMAT = re.compile(r"[a-z][a-z0-9-]*")
_NUMERIC = frozenset({"integer", "number"})


def facts_of(
    schema: Schema, items: Schema, type_: model.TypeExpression, losses: Losses
) -> dict[str, Any]:
    """Members of a value. `items` is the schema of a list's items; of any other value, the schema itself."""
    single = _without_null(type_.items if isinstance(type_, model.ListOf) else type_)
    limits = _limits(schema, items, single, losses)
    return {
        "format": _format(items, single),
        "limits": limits,
        "default": _default(schema, type_, losses),
        "deprecated": schema["deprecated"] is True,
        "summary": text_of(schema.keywords.get("description")) or schema.node.text("title"),
    }


def text_of(node: Node | None) -> str | None:
    """A text of the document, without characters that do not show; None where it is absent or empty."""
    if node is None or not isinstance(node.value, str) or not node.value.strip():
        return None
    return "".join(sign for sign in node.value.strip() if sign.isprintable() or sign in "\n\t")


def _without_null(type_: model.TypeExpression) -> model.TypeExpression:
    if not isinstance(type_, model.Union):
        return type_
    options: list[model.TypeExpression] = [option for option in type_.options if option != "null"]
    return options[0] if len(options) == 1 else type_


def _limits(
    schema: Schema, items: Schema, single: model.TypeExpression, losses: Losses
) -> model.Limits:
    limits: dict[str, Any] = {}
    names = _LIMITS.get(single if isinstance(single, str) else "", ())
    for keyword, name in names:
        value = items[keyword]
        if isinstance(value, int | float) and not isinstance(value, bool):
            limits[name] = value
    if single in _NUMERIC:
        limits |= _exclusive(items, single, losses)
    if limits.get("minimum_characters") == 0:
        del limits["minimum_characters"]
    if isinstance(items["pattern"], str) and single == "string":
        if _is_pattern(items["pattern"]):
            limits["pattern"] = items["pattern"]
        else:
            losses.add(
                "limit",
                items.keywords["pattern"],
                "the pattern is not a regular expression of Python",
            )
    if isinstance(schema["maxItems"], int):
        limits["maximum_items"] = schema["maxItems"]
    for keyword in _NOT_CARRIED:
        node = schema.keywords.get(keyword)
        if node is not None and node.value not in (False, 0, None):
            losses.add("limit", node, f"`{keyword}` is not checked")
    return model.Limits(**limits)


def _exclusive(items: Schema, single: model.TypeExpression, losses: Losses) -> dict[str, int]:
    """Limits of integers that exclude the value itself, as limits that include it."""
    limits: dict[str, int] = {}
    for keyword, inclusive, step in (
        ("exclusiveMinimum", "minimum", 1),
        ("exclusiveMaximum", "maximum", -1),
    ):
        node = items.keywords.get(keyword)
        if node is None or node.value is False:
            continue
        value = items[inclusive] if node.value is True else node.value  # a boolean in 3.0
        if single == "integer" and isinstance(value, int):
            limits[inclusive] = value + step
        else:
            losses.add("limit", node, f"`{keyword}` is not checked")
    return limits


def _is_pattern(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _format(schema: Schema, single: model.TypeExpression) -> str | None:
    format_ = schema["format"]
    is_shown = single == "string" and isinstance(format_, str) and _FORMAT.fullmatch(format_)
    return format_ if is_shown else None


def _default(schema: Schema, type_: model.TypeExpression, losses: Losses) -> Any:
    node = schema.keywords.get("default")
    if node is None or node.value is None:
        return msgspec.UNSET
    if isinstance(node.value, str | int | float | bool):
        return node.value
    items = items_of(node.value)
    if items and all(isinstance(item, str | int) for item in items):
        return tuple(items)
    losses.add("default", node, "a default that is an object or an empty list is left out")
    return msgspec.UNSET
