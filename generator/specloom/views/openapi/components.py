"""Schemas of the model's types and parameters, and which of them are components of a document.

Requests are closed: an enumeration lists the only values, unless the site decides them. Responses are
open: an enumeration is a string whose known values are told beside it, an object may have more members.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from specloom.languages.commonmark import commonmark
from specloom.model import naming
from specloom.model import structs as model
from specloom.model.scalars import SCALARS, Facts, JsonType
from specloom.model.value_formats import formats_of
from specloom.runtime.rest.limits import limits_of_items, limits_of_members
from specloom.views.openapi.schema import (
    ANYTHING,
    EMPTY_ARRAY,
    Discriminator,
    Schema,
    Type,
    array_of,
    for_3_0,
    object_of,
    one_of,
)
from specloom.views.openapi.text import field_text, listed

_CONSTANTS: Mapping[type, Literal["string", "boolean", "integer"]] = {
    str: "string",
    bool: "boolean",
    int: "integer",
}
_FORMATS = frozenset(
    {"date-time", "email", "hostname", "ipv4", "ipv6", "password", "uri", *formats_of("string")}
)
"""Formats of fields that JSON Schema or OpenAPI know too; the others go into an extension."""
_OF_INTEGERS = formats_of("integer")


Direction: TypeAlias = Literal["sent", "read"]
"""Whether a value goes to the server, or comes from it."""


def scalar(facts: Facts) -> Schema:
    """The schema of a scalar."""
    if facts.json is None:
        return ANYTHING
    return Schema(
        type=(facts.json,),
        format=facts.format,
        additional_properties=True if facts.json == "object" else None,
    )


class Schemas:
    """The schemas among the components of one document: what is asked for, and nothing else."""

    def __init__(
        self, api: model.Api, profile: model.OpenApiProfile, wire: model.Wire | None = None
    ) -> None:
        """Know the types of the API; none is a component yet. `wire` is how the modules of a wiki are called."""
        self.api = api
        self._wire = wire
        self.profile = profile
        is_of_wiki = wire is not None
        self._separator = "," if wire is None else wire.separator
        self._is_for_code = is_of_wiki and profile.paths == "own"
        self._is_as_sent = is_of_wiki and not self._is_for_code
        """True if values and replies are described as a wiki writes them, not as generated code likes them."""
        self.joins_in_arrays = is_of_wiki and profile.multi == "array"
        """True if several values are an array, which has to be joined."""
        self._joins_in_texts = is_of_wiki and profile.multi == "string"
        self.takes_max = not (self._is_for_code and profile.multi == "string")
        """True if a limit may be the word `max`; otherwise it is an integer."""
        self.has_html = api.protocol.has_commonmark
        """True if tags in the texts of the API are tags."""
        self.types = model.types_of(api)
        self._selectors = {
            name: operation.result.selector
            for operation in api.operations
            if operation.result is not None
            for name in model.references(operation.result.type)
        }
        self._uses = dict(_uses(api))
        self._components: dict[str, Schema] = {}

    @property
    def wire(self) -> model.Wire:
        """How a wiki's modules are called. Documents of REST APIs do not use it."""
        assert self._wire is not None
        return self._wire

    def components(self) -> dict[str, Schema]:
        """All that were asked for, by name."""
        return {
            name: self.in_profile(component) for name, component in sorted(self._components.items())
        }

    def in_profile(self, schema: Schema) -> Schema:
        """A schema as the version of the document can say it; needed for what stands outside the components."""
        if self.profile.openapi == "3.1":
            return schema
        return for_3_0(schema, lean=self.profile.lean)

    def own(self, name: str, component: Schema) -> Schema:
        """A reference to a component of the document's own, which is new or the same as before."""
        free = name
        number = 1
        while free in self.types or self._components.get(free, component) != component:
            number += 1
            free = f"{name}{number}"
        self._components[free] = component
        return Schema(ref=free)

    # --- Types ---

    def schema(self, expression: model.TypeExpression, direction: Direction) -> Schema:
        """The schema of a type: closed where it is sent, open where it is read."""
        return self._in_own_form(self._of_type(expression, direction), None)

    def _in_own_form(self, schema: Schema, format_: str | None) -> Schema:
        """A schema of numbers with the format of an API's own document, if it has one."""
        return schema if self.api.source_version is None else _with_number_format(schema, format_)

    def _formatted(self, schema: Schema, format_: str | None) -> Schema:
        """A schema with the format of a field: one that JSON Schema knows, or any that an API's own document has."""
        is_keyword = format_ in _FORMATS or self.api.source_version is not None
        return _formatted(schema, format_) if is_keyword else schema

    def _of_type(self, expression: model.TypeExpression, direction: Direction) -> Schema:
        match expression:
            case str():
                known = scalar(SCALARS[expression])
                is_fraction = direction == "sent" and known.type == ("number",)
                return replace(known, format=None) if is_fraction else known
            case model.ListOf(items=items):
                return array_of(self._item(items, direction))
            case model.MapOf(values=values):
                return Schema(
                    type=("object",), additional_properties=self._of_type(values, direction)
                )
            case model.Reference(name=name):
                return self._named(name, direction)
            case model.Constant(value=value):
                return Schema(type=_types_of((value,)), enum=(value,))
            case model.Union(options=options):
                union = self._union(options) if direction == "read" else self._choices(options)
                return replace(union, discriminator=_discriminator(expression))

    def response(self, expression: model.TypeExpression) -> Schema:
        """The schema of a type in a response."""
        return self.schema(expression, "read")

    def record(self, record: model.Record) -> Schema:
        """A JSON object with the fields that are known; those always there are required."""
        selector = self._selectors.get(record.name, "prop")
        others = next((field for field in record.fields if field.holds_others), None)
        schema = object_of(
            self.properties(
                (field for field in record.fields if not field.holds_others), record, selector
            ),
            [field.name for field in record.fields if always_there(field)],
            commonmark(record.summary or self._uses.get(record.name, ""), self.has_html),
        )
        if others is not None and isinstance(others.type, model.MapOf):
            values = others.type.values
            additional = True if values == "any" else self._of_type(values, "read")
            schema = replace(schema, additional_properties=additional)
        return replace(schema, record=record, examples=record.examples)

    def properties(
        self,
        fields: Iterable[model.Field],
        record: model.Record | None = None,
        selector: str = "prop",
    ) -> dict[str, Schema]:
        """The members of an object."""
        return {field.name: self._field(field, record, selector) for field in fields}

    def _field(self, field: model.Field, record: model.Record | None, selector: str) -> Schema:
        schema = _limited(self.response(model.replied_type(field)), field.limits)
        schema = self._in_own_form(schema, field.format)
        return replace(
            self._formatted(schema, field.format),
            description=field_text(field, record, selector, self.has_html) or schema.description,
            field=field,
            default=None if isinstance(field.default, msgspec.UnsetType) else field.default,
            examples=_examples(field),
            deprecated=field.deprecated,
            read_only=field.access == "read",
            write_only=field.access == "write",
            known_values=schema.known_values and (field.known_values or schema.known_values),
            presence=presence_facts(field),
            other_format=None if _has_format(schema, field.format) else field.format,
        )

    def _named(self, name: str, direction: Direction) -> Schema:
        type_ = self.types[name]
        if isinstance(type_, model.Enumeration):
            if direction == "sent":
                return self._choice(type_, None)
            return replace(_any_of(type_.values), known_values=type_.values)
        if name not in self._components:
            self._components[name] = ANYTHING  # a type may contain itself
            self._components[name] = (
                self.record(type_) if isinstance(type_, model.Record) else self._alias(type_)
            )
        return Schema(ref=name)

    def _alias(self, alias: model.Alias) -> Schema:
        schema = _limited(self.response(alias.type), alias.limits)
        text = commonmark(alias.summary or self._uses.get(alias.name, ""), self.has_html)
        return replace(schema, description=text or schema.description)

    def _item(self, expression: model.TypeExpression, direction: Direction) -> Schema:
        """The schema of an item of a list; a wiki writes an object without members as an empty array."""
        schema = self._of_type(expression, direction)
        record = (
            self.types.get(expression.name) if isinstance(expression, model.Reference) else None
        )
        if not self._is_as_sent or not isinstance(record, model.Record):
            return schema
        if any(map(always_there, record.fields)):
            return schema
        return Schema(any_of=(schema, EMPTY_ARRAY))

    def _choices(self, options: Sequence[model.TypeExpression]) -> Schema:
        """One of several types that a caller may give."""
        schemas: list[Schema] = []
        for option in options:
            known = self._of_type(option, "sent")
            if known not in schemas:
                schemas.append(known)
        if all(schema == _of_types(schema.type) for schema in schemas):
            return _of_types(tuple(name for schema in schemas for name in schema.type))
        return schemas[0] if len(schemas) == 1 else Schema(any_of=tuple(schemas))

    def _union(self, options: Sequence[model.TypeExpression]) -> Schema:
        texts = [
            option.value
            for option in options
            if isinstance(option, model.Constant) and isinstance(option.value, str)
        ]
        if self._is_for_code and not all(map(_is_plain, options)):
            return ANYTHING  # generators make unusable types of objects beside texts, or crash
        schemas: list[Schema] = []
        for option in options:
            found = self._of_type(_opened(option, bool(texts)), "read")
            if found not in schemas:
                schemas.append(found)
        if len(schemas) == 1:
            whole = schemas[0]
        elif all(schema == _of_types(schema.type) for schema in schemas):
            whole = _of_types(tuple(name for schema in schemas for name in schema.type))
        else:
            return Schema(any_of=tuple(schemas), known_values=texts)
        text = _beside_texts(options, texts) or whole.description
        return replace(whole, description=text, known_values=texts or whole.known_values)

    # --- Requests ---

    def request(self, parameter: model.Parameter) -> Schema:
        """The schema of what a caller may give for a parameter."""
        if self._joins_in_texts and parameter.multiple is not None:
            return Schema(
                type=("string",),
                pattern=self._joined_values(parameter),
                known_values=_told_values(self.enumeration(parameter)),
            )
        single = self._of_module(parameter)
        if single is None:
            known = self.schema(parameter.type, "sent")
        else:
            known = single if parameter.multiple is None else array_of(single)
        high = parameter.module.high_limit
        schema = _limited(
            known,
            parameter.limits,
            format_=parameter.format,
            maximum=parameter.module.high_maximum,
            most_items=high or parameter.limits.maximum_items,
        )
        schema = self._in_own_form(schema, parameter.format)
        if self.api.source_version is not None:
            schema = self._formatted(schema, parameter.format)
        if parameter.http.or_file:
            schema = _or_file(schema)
        schema = replace(schema, examples=_examples(parameter))
        if self.api.source_version is None or isinstance(parameter.default, msgspec.UnsetType):
            return schema
        return replace(schema, default=parameter.default)

    def enumeration(self, parameter: model.Parameter) -> model.Enumeration | None:
        """The list of values of a parameter, if it has one."""
        enumeration = self.types[parameter.reference] if parameter.reference else None
        return enumeration if isinstance(enumeration, model.Enumeration) else None

    def _of_module(self, parameter: model.Parameter) -> Schema | None:
        """The schema of one value, where the type alone does not say it."""
        if parameter.is_file:
            return Schema(type=("string",), format="binary")
        enumeration = self.enumeration(parameter)
        everything = parameter.module.all_specifier if parameter.multiple is not None else None
        if enumeration is not None:
            return self._choice(enumeration, everything)
        match parameter.kind:
            case "limit" if self.takes_max:
                number = scalar(SCALARS["integer"])
                limited = _limited(number, parameter.limits, maximum=parameter.module.high_maximum)
                return Schema(any_of=(limited, one_of("max")))
            case "boolean" if self._is_for_code:
                # A wiki takes even `false` for set.
                return Schema(type=("boolean",), enum=(True,))
            case "namespace" if everything is not None:
                options = (scalar(SCALARS["integer"]), one_of(everything))
                text = "The number of a namespace, or all."
                return self.own("NamespaceOrAll", Schema(description=text, any_of=options))
            case "boolean" | "timestamp" if self._is_as_sent:
                return scalar(SCALARS["string"])
            case "upload":
                return Schema(type=("string",), format="binary")
            case "password":
                return Schema(type=("string",), format="password")
            case _:
                return None

    def chosen_modules(self, ids: Sequence[str]) -> Schema:
        """The schema of a parameter that names query modules."""
        if self.profile.multi == "array":
            return array_of(one_of(*ids))
        return Schema(type=("string",), pattern=self._pattern(map(_in_pattern, ids)))

    def _joined_values(self, parameter: model.Parameter) -> str | None:
        """An example of a parameter's joined values, if there is one."""
        enumeration = self.enumeration(parameter)
        if enumeration is not None:
            if enumeration.site_specific or not enumeration.values:
                return None
            choices = [_in_pattern(str(value)) for value in enumeration.values]
        elif parameter.kind in ("integer", "namespace"):
            choices = ["-?[0-9]+"]
        else:
            return None
        everything = parameter.multiple.all_specifier if parameter.multiple else None
        if everything is not None and _in_pattern(everything) not in choices:
            choices.append(_in_pattern(everything))
        return self._pattern(choices)

    def _pattern(self, choices: Iterable[str]) -> str:
        """Any number of choices, with what separates them on the wire."""
        return rf"^(?:(?:^|[{self._separator}\x1F])(?:{'|'.join(choices)}))*$"

    def _choice(self, enumeration: model.Enumeration, everything: str | None) -> Schema:
        name, values = enumeration.name, enumeration.values
        if enumeration.site_specific or not values:
            self._components[name] = self._values(enumeration, ())
            return Schema(ref=name)
        if everything is None or everything in values:
            self._components[name] = self._values(enumeration, values)
            return Schema(ref=name)
        return self.own(f"{name}OrAll", self._values(enumeration, (*values, everything)))

    def _values(self, enumeration: model.Enumeration, only: tuple[str | int, ...]) -> Schema:
        """With what the values mean, or what the first parameter that takes them is for."""
        is_plain = all(str(value).isidentifier() for value in only)
        names = naming.distinct(_variable_name(str(value)) for value in only)
        return Schema(
            description=commonmark(
                enumeration.summary or self._uses.get(enumeration.name, ""), self.has_html
            ),
            type=_types_of(only or enumeration.values),
            format=None if only else _any_of(enumeration.values).format,
            enum=only,
            variable_names=() if is_plain else tuple(names),
            known_values=() if only else _told_values(enumeration),
            enumeration=enumeration,
        )


