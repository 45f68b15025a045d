"""Limits of the values that an API allows."""

import msgspec


class Limits(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What the API allows; of a list, for each of its values."""

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
    maximum_items: int | None = None
    """Of the list itself."""
    pattern: str | None = None
    """A regular expression that is found in every string that is allowed."""
