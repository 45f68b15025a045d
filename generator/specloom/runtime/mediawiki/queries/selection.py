"""Titles or ids of a query, in batches that the server accepts."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import GeneratorType
from typing import TypeAlias, cast
from urllib.parse import quote_plus

import msgspec

from ...core.frames import call_user, iterate_user
from ..errors import ParameterError
from ..modules.arguments import checked_text, checked_title
from ..modules.check import Selection
from ..modules.encode import joined
from ..modules.protocol import Protocol
from ..modules.types import Stream

Titles: TypeAlias = Stream[str]
"""One title, or several."""
Ids: TypeAlias = Stream[int]
"""One id of a page or a revision, or several."""
Values: TypeAlias = Iterable[str | int]

BATCH_BYTES = 256 * 1024
"""Limit of encoded values in one request, far below what servers accept in a body."""


class Chosen(msgspec.Struct, frozen=True):
    """The titles or ids of a query; only the first are checked here."""

    name: str
    """`titles`, `pageids` or `revids`."""
    values: Values
    single: bool | None
    """True if there is exactly one; None if there are none."""


def chosen(titles: Titles | None, pageids: Ids | None, revids: Ids | None) -> Chosen | None:
    """The titles or ids of a query; raises ParameterError if more than one of the three is given."""
    inputs = {
        name: values
        for name, values in (("titles", titles), ("pageids", pageids), ("revids", revids))
        if values is not None
    }
    if len(inputs) > 1:
        text = f"only one of titles, pageids and revids; given: {' and '.join(inputs)}"
        raise ParameterError(text, code="multisource", module="query")
    for name, values in inputs.items():
        return _looked_at(name, values)
    return None


def chosen_page(page: str | int) -> Chosen:
    """The title or id of a single page."""
    return _looked_at("titles" if isinstance(page, str) else "pageids", page)


def _looked_at(name: str, values: Titles | Ids) -> Chosen:
    if isinstance(values, str | int):
        _check(name, values, alone=True)
        return Chosen(name, (values,), single=True)
    _check_iterable(name, values)
    rest = iter(cast("Values", values))
    first = list(islice(rest, 2))
    for item in first:
        _check(name, item)
    again: Values = OneTimeValues(first, iterate_user(rest))
    if isinstance(values, list | tuple | range | set | frozenset):
        again = cast("Values", values)
    return Chosen(name, again, single=len(first) == 1 if first else None)


def _check_iterable(name: str, values: object) -> None:
    """Refuse values that are not several titles or ids, and generators that are exhausted."""
    kind, fault = type(values).__name__, ""
    if isinstance(values, Mapping):
        fault = ", of which only the keys would be sent"
    elif isinstance(values, GeneratorType) and values.gi_frame is None:
        fault = " that was read to its end: give a list to use the values twice"
    elif isinstance(values, Iterable) and not isinstance(values, bytes | bytearray | memoryview):
        return
    expected = "text" if name == "titles" else "a whole number"
    text = f"{name}: expected {expected}, or several in a list, got {kind}{fault}"
    raise ParameterError(text, code="badvalue", module="query", parameter=name)


class OneTimeValues:
    """Values that can be read once. The last ones are buffered, so that a failed request can be repeated."""

    def __init__(self, first: Iterable[str | int], rest: Iterable[str | int]) -> None:
        self._buffer = list(first)
        self._rest = iterate_user(rest)
        self._forgotten = 0
        self._failure: BaseException | None = None

    def __iter__(self) -> Iterator[str | int]:
        return self.since(0)

    def since(self, start: int) -> Iterator[str | int]:
        """Iterate over `values[position:]`."""
        if start < self._forgotten:
            text = "these titles or ids can be read only once, and were; give a list"
            raise ParameterError(text, code=None, module="query")
        position = start
        while self._has(position):
            yield self._buffer[position - self._forgotten]
            position += 1

    def forget(self, before: int) -> None:
        """Drop the values before a position."""
        while self._forgotten < before and self._has(self._forgotten):
            gone = min(before - self._forgotten, len(self._buffer))
            del self._buffer[:gone]
            self._forgotten += gone

    def _has(self, position: int) -> bool:
        while position >= self._forgotten + len(self._buffer):
            if self._failure is not None:
                call_user(_raise, self._failure)
            try:
                self._buffer.append(next(self._rest))
            except StopIteration:
                return False
            except BaseException as error:
                self._failure = error  # or the values would seem to end here
                raise
        return True


def _raise(failure: BaseException) -> None:
    raise failure


def _check(name: str, value: object, *, alone: bool = False) -> None:
    """Refuse values that are not titles or ids; `alone`: outside a list."""
    if name == "titles":
        if not isinstance(value, str):
            text = f"{name}: expected text, got {value!r}"
            raise ParameterError(text, code="badvalue", module="query", parameter=name)
        if alone:
            checked_title("query", name, value, takes_list=True)
        else:
            checked_text("query", name, value)
    elif not isinstance(value, int) or isinstance(value, bool):
        text = f"{name}: expected whole numbers, got {value!r}"
        raise ParameterError(text, code="badinteger", module="query", parameter=name)


def selection_of(of: Chosen | None, generator: bool, redirects: bool) -> Selection:
    """The inputs of a query, as the rules of modules check them."""
    arguments: dict[str, object] = {}
    if of is not None:
        arguments[of.name] = True
    if generator:
        arguments["generator"] = True
    if redirects:
        arguments["redirects"] = True
    return Selection(arguments, None if generator or of is None else of.single is not False)


class Batch(msgspec.Struct, frozen=True):
    """The values of one request."""

    start: int
    """Number of values before this batch."""
    values: tuple[str | int, ...]

    @property
    def after(self) -> tuple[int, dict[str, str]] | None:
        """Start of the next batch; None if a generator chooses the pages."""
        return (self.start + len(self.values), {}) if self.values else None


def batches(of: Chosen, sizes: Iterator[int], *, start: int = 0, first: int = 0) -> Iterator[Batch]:
    """Batches of the values after a start, limited by the server's count and by bytes.

    `first` is the size of the first batch, so that a resumed query repeats it.
    """
    batch_values: list[str | int] = []
    room, octets = first or next(sizes), 0
    for value in _since(of.values, start):
        _check(of.name, value)
        more = len(quote_plus(str(value))) + 3
        if batch_values and (len(batch_values) >= room or octets + more > BATCH_BYTES):
            yield Batch(start, tuple(batch_values))
            if isinstance(of.values, OneTimeValues):
                of.values.forget(start)
            start += len(batch_values)
            batch_values, octets, room = [], 0, next(sizes)
        batch_values.append(value)
        octets += more
    if batch_values:
        yield Batch(start, tuple(batch_values))


def _since(values: Values, start: int) -> Iterator[str | int]:
    if isinstance(values, OneTimeValues):
        values.forget(start)
        return values.since(start)
    return islice(values, start, None)


def batch_param(batch: Batch, protocol: Protocol) -> str:
    """The values of a batch as one parameter, without duplicates."""
    return joined(list(dict.fromkeys(str(value) for value in batch.values)), protocol)