def _uses(api: model.Api) -> Iterable[tuple[str, str]]:
    """Type → what the first operation that has it uses it for; words for types without their own."""
    for operation in reversed(api.operations):
        for parameter in reversed(operation.parameters):
            if parameter.reference is not None:
                yield parameter.reference, parameter.summary or ""
        if operation.result is not None and operation.result.group is not None:
            yield operation.result.group, f"A group of the result of `{operation.id}`."


def always_there(field: model.Field) -> bool:
    """Return whether every object of its record has the field."""
    return field.presence is None and not field.module.brought_by and field.module.hidden_by is None


def presence_facts(field: model.Field) -> Mapping[str, Any] | None:
    """The rule by which a field is there; None for one that always is."""
    if always_there(field):
        return None
    rule: dict[str, Any] = {}
    if field.module.brought_by:
        rule["brought_by"] = list(field.module.brought_by)
    if field.module.hidden_by is not None:
        rule["hidden_by"] = field.module.hidden_by
    if field.presence is not None:
        rule |= msgspec.to_builtins(field.presence) or {"optional": True}
    return rule


def _discriminator(union: model.Union) -> Discriminator | None:
    components = dict(union.tags)
    if union.tag is None or len(components) < len(union.tags):  # a `mapping` has one for each text
        return None
    if union.base is not None and union.base not in components.values():
        components.setdefault(union.base, union.base)
    return Discriminator(member=union.tag, components=tuple(components.items()))


