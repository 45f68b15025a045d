"""The types that parameters and results are annotated with."""

import os
from collections.abc import Iterator, Sequence, Set, ValuesView
from datetime import datetime
from typing import IO, Annotated, Literal, NewType, Self, TypeAlias, TypeVar, cast

from .marks import Kind, Limit, Subtypes

T = TypeVar("T")


class Forced(str):
    """A value that the package does not know, sent unchecked: `Forced("newvalue")`."""

    __slots__ = ()

    def __new__(cls, value: str) -> Self:
        """Take a text; of anything else, Python's own form would be sent."""
        if not isinstance(cast("object", value), str):
            raise TypeError(f"Forced: expected text, got {type(value).__name__}")
        return super().__new__(cls, value)

    def __repr__(self) -> str:
        return f"Forced({super().__repr__()})"


Several: TypeAlias = Sequence[T] | Set[T] | ValuesView[T]
"""Values in a list, a tuple, a set or a view of a dictionary: no mapping, of which only the keys would count."""

Many: TypeAlias = T | Several[T]
"""One value, or several."""

Stream: TypeAlias = T | Several[T] | Iterator[T]
"""One value, or any number of them, also of a generator, which is read only as far as is needed."""

All: TypeAlias = Literal["*"]
"""All values (`*`); must be given alone."""

NamespaceNumber: TypeAlias = Annotated[int, Kind("namespace")]
"""A namespace by its number; `Namespace.TALK` is one."""

Namespaces: TypeAlias = Many[NamespaceNumber] | All
"""One namespace, several, or "*" for all."""

MOST_ITEMS = 500
"""Of one request, for accounts without high limits."""

PageSize: TypeAlias = Annotated[int | Literal["max"], Kind("limit"), Limit(1, MOST_ITEMS, 5000, 10)]
"""Items that one request brings; "max" is the most the account may have."""

Maximum: TypeAlias = PageSize
"""A number, or "max" for the most the account may have."""

Timestamp: TypeAlias = Annotated[datetime | Literal["now"] | str, Kind("timestamp")]
"""An aware datetime, "now", or text in one of the server's forms (ISO 8601 with a time, …)."""

Expiry: TypeAlias = Annotated[datetime | str, Kind("expiry")]
"""An aware datetime, or text as the wiki takes it: a time, a span such as "1 week", or "infinity"."""

Text: TypeAlias = Annotated[str, Kind("text")]
"""Text that may have several lines."""

Title: TypeAlias = Annotated[str, Kind("title")]
"""A page's title, with its namespace."""

User: TypeAlias = Annotated[str, Kind("user"), Subtypes("name", "ip", "interwiki", "id")]
"""A user name, an address, an interwiki name (`prefix>name`) or an id (`#12`)."""

File: TypeAlias = Annotated[bytes | os.PathLike[str] | IO[bytes], Kind("upload")]
"""The content of a file, or where it is. One that is open is sent from its beginning, and stays open."""

TimeText = NewType("TimeText", str)
"""Text that is a time: a separate type, so that type checkers know that `parse_time` accepts it."""

Time: TypeAlias = Annotated[TimeText, Kind("timestamp")]
"""A time in a result, as the server sent it; `parse_time` reads it."""
