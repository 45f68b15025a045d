"""Compares what a caller gives with what the API allows, before anything is sent."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, TypeGuard, cast
from uuid import UUID

import msgspec
from msgspec import UNSET

from ..core.header import value_fault
from ..core.secret import Sealed, is_sealed
from .files import is_content, is_file
from .limits import NO_LIMITS, RecursiveLimits, compiled, limits_of_items
from .operation import IN_JSON, Kind, Limits, Parameter
from .values import decimal_text, unix_seconds

_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_INTEGERS = range(-(2**63), 2**64)
"""Integers that fit 64 bits, with or without a sign."""
_MOST_DIGITS = 400


def problem_of(parameter: Parameter, value: Any) -> str | None:
    """The fault of an argument; the text does not repeat the argument."""
    if is_absent(parameter, value):
        return "is required" if parameter.required else None
    if value is None:
        return None if parameter.nullable else _null_problem(parameter)
    if parameter.or_file and is_file(value):
        return None
    if parameter.several:
        return next(_list_problems(parameter, value), None)
    return next(_problems(parameter, value, parameter.limits or NO_LIMITS), None)


def is_absent(parameter: Parameter, value: object) -> bool:
    """Return whether an argument is left out: UNSET is, and None where it could not be sent."""
    return value is UNSET or (value is None and parameter.place not in IN_JSON)


def _null_problem(parameter: Parameter) -> str:
    if parameter.required:
        return "is required"
    return "is None and cannot be null: leave it out, or give UNSET"


def is_several(value: object) -> TypeGuard[Sequence[Any]]:
    """Return whether an argument is a list of values."""
    return isinstance(value, Sequence) and not isinstance(
        value, str | bytes | bytearray | memoryview
    )


def is_whole_text(text: str) -> bool:
    """Return whether a text can be sent: half a surrogate pair, as broken input leaves it, cannot be encoded."""
    return _LONE_SURROGATE.search(text) is None


def edge_problem(value: object) -> str | None:
    """The blank around a text that identifies something, as a pasted line has one; None if there is none."""
    text = value.reveal() if is_sealed(value) else value
    if not isinstance(text, str) or not text:
        return None
    for place, character in (("begins", text[0]), ("ends", text[-1])):
        if character in "\r\n":
            return f"{place} with a line break: give it without"
        if character.isspace() or not character.isprintable():
            return f"{place} with a blank: give it without"
    return None


def _list_problems(parameter: Parameter, values: object) -> Iterator[str]:
    if not is_several(values):
        _, expected = _KINDS[parameter.kind]
        yield f"is of type {_type_of(values)} and must be a list or a tuple, each value {expected}"
        return
    limits = parameter.limits or NO_LIMITS
    yield from _item_problems(limits, values)
    inner_limits = limits_of_items(limits)
    for index, value in enumerate(values):
        for problem in _problems(parameter, value, inner_limits):
            yield f"has a value at {index} that {problem}"


def _problems(parameter: Parameter, value: object, limits: Limits) -> Iterator[str]:
    if is_sealed(value):
        value = value.reveal()
    fits, expected = _KINDS[parameter.kind]
    if not fits(value):
        yield f"is of type {_type_of(value)} and must be {expected}"
        return
    if parameter.kind in _TO_WIRE:
        try:
            value = _TO_WIRE[parameter.kind](value)
        except ValueError as error:
            yield str(error)
            return
    yield from limit_problems(limits, value)
    if isinstance(value, str):
        if parameter.place == "header" and (fault := value_fault(value)):
            yield fault
        if parameter.place == "header" and parameter.several and "," in value:
            yield "holds a comma, which separates the values of a header"
    elif isinstance(value, datetime):
        yield from _time_problems(value)


def limit_problems(limits: Limits, value: object) -> Iterator[str]:
    """Limits that a value breaks, and the values within it."""
    if isinstance(value, str):
        yield from _text_problems(limits, value)
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        yield from _number_problems(limits, value)
    elif isinstance(value, Mapping):
        members = cast("Mapping[str, object]", value)
        yield from _member_problems(limits, members)
        if limits.each is None or (isinstance(limits, RecursiveLimits) and not limits.objects):
            return  # or a body that contains itself would be walked through without end
        for name, member in members.items():
            for problem in limit_problems(_limits_within(limits, limits.each, member), member):
                yield f"has a value at {name!r} that {problem}"
    elif is_several(value):
        yield from _item_problems(limits, value)
        inner_limits = limits_of_items(limits)
        for index, item in enumerate(value):
            if limits.each is None and (is_several(item) or isinstance(item, Mapping)):
                continue  # the limits of a list without `each` are those of numbers and strings in it
            for problem in limit_problems(_limits_within(limits, inner_limits, item), item):
                yield f"has a value at {index} that {problem}"


def _limits_within(limits: Limits, each: Limits, value: object) -> Limits:
    """Limits of a value in a list or an object: those around it, if it is of the same type."""
    is_alike = isinstance(limits, RecursiveLimits) and (
        (limits.lists and is_several(value)) or (limits.objects and isinstance(value, Mapping))
    )
    return limits if is_alike else each


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _item_problems(limits: Limits, values: Sequence[object]) -> Iterator[str]:
    if limits.minimum_items is not None and len(values) < limits.minimum_items:
        yield f"has fewer than {_counted(limits.minimum_items, 'value')}"
    if limits.maximum_items is not None and len(values) > limits.maximum_items:
        yield f"has more than {_counted(limits.maximum_items, 'value')}"
    if limits.unique_items and _has_repeated(values):
        yield "has a value twice"


def _has_repeated(values: Sequence[object]) -> bool:
    """Return whether two values are equal; True and 1 are not."""
    keys = [(isinstance(value, bool), value) for value in values]
    try:
        return len(set(keys)) < len(keys)
    except TypeError:  # objects and lists have no hash
        return any(key in keys[:index] for index, key in enumerate(keys))


def _member_problems(limits: Limits, members: Mapping[str, object]) -> Iterator[str]:
    if limits.minimum_members is not None and len(members) < limits.minimum_members:
        yield f"has fewer than {_counted(limits.minimum_members, 'member')}"
    if limits.maximum_members is not None and len(members) > limits.maximum_members:
        yield f"has more than {_counted(limits.maximum_members, 'member')}"


def as_sent(parameter: Parameter, value: Any) -> Any:
    """An argument without fault as JSON has it, where the encoder would write another form."""
    to_wire = _TO_WIRE.get(parameter.kind)
    if to_wire is None or value is None:
        return value
    if parameter.several:
        return [*map(to_wire, value)]
    return Sealed(to_wire(value.reveal())) if is_sealed(value) else to_wire(value)


def _type_of(value: object) -> str:
    return type(value.reveal() if is_sealed(value) else value).__name__


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_integer(value) or isinstance(value, float | Decimal)


_TO_WIRE: Mapping[Kind, Callable[[object], object]] = {
    "unix-time": unix_seconds,
    "decimal-text": decimal_text,
}
"""Kind → value of JSON for a value of Python that the encoder would write in another form."""

_KINDS: Mapping[Kind, tuple[Callable[[object], bool], str]] = {
    "string": (lambda value: isinstance(value, str), "a string (str)"),
    "integer": (_is_integer, "a whole number (int)"),
    "number": (_is_number, "a number (int, float or Decimal)"),
    "decimal": (
        lambda value: _is_integer(value) or isinstance(value, Decimal),
        "an exact number (Decimal or int)",
    ),
    "boolean": (lambda value: isinstance(value, bool), "True or False (bool)"),
    "timestamp": (lambda value: isinstance(value, datetime), "a time with its zone (datetime)"),
    "date": (
        lambda value: isinstance(value, date | str) and not isinstance(value, datetime),
        "a date (date or str)",
    ),
    "time": (lambda value: isinstance(value, time | str), "a time of day (time or str)"),
    "duration": (
        lambda value: isinstance(value, timedelta | str),
        "a duration (timedelta or str)",
    ),
    "uuid": (lambda value: isinstance(value, UUID | str), "a UUID (UUID or str)"),
    "base64": (
        lambda value: isinstance(value, bytes | str),
        "bytes, or their base64 (str)",
    ),
    "unix-time": (
        lambda value: _is_integer(value) or isinstance(value, datetime),
        "a time with its zone (datetime), or seconds since 1970 (int)",
    ),
    "decimal-text": (
        lambda value: isinstance(value, Decimal | str),
        "an exact number (Decimal), or its text (str)",
    ),
    "bytes": (
        is_content,
        "bytes, a Path, or a file that is open for bytes",
    ),
    "file": (
        is_file,
        "a file: bytes, a Path, a file that is open for bytes, or its name and one of them",
    ),
    "object": (lambda value: isinstance(value, Mapping), "a mapping (dict)"),
    "record": (lambda value: isinstance(value, msgspec.Struct), "a record of this package"),
    "any": (lambda _: True, "anything that JSON can say"),
}
"""Kind → what it can be, as a test and in words."""


def _text_problems(limits: Limits, text: str) -> Iterator[str]:
    if not is_whole_text(text):
        yield "contains half a surrogate pair, which is not a character"
        return
    if limits.minimum_characters is not None and len(text) < limits.minimum_characters:
        yield f"has fewer than {_counted(limits.minimum_characters, 'character')}"
    if limits.maximum_characters is not None and len(text) > limits.maximum_characters:
        yield f"has more than {_counted(limits.maximum_characters, 'character')}"
    if limits.maximum_bytes is not None and len(text.encode()) > limits.maximum_bytes:
        yield f"has more than {_counted(limits.maximum_bytes, 'byte')} in UTF-8"
    if limits.pattern is not None and compiled(limits.pattern).search(text) is None:
        yield f"does not fit the pattern {limits.pattern}"


def _time_problems(time: datetime) -> Iterator[str]:
    if time.utcoffset() is None:
        yield "says not in which time zone it is"
        return
    try:
        time.astimezone(UTC)
    except OverflowError:
        yield "is out of all range in UTC"


def _number_problems(limits: Limits, number: float | Decimal) -> Iterator[str]:
    if isinstance(number, int):
        if number not in _INTEGERS:
            yield "is out of the range of 64 bits"
            return
    elif not (number.is_finite() if isinstance(number, Decimal) else isfinite(number)):
        yield "is not a number"
        return
    elif isinstance(number, Decimal) and abs(number.adjusted()) > _MOST_DIGITS:
        yield f"has more than {_MOST_DIGITS} digits"
        return
    if limits.minimum is not None and _exact(number) < _exact(limits.minimum):
        yield f"is less than {limits.minimum}"
    if limits.maximum is not None and _exact(number) > _exact(limits.maximum):
        yield f"is more than {limits.maximum}"
    exact = _exact(number)
    if limits.exclusive_minimum is not None and exact <= _exact(limits.exclusive_minimum):
        yield f"is not more than {limits.exclusive_minimum}"
    if limits.exclusive_maximum is not None and exact >= _exact(limits.exclusive_maximum):
        yield f"is not less than {limits.exclusive_maximum}"
    if limits.multiple_of is not None and Fraction(exact) % Fraction(_exact(limits.multiple_of)):
        yield f"is not a multiple of {limits.multiple_of}"


def _exact(number: float | Decimal) -> int | Decimal:
    """A number as it is written: 0.1 is a tenth, and not what a computer makes of it."""
    return Decimal(repr(number)) if isinstance(number, float) else number
