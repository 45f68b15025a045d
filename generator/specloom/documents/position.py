"""Positions of values in YAML and JSON texts, computed only when a fault is reported."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Pointer: TypeAlias = Sequence[str | int]
"""Keys and indices from the root to a value: `("apis", 0, "id")`."""
Position: TypeAlias = tuple[int, int]
"""Line and column, both 1-based, counted in characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """Positions of a member and its key; equal for an item of a list."""

    key: Position
    value: Position


Places: TypeAlias = dict[tuple[str | int, ...], Place]
"""Places by pointer; the empty pointer is always present."""


def find(places: Places, pointer: Pointer) -> Place:
    """The place of a value, or of the nearest thing around it that exists."""
    path = tuple(pointer)
    while path and path not in places:
        path = path[:-1]
    return places[path]


def json_pointer(pointer: Pointer) -> str:
    """A pointer as RFC 6901 writes it: `/paths/~1pets/get`."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in pointer)


class Lines:
    """The lines of a text, for looking up many offsets."""

    def __init__(self, text: str) -> None:
        # Not splitlines(), which parts lines at characters that editors do not.
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> Position:
        """The position of the character at an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def line_and_column(text: str, offset: int) -> Position:
    """The position of the character at an offset."""
    return Lines(text).at(offset)


# --- YAML ------------------------------------------------------------------------------------------


def yaml_places(root: Any) -> Places:
    """The places in a composed YAML tree (PyYAML's nodes)."""
    return dict(_yaml_members(root, (), mark_position(root.start_mark)))


def mark_position(mark: Any) -> Position:
    """Of a PyYAML mark."""
    return (mark.line + 1, mark.column + 1)


def _yaml_members(
    node: Any, path: tuple[str | int, ...], key: Position
) -> Iterator[tuple[tuple[str | int, ...], Place]]:
    yield path, Place(key, mark_position(node.start_mark))
    if node.id == "mapping":
        for name, value in node.value:
            yield from _yaml_members(value, (*path, name.value), mark_position(name.start_mark))
    elif node.id == "sequence":
        for index, value in enumerate(node.value):
            yield from _yaml_members(value, (*path, index), mark_position(value.start_mark))


# --- JSON ------------------------------------------------------------------------------------------

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


def json_tokens(text: str) -> Iterator[tuple[str, int]]:
    """Signs, texts and other words of a JSON text, each with its offset."""
    return ((match[0], match.start()) for match in _TOKEN.finditer(text))


@dataclass(slots=True)
class _Level:
    """One open object (with the key read last) or list (with the current index)."""

    path: tuple[str | int, ...]
    """From the root to it."""
    name: str | int
    is_object: bool
    key: Position
    expects_key: bool = True


def json_places(
    text: str, unquote: Callable[[str], str]
) -> tuple[Places, list[tuple[str, Position]]]:
    """The places in a well-formed JSON text, and every key that repeats one of its object."""
    positions = Lines(text)
    places: Places = {}
    repeated: list[tuple[str, Position]] = []
    levels: list[_Level] = []
    for mark, offset in json_tokens(text):
        level = levels[-1] if levels else None
        if mark in "}]":
            levels.pop()
        elif mark == ",":
            assert level is not None
            level.expects_key = True
            if not level.is_object:
                assert isinstance(level.name, int)
                level.name += 1
        elif mark == ":":
            continue
        elif level is not None and level.is_object and level.expects_key:
            name = unquote(mark) if "\\" in mark else mark[1:-1]
            level.name, level.key, level.expects_key = name, positions.at(offset), False
            if (*level.path, name) in places:
                repeated.append((name, level.key))
        else:
            path = () if level is None else (*level.path, level.name)
            position = positions.at(offset)
            key = level.key if level is not None and level.is_object else position
            places.setdefault(path, Place(key, position))
            if mark in "{[":
                is_object = mark == "{"
                levels.append(_Level(path, "" if is_object else 0, is_object, position))
    return places, repeated
