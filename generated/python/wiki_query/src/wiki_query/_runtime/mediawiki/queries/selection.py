"""Which pages a query is about: titles or ids, in batches that the server takes."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import GeneratorType
from typing import TypeAlias, cast
from urllib.parse import quote_plus

import msgspec

from ...core.frames import called, given
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
"""Of encoded values in one request: far below what servers take in a body."""


class Chosen(msgspec.Struct, frozen=True):
    """The titles or ids of a query, not yet looked at but for the first."""

    name: str
    """`titles`, `pageids` or `revids`."""
    values: Values
    single: bool | None
    """Whether there is only one; None: there is none at all."""


def chosen(titles: Titles | None, pageids: Ids | None, revids: Ids | None) -> Chosen | None:
    """What of the three was given; an error where it is more than one."""
    found = {
        name: values
        for name, values in (("titles", titles), ("pageids", pageids), ("revids", revids))
        if values is not None
    }
    if len(found) > 1:
        text = f"only one of titles, pageids and revids; given: {' and '.join(found)}"
        raise ParameterError(text, code="multisource", module="query")
    for name, values in found.items():
        return _looked_at(name, values)
    return None


def chosen_page(page: str | int) -> Chosen:
    """The one page of a title or id."""
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
    again: Values = Kept(first, given(rest))
    if isinstance(values, list | tuple | range | set | frozenset):
        again = cast("Values", values)
    return Chosen(name, again, single=len(first) == 1 if first else None)


def _check_iterable(name: str, values: object) -> None:
    """Refuse what cannot be several titles or ids, and a generator of which nothing is left."""
    kind, fault = type(values).__name__, ""
    if isinstance(values, Mapping):
        fault = ", of which only the keys would be sent"
    elif isinstance(values, GeneratorType) and values.gi_frame is None:
        fault = " that was read to its end: give a list to use the values twice"
    elif isinstance(values, Iterable) and not isinstance(values, bytes | bytearray | memoryview):
        return
    wanted = "text" if name == "titles" else "a whole number"
    text = f"{name}: expected {wanted}, or several in a list, got {kind}{fault}"
    raise ParameterError(text, code="badvalue", module="query", parameter=name)


class Kept:
    """Values that can be read once. The last of them are kept, so that what failed is asked again."""

    def __init__(self, first: Iterable[str | int], rest: Iterable[str | int]) -> None:
        self._kept = list(first)
        self._rest = given(rest)
        self._forgotten = 0
        self._failure: BaseException | None = None

    def __iter__(self) -> Iterator[str | int]:
        return self.since(0)

    def since(self, start: int) -> Iterator[str | int]:
        """The values from a position on."""
        if start < self._forgotten:
            text = "these titles or ids can be read only once, and were; give a list"
            raise ParameterError(text, code=None, module="query")
        position = start
        while self._has(position):
            yield self._kept[position - self._forgotten]
            position += 1

    def forget(self, before: int) -> None:
        """Give up the values before a position."""
        while self._forgotten < before and self._has(self._forgotten):
            gone = min(before - self._forgotten, len(self._kept))
            del self._kept[:gone]
            self._forgotten += gone

    def _has(self, position: int) -> bool:
        while position >= self._forgotten + len(self._kept):
            if self._failure is not None:
                called(_raise, self._failure)
            try:
                self._kept.append(next(self._rest))
            except StopIteration:
                return False
            except BaseException as error:
                self._failure = error  # or the values would seem to end here
                raise
        return True


def _raise(failure: BaseException) -> None:
    raise failure


def _check(name: str, value: object, *, alone: bool = False) -> None:
    """Refuse what is not a title, or not an id; `alone`: it stands for one page, and not in a list."""
    if name == "titles":
        if not isinstance(value, str):
            text = f"{name}: text is wanted, not {value!r}"
            raise ParameterError(text, code="badvalue", module="query", parameter=name)
        if alone:
            checked_title("query", name, value, several=True)
        else:
            checked_text("query", name, value)
    elif not isinstance(value, int) or isinstance(value, bool):
        text = f"{name}: whole numbers are wanted, not {value!r}"
        raise ParameterError(text, code="badinteger", module="query", parameter=name)


def selection_of(of: Chosen | None, generator: bool, redirects: bool) -> Selection:
    """What the rules ask of it."""
    found: dict[str, object] = {}
    if of is not None:
        found[of.name] = True
    if generator:
        found["generator"] = True
    if redirects:
        found["redirects"] = True
    return Selection(found, None if generator or of is None else of.single is not False)


class Batch(msgspec.Struct, frozen=True):
    """Values of one request."""

    start: int
    """How many came before."""
    values: tuple[str | int, ...]

    @property
    def after(self) -> tuple[int, dict[str, str]] | None:
        """Where the next batch begins; None where a generator chooses the pages."""
        return (self.start + len(self.values), {}) if self.values else None


def batches(of: Chosen, sizes: Iterator[int], *, start: int = 0, first: int = 0) -> Iterator[Batch]:
    """The values from a start on, as many at a time as the server takes, in count and in bytes.

    Of the first batch it may be given how many it takes, so that it is the same as it was before.
    """
    held: list[str | int] = []
    room, octets = first or next(sizes), 0
    for value in _since(of.values, start):
        _check(of.name, value)
        more = len(quote_plus(str(value))) + 3
        if held and (len(held) >= room or octets + more > BATCH_BYTES):
            yield Batch(start, tuple(held))
            if isinstance(of.values, Kept):
                of.values.forget(start)
            start += len(held)
            held, octets, room = [], 0, next(sizes)
        held.append(value)
        octets += more
    if held:
        yield Batch(start, tuple(held))


def _since(values: Values, start: int) -> Iterator[str | int]:
    if isinstance(values, Kept):
        values.forget(start)
        return values.since(start)
    return islice(values, start, None)


def batch_param(batch: Batch, protocol: Protocol) -> str:
    """A batch on the wire, each value once."""
    return joined(list(dict.fromkeys(str(value) for value in batch.values)), protocol)
