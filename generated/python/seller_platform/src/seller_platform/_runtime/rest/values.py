"""Types of members for which JSON lacks a type.

For a type checker they are `Decimal` and `datetime`. For the decoder they define how the JSON is read:
an amount comes exactly, as a number and not as text; a time becomes UTC.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import force_setattr

Settler: TypeAlias = Callable[[Any], Any]


T = TypeVar("T")

_REFUSED = (ValueError, msgspec.ValidationError)


Form: TypeAlias = Literal["empty-array", "number", "text-number", "loose-time"]
"""`empty-array`: for an empty map, as PHP writes one. `number`: for a text, a number, which is kept as it was
written. `text-number`: a number within quotation marks. `loose-time`: a date alone, a blank for the `T`, or any
other form of ISO 8601."""


# --- What each kind of value becomes --------------------------------------------------------


def _text_of(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case Decimal() | int():
            return "a number"
        case float():
            return "a float, which is not exact"  # of a program: what is decoded is `Decimal`
        case str():
            return "a string"
        case dict():
            return "an object"
        case _:
            return "an array"


def _money(value: object) -> Decimal:
    if type(value) is int:
        return Decimal(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"expected a number, got {value}")
        return value
    raise ValueError(f"expected a number, got {_text_of(value)}")


def _utc(value: object) -> datetime:
    if isinstance(value, str):
        value = msgspec.convert(value, datetime)
    if not isinstance(value, datetime):
        raise ValueError(f"expected a time, got {_text_of(value)}")
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError("the time is out of all range") from None


if TYPE_CHECKING:
    OneOf: TypeAlias = Annotated[T, "one of several"]
    Money: TypeAlias = Decimal
    Timestamp: TypeAlias = datetime
else:
    Money = Annotated[Any, _money]
    Timestamp = Annotated[datetime, _utc]

    class OneOf:
        """A union that the decoder cannot tell apart by itself; its options are tried in order, narrow ones first."""

        def __class_getitem__(cls, union):
            return Annotated[Any, _first_of(_options(union)), union]


def lasts(until: datetime | None, at: datetime | None) -> bool:
    """Return whether a time has not passed at another, by default now; without a time, nothing lasts."""
    if at is not None and at.tzinfo is None:
        raise ValueError(f"{at!r} says not in which time zone it is")
    return until is not None and (at or datetime.now(UTC)) <= until


# --- How a type as a whole is settled -------------------------------------------------------


def settle(record: msgspec.Struct, name: str) -> None:
    """Convert a member of a record to its final form; raises ValueError if that is not possible."""
    kind = type(record)
    try:
        final_value = _settlers(kind)[name](getattr(record, name))
    except _REFUSED as error:
        reason = str(error)
    else:
        force_setattr(record, name, final_value)
        return
    wire_name = kind.__struct_encode_fields__[kind.__struct_fields__.index(name)]
    raise ValueError(f"`{wire_name}`: {reason}")


def settle_money(record: msgspec.Struct, name: str, value: object) -> None:
    """Convert an amount to its final form; fast if it came without a fraction, which is common."""
    if type(value) is int:
        force_setattr(record, name, _whole(value))
    else:
        settle(record, name)


_whole = lru_cache(maxsize=1024)(Decimal)
"""Making a `Decimal` takes longer than all else that an amount needs, and whole ones recur."""


@cache
def _settlers(record: type[msgspec.Struct]) -> dict[str, Settler]:
    hints = get_type_hints(record, include_extras=True)
    settlers = {name: settler_of(hints[name]) for name in record.__struct_fields__}
    return {name: settler for name, settler in settlers.items() if settler is not None}


def settler_of(hint: Any) -> Settler | None:
    """Conversion for a decoded value of a type; None if it needs none."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next(filter(callable, arguments[1:]), None)
    if origin in (Union, UnionType):
        settlers = [s for part in arguments if (s := settler_of(part)) is not None]
        return _unless_none(settlers[0]) if settlers and NoneType in arguments else None
    each = settler_of(arguments[-1] if origin is Mapping else arguments[0]) if arguments else None
    return None if each is None else _CONTAINERS[origin](each)


def _unless_none(settler: Settler) -> Settler:
    return lambda value: None if value is None else settler(value)


def _list(each: Settler) -> Settler:
    return lambda values: list(map(each, values))


def _tuple(each: Settler) -> Settler:
    return lambda values: tuple(map(each, values))


def _mapping(each: Settler) -> Settler:
    return lambda values: {key: each(value) for key, value in values.items()}


_CONTAINERS: dict[Any, Callable[[Settler], Settler]] = {
    list: _list,
    tuple: _tuple,
    Mapping: _mapping,
}


def _options(union: Any) -> tuple[Any, ...]:
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def _first_of(options: tuple[Any, ...]) -> Settler:
    settlers = [settler_of(option) or _converter(option) for option in options]

    def settle_first(value: Any) -> Any:
        for settler in settlers:
            try:
                return settler(value)
            except _REFUSED:
                continue
        raise ValueError(f"expected one of several types, got {_text_of(value)}")

    return settle_first


def _converter(option: Any) -> Settler:
    if get_origin(option) is Literal:
        allowed = get_args(option)

        def one_of(value: Any) -> Any:
            # True equals 1, and 1 equals 1.0.
            if not any(value == literal and type(value) is type(literal) for literal in allowed):
                raise ValueError
            return value

        return one_of
    return lambda value: msgspec.convert(value, option)
