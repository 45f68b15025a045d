"""JSON values, told apart for the type checkers."""

from typing import Any, TypeAlias, TypeGuard

JSON: TypeAlias = dict[str, Any]
"""An object of JSON, as it was sent."""


def is_object(value: object) -> TypeGuard[JSON]:
    """Return whether a value is a JSON object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether a value is a JSON array."""
    return isinstance(value, list)


def object_in(around: JSON, name: str) -> JSON:
    """The object that is a member of another; an empty one if there is none."""
    value: object = around.get(name)
    return value if is_object(value) else {}


def objects(value: object) -> list[JSON]:
    """The objects of an array; none if it is not an array."""
    return [item for item in value if is_object(item)] if is_list(value) else []
