"""Headers of replies as the types that an API describes for them."""

from datetime import UTC, datetime
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from ..core.steps import Reply
from .errors import DecodeError
from .reading import UNREADABLE

V = TypeVar("V")


def header_of(reply: Reply, name: str, kind: type[V]) -> V | None:
    """A header as a value of a type, a list separated by commas; None if the reply lacks it.

    Raises:
        DecodeError: The header is not of this type.
    """
    text = reply.headers.get(name)
    return None if text is None else value_of(text, name, kind, reply)


def value_of(text: str, name: str, kind: type[V], reply: Reply | None = None) -> V:
    """The text of a header as a value of a type; a `DecodeError` if it is not of this type."""
    value_type: Any = kind
    is_list = (get_origin(value_type) or value_type) in (list, tuple)
    parts = [part.strip() for part in text.split(",")] if is_list else text
    try:
        if datetime in (value_type, *get_args(value_type)):
            parts = [_time(part) for part in parts] if isinstance(parts, list) else _time(parts)
        value: V = msgspec.convert(parts, value_type, strict=False, builtin_types=(Decimal,))
        return value
    except UNREADABLE as error:
        problem = f"the header `{name}`: {error}"
    raise DecodeError(problem, path=name, reply=reply)


def _time(text: str) -> str:
    """A date of HTTP, such as `Wed, 21 Oct 2026 07:28:00 GMT`, in ISO 8601; any other text as it is."""
    try:
        time = parsedate_to_datetime(text)
    except ValueError:
        return text
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat()
