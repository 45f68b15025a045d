"""Types of values, as expressions of the model."""

from typing import Literal, TypeAlias, cast

from msgspec.structs import replace

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
    tag: str | None = None
    """Member of the options, which are records, whose text says which of them a value is; None if nothing says it."""
    tags: tuple[tuple[str, str], ...] = ()
    """Text of that member, and the record; any other text is of a record that the source does not have yet. A text that several records
    have comes with each of them: the other members tell which of these a value is."""
    base: str | None = None
    """With a tag: the option that any other text stands for, where the others extend it."""


class Constant(Alternative, frozen=True, kw_only=True, tag_field="kind", tag="constant"):
    """Exactly this value (`infinity` beside a timestamp, `false` beside one)."""

    value: str | int | bool


TypeExpression: TypeAlias = Scalar | ListOf | MapOf | Reference | Union | Constant


def scalar_of(value: str | int | bool) -> Scalar:
    """The type of all values like a constant."""
    if isinstance(value, bool):
        return "boolean"
    return "integer" if isinstance(value, int) else "string"


def options_without_null(options: tuple[TypeExpression, ...]) -> tuple[TypeExpression, ...]:
    """Options of a union apart from null."""
    alternatives: list[TypeExpression] = [option for option in options if option != "null"]
    return tuple(alternatives)


def tag_of(union: Union, option: TypeExpression) -> dict[str, str]:
    """The member that says that a value is of an option, as JSON has it; empty without a tag."""
    if union.tag is None or not isinstance(option, Reference):
        return {}
    texts = [text for text, name in union.tags if name == option.name]
    return {union.tag: texts[0]} if texts else {}


def record_by_tag(union: Union, value: object) -> str | None:
    """The record that the tag in a value names; None without a tag, with another one, and with one of several records."""
    if union.tag is None or not isinstance(value, dict):
        return None
    text = cast("dict[str, object]", value).get(union.tag)
    names = [name for tag, name in union.tags if tag == text]
    return names[0] if len(names) == 1 else None


def without_null(expression: TypeExpression) -> TypeExpression:
    """A type without null."""
    if not isinstance(expression, Union):
        return expression
    options = options_without_null(expression.options)
    return options[0] if len(options) == 1 else replace(expression, options=options)


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