def _is_plain(option: model.TypeExpression) -> bool:
    """Return whether values of a type are neither arrays nor objects."""
    return isinstance(option, model.Constant) or (
        isinstance(option, str) and option not in ("any", "object")
    )


def _variable_name(value: str) -> str:
    """A name for a value in generated code; some generators drop the underscore that keeps `_90` apart from a
    number.
    """
    name = naming.constant_name(value)
    return f"VALUE{name}" if re.match("_[0-9]", name) else name


def _in_pattern(value: str) -> str:
    """A text in a regular expression that every dialect reads alike."""
    return re.sub(r"[\^$\\.*+?()\[\]{}|/]", r"\\\g<0>", value)


def _examples(value: model.Value) -> tuple[object, ...]:
    return () if isinstance(value.example, msgspec.UnsetType) else (value.example,)


def _or_file(schema: Schema) -> Schema:
    """A schema of a value that may also be a file, or of a map with such entries."""
    file = Schema(type=("string",), format="binary")
    if isinstance(schema.additional_properties, Schema):
        return replace(schema, additional_properties=_or_file(schema.additional_properties))
    if schema.items is not None and file == schema.items:
        return schema
    return schema if schema == file else Schema(any_of=(schema, file))


def _formatted(schema: Schema, format_: str | None) -> Schema:
    """A schema of strings or objects, or of lists, maps and alternatives of them, with the format of these."""
    if schema.items is not None:
        return replace(schema, items=_formatted(schema.items, format_))
    if isinstance(schema.additional_properties, Schema):
        values = _formatted(schema.additional_properties, format_)
        return replace(schema, additional_properties=values)
    if schema.any_of:
        options = tuple(_formatted(option, format_) for option in schema.any_of)
        return replace(schema, any_of=options)
    if schema.enum:
        return schema
    single = tuple(name for name in schema.type if name != "null")
    takes_format = single in (("string",), ("object",)) and schema.format is None
    return replace(schema, format=format_) if takes_format else schema


