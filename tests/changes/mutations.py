"""Small changes of a model, made at random: each is what a change of a description could make of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from specloom.model.structs import (
    Api,
    Constant,
    Enumeration,
    Field,
    Http,
    Limits,
    ListOf,
    MapOf,
    Module,
    NamedType,
    Operation,
    Parameter,
    Presence,
    Record,
    Reference,
    Scalar,
    TypeExpression,
    Union,
    records_of,
)
from specloom.model.value_formats import VALUE_FORMATS
from tests.values import parameter_of

Part = TypeVar("Part")
Mutation = Callable[[Api, Random], Api]


def _replaced(parts: Sequence[Part], old: Part, *new: Part) -> tuple[Part, ...]:
    return tuple(successor for part in parts for successor in (new if part is old else (part,)))


def _choice(random: Random, parts: Iterable[Part]) -> Part:
    choices = list(parts)
    if not choices:
        raise LookupError
    return random.choice(choices)


def _operation(change: Callable[[Operation, Random], Sequence[Operation]]) -> Mutation:
    def mutate(api: Api, random: Random) -> Api:
        old = _choice(random, api.operations)
        return replace(api, operations=_replaced(api.operations, old, *change(old, random)))

    return mutate


def _parameter(change: Callable[[Parameter, Random], Sequence[Parameter]]) -> Mutation:
    def mutate(operation: Operation, random: Random) -> Sequence[Operation]:
        old = _choice(
            random, (parameter for parameter in operation.parameters if not parameter.secret)
        )
        new = change(old, random)
        return [replace(operation, parameters=_replaced(operation.parameters, old, *new))]

    return _operation(mutate)


def _record(change: Callable[[Record, Random], Sequence[Record]]) -> Mutation:
    def mutate(api: Api, random: Random) -> Api:
        old = _choice(random, (record for record in api.types if isinstance(record, Record)))
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
        old = _choice(
            random,
            (enumeration for enumeration in api.types if isinstance(enumeration, Enumeration)),
        )
        types: tuple[NamedType, ...] = _replaced(api.types, old, change(old))
        return replace(api, types=types)

    return mutate


def _of_wiki(mutation: Mutation) -> Mutation:
    """A mutation of a fact that only wikis have."""

    def mutate(api: Api, random: Random) -> Api:
        if not api.protocol.shares_address:
            raise LookupError
        return mutation(api, random)

    return mutate


def _helper_or_error(api: Api, random: Random) -> Api:
    old = _choice(random, (operation for operation in api.operations if operation.errors))
    if random.random() < 0.5:
        new = replace(old, errors=old.errors[1:])
        return replace(api, operations=_replaced(api.operations, old, new))
    errors = (
        replace(error, absence=not error.absence) if error.name == old.errors[0] else error
        for error in api.errors
    )
    return replace(api, errors=tuple(errors))


def _renamed(operation: Operation) -> Operation:
    match operation.call:
        case Http(method_name=name) as call:
            return replace(operation, call=replace(call, method_name=f"{name}_again"))
        case Module(class_name=name) as call:
            return replace(operation, call=replace(call, class_name=f"{name}Again"))
        case _:
            assert_never(operation.call)


# --- Types -----------------------------------------------------------------------------------------

SCALARS: tuple[Scalar, ...] = (
    *("any", "boolean", "decimal", "integer", "number", "object", "string", "timestamp"),
)


def narrower(expression: TypeExpression, api: Api) -> Iterator[TypeExpression]:
    """Types that have fewer values, or as many: of another class in Python, perhaps."""
    records = [Reference(name=record.name) for record in records_of(api).values()]
    match expression:
        case "any":
            yield from SCALARS[1:]
            yield from records[:1]
            yield from (ListOf(items="any"), MapOf(values="any"))
        case "string":
            yield from ("timestamp", Constant(value="a"))
        case "number":
            yield from ("integer", "decimal")
        case "decimal":
            yield from ("integer", "number")
        case "integer":
            yield Constant(value=1)
        case "boolean":
            yield Constant(value=True)
        case "object":
            yield from records[:1]
            yield from (MapOf(values="any"), MapOf(values="string"))
        case ListOf(items=inside):
            yield from (ListOf(items=inner) for inner in narrower(inside, api))
        case MapOf(values=inside):
            yield from (MapOf(values=inner) for inner in narrower(inside, api))
        case Union(options=options):
            yield from options
        case _:
            return


def wider(expression: TypeExpression, api: Api) -> Iterator[TypeExpression]:
    """Types that have more values, or as many."""
    if expression != "any":
        yield "any"
        yield Union(options=(expression, "null"))
    match expression:
        case "timestamp":
            yield "string"
        case "integer":
            yield from ("number", "decimal", Union(options=("integer", "string")))
        case "number":
            yield "decimal"
        case "decimal":
            yield "number"
        case "string":
            yield Union(options=("string", "integer"))
        case Constant(value=value):
            yield "boolean" if isinstance(value, bool) else "string"
        case Reference() | MapOf():
            yield "object"
        case ListOf(items=inside):
            yield from (ListOf(items=outer) for outer in wider(inside, api))
        case _:
            return
    if isinstance(expression, MapOf):
        yield from (MapOf(values=outer) for outer in wider(expression.values, api))


Ways = Callable[[TypeExpression, Api], Iterator[TypeExpression]]


def _fields(ways: Ways) -> Mutation:
    """Another type for a field of any record."""

    def mutate(api: Api, random: Random) -> Api:
        record = _choice(random, (record for record in records_of(api).values() if record.fields))
        field = _choice(random, record.fields)
        new = replace(field, type=_choice(random, ways(field.type, api)), accepts=())
        other = replace(record, fields=_replaced(record.fields, field, new))
        return replace(api, types=_replaced(api.types, record, other))

    return mutate


def _results(ways: Ways) -> Mutation:
    """Another type for a result."""

    def mutate(api: Api, random: Random) -> Api:
        operation = _choice(random, (candidate for candidate in api.operations if candidate.result))
        assert operation.result is not None
        type_ = _choice(random, ways(operation.result.type, api))
        new = replace(operation, result=replace(operation.result, type=type_))
        return replace(api, operations=_replaced(api.operations, operation, new))

    return mutate


_ARGUMENTS = ("boolean", "decimal", "integer", "number", "string", "timestamp")
_WIKI_ARGUMENTS = ("boolean", "integer", "limit", "string", "timestamp", "title", "user")


def _arguments(api: Api, random: Random) -> Api:
    """Another type, or another format, for a parameter: narrower or wider than any that it may have."""
    operation = _choice(random, (candidate for candidate in api.operations if candidate.parameters))
    old = _choice(random, (parameter for parameter in operation.parameters if not parameter.secret))
    formats = (None, *VALUE_FORMATS, "uri") if not api.protocol.shares_address else (None,)
    types = list(_ARGUMENTS if not api.protocol.shares_address else _WIKI_ARGUMENTS)
    if old.location in ("json", "body"):
        types += ["any", "object"]
    bare = replace(old, type="any", format=None, limits=Limits(), default=msgspec.UNSET)
    bare = replace(bare, module=replace(bare.module, type=None, high_maximum=None))
    ways = [_of_type(bare, type_, old) for type_ in types if type_ != old.kind]
    if old.kind == "string":
        ways = [replace(old, format=form) for form in formats if form != old.format] + ways
    if not api.protocol.shares_address:
        records = [Reference(name=record.name).name for record in records_of(api).values()]
        is_json = old.location in ("json", "body")
        ways += [_of_type(bare, Reference(name=name), old) for name in records[:1] if is_json]
        lists = [
            declaration.name for declaration in api.types if isinstance(declaration, Enumeration)
        ]
        ways += [_of_type(bare, Reference(name=name), old) for name in lists[:1]]
    new = _choice(random, ways)
    other = replace(operation, parameters=_replaced(operation.parameters, old, new))
    return replace(api, operations=_replaced(api.operations, operation, other))


_NEW = parameter_of("novelty", "integer")


def _of_type(bare: Parameter, type_: TypeExpression | str, old: Parameter) -> Parameter:
    """A parameter of another type, which takes as many values as before."""
    typed = parameter_of("", type_, several=old.multiple is not None)
    module = replace(bare.module, type=typed.module.type)
    limits = Limits(maximum_items=old.limits.maximum_items)
    return replace(bare, type=typed.type, module=module, limits=limits)


def _one_or_several(old: Parameter) -> Parameter:
    if isinstance(old.type, ListOf):
        module = replace(old.module, low_limit=None, high_limit=None, all_specifier=None)
        limits = replace(old.limits, maximum_items=None)
        return replace(old, type=old.type.items, limits=limits, module=module)
    module = replace(old.module, low_limit=50, high_limit=500)
    limits = replace(old.limits, maximum_items=50)
    return replace(old, type=ListOf(items=old.type), limits=limits, module=module)


def _brought_or_not(old: Field) -> Field:
    module = replace(old.module, brought_by=() if old.module.brought_by else ("novelty",))
    return replace(old, module=module)


def _with_generator(old: Operation) -> Operation:
    """A module that becomes a generator, or no longer is one."""
    if isinstance(old.call, Http):
        raise LookupError
    return replace(old, call=replace(old.call, generator=not old.call.generator))


MUTATIONS: dict[str, Mutation] = {
    "operation removed": _operation(lambda old, _: []),
    "operation renamed": _operation(lambda old, _: [_renamed(old)]),
    "operation deprecated": _operation(lambda old, _: [replace(old, deprecated=True)]),
    "generator": _operation(lambda old, _: [_with_generator(old)]),
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
        lambda old, _: [parameter_of(old.name, "integer", position=old.position)]
    ),
    "parameter is text": _parameter(
        lambda old, _: [parameter_of(old.name, "string", position=old.position)]
    ),
    "parameter is a flag": _parameter(
        lambda old, _: [parameter_of(old.name, "boolean", position=old.position)]
    ),
    "parameter of another type": _arguments,
    "field narrower": _fields(narrower),
    "field wider": _fields(wider),
    "result narrower": _results(narrower),
    "result wider": _results(wider),
    "parameter takes one or several": _parameter(lambda old, _: [_one_or_several(old)]),
    "parameter deprecated": _parameter(lambda old, _: [replace(old, deprecated=True)]),
    "limit lower": _parameter(lambda old, _: [replace(old, limits=replace(old.limits, maximum=3))]),
    "text of a parameter": _parameter(lambda old, _: [replace(old, summary="Another one.")]),
    "value removed": _values(lambda old: replace(old, values=old.values[1:] or old.values)),
    "value added": _values(lambda old: replace(old, values=(*old.values, "novelty"))),
    "list open or closed": _of_wiki(
        _values(lambda old: replace(old, site_specific=not old.site_specific))
    ),
    "field removed": _field(lambda old: []),
    "field renamed": _field(lambda old: [replace(old, name=f"{old.name}again")]),
    "field of another type": _field(lambda old: [replace(old, type=ListOf(items="integer"))]),
    "field may be null": _field(lambda old: [replace(old, type=Union(options=(old.type, "null")))]),
    "field may be missing or not": _field(
        lambda old: [replace(old, presence=None if old.presence else Presence(when="it rains"))]
    ),
    "field brought by a value": _of_wiki(_field(lambda old: [_brought_or_not(old)])),
    "text of a field": _field(lambda old: [replace(old, summary="Another one.")]),
    "field added": _record(
        lambda old, _: [replace(old, fields=(*old.fields, Field(name="novelty", type="string")))]
    ),
    "helpers removed": _record(lambda old, _: [replace(old, helpers=())]),
    "error or what stands for it": _helper_or_error,
}
OF_TYPES = tuple(name for name in MUTATIONS if name.endswith(("another type", "narrower", "wider")))
"""Mutations of types, which are many."""
