"""Checks of the arguments of a client's methods, before anything is sent. Those of modules are in `field.py`."""

from datetime import datetime
from typing import cast

from ..errors import ParameterError
from .field import collected, not_collected, unsendable
from .types import Many


def refused(method: str, name: str, expected: str, value: object) -> ParameterError:
    """The error for an argument of another type."""
    text = f"{name}: expected {expected}, got {type(value).__name__}"
    return ParameterError(text, code="badvalue", module=method, parameter=name)


def check_flags(method: str, **flags: object) -> None:
    """Refuse anything but True and False: a text such as "no" would count as true."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            text = f"{name}: expected True or False, got {value!r}"
            raise ParameterError(text, code="badbool", module=method, parameter=name)


def checked_text(method: str, name: str, value: object) -> None:
    """Refuse what is not text, and text that cannot be sent."""
    if not isinstance(value, str):
        raise refused(method, name, "text", value)
    if fault := unsendable(value):
        text = f"{name}: {value[:100]!r} {fault}"
        raise ParameterError(text, code="badvalue", module=method, parameter=name)


def checked_time(method: str, name: str, time: datetime) -> datetime:
    """The time, unless it does not say in which zone it is."""
    if time.tzinfo is None:
        text = f"{name}: a datetime must be aware of its zone"
        raise ParameterError(text, code="badtimestamp", module=method, parameter=name)
    return time


def checked_title(method: str, name: str, value: object, *, takes_list: bool = False) -> None:
    """Refuse text that cannot be the title of a page or the name of a file: a bar would separate several
    titles.

    `takes_list`: the argument may be a list, which the error then suggests.
    """
    checked_text(method, name, value)
    if "|" in str(value):
        hint = f"; give several as a list: {str(value).split('|')}" if takes_list else ""
        text = f"{name}: {value!r} is not a title, which cannot hold `|`{hint}"
        raise ParameterError(text, code=None, module=method, parameter=name)


def checked_whole_number(method: str, name: str, value: object, *, least: int) -> None:
    """Refuse anything but a whole number from the least on."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        text = f"{name}: expected a whole number from {least} on, got {value!r}"
        raise ParameterError(text, code="badinteger", module=method, parameter=name)


def checked_names(method: str, name: str, values: Many[str]) -> tuple[str, ...]:
    """Names from one text or a list of them."""
    names = (values,) if isinstance(values, str) else collected(values)
    if names is None:
        text = f"{name}: {not_collected(values)}"
        raise ParameterError(text, code="badvalue", module=method, parameter=name)
    for value in names:
        checked_text(method, name, value)
    return cast("tuple[str, ...]", names)
