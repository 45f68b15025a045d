"""Refuses what makes no sense to a sandbox, before anything of it changes."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, cast

import httpx2

from ..errors import ParameterError, ResponseError
from ..record import Record
from .description import Value, to_json

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


def check_value(kind: type[Record], value: Value) -> None:
    """Refuse anything that is not a record of a class; unlike an API, a sandbox does not know later fields."""
    try:
        record = kind.from_json(to_json(value))
    except (ResponseError, TypeError) as error:
        problem = str(error)
    else:
        problem = next(_unknown("$", record, value), "")
    if problem:
        raise refused("value", problem)


def _unknown(path: str, read: object, value: Any) -> Iterator[str]:
    """The members of a value, and of what it holds, that a record has not."""
    if isinstance(read, Record):
        attributes = dict(zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True))
        for name, member in cast("Value", value).items():
            if name not in attributes:
                yield f"{type(read).__name__} has no member - at `{path}.{name}`"
            else:
                yield from _unknown(f"{path}.{name}", getattr(read, attributes[name]), member)
    elif isinstance(read, tuple):
        items = zip(cast("tuple[object, ...]", read), cast("list[object]", value), strict=True)
        for index, (item, member) in enumerate(items):
            yield from _unknown(f"{path}[{index}]", item, member)
