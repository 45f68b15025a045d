"""Arguments as texts: how paths, queries, headers and forms write a value or a list."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any, TypeAlias
from urllib.parse import quote

import msgspec

from ..core.secret import Sealed, is_sealed
from ..core.steps import Pairs
from .arguments import is_several

Value: TypeAlias = Any
"""An argument."""

_IN_COOKIES = "!#$&'()*+-./:<=>?@[]^_`{|}~"
"""Signs that values of cookies may have, apart from `%`, with which others are encoded."""


def text_of(value: Value) -> str:
    """A single value as text."""
    match value:
        case Sealed():
            return text_of(value.reveal())
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case time() | timedelta() | bytes():
            return str(msgspec.to_builtins(value))  # as in JSON: ISO 8601, base64
        case Decimal():
            return format(value, "f")  # str() may write an exponent
        case _:
            return str(value)


def each_of(value: Value) -> Sequence[Value]:
    """Each value of a list; a single value alone."""
    return value if is_several(value) else (value,)


def pairs_of(values: list[tuple[str, Value]]) -> Pairs:
    """Each value as text; a parameter of several values is repeated."""
    return tuple(
        (name, Sealed(text_of(item)) if is_sealed(item) else text_of(item))
        for name, value in values
        for item in each_of(value)
    )


def cookie_value(value: Value) -> str | Sealed[str]:
    """A single value as a cookie has it; what no cookie can hold is encoded as in an address."""
    text = quoted_cookie(text_of(value))
    return Sealed(text) if is_sealed(value) else text


def quoted_cookie(text: str) -> str:
    """A text as a cookie has it."""
    return quote(text, safe=_IN_COOKIES)


def joined_pairs(values: list[tuple[str, Value]]) -> Pairs:
    """Each value as text; commas separate those of a list, which OpenAPI calls the style `simple`."""
    pairs: list[tuple[str, str | Sealed[str]]] = []
    for name, value in values:
        text, parts = comma_separated(value), each_of(value)
        if parts:
            pairs.append((name, Sealed(text) if any(map(is_sealed, parts)) else text))
    return tuple(pairs)


def comma_separated(value: Value) -> str:
    """Each value of a list, with commas between them."""
    return ",".join(map(text_of, each_of(value)))
