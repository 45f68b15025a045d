"""Relations of types in JSON, and of the texts that stand for values outside of JSON."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    Alias,
    Constant,
    Enumeration,
    ListOf,
    MapOf,
    NamedType,
    Reference,
    TypeExpression,
    Union,
    scalar_of,
    unaliased,
)

Relation: TypeAlias = Literal["same", "wider", "narrower", "other"]
"""Of a type to the one before: `wider` has all of its values, and more."""


class JsonType(NamedTuple):
    """A type, with what an API has for its names."""

    expression: TypeExpression
    format: str | None = None
    types: Mapping[str, NamedType] = {}


def relation(before: JsonType, after: JsonType) -> Relation:
    """The relation of two types in JSON."""
    grows = _covers(after, before) and after.format in (None, before.format)
    shrinks = _covers(before, after) and before.format in (None, after.format)
    if grows and shrinks:
        return "same"
    return "wider" if grows else "narrower" if shrinks else "other"


def reversed_relation(relation: Relation) -> Relation:
    """The relation of the type before to the one after."""
    match relation:
        case "wider":
            return "narrower"
        case "narrower":
            return "wider"
        case _:
            return relation


def _in_json(expression: TypeExpression, types: Mapping[str, NamedType]) -> TypeExpression:
    """The type with distinctions removed that JSON lacks: it has one kind of number, and no lists of values."""
    match expression:
        case "decimal":
            return "number"
        case ListOf(items=inside):
            return ListOf(items=_in_json(inside, types))
        case MapOf(values=inside):
            return MapOf(values=_in_json(inside, types))
        case Union(options=options):
            return Union(options=tuple(_in_json(option, types) for option in options))
        case Reference(name=name):
            declared = types.get(name)
            return _as_options(declared) if isinstance(declared, Enumeration) else expression
        case _:
            return expression


def _as_options(declared: Enumeration) -> TypeExpression:
    if declared.values and not declared.site_specific:
        return Union(options=tuple(Constant(value=value) for value in declared.values))
    return "string"


def _covers(wide: JsonType, narrow: JsonType) -> bool:
    """Return whether a type has all values of another one."""
    assumed: set[tuple[TypeExpression, TypeExpression]] = set()
    """Types of which the first is compared with the second further out, where aliases contain themselves."""

    def covers(outer: TypeExpression, inner: TypeExpression) -> bool:
        if (outer, inner) in assumed or _are_one_alias(outer, inner, narrow.types):
            return True
        assumed.add((outer, inner))
        options: list[TypeExpression] = [*_options(outer, wide.types)]
        is_covered = all(
            any(is_within(option, wide_option) for wide_option in options)
            for option in _options(inner, narrow.types)
        )
        assumed.discard((outer, inner))
        return is_covered

    def is_within(inner: TypeExpression, outer: TypeExpression) -> bool:
        match inner, outer:
            case (ListOf(items=inner_values), ListOf(items=outer_values)) | (
                MapOf(values=inner_values),
                MapOf(values=outer_values),
            ):
                return covers(outer_values, inner_values)
            case _:
                return _is_within(inner, outer)

    return covers(wide.expression, narrow.expression)


def _are_one_alias(
    first: TypeExpression, second: TypeExpression, types: Mapping[str, NamedType]
) -> bool:
    """Return whether both are one alias, whose changes are its own."""
    is_alias = isinstance(first, Reference) and isinstance(types.get(first.name), Alias)
    return is_alias and first == second


def _options(
    expression: TypeExpression, types: Mapping[str, NamedType]
) -> Iterator[TypeExpression]:
    """The alternatives of a type, those of an alias among them, as JSON has them."""
    inner = _in_json(unaliased(types, expression), types)
    if isinstance(inner, Union):
        for option in inner.options:
            yield from _options(option, types)
    else:
        yield inner


def _is_within(narrow: TypeExpression, wide: TypeExpression) -> bool:
    match narrow, wide:
        case _, "any":
            return True
        case str(), str():
            return narrow == wide or wide in SCALARS[narrow].within
        case Constant(value=value), str():
            return _is_within(scalar_of(value), wide)
        case Constant(value=value), Constant(value=other):
            return (type(value), value) == (type(other), other)  # `True` is equal to 1
        case [Reference() | MapOf(), "object"]:
            return True
        case "object", MapOf(values="any"):
            return True
        case _:
            return narrow == wide


# --- Texts -----------------------------------------------------------------------------------------


def text_relation(before: tuple[str, str | None], after: tuple[str, str | None]) -> Relation:
    """The relation of a parameter's types in a request that carries it as text; each type has its format
    beside it.
    """
    old, new = _text(*before), _text(*after)
    if old == new:
        return "same"
    if _is_text_within(old, new):
        return "wider"
    return "narrower" if _is_text_within(new, old) else "other"


def _text(type_: str, format_: str | None) -> tuple[str, str | None]:
    return {"text": "string", "decimal": "number"}.get(type_, type_), format_


def _is_text_within(narrow: tuple[str, str | None], wide: tuple[str, str | None]) -> bool:
    takes_integers = wide in (("number", None), ("limit", None))
    return wide == ("string", None) or (narrow[0] == "integer" and takes_integers)
