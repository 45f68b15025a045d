"""Schemas of OpenAPI documents; `_schema.yaml.j2` writes them.

A field is a keyword, or a part of the model, of which `_schema_facts.yaml.j2` makes extensions.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import asdict, replace

from specloom.model import structs as model
from specloom.model.facts import facts_of
from specloom.model.scalars import JsonType
from specloom.rendering.render import View

Type: TypeAlias = JsonType | Literal["array"]


class Discriminator(View, frozen=True, kw_only=True):
    """Member by which alternatives are told apart."""

    member: str
    components: tuple[tuple[str, str], ...]
    """Text of the member, and the component that it stands for."""


class Schema(View, frozen=True, kw_only=True):
    """A schema of a value."""

    ref: str | None = None
    """The component that says it."""
    description: str = ""
    type: tuple[Type, ...] = ()
    """In JSON; empty: any."""
    nullable: bool = False
    """For OpenAPI 3.0, which lacks the type `null`."""
    format: str | None = None
    pattern: str | None = None
    enum: tuple[str | int | bool | None, ...] = ()
    """The only ones there are."""
    const: str | None = None
    """The only one there is."""
    minimum: float | None = None
    maximum: float | None = None
    exclusive_minimum: float | None = None
    """In OpenAPI 3.0, a sign beside `minimum`."""
    exclusive_maximum: float | None = None
    multiple_of: float | None = None
    min_length: int | None = None
    """Characters of a text."""
    max_length: int | None = None
    min_items: int | None = None
    """Items of an array."""
    max_items: int | None = None
    unique_items: bool = False
    min_properties: int | None = None
    """Members of an object."""
    max_properties: int | None = None
    items: "Schema | None" = None
    required: tuple[str, ...] = ()
    properties: Mapping[str, "Schema"] = {}
    additional_properties: "Schema | Literal[True] | None" = None
    """Members of any other name."""
    all_of: tuple["Schema", ...] = ()
    """All of them hold."""
    any_of: tuple["Schema", ...] = ()
    """One of them holds, or several."""
    discriminator: Discriminator | None = None
    """Member by which the alternatives are told apart."""
    default: model.Default | None = None
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    examples: tuple[Any, ...] = ()
    variable_names: tuple[str, ...] = ()
    """Names for the values in generated code, if generators cannot make names of them."""

    # What extensions tell, as the model has it.

    field: model.Field | None = None
    record: model.Record | None = None
    enumeration: model.Enumeration | None = None
    parameter: Mapping[str, Any] | None = None
    """Facts of a parameter in a body."""
    known_values: Sequence[str | int] = ()
    presence: Mapping[str, Any] | None = None
    """The rule by which the field is there."""
    other_format: str | None = None
    """A format that JSON Schema does not know."""


ANYTHING = Schema(description="Any JSON value.")
EMPTY_ARRAY = Schema(type=("array",), max_items=0)


def object_of(
    members: Mapping[str, Schema], required: Iterable[str] = (), description: str = ""
) -> Schema:
    """An object with these members."""
    return Schema(
        description=description, type=("object",), properties=members, required=tuple(required)
    )


def array_of(items: Schema, description: str = "") -> Schema:
    """An array of such items."""
    return Schema(description=description, type=("array",), items=items)


def one_of(*values: str) -> Schema:
    """One of these texts."""
    return Schema(type=("string",), enum=values)


def either(first: Schema | None, second: Schema) -> Schema:
    """One schema or the other."""
    return (
        second if first in (None, second) else Schema(any_of=tuple(filter(None, (first, second))))
    )


def described(schema: Schema, text: str) -> Schema:
    """The schema with a text, if it has none that says more."""
    return replace(schema, description=schema.description or text)


# --- OpenAPI 3.0 -----------------------------------------------------------------------------------------


def for_3_0(schema: Schema, *, lean: bool) -> Schema:
    """A schema as OpenAPI 3.0 can say it: one type at most, `nullable`, nothing beside a reference."""

    def inside(part: Schema) -> Schema:
        return for_3_0(part, lean=lean)

    schema_3_0 = replace(
        schema,
        items=schema.items and inside(schema.items),
        properties={name: inside(member) for name, member in schema.properties.items()},
        additional_properties=(
            inside(schema.additional_properties)
            if isinstance(schema.additional_properties, Schema)
            else schema.additional_properties
        ),
        all_of=tuple(map(inside, schema.all_of)),
        any_of=tuple(map(inside, schema.any_of)),
        enum=schema.enum if schema.const is None else (schema.const,),
        const=None,
    )
    if schema_3_0.ref and _says_more(schema_3_0, lean=lean):
        schema_3_0 = replace(schema_3_0, ref=None, all_of=(Schema(ref=schema_3_0.ref),))
    return _with_one_type(schema_3_0)


def _says_more(schema: Schema, *, lean: bool) -> bool:
    """Return whether anything stands beside the reference."""
    if schema.description or schema.deprecated or schema.nullable or schema.default is not None:
        return True
    if schema.read_only or schema.write_only or schema.examples:
        return True
    field = schema.field
    beside = field and (field.source or any(facts_of(field)))
    facts = (schema.parameter, schema.known_values, schema.presence, schema.other_format, beside)
    return not lean and any(facts)


_EMPTY = Schema()
_NULL = Schema(type=("object",), nullable=True, enum=(None,))
"""Without the list of values, any object would do."""


def _with_one_type(schema: Schema) -> Schema:
    """A schema with at most one type; `nullable` stands beside a type, or it means nothing."""
    if schema.type == ("null",):
        return replace(schema, **_stated(_NULL))
    options = schema.any_of or tuple(_of_type(name, schema.format) for name in schema.type)
    if not schema.any_of and len(options) < 2:
        return schema
    typed_options = _nullable([option for option in options if option != _NULL], _NULL in options)
    rest = replace(schema, type=(), any_of=())
    if len(typed_options) == 1:
        return replace(typed_options[0], **_stated(rest))
    return replace(rest, format=None, any_of=tuple(typed_options))


def _of_type(name: Type, format_: str | None) -> Schema:
    """Schema of one of several types, of which the format is about integers."""
    if name == "null":
        return _NULL
    return Schema(type=(name,), format=format_ if name == "integer" else None)


def _nullable(options: Sequence[Schema], has_null: bool) -> Sequence[Schema]:
    """The options, of which one may be null, too."""
    if not has_null:
        return options
    for place, option in enumerate(options):
        if option.type and not option.enum:
            return [*options[:place], replace(option, nullable=True), *options[place + 1 :]]
    return [*options, _NULL]


def _stated(schema: Schema) -> dict[str, Any]:
    """The fields that say something."""
    return {name: value for name, value in asdict(schema).items() if value != getattr(_EMPTY, name)}
