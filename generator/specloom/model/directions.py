"""Directions of the records of a REST API: those that are sent, those that are read, and what both differ in."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from specloom.model.structs import (
    Api,
    Enumeration,
    Field,
    NamedType,
    Record,
    TypeExpression,
    Union,
    references,
    types_of,
)
from specloom.model.text_formats import is_formatted


class Directions(msgspec.Struct, frozen=True):
    """Names of records, by what is done with them."""

    sent: frozenset[str]
    """Records that a request holds."""
    only_sent: frozenset[str]
    """Records that no reply holds."""
    sent_otherwise: frozenset[str]
    """Records that are both sent and read, and have another form when sent: null is apart from absent in it,
    its enumerations are closed, it takes types of Python's library for texts, and it has other members."""
    with_other_members: frozenset[str]
    """Records with other members when they are sent, or around such a record."""


def directions_of(api: Api) -> Directions:
    """The directions of every record."""
    types = types_of(api)
    sent = _reached(
        types,
        (parameter.type for operation in api.operations for parameter in operation.parameters),
        "write",
    )
    read = _reached(types, _replies(api), "read")
    differing = _differing(types, sent & read, lambda field: _is_sent_otherwise(types, field))
    other_members = _differing(types, sent & read, lambda field: field.access is not None)
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


def _reached(
    types: Mapping[str, NamedType],
    starts: Iterable[TypeExpression],
    direction: Literal["read", "write"],
) -> set[str]:
    """Records that types are made of."""
    reached: set[str] = set()
    waiting = [name for start in starts for name in references(start)]
    while waiting:
        type_ = types.get(waiting.pop())
        if isinstance(type_, Record) and type_.name not in reached:
            reached.add(type_.name)
            waiting.extend(
                name for field in fields_in(type_, direction) for name in references(field.type)
            )
    return reached


def _differing(
    types: Mapping[str, NamedType], names: set[str], differs: Callable[[Field], bool]
) -> set[str]:
    """Records of these names with a field that differs, or around such a record."""
    holders: dict[str, set[str]] = {}
    waiting: list[str] = []
    for name in names:
        record = types[name]
        assert isinstance(record, Record)
        for field in record.fields:
            for held in references(field.type):
                holders.setdefault(held, set()).add(name)
        if any(map(differs, record.fields)):
            waiting.append(name)
    differing: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in differing:
            differing.add(name)
            waiting.extend(holders.get(name, ()))
    return differing


def _is_sent_otherwise(types: Mapping[str, NamedType], field: Field) -> bool:
    if field.access is not None or (field.presence is not None and is_nullable(field.type)):
        return True
    if is_formatted(field):
        return True
    return any(isinstance(types.get(name), Enumeration) for name in references(field.type))


def is_nullable(expression: TypeExpression) -> bool:
    """Return whether null is one of the values."""
    if isinstance(expression, Union):
        return "null" in expression.options
    return expression in ("any", "null")
