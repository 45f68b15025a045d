"""Limits of the values that an API allows."""

import msgspec


class Limits(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What the API allows; of a list, for each of its values."""

    minimum: int | float | None = None
    maximum: int | float | None = None
    minimum_characters: int | None = None
    maximum_characters: int | None = None
    maximum_bytes: int | None = None
    """In UTF-8."""
    maximum_items: int | None = None
    """Of the list itself."""
    pattern: str | None = None
    """A regular expression that is found in what is allowed."""
