"""Named types within results and within other types."""

from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec.structs import replace

from specloom.model.structs import (
    Alias,
    Api,
    Constant,
    ListOf,
    MapOf,
    NamedType,
    Record,
    Reference,
    Result,
    TypeExpression,
    Union,
    options_without_null,
    references,
    scalar_of,
    without_null,
)


def result_names(result: Result | None) -> Iterator[str]:
    """The types that a result names, and what stands beside it: that of its groups first."""
    if result is not None:
        if result.group is not None:
            yield result.group
        yield from references(result.type)
        if result.events is not None and result.events.type is not None:
            yield from references(result.events.type)
        for sibling in result.siblings:
            yield from references(sibling.type)


def with_inner(types: Mapping[str, NamedType], names: Iterable[str]) -> tuple[str, ...]:
    """Named types and all types within them, each once and before those within it."""
    waiting, ordered = [*names][::-1], dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in ordered:
            ordered[name] = None
            inner_names = [
                inner for type_ in inner_types(types.get(name)) for inner in references(type_)
            ]
            waiting += reversed(inner_names)
    return tuple(ordered)


def nearest(types: Mapping[str, NamedType], names: Iterable[str], count: int) -> frozenset[str]:
    """Records and aliases, `count` at most: those that are named, then those within them, level by level."""
    reached, level = dict[str, None](), list(dict.fromkeys(names))
    while level and len(reached) < count:
        level = [name for name in level if isinstance(types.get(name), Record | Alias)]
        reached |= dict.fromkeys(level)
        inner_names = (
            inner
            for name in level
            for type_ in inner_types(types[name])
            for inner in references(type_)
        )
        level = [name for name in dict.fromkeys(inner_names) if name not in reached]
    return frozenset([*reached][:count])


def inner_types(named_type: NamedType | None) -> Iterator[TypeExpression]:
    """The types that a named type is made of: those of its fields, or the one that it is an alias of."""
    match named_type:
        case Record(fields=fields):
            for field in fields:
                yield field.type
        case Alias(type=type_):
            yield type_
        case _:
            pass


def has_unknown_records(api: Api) -> bool:
    """Return whether values of an API may be records whose tag its description does not have."""
    return any(map(_has_unknown_records, _expressions(api)))


def alternative_records(api: Api) -> frozenset[str]:
    """Records that are one of several alternatives, which their constants may tell apart."""
    unions = (union for expression in _expressions(api) for union in _unions(expression))
    return frozenset(
        option.name
        for union in unions
        if len(options_without_null(union.options)) > 1
        for option in union.options
        if isinstance(option, Reference)
    )


def _unions(expression: TypeExpression) -> Iterator[Union]:
    match expression:
        case ListOf(items=inside) | MapOf(values=inside):
            yield from _unions(inside)
        case Union(options=options):
            yield expression
            for option in options:
                yield from _unions(option)
        case _:
            pass


def as_read(expression: TypeExpression) -> TypeExpression:
    """A type in replies, where a constant and one of several constants may be a value that the source does not have yet."""
    match expression:
        case ListOf(items=inside):
            return ListOf(items=as_read(inside))
        case MapOf(values=inside):
            return MapOf(values=as_read(inside))
        case Constant(value=value):
            return scalar_of(value)
        case Union(options=options):
            if not all(isinstance(each, Constant) for each in options_without_null(options)):
                # Beside other types, a constant is what tells the alternatives apart.
                parts = (each if isinstance(each, Constant) else as_read(each) for each in options)
                return replace(expression, options=tuple(parts))
            types: list[TypeExpression] = []
            for each in map(as_read, options):
                if each not in types:
                    types.append(each)
            return types[0] if len(types) == 1 else replace(expression, options=tuple(types))
        case _:
            return expression


def record_as_read(record: Record, alternatives: Container[str]) -> Record:
    """A record with the types that its fields have in replies; `alternatives` are the records that constants may tell apart."""
    is_told_apart = record.name in alternatives
    fields = tuple(
        (
            field
            if is_told_apart and isinstance(without_null(field.type), Constant)
            else replace(field, type=as_read(field.type))
        )
        for field in record.fields
    )
    return record if fields == record.fields else replace(record, fields=fields)


def _expressions(api: Api) -> Iterator[TypeExpression]:
    for operation in api.operations:
        for parameter in operation.parameters:
            yield parameter.type
        if operation.result is not None:
            yield operation.result.type
    for error in api.errors:
        if error.body is not None:
            yield error.body
    for webhook in api.protocol.webhooks:
        yield webhook.type
    for described in api.protocol.webhook_headers:
        yield described.header.type
    for named_type in api.types:
        yield from inner_types(named_type)


def _has_unknown_records(expression: TypeExpression) -> bool:
    match expression:
        case ListOf(items=inside) | MapOf(values=inside):
            return _has_unknown_records(inside)
        case Union(options=options):
            is_open = expression.tag is not None and expression.base is None
            return is_open or any(map(_has_unknown_records, options))
        case _:
            return False
