"""What a JSONPath selects in data, as RFC 9535 has it: found by a library, within a bound of work.

The library has no bound of its own, and a short path can ask for more than any run has time for. So it is not shown
the data, but a view of it that counts each value that is looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from jsonpath import JSONPathEnvironment, JSONPathError, JSONPathTypeError

_LONGEST = 1000
"""Characters of a path."""
_CHARACTERS = 100
"""Those of a text that are compared in the time that one value takes."""


class PathError(Exception):
    """What is wrong with a path, in words."""


class WorkError(Exception):
    """More values were looked at than the bound allows."""


@dataclass(slots=True)
class Work:
    """How many values may still be looked at."""

    left: int

    def count(self, values: int) -> None:
        """Take note of values that are looked at."""
        self.left -= values
        if self.left < 0:
            raise WorkError


@dataclass(frozen=True, slots=True)
class Selected:
    """A value, and where it stands."""

    value: Any
    around: Any
    """The list or the object that has it; None where it is the whole data."""
    key: str | int


def problem(path: str) -> str | None:
    """Why a text is no JSONPath that can be followed."""
    try:
        _compiled(path, Work(0))
    except PathError as error:
        return str(error)
    return None


def select(path: str, data: Any, work: Work) -> list[Selected]:
    """The values that a path selects."""
    try:
        found = list(_compiled(path, work).finditer(_seen(data, work)))
    except JSONPathError as error:
        raise PathError(_words(error)) from None
    return [
        Selected(
            _data(match.obj),
            None if match.parent is None else _data(match.parent.obj),
            match.parts[-1] if match.parts else "",
        )
        for match in found
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
    """In place of a function with a regular expression, for which the library has no bound."""

    def __call__(self) -> None:
        """Never, since no path is compiled that names it."""

    def validate(self, _environment: object, _arguments: object, token: Any) -> list[Any]:
        """Asked by the library when a path names the function."""
        message = f"the function `{token.value}` is not supported, nor are regular expressions"
        raise JSONPathTypeError(message, token=token)


class _Environment(JSONPathEnvironment):
    """What RFC 9535 has, but for regular expressions; comparing counts, too."""

    def __init__(self, work: Work) -> None:
        super().__init__(strict=True)
        self._work = work
        self.function_extensions.update(match=_NoExpressions(), search=_NoExpressions())

    def compare(self, left: object, operator: str, right: object) -> bool:
        """Compare two values, or connect two truths."""
        self._work.count(_size(left) + _size(right))
        return super().compare(_data(left), operator, _data(right))


def _size(value: object) -> int:
    """How many values there are in one."""
    found, waiting = 0, [_data(value)]
    while waiting:
        inside = waiting.pop()
        found += 1
        if isinstance(inside, dict):
            waiting.extend(cast("dict[str, object]", inside).values())
        elif isinstance(inside, list):
            waiting.extend(cast("list[object]", inside))
        elif isinstance(inside, str):
            found += len(inside) // _CHARACTERS
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Object(Mapping[str, Any]):
    """An object, as the library is shown it."""

    data: dict[str, Any]
    work: Work

    def __getitem__(self, key: str) -> Any:
        self.work.count(1)
        return _seen(self.data[key], self.work)

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
        found = self.data[key]
        if isinstance(key, int):
            self.work.count(1)
            return _seen(found, self.work)
        self.work.count(len(found))
        return [_seen(value, self.work) for value in found]

    def __len__(self) -> int:
        return len(self.data)


def _seen(value: Any, work: Work) -> Any:
    if isinstance(value, dict):
        return _Object(cast("dict[str, Any]", value), work)
    return _List(cast("Any", value), work) if isinstance(value, list) else value


def _data(value: Any) -> Any:
    return value.data if isinstance(value, _Object | _List) else value
