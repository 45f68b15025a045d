"""Compares what a caller gives with what the API allows, before anything is sent."""

import math
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeGuard

from ..core.secret import is_sealed
from .operation import Limits, Parameter

NO_LIMITS = Limits()
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def problem_of(parameter: Parameter, value: Any) -> str | None:
    """What is wrong with an argument; the text never repeats it."""
    limits = parameter.limits or NO_LIMITS
    if value is None:
        return "is required" if parameter.required else None
    if is_several(value):
        return next(_list_problems(limits, value), None)
    return next(_problems(limits, value), None)


def is_several(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether an argument is a list of values."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def is_whole_text(text: str) -> bool:
    """Whether a text can be sent at all: half a surrogate pair, as broken input leaves it, has no bytes."""
    return _LONE_SURROGATE.search(text) is None


def _list_problems(limits: Limits, values: Sequence[Any]) -> Iterator[str]:
    if limits.maximum_items is not None and len(values) > limits.maximum_items:
        yield f"has more than {limits.maximum_items} values"
    for index, value in enumerate(values):
        for problem in _problems(limits, value):
            yield f"has a value at {index} that {problem}"


def _problems(limits: Limits, value: object) -> Iterator[str]:
    if is_sealed(value):
        value = value.reveal()
    if isinstance(value, str):
        yield from _text_problems(limits, value)
    elif isinstance(value, datetime):
        if value.tzinfo is None:
            yield "says not in which time zone it is"
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        yield from _number_problems(limits, value)


def _text_problems(limits: Limits, text: str) -> Iterator[str]:
    if not is_whole_text(text):
        yield "holds half a surrogate pair, which is no character"
        return
    if limits.minimum_characters is not None and len(text) < limits.minimum_characters:
        yield f"has fewer than {limits.minimum_characters} characters"
    if limits.maximum_characters is not None and len(text) > limits.maximum_characters:
        yield f"has more than {limits.maximum_characters} characters"
    if limits.maximum_bytes is not None and len(text.encode()) > limits.maximum_bytes:
        yield f"has more than {limits.maximum_bytes} bytes in UTF-8"
    if limits.pattern is not None and re.search(limits.pattern, text) is None:
        yield f"does not fit the pattern {limits.pattern}"


def _number_problems(limits: Limits, number: float | Decimal) -> Iterator[str]:
    if not math.isfinite(number):
        yield "is no number"
        return
    if limits.minimum is not None and _exact(number) < _exact(limits.minimum):
        yield f"is less than {limits.minimum}"
    if limits.maximum is not None and _exact(number) > _exact(limits.maximum):
        yield f"is more than {limits.maximum}"


def _exact(number: float | Decimal) -> int | Decimal:
    """A number as it is written: 0.1 is a tenth, and not what a computer makes of it."""
    return Decimal(repr(number)) if isinstance(number, float) else number
