"""Types of members for which JSON lacks a type.

For a type checker they are `Decimal` and `datetime`. For the decoder they define how the JSON is read:
an amount comes exactly, as a number and not as text; a time becomes UTC. `UnixTime` and `DecimalText` are in JSON
what they are there, an integer and a text, and take the type of Python from programs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from operator import is_not
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import force_setattr

from .others import OTHERS, gathered
from .reading import placed, text_and_path
from .tags import Tag, UnknownRecord

Settler: TypeAlias = Callable[[Any], Any]


T = TypeVar("T")

_REFUSED = (ValueError, msgspec.ValidationError)
_MOST_DIGITS = 18
"""Digits after the first, up to which a number with a fraction of zeros is an integer."""


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


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def unix_seconds(value: object) -> int:
    """Whole seconds since 1970: of a time, or the number itself."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("says not in which time zone it is")
        return (value - _EPOCH) // timedelta(seconds=1)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"expected a time or seconds since 1970, got {_text_of(value)}")


def decimal_text(value: object) -> str:
    """An amount as text, with each of its digits: of a `Decimal`, or the text itself."""
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")  # str() may write an exponent
    if isinstance(value, Decimal):
        raise ValueError("is not a number")
    raise ValueError(f"expected a Decimal or a text, got {_text_of(value)}")


class Named:
    """A type that a name stands for and that may contain itself, as the decoder's sign of it."""

    def __init__(self, find: Callable[[], Any]) -> None:
        """`find` returns the type, which is complete only when the module with the name has been loaded."""
        self._find = find

    @cached_property
    def type(self) -> Any:
        """The type."""
        return self._find()

    @cached_property
    def _settle(self) -> Settler:
        return _converter(self.type)

    def __call__(self, value: Any) -> Any:
        """Convert a decoded value to the type."""
        return self._settle(value)


if TYPE_CHECKING:
    OneOf: TypeAlias = Annotated[T, "one of several"]
    Others: TypeAlias = Annotated[T, "with other members"]
    Money: TypeAlias = Decimal
    Timestamp: TypeAlias = datetime
    UnixTime: TypeAlias = datetime | int
    DecimalText: TypeAlias = Decimal | str
else:
    Money = Annotated[Any, _money]
    Timestamp = Annotated[datetime, _utc]
    UnixTime = Annotated[Any, unix_seconds]
    DecimalText = Annotated[Any, decimal_text]

    class Others:
        """A record that holds the members which it does not describe."""

        def __class_getitem__(cls, kind):
            return Annotated[Any, _with_others(kind), kind]

    class OneOf:
        """A union that the decoder cannot tell apart by itself: narrow options come first, and the one that keeps the most members is taken."""

        def __class_getitem__(cls, union):
            tag = next(
                (each for each in getattr(union, "__metadata__", ()) if isinstance(each, Tag)), None
            )
            if tag is None:
                return Annotated[Any, _best_of(_options(union)), union]
            options = get_args(union)[0]
            return Annotated[Any, _by_tag(tag, _options(options)), tag, options]


def lasts(until: datetime | None, at: datetime | None) -> bool:
    """Return whether a time has not passed at another, by default now; without a time, nothing lasts."""
    if at is not None and at.tzinfo is None:
        raise ValueError(f"{at!r} says not in which time zone it is")
    return until is not None and (at or datetime.now(UTC)) <= until


# --- How a type as a whole is settled -------------------------------------------------------


def settle(record: msgspec.Struct, name: str) -> None:
    """Convert a member of a record to its final form; raises ValueError if that is not possible."""
    kind, value = type(record), getattr(record, name)
    if value is msgspec.UNSET:
        return
    try:
        final_value = _settlers(kind)[name](value)
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
        is_optional = NoneType in arguments or msgspec.UnsetType in arguments
        return _unless_none(settlers[0]) if settlers and is_optional else None
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
    Sequence: _list,
    tuple: _tuple,
    Mapping: _mapping,
}


def _options(union: Any) -> tuple[Any, ...]:
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def _best_of(options: tuple[Any, ...]) -> Settler:
    """Conversion to the option that loses the fewest members of a value; of several such options, to the first."""
    converters = [_converter(option) for option in options]

    def settle_best(value: Any) -> Any:
        fitting = list(_fitting(value, converters))
        if not fitting or _losses(value, fitting[-1]):
            whole = _with_whole_numbers(value)
            if whole is not value:
                fitting.extend(_fitting(whole, converters))
        if not fitting:
            raise ValueError(f"expected one of several types, got {_text_of(value)}")
        return min(fitting, key=lambda result: _losses(value, result))

    return settle_best


