"""Brings what an API may send beside the described form into that form.

Only what does not fit is looked at: what fits costs nothing. What a field accepts beside its type is declared in
its record (`__accepts__`). Programs may have written an amount as text, too, as web frameworks do.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from .values import Form, Money, whole_number

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_decoder = msgspec.json.Decoder(float_hook=msgspec.Raw)
_encoder = msgspec.json.Encoder(decimal_format="number")


def parsed(body: bytes) -> object:
    """JSON whose numbers with a fraction are kept as they are written."""
    return _decoder.decode(body)


def repaired(value: object, kind: Any) -> bytes:
    """A parsed value as JSON, in which everything that its type accepts has the described form."""
    return _encoder.encode(_repaired(value, kind))


def restored(value: object, kind: Any) -> object:
    """Members that a program wrote, in the described form: with the accepted ones, and amounts as numbers."""
    return _repaired(value, kind, amounts_as_text=True)


def _repaired(value: object, kind: Any, *, amounts_as_text: bool = False) -> object:
    repair = partial(_repaired, amounts_as_text=amounts_as_text)
    if kind == Money and amounts_as_text:
        return _accepted("text-number", value)
    if hasattr(kind, "__accepts__"):
        return _record(value, kind, repair)
    arguments = [part for part in get_args(kind) if part is not NoneType]
    if get_origin(kind) in (list, tuple) and isinstance(value, list):
        items = cast("list[object]", value)
        return [repair(item, arguments[0]) for item in items]
    if get_origin(kind) is Mapping and isinstance(value, dict):
        members = cast("dict[str, object]", value)
        return {name: repair(member, arguments[-1]) for name, member in members.items()}
    if get_origin(kind) in (Union, UnionType):
        for option in arguments:  # each changes values of one type of JSON only
            value = repair(value, option)
    if kind is int and isinstance(value, msgspec.Raw):
        return _whole(value)
    return value


def _whole(value: msgspec.Raw) -> object:
    """An integer that was written as 10.0; any other number as it is."""
    try:
        number = whole_number(Decimal(bytes(value).decode()))
    except ArithmeticError:
        return value
    return value if number is None else number


def _record(value: object, kind: Any, repair: Callable[[object, Any], object]) -> object:
    if not isinstance(value, dict):
        return value
    members = dict(cast("dict[str, object]", value))
    accepts = kind.__accepts__
    hints = _hints(kind)
    for attribute, name in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        if name in members:
            for form in accepts.get(name, ()):
                members[name] = _accepted(form, members[name])
            members[name] = repair(members[name], hints[attribute])
    return members


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _accepted(form: Form, value: object) -> object:
    match form:
        case "empty-array":
            return {} if value == [] else value
        case "number":
            return _written(value)
        case "text-number":
            return _number(value) if isinstance(value, str) else value
        case "loose-time":
            return _time(value) if isinstance(value, str) else value


def _number(text: str) -> object:
    """An exact number; a text that is none as it is."""
    try:
        return Decimal(text) if _NUMBER.fullmatch(text) else text
    except ArithmeticError:  # of a number that no type of this language holds
        return text


def _written(value: object) -> object:
    """A number as the text that it was written as; any other value as it is."""
    match value:
        case msgspec.Raw():
            return bytes(value).decode()
        case int() if not isinstance(value, bool):
            return str(value)
        case _:
            return value


def _time(text: str) -> str:
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        return text
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat()
