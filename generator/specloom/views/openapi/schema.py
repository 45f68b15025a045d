"""Schemas of OpenAPI documents, from the model's types and parameters.

Requests are closed: an enumeration lists the only values, unless the site decides them. Responses are
open: an enumeration is a string whose known values are told beside it, an object may have more members.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from specloom import model, naming
from specloom.views.openapi.document import (
    Members,
    Named,
    Schema,
    Value,
    members,
    named,
    optional_prose,
    prose,
    value,
)
from specloom.views.openapi.text import commonmark, field_text, listed

ANYTHING = Schema(description=prose("Any JSON value."))
_SCALARS: dict[str, tuple[str, str | None]] = {
    "boolean": ("boolean", None),
    "decimal": ("number", "decimal"),
    "integer": ("integer", None),
    "null": ("null", None),
    "number": ("number", None),
    "object": ("object", None),
    "string": ("string", None),
    "timestamp": ("string", "date-time"),
}
_FORMATS = frozenset({"date", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"})
"""Formats of fields that JSON Schema knows too; the others go into an extension."""


class Schemas:
    """The schemas among the components of one document: what is asked for, and nothing else."""

    def __init__(self, api: model.Api, *, free_times: bool = False) -> None:
        """Know the types of the API; none is a component yet.

        With `free_times`, a time in a request may have any form that the server reads.
        """
        self._flags = api.protocol == "mediawiki-query"
        self._free_times = free_times
        self.types = {one.name: one for one in api.types}
        self._selectors = {
            name: one.result.selector
            for one in api.operations
            if one.result is not None
            for name in model.references(one.result.type)
        }
        self._made: dict[str, Schema] = {}

    def components(self) -> tuple[Named[Schema], ...]:
        """All that were asked for, by name."""
        return named(sorted(self._made.items()))

    def own(self, name: str, schema: Schema) -> Schema:
        """A reference to a component of the document's own, which is new or the same as before."""
        free = name
        number = 1
        while free in self.types or self._made.get(free, schema) != schema:
            number += 1
            free = f"{name}{number}"
        self._made[free] = schema
        return _reference(free)

    # --- Responses ---

    def response(self, expression: model.TypeExpression) -> Schema:
        """The schema of a type in a response."""
        match expression:
            case str():
                return _scalar(expression)
            case model.ListOf():
                return Schema(type=value("array"), items=self.response(expression.items))
            case model.MapOf():
                return Schema(
                    type=value("object"), additional_properties=self.response(expression.values)
                )
            case model.Reference():
                return self._named_response(expression.name)
            case model.Constant():
                return _constant(expression)
            case model.Union():
                return self._union(expression.options)

    def record(self, record: model.Record) -> Schema:
        """A JSON object with the fields that are known; those always there are required."""
        return Schema(
            description=optional_prose(commonmark(record.summary) if record.summary else None),
            type=value("object"),
            required=tuple(value(one.name) for one in record.fields if always_there(one)),
            properties=self.properties(
                record.fields, record, self._selectors.get(record.name, "prop")
            ),
            extensions=members(
                conditions={one.name: one.text for one in record.conditions},
                source=record.source,
            ),
        )

    def properties(
        self,
        fields: Iterable[model.Field],
        record: model.Record | None = None,
        selector: str = "prop",
    ) -> tuple[Named[Schema], ...]:
        """The members of an object."""
        return named((one.name, self.field(one, record, selector)) for one in fields)

    def field(
        self, field: model.Field, record: model.Record | None = None, selector: str = "prop"
    ) -> Schema:
        """One member of an object, with what is known of it."""
        schema = self.response(field.type)
        if field.format in _FORMATS:
            schema = _formatted(schema, field.format)
        note = self.note(field, record, selector)
        return replace(
            schema,
            description=note.description or schema.description,
            extensions=(*schema.extensions, *note.extensions),
        )

    def note(
        self, field: model.Field, record: model.Record | None = None, selector: str = "prop"
    ) -> Schema:
        """What is known of a member besides its type."""
        return Schema(
            description=optional_prose(field_text(field, record, selector)),
            extensions=_field_extensions(field),
        )

    def _named_response(self, name: str) -> Schema:
        known = self.types[name]
        if isinstance(known, model.Enumeration):
            return Schema(
                type=value(_type_of(known.values)),
                extensions=members(known_values=known.values),
            )
        return self._type(name, known)

    def _type(self, name: str, record: model.Record) -> Schema:
        if name not in self._made:
            self._made[name] = ANYTHING  # a record may hold itself
            self._made[name] = self.record(record)
        return _reference(name)

    def _union(self, options: Sequence[model.TypeExpression]) -> Schema:
        texts = tuple(
            one.value
            for one in options
            if isinstance(one, model.Constant) and isinstance(one.value, str)
        )
        schemas = _without_repetition(self.response(_opened(one, bool(texts))) for one in options)
        formats = [schema.format for schema in schemas if schema.format]
        if len(schemas) > 1 and (formats or not all(map(_is_plain, schemas))):
            return Schema(
                choices=named([("anyOf", schemas)]), extensions=members(known_values=texts)
            )
        types = [schema.type.plain for schema in schemas if schema.type]
        return Schema(
            description=(
                prose(f"A time, or {listed(texts, 'or')}.")
                if texts and "timestamp" in options
                else None
            ),
            type=value(types if len(types) > 1 else types[0]),
            format=formats[0] if formats else None,
            extensions=members(known_values=texts),
        )

    # --- Requests ---

    def request(self, parameter: model.Parameter) -> Schema:
        """The schema of what a caller may give for a parameter."""
        one = self._single(parameter)
        if parameter.multiple is None:
            return one
        most = parameter.multiple.high_limit or parameter.multiple.limit
        return Schema(
            type=value("array"),
            max_items=value(most) if most is not None else None,
            items=one,
        )

    def enumeration(self, parameter: model.Parameter) -> model.Enumeration | None:
        """The list of values of a parameter, if it has one."""
        found = self.types[parameter.enumeration] if parameter.enumeration else None
        return found if isinstance(found, model.Enumeration) else None

    def _single(self, parameter: model.Parameter) -> Schema:
        enumeration = self.enumeration(parameter)
        if enumeration is not None:
            return self._choice(parameter, enumeration)
        match parameter.type:
            case "integer":
                return _integer(parameter)
            case "number" | "decimal":
                return replace(_integer(parameter), type=value("number"))
            case "limit":
                return _limit(parameter)
            case "boolean":
                only_true = (value(True),) if self._flags else ()
                return Schema(type=value("boolean"), enum=only_true)
            case "namespace":
                return self._namespace(parameter)
            case "timestamp":
                format_ = None if self._free_times else value("date-time")
                return Schema(type=value("string"), format=format_)
            case "any" | "object":
                return _scalar(parameter.type)
            case "record":
                return self._named_response(str(parameter.record))
            case "password":
                return Schema(type=value("string"), format=value("password"))
            case _:
                return _string(parameter)

    def _choice(self, parameter: model.Parameter, enumeration: model.Enumeration) -> Schema:
        everything = parameter.multiple.all_specifier if parameter.multiple else None
        name, values = enumeration.name, enumeration.values
        if enumeration.site_specific or not values:
            self._made[name] = _open_values(enumeration)
            return _reference(name)
        if everything is None or everything in values:
            self._made[name] = _closed_values(enumeration, values)
            return _reference(name)
        return self.own(f"{name}OrAll", _closed_values(enumeration, (*values, everything)))

    def _namespace(self, parameter: model.Parameter) -> Schema:
        everything = parameter.multiple.all_specifier if parameter.multiple else None
        number = Schema(type=value("integer"))
        if everything is None:
            return number
        every = Schema(type=value("string"), enum=(value(everything),))
        return self.own(
            "NamespaceOrAll",
            Schema(
                description=prose("The number of a namespace, or all."),
                choices=named([("anyOf", (number, every))]),
            ),
        )


