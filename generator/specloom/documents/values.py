"""Plain data (dict, list, str, int, float, bool, None) with the types that checkers need."""

from typing import Any, cast


def members_of(value: object) -> dict[str, Any]:
    """The members of an object; none of any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def items_of(value: object) -> list[Any]:
    """The items of an array; none of any other value."""
    return [*cast("tuple[Any, ...]", value)] if isinstance(value, list) else []
