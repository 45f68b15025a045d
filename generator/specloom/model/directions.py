"""Directions of the records and aliases of a REST API: those sent, those read, and what both differ in."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from specloom.model.structs import (
    Alias,
    Api,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    NamedType,
    Record,
    TypeExpression,
    Union,
    references,
    types_of,
)
from specloom.model.type_use import alternative_records, as_read, inner_types, record_as_read
from specloom.model.value_formats import is_formatted


class Directions(msgspec.Struct, frozen=True):
    """Names of records, by what is done with them."""

    sent: frozenset[str]
    """Records that a request holds."""
    only_sent: frozenset[str]
    """Records and aliases that no reply holds."""
    sent_otherwise: frozenset[str]
    """Records and aliases that are both sent and read, and have another form when sent: null is apart from absent in
    it, its enumerations are closed, it takes types of Python's library for texts, and it has other members; the lists
    of an alias are any sequences."""
    with_other_members: frozenset[str]
    """Records with other members when they are sent, or around such a record."""


def directions_of(api: Api) -> Directions:
    """The directions of every record and alias."""
    types = types_of(api)
    sent = _reached(
        types,
        (parameter.type for operation in api.operations for parameter in operation.parameters),
        "write",
    )
    read = _reached(types, _replies(api), "read")
    alternatives = alternative_records(api)
    differing = _differing(
        types, sent & read, lambda named_type: _is_sent_otherwise(types, named_type, alternatives)
    )
    other_members = _differing(types, sent & read, _has_one_way_members)
    return Directions(
        frozenset(sent), frozenset(sent - read), frozenset(differing), frozenset(other_members)
    )


def fields_in(record: Record, direction: Literal["read", "write"]) -> tuple[Field, ...]:
    """The fields of a record in replies or in requests."""
    return tuple(field for field in record.fields if field.access in (None, direction))


def _replies(api: Api) -> Iterator[TypeExpression]:
    for operation in api.operations:
        if operation.result is not None:
            yield operation.result.type
            if operation.result.events is not None and operation.result.events.type is not None:
                yield operation.result.events.type
    for error in api.errors:
        if error.body is not None:
            yield error.body
    for webhook in api.protocol.webhooks:
        yield webhook.type
    for described in api.protocol.webhook_headers:
        yield described.header.type


def _reached(
    types: Mapping[str, NamedType],
    starts: Iterable[TypeExpression],
    direction: Literal["read", "write"],
) -> set[str]:
    """Records and aliases that types are made of."""
    reached: set[str] = set()
    waiting = [name for start in starts for name in references(start)]
    while waiting:
        named_type = types.get(waiting.pop())
        if named_type is None or isinstance(named_type, Enumeration) or named_type.name in reached:
            continue
        reached.add(named_type.name)
        if isinstance(named_type, Record):
            named_type = replace(named_type, fields=fields_in(named_type, direction))
        waiting.extend(name for type_ in inner_types(named_type) for name in references(type_))
    return reached


def _differing(
    types: Mapping[str, NamedType], names: set[str], differs: Callable[[NamedType], bool]
) -> set[str]:
    """Types of these names that differ, or around such a type."""
    holders: dict[str, set[str]] = {}
    waiting: list[str] = []
    for name in names:
        for type_ in inner_types(types[name]):
            for reference in references(type_):
                holders.setdefault(reference, set()).add(name)
        if differs(types[name]):
            waiting.append(name)
    differing: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in differing:
            differing.add(name)
            waiting.extend(holders.get(name, ()))
    return differing


def _is_sent_otherwise(
    types: Mapping[str, NamedType], named_type: NamedType, alternatives: Container[str]
) -> bool:
    names = [name for type_ in inner_types(named_type) for name in references(type_)]
    if any(isinstance(types.get(name), Enumeration) for name in names):
        return True
    if isinstance(named_type, Record):
        return record_as_read(named_type, alternatives) != named_type or any(
            field.access is not None
            or (field.presence is not None and is_nullable(field.type))
            or is_formatted(field)
            for field in named_type.fields
        )
    if isinstance(named_type, Alias) and as_read(named_type.type) != named_type.type:
        return True
    return any(map(_has_list, inner_types(named_type)))


def _has_one_way_members(named_type: NamedType) -> bool:
    return isinstance(named_type, Record) and any(
        field.access is not None for field in named_type.fields
    )


def _has_list(expression: TypeExpression) -> bool:
    match expression:
        case ListOf():
            return True
        case MapOf(values=inside):
            return _has_list(inside)
        case Union(options=options):
            return any(map(_has_list, options))
        case _:
            return False


def is_nullable(expression: TypeExpression) -> bool:
    """Return whether null is one of the values."""
    if isinstance(expression, Union):
        return "null" in expression.options
    return expression in ("any", "null")
