"""Arguments as texts: how paths, queries, headers and forms write a value, a list or an object."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeAlias, assert_never
from urllib.parse import quote

import msgspec

from ..core.secret import Sealed, is_sealed
from ..core.steps import Pairs
from .arguments import is_several
from .operation import Style

Value: TypeAlias = Any
"""An argument."""
Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | Decimal | bool | None"
"""A value of JSON."""

_IN_COOKIES = "!#$&'()*+-./:<=>?@[]^_`{|}~"
"""Signs that values of cookies may have, apart from `%`, with which others are encoded."""
_json = msgspec.json.Encoder(decimal_format="number")


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


# --- Objects ---------------------------------------------------------------------------------------


def styled_pairs(
    name: str, style: Style, data: Data, separator: str | None = None
) -> Iterator[tuple[str, str]]:
    """Names and texts of a value of JSON in a query, a form, a header or a cookie.

    An empty object or list is not sent: neither brackets nor members can say it.
    """
    match style:
        case "json":
            yield name, _json.encode(data).decode()
        case "deepObject":
            yield from _in_brackets(name, data)
        case "form":
            members = data if isinstance(data, dict) else {name: data}
            for inner_name, member in members.items():
                for item in member if isinstance(member, list) else [member]:
                    yield inner_name, _part(item)
        case "members" | "pairs" | "label" | "label-pairs" | "matrix" | "matrix-pairs":
            if data not in ({}, []):
                yield name, styled_text(name, style, data, separator or ",")
        case _:
            assert_never(style)


def styled_text(
    name: str, style: Style, data: Data, separator: str = ",", encode: Callable[[str], str] = str
) -> str:
    """One text for an object, a list or a single value; `encode` is for its parts, not for what is between them."""
    first = {"label": ".", "matrix": ";"}.get(style.removesuffix("-pairs"), "")
    is_exploded = style.endswith("pairs")
    encoded_name = encode(name)
    if isinstance(data, dict):
        members = [(encode(inner), encode(_part(member))) for inner, member in data.items()]
        parts = ["=".join(member) if is_exploded else separator.join(member) for member in members]
    else:
        parts = [encode(_part(item)) for item in (data if isinstance(data, list) else [data])]
        if style == "matrix-pairs":
            parts = [f"{encoded_name}={part}" for part in parts]
    if style == "matrix":
        first = f";{encoded_name}="
    return first + (first if is_exploded and first else separator).join(parts)


def _part(data: Data) -> str:
    """A value as a part of a text; JSON for an object or a list, of which OpenAPI says nothing there."""
    return _json.encode(data).decode() if isinstance(data, dict | list) else text_of(data)


def _in_brackets(name: str, data: Data) -> Iterator[tuple[str, str]]:
    """`filter[state]` for a member, `items[0]` for an item."""
    if isinstance(data, dict):
        for inner_name, member in data.items():
            yield from _in_brackets(f"{name}[{inner_name}]", member)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _in_brackets(f"{name}[{index}]", item)
    else:
        yield name, text_of(data)