def _by_tag(tag: Tag, options: tuple[Any, ...]) -> Settler:
    """Conversion to the option that the tag names; a value without a tag becomes the one that keeps the most."""
    bases = (tag.base,) if isinstance(tag.base, str) else tag.base or ()
    records = [option for option in options if option is not UnknownRecord]
    # Of equal ones, the record that the others extend is the one without a tag.
    settle_best = _best_of(
        tuple(sorted(records, key=lambda option: getattr(option, "__name__", "") not in bases))
    )
    by_name = {getattr(option, "__name__", ""): option for option in options}
    settlers: dict[tuple[str, ...], Settler] = {}

    def settle(value: Any) -> Any:
        if isinstance(value, UnknownRecord) or not isinstance(value, dict):
            return value if isinstance(value, UnknownRecord) else settle_best(value)
        members = cast("dict[str, Any]", value)
        if not isinstance(members.get(tag.member), str):
            return settle_best(value)
        names = tag.named(members)
        if not names:
            return UnknownRecord(members)
        if names not in settlers:
            settlers[names] = _only(tuple(by_name[name] for name in names))
        return settlers[names](value)

    return settle


def _with_others(kind: Any) -> Settler:
    """Conversion to a record with the members that it does not describe."""

    def settle(value: Any) -> Any:
        if not isinstance(value, dict):
            return msgspec.convert(value, kind)
        members = cast("dict[str, Any]", value)
        try:
            return msgspec.convert(gathered(members, kind), kind)
        except _REFUSED as error:
            text, path = text_and_path(str(error))
        try:
            return msgspec.convert(gathered(_with_whole_numbers(members), kind), kind)
        except _REFUSED:
            pass
        raise ValueError(placed(text, path))

    return settle


def _only(options: tuple[Any, ...]) -> Settler:
    """Conversion to one of the classes of a record; the error says which member does not fit."""
    settle_best = _best_of(options)
    convert = _converter(options[-1])

    def settle(value: Any) -> Any:
        try:
            return settle_best(value)
        except _REFUSED:
            pass
        try:
            return convert(value)
        except _REFUSED as error:
            text, path = text_and_path(str(error))
        raise ValueError(placed(text, path))

    return settle


def _fitting(value: Any, converters: Sequence[Settler]) -> Iterator[Any]:
    """A value as each option that it fits, up to the first that loses nothing."""
    for convert in converters:
        try:
            result = convert(value)
        except _REFUSED:
            continue
        yield result
        if not _losses(value, result):
            return


def _losses(value: object, result: object) -> int:
    """Count members of a JSON value that a result of it lacks, with those inside them; null counts as absent."""
    match value:
        case dict():
            members = cast("dict[str, object]", value)
            kept = _members(result)
            return sum(
                _losses(member, kept[name]) if name in kept else _members_within(member)
                for name, member in members.items()
            )
        case list() if isinstance(result, list | tuple):
            items = cast("list[object]", value)
            return sum(map(_losses, items, cast("Sequence[object]", result)))
        case _:
            return 0


def _members_within(value: object) -> int:
    """Count a member of a JSON value and those inside it; null counts as absent."""
    match value:
        case dict():
            return 1 + sum(map(_members_within, cast("dict[str, object]", value).values()))
        case list():
            return 1 + sum(map(_members_within, cast("list[object]", value)))
        case _:
            return int(value is not None)


def _members(result: object) -> Mapping[str, object]:
    """Members of a record or a map, by the API's names."""
    if isinstance(result, msgspec.Struct):
        names = zip(result.__struct_encode_fields__, result.__struct_fields__, strict=True)
        members = {wire_name: getattr(result, name) for wire_name, name in names}
        return {**members.pop(OTHERS, {}), **members}
    return cast("Mapping[str, object]", result) if isinstance(result, Mapping) else {}


def _with_whole_numbers(value: Any) -> Any:
    """A JSON value in which numbers such as 10.0 are integers; the value itself if it has none."""
    match value:
        case dict():
            members = cast("dict[str, object]", value)
            whole = {name: _with_whole_numbers(member) for name, member in members.items()}
            return whole if any(whole[name] is not members[name] for name in whole) else members
        case list():
            items = cast("list[object]", value)
            whole_items = [*map(_with_whole_numbers, items)]
            return whole_items if any(map(is_not, whole_items, items)) else items
        case Decimal():
            return value if (number := whole_number(value)) is None else number
        case _:
            return value


def whole_number(number: Decimal) -> int | None:
    """The integer that a number such as 10.0 is; None for any other number, and for one of more than 64 bits."""
    if not number.is_finite() or number.adjusted() > _MOST_DIGITS or number % 1:
        return None
    return int(number)


def _converter(option: Any) -> Settler:
    if get_origin(option) is Literal:
        allowed = get_args(option)

        def one_of(value: Any) -> Any:
            # True equals 1, and 1 equals 1.0.
            if not any(value == literal and type(value) is type(literal) for literal in allowed):
                raise ValueError
            return value

        return one_of
    settler = settler_of(option)
    if getattr(option, "__others__", ""):
        return _with_others(option)
    if settler is None:
        return lambda value: msgspec.convert(value, option)
    if get_args(option)[:1] == (Any,):  # of `Annotated`
        return settler
    return lambda value: settler(msgspec.convert(value, option))
