"""Compares what a wiki sent with the result types of the package, driven by the types alone."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from wiki_query._runtime.mediawiki.modules.marks import HiddenBy, Kind, Prop, When
from wiki_query._runtime.mediawiki.modules.module import AnyModule, result_type
from wiki_query._runtime.mediawiki.results.result import asked_values
from wiki_query._runtime.mediawiki.results.times import parse_time

from tests.clients.wiki.live.circumstances import CIRCUMSTANCES, REQUESTED, Observation

MarkT = TypeVar("MarkT")


class Tally:
    """Counts of the records with each field, and of those that lacked a requested one."""

    def __init__(self) -> None:
        self.there: Counter[tuple[str, str]] = Counter()
        self.missing: Counter[tuple[str, str]] = Counter()


class _Asked(NamedTuple):
    """The request, and the page of the record."""

    module: AnyModule
    values: frozenset[str]
    page: Mapping[str, Any]
    tally: Tally


def problems(
    data: object,
    module: AnyModule,
    page: Mapping[str, Any] | None = None,
    tally: Tally | None = None,
) -> list[str]:
    """Misfits between a module's result and its type; with the page of the result."""
    return misfits(data, result_type(type(module)), module, page, tally)


def misfits(
    data: object,
    hint: Any,
    module: AnyModule,
    page: Mapping[str, Any] | None = None,
    tally: Tally | None = None,
) -> list[str]:
    """Misfits between a part of a module's answer and a type."""
    request = _Asked(module, frozenset(asked_values(module)), page or {}, tally or Tally())
    return list(_misfits(data, hint, request, ""))


def _misfits(data: object, hint: Any, request: _Asked, at: str) -> Iterator[str]:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return
    if origin is Annotated:
        yield from _misfits(data, arguments[0], request, at)
        if Kind("timestamp") in arguments[1:] and isinstance(data, str):
            yield from _no_time(data, at)
    elif origin in (Union, UnionType):
        option_misfits = [list(_misfits(data, option, request, at)) for option in arguments]
        if all(option_misfits):
            yield f"{at}: {data!r:.80} is none of {hint}"
    elif origin is Literal:
        if not any(data == value and type(data) is type(value) for value in arguments):
            yield f"{at}: {data!r:.80} is not {hint}"
    elif origin is list:
        if not isinstance(data, list):
            yield f"{at}: {data!r:.80} is not a list"
            return
        for item in data:
            yield from _misfits(item, arguments[0], request, f"{at}[]")
    elif origin is dict:
        if not isinstance(data, dict):
            yield f"{at}: {data!r:.80} is not an object"
            return
        for value in data.values():
            yield from _misfits(value, arguments[1], request, f"{at}{{}}")
    elif is_typeddict(hint):
        yield from _record(data, hint, request, at)
    elif hint in (int, float):
        if isinstance(data, bool) or not isinstance(data, (int, float) if hint is float else int):
            yield f"{at}: {data!r:.80} is not of type {hint.__name__}"
    elif isinstance(hint, NewType):
        yield from _misfits(data, hint.__supertype__, request, at)
    elif not isinstance(data, hint):
        yield f"{at}: {data!r:.80} is not of type {hint.__name__}"


def _record(data: object, hint: Any, request: _Asked, at: str) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{at}: {data!r:.80} is not an object"
        return
    fields = _fields(hint)
    for key in data.keys() - fields.keys():
        yield f"{at}.{key}: unknown field, {data[key]!r:.80}"
    observation = Observation(data, request.values, vars(request.module), request.page)
    for key, field in fields.items():
        selector, when = field.selector, field.when
        brought = selector is None or bool(request.values & set(selector.values))
        judge = (
            (CIRCUMSTANCES if field.optional else REQUESTED).get(when.text, _unknown)
            if when
            else None
        )
        holds = judge is None or judge(observation)
        explained = not field.optional or when is not None or field.hiding is not None
        if key in data or brought:
            counted = request.tally.there if key in data else request.tally.missing
            counted[hint.__name__, key] += 1
        if key in data:
            yield from _misfits(data[key], field.hint, request, f"{at}.{key}")
            if selector is not None and not brought:
                yield f"{at}.{key}: there, though none of {selector.values} was asked for"
            if when is not None and holds is False:
                yield f"{at}.{key}: there, though not `{when.text}`"
        elif brought and holds and explained and not field.is_hidden(data):
            yield f"{at}.{key}: missing"


class _Field(NamedTuple):
    """Facts about a field from its type."""

    hint: Any
    optional: bool
    selector: Prop | None
    when: When | None
    hiding: HiddenBy | None

    def is_hidden(self, record: Mapping[str, Any]) -> bool:
        return self.hiding is not None and bool(record.get(self.hiding.field))


@cache
def _fields(record: Any) -> Mapping[str, _Field]:
    fields: dict[str, _Field] = {}
    for key, hint in get_type_hints(record, include_extras=True).items():
        optional, inner = _unwrapped(hint)
        fields[key] = _Field(
            inner, optional, _mark(inner, Prop), _mark(inner, When), _mark(inner, HiddenBy)
        )
    return fields


def _unknown(observation: Observation) -> bool | None:
    """Return None, for circumstances that only the field itself shows."""
    return None


def _unwrapped(hint: Any) -> tuple[bool, Any]:
    return (True, get_args(hint)[0]) if get_origin(hint) is NotRequired else (False, hint)


def _mark(hint: Any, kind: type[MarkT]) -> MarkT | None:
    marks = getattr(hint, "__metadata__", ())
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _no_time(text: str, at: str) -> Iterator[str]:
    try:
        read = parse_time(text)
    except ValueError:
        read = None
    if read is None:
        yield f"{at}: {text!r} is not a time"