def _with_number_format(schema: Schema, format_: str | None) -> Schema:
    """A schema whose numbers, also those of lists and alternatives, have a format or none; exact ones keep theirs."""
    values = schema.additional_properties
    is_number = not {"integer", "number"}.isdisjoint(schema.type) and schema.format != "decimal"
    return replace(
        schema,
        format=format_ if is_number else schema.format,
        items=None if schema.items is None else _with_number_format(schema.items, format_),
        any_of=tuple(_with_number_format(option, format_) for option in schema.any_of),
        additional_properties=(
            _with_number_format(values, format_) if isinstance(values, Schema) else values
        ),
    )


def _has_format(schema: Schema, format_: str | None) -> bool:
    """Return whether a schema, or that of the items of a list, says a format."""
    values = schema.additional_properties
    inside = (schema.items, values if isinstance(values, Schema) else None, *schema.any_of)
    return (
        format_ in _FORMATS
        or (schema.format is not None and schema.format == format_)
        or any(_has_format(each, format_) for each in inside if each is not None)
    )


def _opened(option: model.TypeExpression, has_texts: bool) -> model.TypeExpression:
    """An option of a union as a response has it: any text where one text is known."""
    if isinstance(option, model.Constant):
        return _CONSTANTS[type(option.value)]
    is_text = isinstance(option, str) and SCALARS[option].json == "string"
    return "string" if has_texts and is_text else option


