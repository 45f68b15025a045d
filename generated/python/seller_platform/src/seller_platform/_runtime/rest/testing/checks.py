"""Refuses what makes no sense to a double, before anything of it changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

import httpx2
import msgspec

from ..errors import ParameterError, ResponseError
from ..others import spread_json
from ..record import Record

STATUSES = range(200, 600)
"""Of a reply: those below announce one."""
LONGEST_DELAY = 600
"""Seconds before a reply."""


def refused(parameter: str, text: str) -> ParameterError:
    """The error for an argument."""
    return ParameterError(text, parameter=parameter)


def check_name(parameter: str, name: object, existing: Iterable[str]) -> None:
    """Refuse the name of something that does not exist."""
    names = list(existing)
    if name in names:
        return
    near = get_close_matches(str(name), names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
    raise refused(parameter, f"there is no {parameter} {name!r}; {hint}")


def check_fault(fault: object) -> None:
    """Refuse anything that is not a fault that a request can meet."""
    is_status = isinstance(fault, int) and not isinstance(fault, bool) and fault in STATUSES
    if not is_status and not isinstance(fault, Exception | httpx2.Response):
        kinds = "an HTTP status from 200 to 599, an exception or an httpx2.Response"
        raise refused("fault", f"{fault!r} is not {kinds}")


def check_delay(delay: object) -> None:
    """Refuse a delay that no reply can have."""
    is_number = isinstance(delay, int | float) and not isinstance(delay, bool)
    if not (is_number and 0 <= cast("float", delay) <= LONGEST_DELAY):
        text = f"{delay!r} is not a number of seconds from 0 to {LONGEST_DELAY}"
        raise refused("delay", text)


def check_value(kind: type[Record], value: object) -> None:
    """Refuse anything that is not a record of a class; unlike an API, a double does not know later fields."""
    try:
        record = kind.from_json(to_json(value))
    except (ResponseError, TypeError) as error:
        problem = str(error)
    else:
        problem = unknown_member(record, value)
    if problem:
        raise refused("value", problem)


def unknown_member(result: object, value: object) -> str:
    """The first member of a value, or of what it holds, that the type of the result lacks; empty if there is none."""
    return next(_unknown("$", result, value), "")


def _unknown(path: str, result: object, value: Any) -> Iterator[str]:
    if isinstance(result, Record) and isinstance(value, Mapping):
        names = zip(result.__struct_encode_fields__, result.__struct_fields__, strict=True)
        attributes = dict(names)
        has_others = bool(type(result).__others__)
        for name, member in cast("Mapping[str, object]", value).items():
            if name not in attributes and has_others:
                continue
            if name not in attributes:
                yield f"{type(result).__name__} has no member - at `{path}.{name}`"
            else:
                yield from _unknown(f"{path}.{name}", getattr(result, attributes[name]), member)
    elif isinstance(result, tuple | list) and isinstance(value, Sequence):
        pairs = zip(cast("Sequence[object]", result), cast("Sequence[object]", value), strict=True)
        for index, (item, member) in enumerate(pairs):
            yield from _unknown(f"{path}[{index}]", item, member)
    elif isinstance(result, Mapping) and isinstance(value, Mapping):
        members = cast("Mapping[str, object]", value)
        for name, item in cast("Mapping[str, object]", result).items():
            yield from _unknown(f"{path}.{name}", item, members.get(name))


_encoder = msgspec.json.Encoder(decimal_format="number")


def to_json(value: object) -> bytes:
    """A value as JSON, amounts as they were written."""
    return spread_json(_encoder.encode(value))
