"""Schemas of records for pydantic, and so for FastAPI; imported when one of these asks for the schema of a record."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from importlib import import_module
from types import UnionType
from typing import Annotated, Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from .errors import DecodeError
from .others import OTHERS
from .tags import UnknownRecord
from .values import DecimalText, Money, Named, Timestamp, UnixTime


class Readable(Protocol):
    """Record, as far as this module knows it."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Any:
        """The record with these members."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The members."""
        ...


RecordT = TypeVar("RecordT", bound=Readable)


def schema_of(record: type[RecordT], handler: Any) -> Any:
    """Core schema of a record: an object with its members, amounts as exact decimals."""
    core: Any = import_module("pydantic_core.core_schema")  # a package may lack pydantic
    members = handler.generate_schema(_typed_dict(record))

    def read(value: object, validated: Callable[[object], Mapping[str, Any]]) -> Any:
        if isinstance(value, record):
            return value
        try:
            return record.from_dict(validated(value))
        except DecodeError as error:
            problem = str(error)
        raise ValueError(problem)  # which pydantic makes its own error of

    return core.no_info_wrap_validator_function(
        read,
        members,
        serialization=core.plain_serializer_function_ser_schema(
            record.to_dict, return_schema=members
        ),
    )


_TYPED_DICTS: dict[Any, Any] = {}
_TUPLE: Any = tuple
_DICT: Any = dict
_UNION: Any = Union
"""For checkers anything, since they take no types that are known only when the program runs."""


def _typed_dict(record: Any) -> Any:
    """The type of what `to_dict` returns; a record may hold itself, so its members come after its type."""
    if record in _TYPED_DICTS:
        return _TYPED_DICTS[record]
    # That of `typing` is refused before Python 3.12.
    typed_dict: Any = import_module("typing_extensions").TypedDict(record.__name__, {})
    _TYPED_DICTS[record] = typed_dict
    hints = get_type_hints(record, include_extras=True)
    fields = [field for field in msgspec.structs.fields(record) if field.encode_name != OTHERS]
    if record.__others__:
        typed_dict.__pydantic_config__ = {"extra": "allow"}
    typed_dict.__annotations__ = {field.encode_name: _plain(hints[field.name]) for field in fields}
    typed_dict.__required_keys__ = frozenset(
        field.encode_name for field in fields if field.required
    )
    typed_dict.__optional_keys__ = typed_dict.__annotations__.keys() - typed_dict.__required_keys__
    return typed_dict


def _plain(hint: Any) -> Any:
    """The type of a member in what `to_dict` returns."""
    if hasattr(hint, "__accepts__"):
        return _typed_dict(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if hint == Money:
        return Decimal
    if hint == Timestamp:
        return datetime
    if hint == UnixTime:
        return int
    if hint == DecimalText:
        return str
    if isinstance(hint, Named):
        return Any  # a type that contains itself; the record checks its values
    if hint is UnknownRecord:
        return dict[str, Any]
    if origin is Annotated:
        return _plain(arguments[-1])  # of `OneOf`, what its options are
    if origin in (Union, UnionType):
        options = (option for option in arguments if option is not msgspec.UnsetType)
        return _UNION[tuple(map(_plain, options))]
    if origin in (tuple, Sequence):
        return _TUPLE[_plain(arguments[0]), ...]
    if origin is Mapping:
        return _DICT[str, _plain(arguments[1])]
    return hint
