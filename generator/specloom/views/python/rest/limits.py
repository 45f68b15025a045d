"""Limits that the runtime checks of an argument: its own, and those of the aliases in its type."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import structs

from specloom.model import structs as model
from specloom.rendering.render import View
from specloom.runtime.rest.limits import (
    NO_LIMITS,
    RecursiveLimits,
    limits_of_items,
    limits_of_members,
)

Types: TypeAlias = Mapping[str, model.NamedType]
_OF_VALUES = (
    *("minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of"),
    *("minimum_characters", "maximum_characters", "maximum_bytes", "pattern"),
)
"""Limits of numbers and of strings."""


class LimitsView(View, frozen=True):
    """Limits of a value, by the runtime's names."""

    limits: tuple[tuple[str, "str | int | float | LimitsView"], ...]
    is_recursive: bool


def limits_view(types: Types, parameter: model.Parameter) -> LimitsView | None:
    """The limits of a parameter; None: it has none."""
    limits = _in_use(types, parameter.type, parameter.limits)
    return None if limits == NO_LIMITS else _view(limits)


def _view(limits: model.Limits) -> LimitsView:
    return LimitsView(
        tuple(
            (name, _view(limit) if isinstance(limit, model.Limits) else limit)
            for name, limit in structs.asdict(limits).items()
            if limit is not None and limit is not False
        ),
        isinstance(limits, RecursiveLimits),
    )


def _in_use(types: Types, type_: model.TypeExpression, stated: model.Limits) -> model.Limits:
    """Limits of the values of a type, with those of the aliases that it has in the place of a whole value, item or member."""
    match model.without_null(type_):
        case model.Reference(name=name):
            alias = types.get(name)
            if not isinstance(alias, model.Alias):
                return stated
            return structs.replace(_of_alias(types, alias), **_stated(stated))
        case model.ListOf(items=values):
            each = limits_of_items(stated)
        case model.MapOf(values=values):
            each = limits_of_members(stated)
        case _:
            return stated
    limits = _in_use(types, values, each)
    return stated if limits == each else structs.replace(stated, each=limits)


def _of_alias(types: Types, alias: model.Alias) -> model.Limits:
    """Limits of an alias, also for the values in it that are of the alias again, where no other type of JSON could be meant."""
    if alias.limits == NO_LIMITS:
        return NO_LIMITS
    options = _options(alias.type)
    containers = [option for option in options if isinstance(option, model.ListOf | model.MapOf)]
    if len(containers) != len({type(container) for container in containers}):
        return alias.limits
    within = {type(container): _options(_type_of_values(container)) for container in containers}
    itself = model.Reference(name=alias.name)
    repeating = [type_ for type_, values in within.items() if itself in values]
    is_whole = all(values == (itself,) for values in within.values())
    if not repeating or (len(within) > 1 and not is_whole):
        return alias.limits
    alternatives: list[model.TypeExpression] = [
        option for type_ in repeating for option in within[type_] if option != itself
    ]
    is_list, is_object = (
        kind in repeating and not any(_may_be(types, option, kind) for option in alternatives)
        for kind in (model.ListOf, model.MapOf)
    )
    is_object = is_object and not any(
        _may_be(types, option, model.MapOf) for option in options if option not in containers
    )
    limits_within = limits_of_items if model.ListOf in repeating else limits_of_members
    of_values: dict[str, Any] = {name: getattr(alias.limits, name) for name in _OF_VALUES}
    each = structs.replace(model.Limits(**of_values), **_stated(limits_within(alias.limits)))
    whole = _stated(structs.replace(alias.limits, each=each))
    return RecursiveLimits(**whole, lists=is_list, objects=is_object)


def _options(type_: model.TypeExpression) -> tuple[model.TypeExpression, ...]:
    """The types that a value may be of, without null."""
    type_ = model.without_null(type_)
    return type_.options if isinstance(type_, model.Union) else (type_,)


def _type_of_values(container: model.ListOf | model.MapOf) -> model.TypeExpression:
    return container.items if isinstance(container, model.ListOf) else container.values


def _stated(limits: model.Limits) -> dict[str, Any]:
    return {name: limit for name, limit in structs.asdict(limits).items() if limit is not None}


def _may_be(
    types: Types, type_: model.TypeExpression, kind: type[model.ListOf] | type[model.MapOf]
) -> bool:
    """Return whether a value of a type may be a list, or an object."""
    is_list = kind is model.ListOf
    match model.unaliased(types, type_):
        case model.ListOf():
            return is_list
        case model.MapOf() | "object":
            return not is_list
        case model.Union(options=options):
            return any(_may_be(types, option, kind) for option in options)
        case model.Reference(name=name):
            return not is_list and isinstance(types.get(name), model.Record)
        case other:
            return other == "any"
