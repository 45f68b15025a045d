"""Makes up values of the types of results, in JSON; a type has the same value each time.

Classes say the types of members. Their formats, limits and the values of enumerations are in examples, by class and
name of the member. A class of which the description shows an object has that one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, cast, get_args, get_origin

import msgspec

from ..errors import read_body
from ..others import OTHERS
from ..record import Record
from ..tags import Tag, UnknownRecord
from ..testing.checks import to_json
from ..values import DecimalText, Money, Named, Timestamp, UnixTime

Around: TypeAlias = tuple[type | Named, ...]
"""Records and named types that a value is part of."""


class Shown(msgspec.Struct, frozen=True):
    """Values that the description of the API shows."""

    records: Mapping[str, Sequence[Any]] = {}
    """Class → objects, of which some may not be of the class."""
    members: Mapping[str, Mapping[str, Any]] = {}
    """Class → name of a member in the API → its example."""


_SCALARS: dict[Any, object] = {
    str: "text",
    bytes: "text",
    int: 1,
    float: 0.5,
    Money: 0.5,
    bool: True,
    Timestamp: "2026-01-01T00:00:00Z",
    datetime: "2026-01-01T00:00:00Z",
    UnixTime: 1_767_225_600,
    DecimalText: "0.5",
    None: None,
    NoneType: None,
    Any: {},
}
_DEEPEST = 3
"""Records around an optional member that is a record; in more, there are only required ones."""
_fields = cache(msgspec.structs.fields)


class EndlessError(Exception):
    """A record that holds itself, or that lies too deep."""


def made_up(kind: Any, described: Shown) -> object:
    """A value of a type; raises EndlessError for a type of which each value holds another one."""
    return _value(kind, described, (), is_optional=False)


def _value(kind: Any, described: Shown, around: Around, *, is_optional: bool) -> object:
    if kind in _SCALARS:
        return _SCALARS[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return arguments[0]
    if origin is Annotated and isinstance(arguments[-2], Tag):
        return _tagged(arguments[-2], arguments[-1], described, around, is_optional=is_optional)
    if origin is Annotated:
        return _value(
            arguments[-1], described, around, is_optional=is_optional
        )  # of `OneOf`, or of a name
    if isinstance(kind, Named):
        if kind in around:
            raise EndlessError
        return _value(kind.type, described, (*around, kind), is_optional=is_optional)
    if origin in (Union, UnionType):
        return _first(arguments, described, around, is_optional=is_optional)
    if isinstance(kind, type) and issubclass(kind, Record):
        return _record(kind, described, around, is_optional=is_optional)
    try:
        item = _value(
            arguments[-1 if origin is Mapping else 0], described, around, is_optional=is_optional
        )
    except EndlessError:
        return {} if origin is Mapping else []
    return {"key": item} if origin is Mapping else [item]


def _tagged(tag: Tag, union: Any, described: Shown, around: Around, *, is_optional: bool) -> object:
    """A value of the first option that has an end, with the tag that says so."""
    for option in get_args(union):
        if option is UnknownRecord:
            continue
        try:
            value = _value(option, described, around, is_optional=is_optional)
        except EndlessError:
            continue
        text = tag.text_of(getattr(option, "__name__", ""))
        return value if text is None else {**cast("Mapping[str, Any]", value), tag.member: text}
    raise EndlessError


def _first(
    options: Sequence[Any], described: Shown, around: Around, *, is_optional: bool
) -> object:
    """A value of the first option that has an end."""
    for option in options:
        try:
            return _value(option, described, around, is_optional=is_optional)
        except EndlessError:
            continue
    raise EndlessError


def _record(
    kind: type[Record], described: Shown, around: Around, *, is_optional: bool
) -> Mapping[str, object]:
    if kind in around or (is_optional and len(around) > _DEEPEST):
        raise EndlessError
    example = _first_fitting(kind, described.records.get(kind.__name__, ()))
    if example is not None:
        return example
    examples = described.members.get(kind.__name__, {})
    values: dict[str, object] = {}
    for field in _fields(kind):
        if field.encode_name == OTHERS:
            continue
        if field.encode_name in examples:
            values[field.encode_name] = cast("object", examples[field.encode_name])
            continue
        try:
            value = _value(field.type, described, (*around, kind), is_optional=not field.required)
        except EndlessError:
            if field.required:
                raise
        else:
            if value is not None or field.required:
                values[field.encode_name] = value
    return values


def _first_fitting(kind: type[Record], examples: Sequence[Any]) -> Mapping[str, object] | None:
    """The first object that is of a class."""
    fitting = (each for each in examples if read_body(kind, to_json(each)) is not None)
    return next(fitting, None)
