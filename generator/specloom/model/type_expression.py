"""Types of values, as expressions of the model."""

from typing import Literal, TypeAlias

from specloom.model.node import Node


class Alternative(Node, frozen=True):
    """A part where one of several kinds of parts can stand."""

    @property
    def kind(self) -> str:
        """Which kind it is, in the word that the document of the model has; for templates."""
        return str(self.__struct_config__.tag)


Scalar: TypeAlias = Literal[
    "any",
    "boolean",
    "decimal",
    "integer",
    "null",
    "number",
    "object",
    "string",
    "timestamp",
]
"""`decimal` is a JSON number that stands for money; `object` is a JSON object of unknown members."""


class ListOf(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="list"):
    """A JSON array."""

    items: "TypeExpression"


class MapOf(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="map"):
    """A JSON object whose keys are data."""

    values: "TypeExpression"


class Reference(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="reference"):
    """A type of `Api.types`, by name."""

    name: str


class Union(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="union"):
    """One of several types."""

    options: tuple["TypeExpression", ...]


class Constant(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="constant"):
    """Exactly this value (`infinity` beside a timestamp, `false` beside one)."""

    value: str | int | bool


TypeExpression: TypeAlias = Scalar | ListOf | MapOf | Reference | Union | Constant


def options_without_null(options: tuple[TypeExpression, ...]) -> tuple[TypeExpression, ...]:
    """Options of a union apart from null."""
    alternatives: list[TypeExpression] = [option for option in options if option != "null"]
    return tuple(alternatives)


def without_null(expression: TypeExpression) -> TypeExpression:
    """A type without null."""
    if not isinstance(expression, Union):
        return expression
    options = options_without_null(expression.options)
    return options[0] if len(options) == 1 else Union(options=options)


def references(expression: TypeExpression) -> tuple[str, ...]:
    """Names of the types that an expression mentions, in its order."""
    match expression:
        case Reference(name=name):
            return (name,)
        case ListOf(items=inside) | MapOf(values=inside):
            return references(inside)
        case Union(options=options):
            return tuple(name for option in options for name in references(option))
        case _:
            return ()
