"""Keywords of a schema that refuse none of its values: limits of another type, and those that every value keeps."""

from collections.abc import Mapping
from typing import Any

from specloom.documents.values import members_of
from specloom.readers.openapi.schemas import Schema, only_values

_NUMBERS = frozenset({"integer", "number"})
_TYPES: Mapping[str, frozenset[str]] = {
    "exclusiveMaximum": _NUMBERS,
    "exclusiveMinimum": _NUMBERS,
    "maxItems": frozenset({"array"}),
    "maxLength": frozenset({"string"}),
    "maxProperties": frozenset({"object"}),
    "maximum": _NUMBERS,
    "minItems": frozenset({"array"}),
    "minLength": frozenset({"string"}),
    "minProperties": frozenset({"object"}),
    "minimum": _NUMBERS,
    "multipleOf": _NUMBERS,
    "pattern": frozenset({"string"}),
    "uniqueItems": frozenset({"array"}),
}
"""Keyword → types of JSON that it limits; values of other types are not refused."""
_AT_LEAST_NONE = frozenset({"minItems", "minLength", "minProperties"})
_RANGES: Mapping[str, range] = {
    "int32": range(-(2**31), 2**31),
    "int64": range(-(2**63), 2**63),
}
"""Formats of numbers that say no more than a range."""


def refuses_nothing(keyword: str, schema: Schema) -> bool:
    """Return whether a schema without one of its keywords has the same values."""
    limit = schema[keyword]
    if keyword in _AT_LEAST_NONE and limit == 0:
        return True
    values = only_values(schema)
    if keyword == "format":
        numbers = _RANGES.get(str(limit), ())
        return bool(values) and all(_is_integer(value) and value in numbers for value in values)
    types = _TYPES.get(keyword)
    if types is None:
        return keyword == "propertyNames" and _takes_any_text(limit)
    stated_types = frozenset(schema.types)
    if stated_types and types.isdisjoint(stated_types):
        return True
    return bool(values) and all(_is_kept(keyword, limit, value) for value in values)


def _takes_any_text(limit: Any) -> bool:
    """Return whether a schema of names is that of any text."""
    members = members_of(limit)
    return members.get("type") == "string" and members.keys() <= {"type", "description", "title"}


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_kept(keyword: str, limit: Any, value: Any) -> bool:
    """Return whether a value keeps a limit of texts or numbers; False where this is not tried."""
    match keyword, limit, value:
        case "minLength", int(), str():
            return len(value) >= limit
        case "maxLength", int(), str():
            return len(value) <= limit
        case "minimum", int() | float(), int() | float():
            return bool(value >= limit)
        case "maximum", int() | float(), int() | float():
            return bool(value <= limit)
        case _:
            return False
