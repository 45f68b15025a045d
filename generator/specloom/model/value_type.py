"""Whether a value is of the type that a parameter or a field has, by the name of the type."""

from collections.abc import Callable, Mapping


def fits(type_: str, value: object) -> bool:
    """Whether a value is of a type; a type that is not known here is some kind of text."""
    return _FITS.get(type_, _is_text)(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


_FITS: Mapping[str, Callable[[object], bool]] = {
    "any": lambda value: True,
    "boolean": lambda value: isinstance(value, bool),
    "decimal": _is_number,
    "integer": _is_whole,
    "limit": lambda value: value == "max" or _is_whole(value),
    "namespace": lambda value: value == "*" or _is_whole(value),
    "number": _is_number,
    "object": _is_object,
    "record": _is_object,
}
