"""Parameters and fields of a model, from facts that stand beside each other as in the description of an API."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec.inspect as mi
from msgspec.structs import replace

from specloom.model.structs import (
    Field,
    HttpParameter,
    Limits,
    ListOf,
    ModuleField,
    ModuleParameter,
    Parameter,
    TypeExpression,
)
from specloom.readers.paraminfo.parameter_type import module_type, value_type

ValueT = TypeVar("ValueT", Parameter, Field)


def parameter_of(
    name: str, type_: TypeExpression | str, *, several: bool = False, **facts: Any
) -> Parameter:
    """A parameter; `type_` may be one of a catalogue, and `location` says where a request carries it."""
    module = _part(ModuleParameter, facts)
    expression = _single(type_)
    if isinstance(type_, str):
        module["type"] = module_type(type_)
    http = HttpParameter(location=facts.pop("location", "query"))
    limits = Limits(**_part(Limits, facts))
    return Parameter(
        name=name,
        type=ListOf(items=expression) if several else expression,
        limits=limits,
        http=http,
        module=ModuleParameter(**module),
        **facts,
    )


def _single(type_: TypeExpression | str) -> TypeExpression:
    return value_type(type_, None, is_list=False) if isinstance(type_, str) else type_


def field_of(name: str, type_: TypeExpression, **facts: Any) -> Field:
    """A field of a record."""
    limits, module = Limits(**_part(Limits, facts)), ModuleField(**_part(ModuleField, facts))
    return Field(name=name, type=type_, limits=limits, module=module, **facts)


def with_facts(value: ValueT, **facts: Any) -> ValueT:
    """A parameter or field with some facts changed."""
    parts: dict[str, Any] = {"limits": value.limits, "module": value.module}
    if isinstance(value, Parameter):
        parts["http"] = value.http
    type_ = facts.pop("type", value.type)
    changed = {name: replace(part, **_part(type(part), facts)) for name, part in parts.items()}
    return replace(value, type=type_, **changed, **facts)


def _part(kind: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a part of a value, which are taken out of all."""
    return {name: facts.pop(name) for name in kind.__struct_fields__ if name in facts}


def options(info: Any) -> Iterator[Any]:
    """A type, or each of several."""
    match info:
        case mi.Metadata():
            yield from options(info.type)
        case mi.UnionType():
            for option in info.types:
                yield from options(option)
        case _:
            yield info
