"""Schemas of OpenAPI documents, from the model's types and parameters.

Requests are closed: an enumeration lists the only values, unless the site decides them. Responses are
open: an enumeration is a string whose known values are told beside it, an object may have more members.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from specloom.languages.commonmark import commonmark
from specloom.model import naming
from specloom.model import structs as model
from specloom.model.scalars import SCALARS, Facts, scalar_facts
from specloom.views.openapi.profile import in_profile
from specloom.views.openapi.text import field_text, listed

Schema: TypeAlias = dict[str, Any]
"""A schema as it stands in the document."""

_KEYWORDS = (
    *("$ref", "description", "type", "format", "pattern", "enum", "minimum", "maximum"),
    *("minLength", "maxLength", "maxItems", "items", "required", "properties"),
    *("additionalProperties", "allOf", "anyOf", "oneOf", "discriminator", "deprecated", "examples"),
)
_PLACES = {keyword: place for place, keyword in enumerate(_KEYWORDS)}

ANYTHING: Schema = {"description": "Any JSON value."}
_CONSTANTS: Mapping[type, model.Scalar] = {str: "string", bool: "boolean", int: "integer"}
_FORMATS = frozenset({"date", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"})
"""Formats of fields that JSON Schema knows too; the others go into an extension."""


def schema(*parts: Mapping[str, Any]) -> Schema:
    """One schema of several: keywords in their usual order, of the same ones the last that is not empty."""
    whole = {
        keyword: value
        for part in parts
        for keyword, value in part.items()
        if value not in (None, (), [], {}, "")
    }
    return {keyword: whole[keyword] for keyword in sorted(whole, key=_place)}


def _place(keyword: str) -> int:
    return _PLACES.get(keyword, len(_PLACES))


def extensions(**facts: Any) -> Schema:
    """Keywords of the project's own: `known_values` becomes `x-specloom-known-values`."""
    return {f"x-specloom-{name.replace('_', '-')}": fact for name, fact in facts.items()}


def scalar(facts: Facts) -> Schema:
    """The schema of a scalar."""
    if facts.json is None:
        return ANYTHING
    others = {"additionalProperties": True} if facts.json == "object" else {}
    return schema({"type": facts.json, "format": facts.format}, others)