def always_there(field: model.Field) -> bool:
    """Whether every object of its record has the field."""
    return field.presence is None and not field.brought_by and field.hidden_by is None


def _reference(name: str) -> Schema:
    return Schema(ref=value(f"#/components/schemas/{name}"))


def _scalar(name: str) -> Schema:
    if name == "any":
        return ANYTHING
    kind, format_ = _SCALARS[name]
    return Schema(type=value(kind), format=value(format_) if format_ else None)


def _formatted(schema: Schema, format_: str) -> Schema:
    """A schema of strings, or of lists of them, with the format of the strings."""
    if schema.items is not None:
        return replace(schema, items=_formatted(schema.items, format_))
    is_text = schema.type is not None and schema.type.plain == "string" and not schema.format
    return replace(schema, format=value(format_)) if is_text else schema


def _constant(constant: model.Constant) -> Schema:
    return Schema(type=value(_type_of((constant.value,))), enum=(value(constant.value),))


def _opened(option: model.TypeExpression, has_texts: bool) -> model.TypeExpression:
    """An option of a union as a response has it: any text where one text is known."""
    if isinstance(option, model.Constant):
        return _CONSTANTS[type(option.value)]
    return "string" if has_texts and option == "timestamp" else option


_CONSTANTS: dict[type, model.Scalar] = {str: "string", bool: "boolean", int: "integer"}


