"""Objects of an API: what the classes of all of them have in common."""

import warnings
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from inspect import currentframe
from types import FrameType
from typing import Any, ClassVar, Self, TypeVar, cast

import msgspec

from .errors import DecodeError, NotJsonError, ParameterError, ResponseError
from .others import gathered, spread, spread_json
from .reading import UNREADABLE, decoder, text_and_path
from .repair import parsed, repaired, restored
from .values import Form

_MASK = "'***'"
"""Stands for a secret in a `repr`."""


# JSON holds no circles, and the collector looking at each record would slow large replies.
class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, dict=False):
    """An object of the API. Members that the API adds later are ignored."""

    __accepts__: ClassVar[Mapping[str, tuple[Form, ...]]] = {}
    """By the API's name of a member: the forms that it may have beside that of its type."""
    __others__: ClassVar[str] = ""
    """The attribute that holds the members which the record does not describe; empty: they are left out."""

    __secrets__: ClassVar[tuple[str, ...]] = ()
    """Attributes that no `repr` shows."""

    def __repr__(self) -> str:
        if not self.__secrets__:
            return super().__repr__()
        members = {name: getattr(self, name) for name in self.__struct_fields__}
        texts = (
            f"{name}={_MASK if name in self.__secrets__ and value else repr(value)}"
            for name, value in members.items()
        )
        return f"{type(self).__name__}({', '.join(texts)})"

    def to_dict(self) -> dict[str, Any]:
        """The members by the API's names, records and maps as dicts; those that are not there are left out.

        Amounts stay `Decimal`, times `datetime`.
        """
        members: dict[str, Any] = _plain(self)
        return members

    def to_json(self) -> str:
        """The record as JSON, with amounts as exact numbers."""
        return spread_json(_json.encode(self)).decode()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """The schema with which pydantic, and so FastAPI, reads and writes the record."""
        from .pydantic_schema import schema_of

        return schema_of(cls, handler)

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Self:
        """The record of which `to_dict` made these members; a `DecodeError` says what does not fit, and where."""
        try:
            return _converted(members, cls)
        except UNREADABLE:
            pass  # it may be in a form that is accepted beside the described one
        try:
            return _converted(restored(members, cls), cls)
        except UNREADABLE as error:
            problem = str(error)
        raise _unfit(cls, problem)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The record of which `to_json` made this text; a `ResponseError` says what is wrong with it."""
        try:
            return _decoded(cls, text)
        except msgspec.ValidationError as error:
            failure: ResponseError = _unfit(cls, str(error))
        except UNREADABLE as error:
            failure = NotJsonError(f"{cls.__name__}: {error}")
        raise failure


class ReadRecord(Record, frozen=True, kw_only=True):
    """An object that only replies hold."""

    def replace(self, /, **members: Any) -> Self:
        """A copy with other values of some members; a `ParameterError` for one that the member cannot have."""
        return replaced(self, members)


def _plain(value: object) -> Any:
    return spread(msgspec.to_builtins(value, builtin_types=(Decimal, datetime)))


def warn_of_deprecated(record: Record, name: str) -> None:
    """Say that a member is deprecated, where a program makes the record with it; what is read says nothing."""
    maker = _caller_of(_caller_of(currentframe()))  # no frame of Python is before `__post_init__`
    if maker is not None and not str(maker.f_globals.get("__name__")).startswith(_RUNTIME):
        text = f"{type(record).__name__}: the member {name} is deprecated"
        warnings.warn(text, DeprecationWarning, stacklevel=3)


def _caller_of(frame: FrameType | None) -> FrameType | None:
    return None if frame is None else frame.f_back


_RUNTIME = __name__.removesuffix("rest.record")
_R = TypeVar("_R", bound=Record)
_json = msgspec.json.Encoder(decimal_format="number")


def _converted(members: Any, kind: type[_R]) -> _R:
    """The record with these members."""
    if kind.__others__ and isinstance(members, Mapping):
        members = gathered(cast("Mapping[str, Any]", members), kind)
    return msgspec.convert(members, kind)


def replaced(record: _R, members: Mapping[str, object]) -> _R:
    """Copy of a record with other values of some members, by the names of their attributes.

    Raises:
        ParameterError: a member cannot have the value.
        TypeError: the record does not have such a member.
    """
    kind = type(record)
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    for name in members.keys() - names.keys():
        raise TypeError(f"{kind.__name__} lacks a member {name!r}")
    try:
        changed = record.to_dict()
        if kind.__others__:
            changed = gathered(changed, kind)
        for name, value in members.items():
            changed.pop(names[name], None)
            if value is not msgspec.UNSET:
                changed[names[name]] = _plain(value)
        return msgspec.convert(changed, kind)
    except (*UNREADABLE, TypeError) as error:
        text, path = text_and_path(str(error))
    raise ParameterError(f"{kind.__name__}: {text} - at `{path}`", parameter=path.split(".")[-1])


def _decoded(kind: type[_R], text: str | bytes) -> _R:
    if kind.__others__:
        return _converted(decoder(Any).decode(text), kind)
    try:
        record: _R = decoder(kind).decode(text)
    except msgspec.ValidationError:
        body = text.encode() if isinstance(text, str) else text
        record = decoder(kind).decode(repaired(parsed(body), kind))
    return record


def _unfit(kind: type[Record], problem: str) -> DecodeError:
    text, path = text_and_path(problem)
    return DecodeError(f"{kind.__name__}: {text} - at `{path}`", path=path)
