"""Checks of data in user files against the types of an API."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, cast

from specloom.documents.document import Finding
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import structs as model
from specloom.model.scalars import SCALARS

At: TypeAlias = tuple[str | int, ...]


def record_misfits(
    api: model.Api,
    at: At,
    record: model.Record,
    value: Mapping[str, object],
    left_out: Iterable[str] = (),
) -> Iterator[Finding]:
    """Members that the record does not have, those that are missing, and those of another type.

    The values of `left_out` are looked at by the caller.
    """
    fields = {field.name: field for field in record.fields}
    for name, member in value.items():
        if name not in fields:
            hint = did_you_mean_or_all(name, fields)
            yield Finding((*at, name), "unknown-name", f"there is no field `{name}`", hint, True)
        elif name not in left_out:
            yield from value_misfits(api, (*at, name), model.replied_type(fields[name]), member)
    for name, field in fields.items():
        if field.presence is None and name not in value:
            yield Finding(at, "missing-key", f"`{name}` of {record.name} is missing")


def value_misfits(
    api: model.Api, at: At, type_: model.TypeExpression, value: object
) -> Iterator[Finding]:
    """The parts of a value that do not fit its type, at any depth."""
    records = model.records_of(api)
    type_ = model.unaliased(model.types_of(api), type_)
    match type_:
        case model.Reference(name=name) if name in records and isinstance(value, dict):
            yield from record_misfits(api, at, records[name], cast("dict[str, object]", value))
        case model.ListOf(items=inside) if isinstance(value, list):
            for index, item in enumerate(cast("list[object]", value)):
                yield from value_misfits(api, (*at, index), inside, item)
        case model.MapOf(values=inside) if isinstance(value, dict):
            for key, member in cast("dict[str, object]", value).items():
                yield from value_misfits(api, (*at, key), inside, member)
        case model.Union(options=options):
            yield from _union_misfits(api, at, options, value)
        case _ if not fits(type_, value, api):
            yield Finding(at, "wrong-type", "the value does not fit its type")
        case _:
            pass


def _union_misfits(
    api: model.Api, at: At, options: Iterable[model.TypeExpression], value: object
) -> Iterator[Finding]:
    """Reasons why a value fits no option; those of the first option whose kind it is, if there is one."""
    alike: list[list[Finding]] = []
    for option in options:
        misfits = list(value_misfits(api, at, option, value))
        if not misfits:
            return
        if fits(option, value, api):
            alike.append(misfits)
    if alike:
        yield from alike[0]
    else:
        yield Finding(at, "wrong-type", "the value does not fit its type")


def fits(type_: model.TypeExpression, value: object, api: model.Api) -> bool:
    """Return whether a value is of a type, without looking at the values within."""
    match type_:
        case str():
            return SCALARS[type_].fits(value)
        case model.MapOf():
            return isinstance(value, dict)
        case model.ListOf():
            return isinstance(value, list)
        case model.Constant(value=constant):
            return type(value) is type(constant) and value == constant
        case model.Union(options=options):
            return any(fits(option, value, api) for option in options)
        case model.Reference(name=name):
            match model.types_of(api)[name]:
                case model.Enumeration(values=values):
                    return value in values
                case model.Alias(type=aliased):
                    return fits(aliased, value, api)
                case model.Record():
                    return isinstance(value, dict)