def _without_repetition(schemas: Iterable[Schema]) -> tuple[Schema, ...]:
    return tuple({str(schema): schema for schema in schemas}.values())


def _is_plain(schema: Schema) -> bool:
    return schema == Schema(type=schema.type, format=schema.format)


def _field_extensions(field: model.Field) -> Members:
    return members(
        presence=presence_facts(field),
        known_values=field.known_values,
        format=field.format if field.format not in _FORMATS else None,
        currency_of=field.currency_of,
        observed=None if field.observed else False,
        source=field.source,
    )


def presence_facts(field: model.Field) -> dict[str, object] | None:
    """The rule by which a field is there; None for one that always is."""
    if always_there(field):
        return None
    rule: dict[str, object] = {}
    if field.brought_by:
        rule["brought_by"] = list(field.brought_by)
    if field.hidden_by is not None:
        rule["hidden_by"] = field.hidden_by
    if field.presence is not None:
        rule |= msgspec.to_builtins(field.presence) or {"optional": True}
    return rule


def _type_of(values: Iterable[str | int | bool]) -> object:
    """The JSON type of some values; a list where they are mixed."""
    names = sorted({_CONSTANTS[type(one)] for one in values}, reverse=True) or ["string"]
    return names[0] if len(names) == 1 else names


def _closed_values(enumeration: model.Enumeration, values: Sequence[str | int]) -> Schema:
    names = naming.distinct(naming.constant_name(str(one)) for one in values)
    plain = all(str(one).isidentifier() for one in values)
    return Schema(
        description=_enumeration_text(enumeration),
        type=value(_type_of(values)),
        enum=tuple(value(one) for one in values),
        extensions=(
            *(() if plain else (Named(value("x-enum-varnames"), value(names)),)),
            *members(deprecated_values=enumeration.deprecated_values, source=enumeration.source),
        ),
    )


def _open_values(enumeration: model.Enumeration) -> Schema:
    return Schema(
        description=_enumeration_text(enumeration),
        type=value(_type_of(enumeration.values)),
        extensions=members(
            known_values=enumeration.values,
            site_specific=True,
            deprecated_values=enumeration.deprecated_values,
            source=enumeration.source,
        ),
    )


def _enumeration_text(enumeration: model.Enumeration) -> Value | None:
    return optional_prose(commonmark(enumeration.summary) if enumeration.summary else None)


def _integer(parameter: model.Parameter) -> Schema:
    most = parameter.high_maximum if parameter.high_maximum is not None else parameter.maximum
    return Schema(
        type=value("integer"),
        minimum=value(parameter.minimum) if parameter.minimum is not None else None,
        maximum=value(most) if most is not None else None,
    )


def _limit(parameter: model.Parameter) -> Schema:
    most = Schema(type=value("string"), enum=(value("max"),))
    return Schema(choices=named([("anyOf", (_integer(parameter), most))]))


def _string(parameter: model.Parameter) -> Schema:
    least, most = parameter.minimum_characters, parameter.maximum_characters
    return Schema(
        type=value("string"),
        format=value(parameter.format) if parameter.format in _FORMATS else None,
        pattern=value(parameter.pattern) if parameter.pattern is not None else None,
        min_length=value(least) if least is not None else None,
        max_length=value(most) if most is not None else None,
    )
