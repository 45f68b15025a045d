"""Positions of values in YAML and JSON texts, computed only when a fault is reported."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

Pointer: TypeAlias = Sequence[str | int]
"""Keys and indices from the root to a value: `("apis", 0, "id")`."""
Position: TypeAlias = tuple[int, int]
"""Line and column, both 1-based, counted in characters."""


SourceT = TypeVar("SourceT")


@dataclass(frozen=True, slots=True)
class Place(Generic[SourceT]):
    """Positions of a member and its key; equal for an item of a list."""

    key: Position
    value: Position
    source: SourceT
    """From where its members are read: a node of YAML, the offset in a JSON text."""


Members: TypeAlias = Iterable[tuple[str | int, Place[SourceT]]]
"""Keys or indices with their places; of a key that repeats another one, the first counts."""


class Places(Generic[SourceT]):
    """Places of values by pointer. Only what is on the way to one of them is read, and kept for the next."""

    def __init__(
        self, root: Place[SourceT], members: Callable[[SourceT], Members[SourceT]]
    ) -> None:
        self._root = root
        self._read_members = members
        self._members: dict[tuple[str | int, ...], dict[str | int, Place[SourceT]]] = {}

    def find(self, pointer: Pointer) -> Place[SourceT]:
        """The place of a value, or of the nearest thing around it that exists."""
        place, path = self._root, tuple(pointer)
        for depth, step in enumerate(path):
            member = self._members_at(path[:depth], place).get(step)
            if member is None:
                break
            place = member
        return place

    def _members_at(
        self, path: tuple[str | int, ...], place: Place[SourceT]
    ) -> Mapping[str | int, Place[SourceT]]:
        if path not in self._members:
            members: dict[str | int, Place[SourceT]] = {}
            for name, member in self._read_members(place.source):
                members.setdefault(name, member)
            self._members[path] = members
        return self._members[path]


def json_pointer(pointer: Pointer) -> str:
    """A pointer as RFC 6901 writes it: `/paths/~1pets/get`."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in pointer)


def pointer_step(text: str) -> str:
    """The key that a step of a pointer stands for: `/pets` for `~1pets`."""
    return text.replace("~1", "/").replace("~0", "~")


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


def yaml_places(root: Any) -> Places[Any]:
    """The places in a composed YAML tree (PyYAML's nodes)."""
    start = mark_position(root.start_mark)
    return Places(Place(start, start, root), _yaml_members)


def mark_position(mark: Any) -> Position:
    """Of a PyYAML mark."""
    return (mark.line + 1, mark.column + 1)


def _yaml_members(node: Any) -> Members[Any]:
    if node.id == "mapping":
        for name, value in node.value:
            key = mark_position(name.start_mark)
            yield name.value, Place(key, mark_position(value.start_mark), value)
    elif node.id == "sequence":
        for index, value in enumerate(node.value):
            start = mark_position(value.start_mark)
            yield index, Place(start, start, value)


# --- JSON ------------------------------------------------------------------------------------------

_TEXT = r'"(?:[^"\\]++|\\.)*+"'
_TOKEN = re.compile(rf'{_TEXT}|[{{}}\[\]:,]|[^\s{{}}\[\]:,"]+', re.DOTALL)
_BRACKET = re.compile(rf'(?:[^"{{}}\[\]]++|{_TEXT})*+([{{}}\[\]])', re.DOTALL)


def json_tokens(text: str) -> Iterator[tuple[str, int]]:
    """Signs, texts and other words of a JSON text, each with its offset."""
    return ((match[0], match.start()) for match in _TOKEN.finditer(text))


def json_places(text: str, unquote: Callable[[str], str]) -> Places[int]:
    """The places in a well-formed JSON text."""
    lines = Lines(text)
    _, start = next(json_tokens(text))
    root = Place(lines.at(start), lines.at(start), start)
    return Places(root, lambda offset: _json_members(text, offset, lines, unquote))


def repeated_keys(text: str, unquote: Callable[[str], str]) -> Iterator[tuple[str, Position]]:
    """Every key of a well-formed JSON text that repeats one of its object, in the order of their objects."""
    lines = Lines(text)
    _, start = next(json_tokens(text))
    offsets = [start]
    while offsets:
        names: set[str | int] = set()
        inner: list[int] = []
        for name, member in _json_members(text, offsets.pop(), lines, unquote):
            if name in names:
                yield str(name), member.key
            names.add(name)
            inner.append(member.source)
        offsets.extend(reversed(inner))


def _json_members(
    text: str, offset: int, lines: Lines, unquote: Callable[[str], str]
) -> Members[int]:
    """Members of the object or list at an offset; nothing for another value."""
    opening = text[offset]
    if opening not in "{[":
        return
    after, index = offset + 1, 0
    while (token := _TOKEN.search(text, after)) is not None and token[0] not in "}]":
        after = token.end()
        if token[0] == ",":
            continue
        key, name = token.start(), cast("str | int", index)
        if opening == "{":
            name = unquote(token[0]) if "\\" in token[0] else token[0][1:-1]
            colon = text.index(":", after)
            token = _TOKEN.search(text, colon + 1)
            assert token is not None
        yield name, Place(lines.at(key), lines.at(token.start()), token.start())
        after, index = _end(text, token), index + 1


def _end(text: str, token: re.Match[str]) -> int:
    """Offset behind the value that begins with a token."""
    if token[0] not in "{[":
        return token.end()
    depth = 1
    for bracket in _BRACKET.finditer(text, token.end()):
        depth += 1 if bracket[1] in "{[" else -1
        if not depth:
            return bracket.end()
    return len(text)
