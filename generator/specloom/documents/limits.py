"""Limits of files that are read, which may come from other people's servers."""

import re
from decimal import Decimal
from math import isinf
from typing import Annotated, Literal, TypeAlias

import msgspec

Grammar: TypeAlias = Literal["json", "any"]
"""How much of YAML and of numbers a file may use: `json`, what JSON carries from one program to another, for
files written for specloom; `any`, aliases, merge keys and long integers too, for documents of others."""


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of a YAML or JSON file."""

    megabytes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 16
    """Size of a file, in millions of bytes."""
    depth: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100
    """Lists and mappings inside each other."""


STANDARD = Limits()
"""The default limits."""
HIGHEST = Limits(megabytes=256, depth=200)
"""For what the program itself has made of inputs."""

_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
"""Integers that JSON can carry from one program to another."""
_DIGITS = 20
"""Of the largest of them."""
_LONGEST_FLOAT = 308
"""Digits of an integer that every `float` can approach."""


def is_64_bits(value: int) -> bool:
    """Return whether JSON can carry an integer from one program to another."""
    return _SMALLEST <= value <= _LARGEST


class NumberError(ValueError):
    """A number that is not read, in words."""


_FRACTION = re.compile(r"-?[0-9]+\.[0-9]+")


def number(text: str, exact: bool = True) -> int | float | Decimal:
    """Number that a text of YAML or JSON stands for; exact where no `float` would be written alike: `19.80`.

    Raises NumberError for a number beyond any `float`, and for an integer of more than 64 bits; without
    `exact`, such an integer becomes the nearest `float`.
    """
    excerpt = text if len(text) <= 2 * _DIGITS else f"{text[:_DIGITS]}…"
    digits = text.lstrip("+-")
    if not digits.isdigit():
        value = float(text)
        if isinf(value):
            raise NumberError(f"`{excerpt}` is larger than any number can be")
        return Decimal(text) if str(value) != text and _FRACTION.fullmatch(text) else value
    # The length first, since int() refuses texts of thousands of digits.
    if len(digits) > _DIGITS or not is_64_bits(int(text)):
        if not exact and len(digits) < _LONGEST_FLOAT:
            return float(text)
        raise NumberError(f"`{excerpt}` is an integer of more than 64 bits")
    return int(text)
