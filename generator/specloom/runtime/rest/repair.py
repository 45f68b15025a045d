"""Brings what an API may send beside the described form into that form.

Only a reply that does not fit is looked at: what fits costs nothing. What a field accepts beside its type is
declared in its record (`__accepts__`).
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from types import NoneType
from typing import Any, cast, get_args, get_origin, get_type_hints

import msgspec

from .record import Record
from .values import Form

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_decoder = msgspec.json.Decoder(float_hook=msgspec.Raw)
_encoder = msgspec.json.Encoder()


def parsed(body: bytes) -> object:
    """JSON whose numbers with a fraction are kept as they are written."""
    return _decoder.decode(body)


def repaired(value: object, kind: Any) -> bytes:
    """A parsed value as JSON, in which everything that its type accepts has the described form."""
    return _encoder.encode(_repaired(value, kind))


def _repaired(value: object, kind: Any) -> object:
    if isinstance(kind, type) and issubclass(kind, Record):
        return _record(value, kind)
    inside = [part for part in get_args(kind) if part is not NoneType]
    if get_origin(kind) in (list, tuple) and isinstance(value, list):
        items = cast("list[object]", value)
        return [_repaired(item, inside[0]) for item in items]
    if get_origin(kind) is Mapping and isinstance(value, dict):
        members = cast("dict[str, object]", value)
        return {name: _repaired(member, inside[-1]) for name, member in members.items()}
    if len(inside) == 1 and NoneType in get_args(kind):
        return _repaired(value, inside[0])
    return value


def _record(value: object, kind: type[Record]) -> object:
    if not isinstance(value, dict):
        return value
    members = dict(cast("dict[str, object]", value))
    accepts = kind.__accepts__
    hints = _hints(kind)
    for attribute, name in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        if name in members:
            for form in accepts.get(name, ()):
                members[name] = _accepted(form, members[name])
            members[name] = _repaired(members[name], hints[attribute])
    return members


_hints = cache(get_type_hints)


def _accepted(form: Form, value: object) -> object:
    match form:
        case "empty-array":
            return {} if value == [] else value
        case "text-number":
            is_number = isinstance(value, str) and _NUMBER.fullmatch(value)
            return msgspec.Raw(cast("str", value)) if is_number else value
        case "loose-time":
            return _time(value) if isinstance(value, str) else value


def _time(text: str) -> str:
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        return text
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat()
