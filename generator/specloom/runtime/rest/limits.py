"""Limits of the values that an API allows."""

import re
import warnings
from functools import cache

import msgspec
from msgspec.structs import replace


class Limits(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What the API allows, by the type that a value has in JSON."""

    minimum: int | float | None = None
    """Of a number."""
    maximum: int | float | None = None
    """Of a number."""
    exclusive_minimum: int | float | None = None
    """Of a number: it is more than this."""
    exclusive_maximum: int | float | None = None
    """Of a number: it is less than this."""
    multiple_of: int | float | None = None
    """Of a number: it is this, or several times this."""
    minimum_characters: int | None = None
    """Of a string."""
    maximum_characters: int | None = None
    """Of a string."""
    maximum_bytes: int | None = None
    """Of a string, encoded in UTF-8."""
    minimum_items: int | None = None
    """Of the list itself."""
    maximum_items: int | None = None
    """Of the list itself."""
    unique_items: bool | None = None
    """Of the list itself: True if it holds no value twice."""
    minimum_members: int | None = None
    """Of an object."""
    maximum_members: int | None = None
    """Of an object."""
    pattern: str | None = None
    """A regular expression that is found in every string that is allowed."""
    each: "Limits | None" = None
    """Of each item of a list, or of each value of a map. Without it, limits of numbers and strings are those of the items of
    a list; values of a map have none."""


class RecursiveLimits(Limits, frozen=True, kw_only=True):
    """Limits of a type that contains itself: lists or objects within a value have them, too. Other values have those of `each`."""

    lists: bool = False
    """True if lists within a value are of the type again."""
    objects: bool = False
    """True if objects within a value are of the type again; they are records otherwise, which are not looked into."""


NO_LIMITS = Limits()
_OF_CONTAINERS = dict.fromkeys(
    ("minimum_items", "maximum_items", "unique_items", "minimum_members", "maximum_members")
)
"""Limits of lists and objects, which are not those of their values."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A regular expression of an API, without the warning that a later Python may read it otherwise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(pattern)


def limits_of_items(limits: Limits) -> Limits:
    """Limits of each item of a list."""
    return replace(limits, **_OF_CONTAINERS) if limits.each is None else limits.each


def limits_of_members(limits: Limits) -> Limits:
    """Limits of each value of a map."""
    return limits.each or NO_LIMITS
