"""Formats of texts and integers that Python has a type for, one row for each, for readers, clients, documents and comparisons."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from specloom.model.structs import Field, ListOf, Union, without_null
from specloom.runtime.rest.operation import Kind


class ValueFormat(NamedTuple):
    """The type of Python's library that callers may give in place of a text or an integer."""

    kind: Kind
    """Kind of check in the runtime, which writes a value of the type as JSON has it."""
    module: str
    type: str
    of: Literal["string", "integer"] = "string"
    member: str | None = None
    """Type of the runtime for members of records; None if the encoder of JSON writes the type as the format has it."""

    @property
    def argument(self) -> str:
        """Annotation of an argument."""
        return f"{self.type} | {'str' if self.of == 'string' else 'int'}"


_UNIX_TIME = ValueFormat("unix-time", "datetime", "datetime", "integer", "UnixTime")
VALUE_FORMATS: Mapping[str, ValueFormat] = {
    "byte": ValueFormat("base64", "builtins", "bytes"),
    "date": ValueFormat("date", "datetime", "date"),
    "decimal": ValueFormat("decimal-text", "decimal", "Decimal", member="DecimalText"),
    "duration": ValueFormat("duration", "datetime", "timedelta"),
    "time": ValueFormat("time", "datetime", "time"),
    "unix-time": _UNIX_TIME,
    "unixtime": _UNIX_TIME,  # as in OpenAPI's registry of formats
    "uuid": ValueFormat("uuid", "uuid", "UUID"),
}
"""Format → its row."""
FORMATTED_TYPES = tuple(row[1:3] for row in VALUE_FORMATS.values() if row.member is None)
"""Types that the encoder of JSON writes as their format has them, each with its module before it."""


def value_format(scalar: object, format_: str | None) -> ValueFormat | None:
    """The row of a format of a scalar."""
    row = VALUE_FORMATS.get(format_ or "")
    return row if row is not None and row.of == scalar else None


def format_of_options(union: Union, format_: str | None) -> str | None:
    """The format with which each option of a union is sent: several options are sent as the encoder writes them."""
    row = VALUE_FORMATS.get(format_ or "")
    is_choice = isinstance(without_null(union), Union)
    return None if is_choice and row is not None and row.member is not None else format_


def formats_of(scalar: Literal["string", "integer"]) -> frozenset[str]:
    """Names of the formats of a scalar."""
    return frozenset(name for name, row in VALUE_FORMATS.items() if row.of == scalar)


def is_formatted(field: Field) -> bool:
    """Return whether a member is a text or an integer, or a list of such, for which Python has a type."""
    single = without_null(field.type)
    inner = single.items if isinstance(single, ListOf) else single
    is_plain = not (isinstance(field.type, Union) and isinstance(single, ListOf))
    return value_format(inner, field.format) is not None and is_plain