def _beside_texts(options: Iterable[model.TypeExpression], texts: Sequence[str]) -> str:
    """A pattern for texts other than the known ones."""
    for option in options:
        if texts and isinstance(option, str) and _is_formatted_text(SCALARS[option]):
            return f"A {SCALARS[option].words}, or {listed(texts, 'or')}."
    return ""


def _is_formatted_text(facts: Facts) -> bool:
    return facts.json == "string" and facts.format is not None


def _types_of(values: Iterable[str | int | bool]) -> tuple[JsonType, ...]:
    """The JSON types of some values; of none, that of a text."""
    return tuple(sorted({_CONSTANTS[type(value)] for value in values}, reverse=True)) or ("string",)


def _of_types(types: tuple[Type, ...]) -> Schema:
    """Schema of values of several types; the format is that of integers, unless other numbers may come."""
    is_integer = "integer" in types and "number" not in types
    return Schema(type=types, format=SCALARS["integer"].format if is_integer else None)


def _any_of(values: Iterable[str | int | bool]) -> Schema:
    """Schema of any values of the types that some values have."""
    return _of_types(_types_of(values))


def _told_values(enumeration: model.Enumeration | None) -> tuple[str | int, ...]:
    """The known values, where the site decides which there are: no keyword can hold them."""
    return () if enumeration is None or not enumeration.site_specific else enumeration.values


