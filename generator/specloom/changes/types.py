"""Relations of types in JSON, and of the texts that stand for values outside of JSON."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    Constant,
    Enumeration,
    ListOf,
    MapOf,
    NamedType,
    Reference,
    TypeExpression,
    Union,
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
    old = _in_json(before.expression, before.types)
    new = _in_json(after.expression, after.types)
    grows = _covers(new, old) and after.format in (None, before.format)
    shrinks = _covers(old, new) and before.format in (None, after.format)
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


def _covers(wide: TypeExpression, narrow: TypeExpression) -> bool:
    options = _options(wide)
    return all(
        any(_is_within(narrow_option, option) for option in options)
        for narrow_option in _options(narrow)
    )


def _options(expression: TypeExpression) -> tuple[TypeExpression, ...]:
    if isinstance(expression, Union):
        return tuple(inner for option in expression.options for inner in _options(option))
    return (expression,)


def _is_within(narrow: TypeExpression, wide: TypeExpression) -> bool:
    match narrow, wide:
        case _, "any":
            return True
        case str(), str():
            return narrow == wide or wide in SCALARS[narrow].within
        case Constant(value=value), str():
            return _is_within(_scalar_of(value), wide)
        case Constant(value=value), Constant(value=other):
            return (type(value), value) == (type(other), other)  # `True` is equal to 1
        case (ListOf(items=inner), ListOf(items=outer)) | (
            MapOf(values=inner),
            MapOf(values=outer),
        ):
            return _covers(outer, inner)
        case [Reference() | MapOf(), "object"]:
            return True
        case "object", MapOf(values="any"):
            return True
        case _:
            return narrow == wide


def _scalar_of(value: str | int | bool) -> TypeExpression:
    if isinstance(value, bool):
        return "boolean"
    return "integer" if isinstance(value, int) else "string"


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
