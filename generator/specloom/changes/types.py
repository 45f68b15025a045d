"""Whether everything of one type is of another, too."""

from typing import Literal, TypeAlias

from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    Constant,
    ListOf,
    MapOf,
    Reference,
    TypeExpression,
    Union,
)

Relation: TypeAlias = Literal["same", "wider", "narrower", "other"]
"""How a type lies to the one before: `wider` holds all that that held, and more."""


def relation(before: TypeExpression, after: TypeExpression) -> Relation:
    """How a type changed."""
    if before == after:
        return "same"
    grows, shrinks = _covers(after, before), _covers(before, after)
    if grows and shrinks:
        return "same"
    return "wider" if grows else "narrower" if shrinks else "other"


def _covers(wide: TypeExpression, narrow: TypeExpression) -> bool:
    options = _options(wide)
    return all(any(_is_within(one, option) for option in options) for one in _options(narrow))


def _options(expression: TypeExpression) -> tuple[TypeExpression, ...]:
    if isinstance(expression, Union):
        return tuple(one for option in expression.options for one in _options(option))
    return (expression,)


def _is_within(narrow: TypeExpression, wide: TypeExpression) -> bool:
    match narrow, wide:
        case _, "any":
            return True
        case str(), str():
            return narrow == wide or wide in SCALARS[narrow].within
        case Constant(value=value), str():
            return wide == _scalar_of(value)
        case (ListOf(items=one), ListOf(items=other)) | (MapOf(values=one), MapOf(values=other)):
            return _covers(other, one)
        case (Reference() | MapOf()), "object":
            return True
        case _:
            return narrow == wide


def _scalar_of(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "integer" if isinstance(value, int) else "string"
