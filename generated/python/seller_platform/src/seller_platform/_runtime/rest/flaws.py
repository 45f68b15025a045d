"""Finds what the decoder passes over in a body, or cannot place, and says where it is.

JSON lets a member occur twice in one object and does not say which one counts; the decoder takes the last
without a word, and of two prices that may be the wrong one. Bodies of up to `WHOLE` bytes are looked through
for that. Larger ones are not: it takes several times as long as decoding them.
"""

import json
from decimal import Decimal
from typing import cast

import msgspec

WHOLE = 1024 * 1024

_LONGEST_INTEGER = 4300
"""Characters that the decoder takes of one, its sign included."""
_OUT_OF_RANGE = "the number is out of all range"


class Flaw(msgspec.Struct, frozen=True):
    """A flaw, and the path of the member that has it."""

    text: str
    path: str


def is_ambiguous(body: bytes) -> bool:
    """Return whether an object of a body that is not too large has two members of one name; the body is JSON."""
    try:
        if len(body) <= WHOLE:
            _watching.decode(_text(body))
    except _RepeatedError:
        return True
    return False


def flaw_of(body: bytes) -> Flaw | None:
    """The first flaw in a body that is JSON apart from it; None also if it is not JSON at all."""
    try:
        value: object = _marking.decode(_text(body))
        return _first(value, "$")
    except (ValueError, RecursionError):
        return None


def _text(body: bytes) -> str:
    return body.decode("utf-8", "surrogateescape")


# --- Whether there is one ----------------------------------------------------------------------------


class _RepeatedError(Exception):
    """An object has two members of one name."""


def _watched(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise _RepeatedError


# Numbers do not matter here, and int() refuses those of thousands of digits.
_watching = json.JSONDecoder(
    object_pairs_hook=_watched, parse_int=str, parse_float=str, strict=False
)


# --- Where it is -------------------------------------------------------------------------------------


class _Flawed:
    """Stands for a value that has a flaw."""

    def __init__(self, text: str, member: str = "") -> None:
        self.text = text
        self.member = member


def _members(pairs: list[tuple[str, object]]) -> object:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            return _Flawed("the member occurs more than once", f".{name}")
        members[name] = value
    return members


def _integer(text: str) -> object:
    return text if len(text) <= _LONGEST_INTEGER else _Flawed(_OUT_OF_RANGE)


def _number(text: str) -> object:
    try:
        return Decimal(text)
    except ArithmeticError:
        return _Flawed(_OUT_OF_RANGE)


_marking = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=lambda _: _Flawed("expected a number, got NaN or infinity"),
    strict=False,
)


def _first(value: object, path: str) -> Flaw | None:
    children: list[tuple[str, object]] = []
    if isinstance(value, _Flawed):
        return Flaw(value.text, path + value.member)
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        children = [(f"{path}.{name}", member) for name, member in members.items()]
    elif isinstance(value, list):
        items = cast("list[object]", value)
        children = [(f"{path}[{index}]", item) for index, item in enumerate(items)]
    flaws = (_first(member, place) for place, member in children)
    return next((flaw for flaw in flaws if flaw is not None), None)
