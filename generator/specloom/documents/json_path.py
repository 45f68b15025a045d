"""Selects values by JSONPath (RFC 9535), by a library, within a bound of work.

The library has no bound of its own, and a short path can ask for more than any run has time for. So it gets
a view of the data that counts each value that is looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from jsonpath import JSONPathEnvironment, JSONPathError, JSONPathTypeError

_LONGEST = 1000
"""Characters of a path."""
_CHARACTERS = 100
"""Characters of a text that are compared in the time that one value takes."""


class PathError(Exception):
    """The fault of a path."""


class WorkError(Exception):
    """More values were looked at than the bound allows."""


@dataclass(slots=True)
class Work:
    """Number of values that may still be looked at."""

    remaining: int

    def count(self, values: int) -> None:
        """Count values that are looked at."""
        self.remaining -= values
        if self.remaining < 0:
            raise WorkError


@dataclass(frozen=True, slots=True)
class Selected:
    """A value, and where it stands."""

    value: Any
    around: Any
    """The list or the object that has it; None where it is the whole data."""
    key: str | int


def problem(path: str) -> str | None:
    """The reason why a text is not a JSONPath that can be followed."""
    try:
        _compiled(path, Work(0))
    except PathError as error:
        return str(error)
    return None


def select(path: str, data: Any, work: Work) -> list[Selected]:
    """The values that a path selects."""
    try:
        matches = list(_compiled(path, work).finditer(_counted(data, work)))
    except JSONPathError as error:
        raise PathError(_words(error)) from None
    return [
        Selected(
            _data(match.obj),
            None if match.parent is None else _data(match.parent.obj),
            match.parts[-1] if match.parts else "",
        )
        for match in matches
    ]


def _compiled(path: str, work: Work) -> Any:
    if len(path) > _LONGEST:
        raise PathError(f"it has more than {_LONGEST} characters")
    try:
        return _Environment(work).compile(path)
    except JSONPathError as error:
        raise PathError(_words(error)) from None


def _words(error: JSONPathError) -> str:
    return str(error).splitlines()[0]


class _NoExpressions:
    """Placeholder for functions with regular expressions, for which the library has no bound."""

    def __call__(self) -> None:
        """Unreachable: such paths are rejected at compile time."""

    def validate(self, _environment: object, _arguments: object, token: Any) -> list[Any]:
        """Reject a path that names the function; called by the library."""
        message = f"the function `{token.value}` is not supported, nor are regular expressions"
        raise JSONPathTypeError(message, token=token)


class _Environment(JSONPathEnvironment):
    """RFC 9535 without regular expressions, and with comparisons that are counted."""

    def __init__(self, work: Work) -> None:
        super().__init__(strict=True)
        self._work = work
        self.function_extensions.update(match=_NoExpressions(), search=_NoExpressions())

    def compare(self, left: object, operator: str, right: object) -> bool:
        """Compare two values, or connect two truths."""
        self._work.count(_size(left) + _size(right))
        return super().compare(_data(left), operator, _data(right))


def _size(value: object) -> int:
    """Number of values in a value."""
    count, waiting = 0, [_data(value)]
    while waiting:
        item = waiting.pop()
        count += 1
        if isinstance(item, dict):
            waiting.extend(cast("dict[str, object]", item).values())
        elif isinstance(item, list):
            waiting.extend(cast("list[object]", item))
        elif isinstance(item, str):
            count += len(item) // _CHARACTERS
    return count


@dataclass(frozen=True, slots=True, eq=False)
class _Object(Mapping[str, Any]):
    """Counting proxy for an object."""

    data: dict[str, Any]
    work: Work

    def __getitem__(self, key: str) -> Any:
        self.work.count(1)
        return _counted(self.data[key], self.work)

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)


@dataclass(frozen=True, slots=True, eq=False)
class _List(Sequence[Any]):
    """A list, as the library is shown it."""

    data: list[Any]
    work: Work

    def __getitem__(self, key: Any) -> Any:
        items = self.data[key]
        if isinstance(key, int):
            self.work.count(1)
            return _counted(items, self.work)
        self.work.count(len(items))
        return [_counted(value, self.work) for value in items]

    def __len__(self) -> int:
        return len(self.data)


def _counted(value: Any, work: Work) -> Any:
    if isinstance(value, dict):
        return _Object(cast("dict[str, Any]", value), work)
    return _List(cast("Any", value), work) if isinstance(value, list) else value


def _data(value: Any) -> Any:
    return value.data if isinstance(value, _Object | _List) else value
