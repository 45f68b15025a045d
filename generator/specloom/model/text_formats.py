"""Formats of texts that Python has a type for, one row for each, for readers, clients, documents and comparisons."""

from collections.abc import Mapping
from typing import NamedTuple

from specloom.model.structs import Field, ListOf, Union, without_null
from specloom.runtime.rest.operation import Kind


class TextFormat(NamedTuple):
    """The type of Python's library that callers may give in place of a text."""

    kind: Kind
    """Kind of check in the runtime, which writes a value of the type as text."""
    module: str
    type: str


TEXT_FORMATS: Mapping[str, TextFormat] = {
    "byte": TextFormat("base64", "builtins", "bytes"),
    "date": TextFormat("date", "datetime", "date"),
    "duration": TextFormat("duration", "datetime", "timedelta"),
    "time": TextFormat("time", "datetime", "time"),
    "uuid": TextFormat("uuid", "uuid", "UUID"),
}
"""Format → its row."""
TEXT_TYPES = tuple(row[1:] for row in TEXT_FORMATS.values())
"""The types, each with its module before it."""


def is_formatted(field: Field) -> bool:
    """Return whether a member is a text, or a list of texts, for which Python has a type."""
    single = without_null(field.type)
    inner = single.items if isinstance(single, ListOf) else single
    is_plain = not (isinstance(field.type, Union) and isinstance(single, ListOf))
    return inner == "string" and field.format in TEXT_FORMATS and is_plain
