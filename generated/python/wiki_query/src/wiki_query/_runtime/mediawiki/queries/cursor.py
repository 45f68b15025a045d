"""Cursors: the position of an iteration, from which another process can continue."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from ...core.secret import Secret
from ..errors import ContinuationError, ParameterError
from ..plain import JSON, is_object

VERSION = 1


class Cursor(msgspec.Struct, frozen=True):
    """A position in an iteration."""

    fingerprint: str
    """Fingerprint of the query, so that a cursor is not used with another query."""
    inputs: int
    """Number of titles or ids that are finished."""
    more: dict[str, str]
    """The server's continuation parameters."""
    skip: int
    """Number of items of the next reply that were already yielded."""
    batch: int
    """Titles or ids per request, or pages per request of a generator; a resumed query must use the same
    number.
    0: the maximum.
    """

    def to_json(self) -> JSON:
        """As plain values."""
        return {
            "version": VERSION,
            "query": self.fingerprint,
            "inputs": self.inputs,
            "continue": dict(self.more),
            "skip": self.skip,
            "batch": self.batch,
        }

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> "Cursor":
        """Make a cursor from the result of `to_json`."""
        if not isinstance(cast("object", saved), Mapping):
            raise _refused("this is not a cursor")
        more = saved.get("continue")
        if saved.get("version") != VERSION or not is_object(more):
            raise _refused("this is not a cursor of this version of the package")
        texts = {str(key): str(value) for key, value in more.items()}
        numbers = [saved.get(number) for number in ("inputs", "skip", "batch")]
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise _refused("this is not a cursor: its numbers are missing or invalid")
        inputs, skip, batch = (int(str(number)) for number in numbers)
        return cls(str(saved.get("query")), inputs, texts, skip, batch)


def fingerprint(params: Mapping[str, str | Secret]) -> str:
    """A hash of a query's parameters, which does not reveal them."""
    parts = sorted(
        f"{name}={'' if isinstance(value, Secret) else value}" for name, value in params.items()
    )
    from hashlib import sha256  # slow to import, and few need it

    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _refused(text: str) -> ParameterError:
    return ParameterError(text, code=None, module="query", parameter="cursor")


class Progress(msgspec.Struct):
    """Position of an iteration; the steps set it, and the driver counts the items that it yields."""

    params: Mapping[str, str | Secret] = {}
    inputs: int = 0
    batch: int = 0
    more: dict[str, str] = {}
    skip: int = 0
    yielded: int = 0
    size: int = 0
    following: tuple[int, dict[str, str]] | None = None
    """Position after the present items."""
    total: int = 0
    """Items yielded since the beginning, or since the cursor."""
    ended: bool = False
    """True if no more items will be yielded: the query is finished, or `max_items` is reached."""
    done: bool = False
    """True if the query is finished."""
    circle: ContinuationError | None = None
    """Error that every further attempt raises."""
    beside: JSON = {}
    """Values in replies that are not items."""

    def begin(self, params: Mapping[str, str | Secret], cursor: Cursor | None) -> None:
        """Start, at a cursor of the same query or from the beginning."""
        if self.circle is not None:
            raise self.circle
        if cursor is not None and cursor.fingerprint != fingerprint(params):
            raise _refused("this cursor belongs to another query")
        self.place(params, cursor)

    def place(self, params: Mapping[str, str | Secret], cursor: Cursor | None) -> None:
        """Set the starting position, so that a cursor taken before the first item leads back to it."""
        self.params = params
        self.size, self.following, self.total = 0, None, 0
        if cursor is not None:
            self.inputs, self.batch = cursor.inputs, cursor.batch
            self.more, self.skip = dict(cursor.more), cursor.skip
            self.yielded = cursor.skip

    def chunk(
        self,
        at: tuple[int, dict[str, str]],
        following: tuple[int, dict[str, str]] | None,
        skip: int,
        size: int,
    ) -> None:
        """Record a reply whose items are about to be yielded, except those to skip."""
        self.inputs, self.more = at
        self.following = following
        self.yielded = min(skip, size)
        self.size = size

    def count_item(self) -> None:
        """Count one item that goes to the caller."""
        self.yielded += 1
        self.total += 1

    def end(self, remaining: int | None) -> None:
        """Record the end of the iteration, with the number of items still allowed; None: no limit."""
        self.ended = True
        self.done = remaining is None or remaining > 0

    def left_of(self, max_items: int | None) -> int | None:
        """The part of `max_items` that is still to come; None: no limit."""
        return None if max_items is None else max_items - self.total

    def cursor(self) -> Cursor | None:
        """Position to resume at; None at the end."""
        if self.done:
            return None
        if self.yielded >= self.size and self.following is not None and self.size:
            inputs, more = self.following
            batch = self.batch if more else 0
            return Cursor(fingerprint(self.params), inputs, more, 0, batch)
        batch = self.batch if self.more or self.yielded else 0
        return Cursor(fingerprint(self.params), self.inputs, self.more, self.yielded, batch)

    def note(self, query: object, names: Sequence[str]) -> None:
        """Keep values of a reply that are not items."""
        if is_object(query):
            self.beside.update({name: query[name] for name in names if name in query})
