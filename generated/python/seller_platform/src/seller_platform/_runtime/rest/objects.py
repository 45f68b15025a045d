"""Objects outside of JSON: the forms in which paths, queries, forms, headers and cookies write them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never
from urllib.parse import quote

import msgspec

from .object_style import ObjectStyle
from .texts import text_of

if TYPE_CHECKING:
    from decimal import Decimal

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | Decimal | bool | None"
"""A value of JSON."""
_json = msgspec.json.Encoder(decimal_format="number")


class StyledPair(NamedTuple):
    """A name and a text of a request."""

    name: str
    text: str
    is_json: bool = False
    """True if the text is JSON, which a part of a form says by its media type."""


class _Signs(NamedTuple):
    """Signs of a form that is one text."""

    first: str
    between: str
    is_exploded: bool
    """True if each member is `name=value`."""


_SIGNS: Mapping[ObjectStyle, _Signs] = {
    "members": _Signs("", ",", False),
    "pairs": _Signs("", ",", True),
    "label": _Signs(".", ",", False),
    "label-pairs": _Signs(".", ".", True),
    "matrix": _Signs(";{}=", ",", False),
    "matrix-pairs": _Signs(";", ";", True),
}


def styled_pairs(
    name: str, style: ObjectStyle, data: Data, separator: str | None = None
) -> Iterator[StyledPair]:
    """Names and texts of a value of JSON anywhere but in a path.

    An empty object or list is not sent: neither brackets nor members can say it.
    """
    match style:
        case "json":
            yield StyledPair(name, _json.encode(data).decode(), is_json=True)
        case "text-or-json":
            yield from _field(name, data)
        case "fields":
            for inner_name, member in data.items() if isinstance(data, dict) else ():
                if member is not None:
                    yield from _field(inner_name, member)
        case "deepObject":
            yield from _in_brackets(name, data)
        case "form":
            members = data if isinstance(data, dict) else {name: data}
            for inner_name, member in members.items():
                for item in member if isinstance(member, list) else [member]:
                    yield StyledPair(inner_name, _part(item))
        case "members" | "pairs" | "label" | "label-pairs" | "matrix" | "matrix-pairs":
            if data not in ({}, []):
                signs = _SIGNS[style]
                signs = signs._replace(between=separator or signs.between)
                yield StyledPair(name, _one_text(name, signs, data))
        case _:
            assert_never(style)


def path_text(name: str, style: ObjectStyle, data: Data) -> str:
    """A value of JSON in a path, encoded apart from the signs between its parts."""
    return _one_text(quote(name, safe=""), _SIGNS[style], _encoded(data))


def _encoded(data: Data) -> Data:
    """A value whose names and parts are encoded as in an address."""
    if isinstance(data, dict):
        return {
            quote(name, safe=""): quote(_part(member), safe="") for name, member in data.items()
        }
    if isinstance(data, list):
        return [quote(_part(item), safe="") for item in data]
    return quote(_part(data), safe="")


def _one_text(name: str, signs: _Signs, data: Data) -> str:
    """One text for an object, a list or a single value."""
    if isinstance(data, dict):
        inner_sign = "=" if signs.is_exploded else signs.between
        parts = [f"{inner}{inner_sign}{_part(member)}" for inner, member in data.items()]
    else:
        # Exploded, each item of the style `matrix` has the name.
        before = f"{name}=" if signs == _SIGNS["matrix-pairs"] else ""
        parts = [f"{before}{_part(item)}" for item in (data if isinstance(data, list) else [data])]
    return signs.first.format(name) + signs.between.join(parts)


def _part(data: Data) -> str:
    """A value as a part of a text; JSON for an object or a list, of which OpenAPI says nothing there."""
    return _json.encode(data).decode() if isinstance(data, dict | list) else text_of(data)


def _field(name: str, data: Data) -> Iterator[StyledPair]:
    """A field of a form without a style: a text, each text of a list, or JSON where an object or a list is in it."""
    items = data if isinstance(data, list) else [data]
    if isinstance(data, dict) or any(isinstance(item, dict | list) for item in items):
        yield StyledPair(name, _json.encode(data).decode(), is_json=True)
    else:
        for item in items:
            yield StyledPair(name, text_of(item))


def _in_brackets(name: str, data: Data) -> Iterator[StyledPair]:
    """`filter[state]` for a member, `items[0]` for an item."""
    if isinstance(data, dict):
        for inner_name, member in data.items():
            yield from _in_brackets(f"{name}[{inner_name}]", member)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _in_brackets(f"{name}[{index}]", item)
    else:
        yield StyledPair(name, text_of(data))
