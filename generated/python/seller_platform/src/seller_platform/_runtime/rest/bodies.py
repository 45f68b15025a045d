"""Reads JSON bodies as their types, also those in a form that is accepted beside the described one."""

from typing import Any

import msgspec

from .reading import decoder
from .repair import parsed, repaired
from .values import settler_of


def body_as(kind: Any, content: bytes) -> Any:
    """A body as a value of a type; raises one of `UNREADABLE` where it is not one."""
    try:
        value = decoder(kind).decode(content)
    except msgspec.ValidationError:
        value = decoder(kind).decode(repaired(parsed(content), kind))
    settle = settler_of(kind)
    return value if settle is None else settle(value)
