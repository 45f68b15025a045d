"""Small changes of a model, made at random: each is what a change of a description could make of it."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from specloom.model.structs import (
    Api,
    Enumeration,
    Field,
    ListOf,
    Multiple,
    NamedType,
    Operation,
    Parameter,
    Presence,
    Record,
    Union,
)

Part = TypeVar("Part")
Mutation = Callable[[Api, Random], Api]


def _replaced(parts: Sequence[Part], old: Part, *new: Part) -> tuple[Part, ...]:
    return tuple(one for part in parts for one in (new if part is old else (part,)))


def _choice(random: Random, parts: Iterable[Part]) -> Part:
    known = list(parts)
    if not known:
        raise LookupError
    return random.choice(known)


def _operation(change: Callable[[Operation, Random], Sequence[Operation]]) -> Mutation:
    def mutate(api: Api, random: Random) -> Api:
        old = _choice(random, api.operations)
        return replace(api, operations=_replaced(api.operations, old, *change(old, random)))

    return mutate


def _parameter(change: Callable[[Parameter, Random], Sequence[Parameter]]) -> Mutation:
    def mutate(operation: Operation, random: Random) -> Sequence[Operation]:
        old = _choice(random, (known for known in operation.parameters if not known.sensitive))
        new = change(old, random)
        return [replace(operation, parameters=_replaced(operation.parameters, old, *new))]

    return _operation(mutate)


def _record(change: Callable[[Record, Random], Sequence[Record]]) -> Mutation:
    def mutate(api: Api, random: Random) -> Api:
        old = _choice(random, (known for known in api.types if isinstance(known, Record)))
        types: tuple[NamedType, ...] = _replaced(api.types, old, *change(old, random))
        return replace(api, types=types)

    return mutate


def _field(change: Callable[[Field], Sequence[Field]]) -> Mutation:
    def mutate(record: Record, random: Random) -> Sequence[Record]:
        old = _choice(random, record.fields)
        return [replace(record, fields=_replaced(record.fields, old, *change(old)))]

    return _record(mutate)


def _values(change: Callable[[Enumeration], Enumeration]) -> Mutation:
    def mutate(api: Api, random: Random) -> Api:
        old = _choice(random, (known for known in api.types if isinstance(known, Enumeration)))
        types: tuple[NamedType, ...] = _replaced(api.types, old, change(old))
        return replace(api, types=types)

    return mutate


def _helper_or_error(api: Api, random: Random) -> Api:
    old = _choice(random, (operation for operation in api.operations if operation.errors))
    error = old.errors[0]
    other = replace(error, absence=not error.absence)
    new = replace(old, errors=(*random.choice([(), (other,)]), *old.errors[1:]))
    return replace(api, operations=_replaced(api.operations, old, new))


def _renamed(operation: Operation) -> Operation:
    if operation.class_name is not None:
        return replace(operation, class_name=f"{operation.class_name}Again")
    return replace(operation, method_name=f"{operation.method_name}_again")


_NEW = Parameter(name="novelty", type="integer")
_MANY = Multiple(limit=50, low_limit=50, high_limit=500)

MUTATIONS: dict[str, Mutation] = {
    "operation removed": _operation(lambda old, _: []),
    "operation renamed": _operation(lambda old, _: [_renamed(old)]),
    "operation deprecated": _operation(lambda old, _: [replace(old, deprecated=True)]),
    "generator": _operation(lambda old, _: [replace(old, generator=not old.generator)]),
    "result of another type": _operation(
        lambda old, _: [replace(old, result=old.result and replace(old.result, type="any"))]
    ),
    "parameter added": _operation(
        lambda old, _: [replace(old, parameters=(*old.parameters, _NEW))]
    ),
    "parameter needed": _operation(
        lambda old, _: [replace(old, parameters=(*old.parameters, replace(_NEW, required=True)))]
    ),
    "parameters turned round": _operation(
        lambda old, _: [replace(old, parameters=tuple(reversed(old.parameters)))]
    ),
    "parameter removed": _parameter(lambda old, _: []),
    "parameter renamed": _parameter(lambda old, _: [replace(old, name=f"{old.name}again")]),
    "parameter required or not": _parameter(
        lambda old, _: [replace(old, required=not old.required)]
    ),
    "parameter is an integer": _parameter(
        lambda old, _: [Parameter(name=old.name, type="integer", position=old.position)]
    ),
    "parameter is text": _parameter(
        lambda old, _: [Parameter(name=old.name, type="string", position=old.position)]
    ),
    "parameter is a flag": _parameter(
        lambda old, _: [Parameter(name=old.name, type="boolean", position=old.position)]
    ),
    "parameter takes one or several": _parameter(
        lambda old, _: [replace(old, multiple=None if old.multiple else _MANY)]
    ),
    "parameter deprecated": _parameter(lambda old, _: [replace(old, deprecated=True)]),
    "limit lower": _parameter(lambda old, _: [replace(old, maximum=3)]),
    "text of a parameter": _parameter(lambda old, _: [replace(old, summary="Another one.")]),
    "value removed": _values(lambda old: replace(old, values=old.values[1:])),
    "value added": _values(lambda old: replace(old, values=(*old.values, "novelty"))),
    "list open or closed": _values(lambda old: replace(old, site_specific=not old.site_specific)),
    "field removed": _field(lambda old: []),
    "field renamed": _field(lambda old: [replace(old, name=f"{old.name}again")]),
    "field of another type": _field(lambda old: [replace(old, type=ListOf(items="integer"))]),
    "field may be null": _field(lambda old: [replace(old, type=Union(options=(old.type, "null")))]),
    "field may be missing or not": _field(
        lambda old: [replace(old, presence=None if old.presence else Presence(when="it rains"))]
    ),
    "field brought by a value": _field(
        lambda old: [replace(old, brought_by=() if old.brought_by else ("novelty",))]
    ),
    "text of a field": _field(lambda old: [replace(old, summary="Another one.")]),
    "field added": _record(
        lambda old, _: [replace(old, fields=(*old.fields, Field(name="novelty", type="string")))]
    ),
    "helpers removed": _record(lambda old, _: [replace(old, helpers=())]),
    "error or what stands for it": _helper_or_error,
}