def _limited(
    schema: Schema,
    limits: model.Limits,
    *,
    format_: str | None = None,
    maximum: float | None = None,
    most_items: int | None = None,
) -> Schema:
    """A schema with the limits of a value; of an array, for each of its items."""
    if schema.items is not None:
        inner_limits = limits_of_items(limits)
        items = _limited(schema.items, inner_limits, format_=format_, maximum=maximum)
        return replace(
            schema,
            items=items,
            min_items=limits.minimum_items,
            max_items=most_items or limits.maximum_items,
            unique_items=limits.unique_items is True,
        )
    if schema.enum:
        return schema
    if schema.any_of:
        options = (
            _limited(option, limits, format_=format_, maximum=maximum) for option in schema.any_of
        )
        return replace(schema, any_of=tuple(options))
    if "object" in schema.type:
        values = schema.additional_properties
        inner_limits = limits_of_members(limits)
        schema = replace(
            schema,
            additional_properties=(
                _limited(values, inner_limits) if isinstance(values, Schema) else values
            ),
            min_properties=limits.minimum_members,
            max_properties=limits.maximum_members,
        )
    if "string" in schema.type:
        is_formatted = format_ in _FORMATS and {*schema.type} <= {"string", "null"}
        schema = replace(
            schema,
            format=schema.format or (format_ if is_formatted else None),
            pattern=limits.pattern,
            min_length=limits.minimum_characters,
            max_length=limits.maximum_characters,
        )
    if {"integer", "number"} & {*schema.type}:
        highest = limits.maximum if maximum is None else maximum
        is_short = "integer" in schema.type and _is_short(limits.minimum, highest)
        own_format = None if is_short else schema.format
        schema = replace(
            schema,
            format=format_ if format_ in _OF_INTEGERS else own_format,
            minimum=limits.minimum,
            maximum=highest,
            exclusive_minimum=limits.exclusive_minimum,
            exclusive_maximum=limits.exclusive_maximum,
            multiple_of=limits.multiple_of,
        )
    return schema


def _is_short(*limits: float | None) -> bool:
    """Return whether limits keep an integer within 32 bits, which many languages take where no format is."""
    return all(limit is not None and -(2**31) <= limit < 2**31 for limit in limits)