def record_of(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """An object with these members."""
    return schema({"type": "object", "required": list(required), "properties": properties})


class Schemas:
    """The schemas among the components of one document: what is asked for, and nothing else."""

    def __init__(self, api: model.Api, profile: model.OpenApiProfile) -> None:
        """Know the types of the API; none is a component yet."""
        self._is_wiki = api.protocol == "mediawiki-query"
        self._profile = profile
        self._is_for_code = self._is_wiki and profile.paths == "own"
        self.takes_max = not (self._is_for_code and profile.multi == "string")
        """Whether a limit may be the word `max`; otherwise it is an integer."""
        self._separator = api.wire.separator if api.wire is not None else ","
        self.types = {named.name: named for named in api.types}
        self._selectors = {
            name: operation.result.selector
            for operation in api.operations
            if operation.result is not None
            for name in model.references(operation.result.type)
        }
        self._uses = dict(_uses(api))
        self._made: dict[str, Schema] = {}

    def components(self) -> dict[str, Schema]:
        """All that were asked for, by name."""
        return {name: self.in_profile(made) for name, made in sorted(self._made.items())}

    def in_profile(self, known: Schema) -> Schema:
        """A schema as the document has it; needed for what stands outside the components."""
        return in_profile(known, self._profile)

    def own(self, name: str, component: Schema) -> Schema:
        """A reference to a component of the document's own, which is new or the same as before."""
        free = name
        number = 1
        while free in self.types or self._made.get(free, component) != component:
            number += 1
            free = f"{name}{number}"
        self._made[free] = component
        return _reference(free)

    # --- Responses ---

    def response(self, expression: model.TypeExpression) -> Schema:
        """The schema of a type in a response."""
        match expression:
            case str():
                return scalar(SCALARS[expression])
            case model.ListOf():
                return {"type": "array", "items": self._item(expression.items)}
            case model.MapOf():
                return {
                    "type": "object",
                    "additionalProperties": self.response(expression.values),
                }
            case model.Reference():
                return self._named_response(expression.name)
            case model.Constant(value=value):
                return {"type": _type_of((value,)), "enum": [value]}
            case model.Union():
                return self._union(expression.options)

    def record(self, record: model.Record) -> Schema:
        """A JSON object with the fields that are known; those always there are required."""
        return schema(
            {"description": commonmark(record.summary or self._uses.get(record.name, ""))},
            record_of(
                self.properties(record.fields, record, self._selectors.get(record.name, "prop")),
                [field.name for field in record.fields if always_there(field)],
            ),
            extensions(
                conditions={condition.name: condition.text for condition in record.conditions},
                source=record.source,
            ),
        )

    def properties(
        self,
        fields: Iterable[model.Field],
        record: model.Record | None = None,
        selector: str = "prop",
    ) -> dict[str, Schema]:
        """The members of an object."""
        return {field.name: self._field(field, record, selector) for field in fields}

    def _field(self, field: model.Field, record: model.Record | None, selector: str) -> Schema:
        type_: model.TypeExpression = field.type
        if "null" in field.accepts:
            type_ = model.Union(options=(field.type, "null"))
        known = self.response(type_)
        return schema(
            _formatted(known, field.format) if field.format in _FORMATS else known,
            {"description": field_text(field, record, selector)},
            extensions(
                presence=presence_facts(field),
                known_values=list(field.known_values),
                format=field.format if field.format not in _FORMATS else None,
                accepts=list(field.accepts),
                currency_of=field.currency_of,
                observed=None if field.observed else False,
                source=field.source,
            ),
        )

    def _named_response(self, name: str) -> Schema:
        known = self.types[name]
        if isinstance(known, model.Enumeration):
            return schema(
                {"type": _type_of(known.values)}, extensions(known_values=list(known.values))
            )
        if name not in self._made:
            self._made[name] = ANYTHING  # a record may hold itself
            self._made[name] = self.record(known)
        return _reference(name)

    def _item(self, expression: model.TypeExpression) -> Schema:
        """The schema of an item of a list; a wiki writes an object without members as an empty array."""
        found = self.response(expression)
        named = self.types.get(expression.name) if isinstance(expression, model.Reference) else None
        if self._is_for_code or not self._is_wiki or not isinstance(named, model.Record):
            return found
        if any(map(always_there, named.fields)):
            return found
        return {"anyOf": [found, {"type": "array", "maxItems": 0, "items": {}}]}

    def _union(self, options: Sequence[model.TypeExpression]) -> Schema:
        texts = [
            option.value
            for option in options
            if isinstance(option, model.Constant) and isinstance(option.value, str)
        ]
        known_values = extensions(known_values=texts)
        if self._is_for_code and not all(map(_is_plain, options)):
            return ANYTHING  # generators make unusable types of objects beside texts, or crash
        schemas: list[Schema] = []
        for option in options:
            found = self.response(_opened(option, bool(texts)))
            if found not in schemas:
                schemas.append(found)
        if len(schemas) == 1:
            whole = schemas[0]
        elif all(found.keys() == {"type"} for found in schemas):
            whole = {"type": [found["type"] for found in schemas]}
        else:
            return schema({"anyOf": schemas}, known_values)
        return schema(whole, _beside_texts(options, texts), known_values)

    # --- Requests ---

    def request(self, parameter: model.Parameter) -> Schema:
        """The schema of what a caller may give for a parameter."""
        if self._is_wiki and parameter.multiple is not None and self._profile.multi == "string":
            return schema(
                {"type": "string", "pattern": self._joined_values(parameter)},
                _told_values(self.enumeration(parameter)),
            )
        single = self._single(parameter)
        if parameter.multiple is None:
            return single
        most = parameter.multiple.high_limit or parameter.multiple.limit
        return schema({"type": "array", "maxItems": most, "items": single})

    def enumeration(self, parameter: model.Parameter) -> model.Enumeration | None:
        """The list of values of a parameter, if it has one."""
        found = self.types[parameter.enumeration] if parameter.enumeration else None
        return found if isinstance(found, model.Enumeration) else None

    def _single(self, parameter: model.Parameter) -> Schema:
        enumeration = self.enumeration(parameter)
        if enumeration is not None:
            return self._choice(parameter, enumeration)
        match parameter.type:
            case "string":
                return _string(parameter)
            case "limit" if not self.takes_max:
                return _limited(parameter, SCALARS["integer"])
            case "limit":
                return {
                    "anyOf": [
                        _limited(parameter, SCALARS["integer"]),
                        {"type": "string", "enum": ["max"]},
                    ]
                }
            case "boolean" if self._is_for_code:
                return {"type": "boolean", "enum": [True]}  # a wiki takes even `false` for set
            case "namespace":
                return self._namespace(parameter)
            case "boolean" | "timestamp" if self._is_wiki and not self._is_for_code:
                return scalar(SCALARS["string"])
            case type_ if (facts := scalar_facts(type_)) is not None:
                return _limited(parameter, facts)
            case "record":
                return self._named_response(str(parameter.record))
            case "password":
                return {"type": "string", "format": "password"}
            case _:
                return _string(parameter)

    def chosen_modules(self, ids: Sequence[str]) -> Schema:
        """The schema of a parameter that names query modules."""
        if self._profile.multi == "array":
            return {"type": "array", "items": {"type": "string", "enum": list(ids)}}
        return {"type": "string", "pattern": self._pattern(map(_in_pattern, ids))}

    def _joined_values(self, parameter: model.Parameter) -> str | None:
        """What the joined values of a parameter look like, where that can be told."""
        enumeration = self.enumeration(parameter)
        if enumeration is not None:
            if enumeration.site_specific or not enumeration.values:
                return None
            choices = [_in_pattern(str(value)) for value in enumeration.values]
        elif parameter.type in ("integer", "namespace"):
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

    def _choice(self, parameter: model.Parameter, enumeration: model.Enumeration) -> Schema:
        everything = parameter.multiple.all_specifier if parameter.multiple else None
        name, values = enumeration.name, enumeration.values
        if enumeration.site_specific or not values:
            self._made[name] = self._values(enumeration, _open_values(enumeration))
            return _reference(name)
        if everything is None or everything in values:
            self._made[name] = self._values(enumeration, _closed_values(enumeration, values))
            return _reference(name)
        with_all = _closed_values(enumeration, (*values, everything))
        return self.own(f"{name}OrAll", self._values(enumeration, with_all))

    def _values(self, enumeration: model.Enumeration, known: Schema) -> Schema:
        """With what the values mean, or what the first parameter that takes them is for."""
        text = enumeration.summary or self._uses.get(enumeration.name, "")
        return schema({"description": commonmark(text)}, known)

    def _namespace(self, parameter: model.Parameter) -> Schema:
        everything = parameter.multiple.all_specifier if parameter.multiple else None
        number: Schema = {"type": "integer"}
        if everything is None:
            return number
        return self.own(
            "NamespaceOrAll",
            {
                "description": "The number of a namespace, or all.",
                "anyOf": [number, {"type": "string", "enum": [everything]}],
            },
        )


def _uses(api: model.Api) -> Iterable[tuple[str, str]]:
    """Type → what the first operation that has it uses it for; words for types without their own."""
    for operation in reversed(api.operations):
        for parameter in reversed(operation.parameters):
            if parameter.enumeration is not None:
                yield parameter.enumeration, parameter.summary or ""
        if operation.result is not None and operation.result.group is not None:
            yield operation.result.group, f"A group of the result of `{operation.id}`."


def always_there(field: model.Field) -> bool:
    """Whether every object of its record has the field."""
    return field.presence is None and not field.brought_by and field.hidden_by is None


def presence_facts(field: model.Field) -> Schema | None:
    """The rule by which a field is there; None for one that always is."""
    if always_there(field):
        return None
    rule: Schema = {}
    if field.brought_by:
        rule["brought_by"] = list(field.brought_by)
    if field.hidden_by is not None:
        rule["hidden_by"] = field.hidden_by
    if field.presence is not None:
        rule |= msgspec.to_builtins(field.presence) or {"optional": True}
    return rule


def _is_plain(option: model.TypeExpression) -> bool:
    """Whether values of a type are no arrays or objects."""
    return isinstance(option, model.Constant) or (
        isinstance(option, str) and option not in ("any", "object")
    )


def _in_pattern(value: str) -> str:
    """A text in a regular expression that every dialect reads alike."""
    return re.sub(r"[\^$\\.*+?()\[\]{}|/]", r"\\\g<0>", value)


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _formatted(known: Schema, format_: str | None) -> Schema:
    """A schema of strings, or of lists of them, with the format of the strings."""
    if "items" in known:
        return known | {"items": _formatted(known["items"], format_)}
    is_text = known.get("type") in ("string", ["string", "null"]) and "format" not in known
    return schema(known, {"format": format_}) if is_text else known


def _opened(option: model.TypeExpression, has_texts: bool) -> model.TypeExpression:
    """An option of a union as a response has it: any text where one text is known."""
    if isinstance(option, model.Constant):
        return _CONSTANTS[type(option.value)]
    is_text = isinstance(option, str) and SCALARS[option].json == "string"
    return "string" if has_texts and is_text else option


def _beside_texts(options: Iterable[model.TypeExpression], texts: Sequence[str]) -> Schema:
    """What a text is that is none of those that are known."""
    for option in options:
        if texts and isinstance(option, str) and _is_formatted_text(SCALARS[option]):
            return {"description": f"A {SCALARS[option].words}, or {listed(texts, 'or')}."}
    return {}


def _is_formatted_text(facts: Facts) -> bool:
    return facts.json == "string" and facts.format is not None


def _type_of(values: Iterable[str | int | bool]) -> str | list[str]:
    """The JSON type of some values; a list where they are mixed."""
    names: list[str] = sorted({_CONSTANTS[type(value)] for value in values}, reverse=True)
    return names if len(names) > 1 else (names or ["string"])[0]


def _closed_values(enumeration: model.Enumeration, values: Sequence[str | int]) -> Schema:
    plain = all(str(value).isidentifier() for value in values)
    names = naming.distinct(naming.constant_name(str(value)) for value in values)
    return schema(
        {
            "type": _type_of(values),
            "enum": list(values),
            # Only for values that generators cannot make names of.
            "x-enum-varnames": [] if plain else list(names),
        },
        extensions(
            deprecated_values=list(enumeration.deprecated_values), source=enumeration.source
        ),
    )


def _open_values(enumeration: model.Enumeration) -> Schema:
    return schema(
        {"type": _type_of(enumeration.values)},
        _told_values(enumeration),
        extensions(
            site_specific=True,
            deprecated_values=list(enumeration.deprecated_values),
            source=enumeration.source,
        ),
    )


def _told_values(enumeration: model.Enumeration | None) -> Schema:
    """The known values, where the site decides which there are: no keyword can hold them."""
    if enumeration is None or not enumeration.site_specific:
        return {}
    return extensions(known_values=list(enumeration.values))


def _limited(parameter: model.Parameter, facts: Facts) -> Schema:
    """The schema of a scalar with the limits of a parameter; a sent number needs no format."""
    if facts.json not in ("integer", "number"):
        return scalar(facts)
    most = parameter.high_maximum if parameter.high_maximum is not None else parameter.maximum
    return schema({"type": facts.json, "minimum": parameter.minimum, "maximum": most})


def _string(parameter: model.Parameter) -> Schema:
    return schema(
        {
            "type": "string",
            "format": parameter.format if parameter.format in _FORMATS else None,
            "pattern": parameter.pattern,
            "minLength": parameter.minimum_characters,
            "maxLength": parameter.maximum_characters,
        }
    )
