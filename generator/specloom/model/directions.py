"""Directions of the records of a REST API: those that are sent, those that are read, and what both differ in."""

from collections.abc import Iterable, Iterator, Mapping

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


class Directions(msgspec.Struct, frozen=True):
    """Names of records, by what is done with them."""

    only_sent: frozenset[str]
    """Records that no reply holds."""
    sent_otherwise: frozenset[str]
    """Records that are both sent and read, and have another form when sent: null is apart from absent in it,
    and its enumerations are closed."""


def directions_of(api: Api) -> Directions:
    """The directions of every record."""
    types = types_of(api)
    sent = _reached(
        types,
        (parameter.type for operation in api.operations for parameter in operation.parameters),
    )
    read = _reached(types, _replies(api))
    differing = _differing(types, sent & read)
    return Directions(frozenset(sent - read), frozenset(differing))


def _replies(api: Api) -> Iterator[TypeExpression]:
    for operation in api.operations:
        if operation.result is not None:
            yield operation.result.type
    for error in api.errors:
        if error.body is not None:
            yield error.body


def _reached(types: Mapping[str, NamedType], starts: Iterable[TypeExpression]) -> set[str]:
    """Records that types are made of."""
    reached: set[str] = set()
    waiting = [name for start in starts for name in references(start)]
    while waiting:
        type_ = types.get(waiting.pop())
        if isinstance(type_, Record) and type_.name not in reached:
            reached.add(type_.name)
            waiting.extend(name for field in type_.fields for name in references(field.type))
    return reached


def _differing(types: Mapping[str, NamedType], names: set[str]) -> set[str]:
    """Those of these records that are sent in another form, or hold one that is."""
    holders: dict[str, set[str]] = {}
    waiting: list[str] = []
    for name in names:
        record = types[name]
        assert isinstance(record, Record)
        for field in record.fields:
            for held in references(field.type):
                holders.setdefault(held, set()).add(name)
        if any(_is_sent_otherwise(types, field) for field in record.fields):
            waiting.append(name)
    differing: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in differing:
            differing.add(name)
            waiting.extend(holders.get(name, ()))
    return differing


def _is_sent_otherwise(types: Mapping[str, NamedType], field: Field) -> bool:
    if field.presence is not None and is_nullable(field.type):
        return True
    return any(isinstance(types.get(name), Enumeration) for name in references(field.type))


def is_nullable(expression: TypeExpression) -> bool:
    """Return whether null is one of the values."""
    if isinstance(expression, Union):
        return "null" in expression.options
    return expression in ("any", "null")
