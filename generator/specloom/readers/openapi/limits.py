"""Limits of a value and of the values within it, as a schema and its alternatives state them."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec
from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.scalars import NUMBERS
from specloom.readers.openapi.idle_keywords import refuses_nothing
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import (
    Schema,
    Schemas,
    alternatives,
    each_schema,
    only_values,
)
from specloom.runtime.rest.arguments import limit_problems
from specloom.runtime.rest.limits import compiled

_OF_NUMBERS: Mapping[str, str] = {
    "minimum": "minimum",
    "maximum": "maximum",
    "exclusiveMinimum": "exclusive_minimum",
    "exclusiveMaximum": "exclusive_maximum",
    "multipleOf": "multiple_of",
}
_OF_TEXTS: Mapping[str, str] = {
    "minLength": "minimum_characters",
    "maxLength": "maximum_characters",
    "pattern": "pattern",
}
_OF_LISTS: Mapping[str, str] = {
    "minItems": "minimum_items",
    "maxItems": "maximum_items",
    "uniqueItems": "unique_items",
}
_OF_OBJECTS: Mapping[str, str] = {
    "minProperties": "minimum_members",
    "maxProperties": "maximum_members",
}
"""Keyword → its name in the model."""
_EXCLUSIVE = {
    "exclusiveMinimum": ("exclusive_minimum", "minimum"),
    "exclusiveMaximum": ("exclusive_maximum", "maximum"),
}
"""Keyword → its name in the model, and that of the limit that includes the value itself."""
_NUMBERS = frozenset({"integer", "number"})
_KINDS: Sequence[tuple[frozenset[str], frozenset[str]]] = (
    (_NUMBERS, frozenset(_OF_NUMBERS.values())),
    (frozenset({"string"}), frozenset(_OF_TEXTS.values())),
    (frozenset({"array", "object"}), frozenset({*_OF_LISTS.values(), *_OF_OBJECTS.values(), "each"})),
)  # fmt: skip
"""Types of JSON, and the limits that are theirs."""
_OF_SINGLE = frozenset({*_OF_NUMBERS.values(), *_OF_TEXTS.values()})
_DEEPEST = 20


class Stated(msgspec.Struct, frozen=True):
    """Limits by their names in the model, each with the places of the keywords that state it."""

    limits: Mapping[str, Any] = {}
    places: Mapping[str, frozenset[Pointer]] = {}

    @property
    def carried(self) -> frozenset[Pointer]:
        """Places of all keywords that the limits state."""
        return frozenset(place for places in self.places.values() for place in places)


_NO_LIMITS = model.Limits()
_NOTHING = Stated()


class LimitsOfSchemas:
    """Reads limits of schemas without a class."""

    def __init__(self, schemas: Schemas, classes: Collection[Pointer]) -> None:
        self._schemas = schemas
        self._classes = classes

    def of(self, schema: Schema, type_: model.TypeExpression, depth: int = 0) -> Stated:
        """Limits of the values of a schema that became a type."""
        stated = self._of(schema, type_, depth)
        may_be_list = any(isinstance(option, model.ListOf) for option in _options(type_))
        is_list = isinstance(model.without_null(type_), model.ListOf)
        if may_be_list and not is_list and "each" not in stated.limits:
            # Or items would have the limits of the numbers and strings beside the list.
            stated = _together([stated, _as_each(_NOTHING, even_empty=True)])
        if stated.limits.get("each") == _NO_LIMITS and not _OF_SINGLE & stated.limits.keys():
            return _restricted(stated, stated.limits.keys() - {"each"})
        return stated

    def of_alias(self, schema: Schema, type_: model.TypeExpression) -> Stated:
        """Limits of the values of a schema whose class is an alias."""
        return self.of(replace(schema, node=Node(None, ())), type_)

    def _of(self, schema: Schema, type_: model.TypeExpression, depth: int) -> Stated:
        is_class = schema.node.at in self._classes
        if is_class or depth > _DEEPEST or not {"enum", "const"}.isdisjoint(schema.keywords):
            return _NOTHING
        stated = self._of_schema(schema, type_, depth)
        if not schema.unions:
            return stated
        merged = self._of_alternatives(schema, type_, depth)
        is_apart = merged.limits.keys().isdisjoint(stated.limits)
        return _together([merged, stated]) if is_apart else merged

    def _of_schema(self, schema: Schema, type_: model.TypeExpression, depth: int) -> Stated:
        options = _options(type_)
        types = frozenset(schema.types)
        stated: list[Stated] = []
        if not NUMBERS.isdisjoint(options) and (not types or types & _NUMBERS):
            stated.append(_of_number(schema))
        if "string" in options and (not types or "string" in types):
            stated.append(_of_keywords(schema, _OF_TEXTS, _is_limit_of_text))
        lists = [option for option in options if isinstance(option, model.ListOf)]
        if len(lists) == 1 and (not types or "array" in types):
            stated.append(_of_keywords(schema, _OF_LISTS, _is_limit_of_list))
            stated.append(self._of_items(schema, lists[0].items, type_, depth))
        maps = [option for option in options if isinstance(option, model.MapOf)]
        if ("object" in options or len(maps) == 1) and (not types or "object" in types):
            stated.append(_of_keywords(schema, _OF_OBJECTS, _is_count))
        values = each_schema(schema, "object")
        if len(maps) == 1 and not lists and values is not None:
            inner = self.of(self._schemas.normal(values), maps[0].values, depth + 1)
            stated.append(_as_each(inner))
        return _together(stated)

    def _of_items(
        self, schema: Schema, item: model.TypeExpression, type_: model.TypeExpression, depth: int
    ) -> Stated:
        """Limits of the items of a list: its own where nothing else has them, or else those of each."""
        node = each_schema(schema, "array")
        if node is None:
            return _NOTHING
        inner = self.of(self._schemas.normal(node), item, depth + 1)
        is_list = isinstance(model.without_null(type_), model.ListOf)
        is_single = not any(
            isinstance(option, model.ListOf | model.MapOf) or option == "object"
            for option in _options(item)
        )
        if is_list and is_single and inner.limits.keys() <= _OF_SINGLE:
            return inner
        return _as_each(inner, even_empty=not is_list)

    def _of_alternatives(self, schema: Schema, type_: model.TypeExpression, depth: int) -> Stated:
        """Limits of alternatives, by the types of JSON that they are of.

        A limit is carried where all alternatives of its type have it.
        """
        nodes, _ = alternatives(self._schemas, schema.unions[0])
        options = [self._schemas.normal(node) for node in nodes]
        stated = [self._of(option, type_, depth + 1) for option in options]
        merged: list[Stated] = []
        for types, names in _KINDS:
            holders = [
                (only_values(option), _restricted(each, names))
                for option, each in zip(options, stated, strict=True)
                if not types.isdisjoint(self._types(option, depth))
            ]
            merged.append(_common(holders))
        return _without_places(_together(merged), stated)

    def _types(self, schema: Schema, depth: int) -> frozenset[str]:
        """The types of JSON that values of a schema may have."""
        values = only_values(schema)
        if values:
            return frozenset(_type_of(value) for value in values)
        if schema.types:
            return frozenset(schema.types)
        if schema.properties:
            return frozenset({"object"})
        if schema.unions and depth < _DEEPEST:
            nodes, _ = alternatives(self._schemas, schema.unions[0])
            inner = (self._types(self._schemas.normal(node), depth + 1) for node in nodes)
            return frozenset(type_ for types in inner for type_ in types)
        return frozenset({"array", "boolean", "integer", "number", "object", "string"})


def _options(type_: model.TypeExpression) -> tuple[model.TypeExpression, ...]:
    return type_.options if isinstance(type_, model.Union) else (type_,)


def _type_of(value: object) -> str:
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def _of_number(schema: Schema) -> Stated:
    stated = _of_keywords(schema, _OF_NUMBERS, _is_number)
    limits, places = dict(stated.limits), dict(stated.places)
    for keyword, (name, inclusive) in _EXCLUSIVE.items():
        node = schema.keywords.get(keyword)
        if node is not None and isinstance(node.value, bool):  # of OpenAPI 3.0
            place = frozenset({node.at})
            if node.value and inclusive in limits:
                limits[name] = limits.pop(inclusive)
                places[name] = places.pop(inclusive) | place
            else:
                places[name] = place
    return Stated(limits, places)


def _of_keywords(
    schema: Schema, names: Mapping[str, str], is_limit: Callable[[Node], bool]
) -> Stated:
    limits: dict[str, Any] = {}
    places: dict[str, frozenset[Pointer]] = {}
    for keyword, name in names.items():
        node = schema.keywords.get(keyword)
        if node is not None and is_limit(node) and not refuses_nothing(keyword, schema):
            # A number that no `float` writes alike comes as it stands: `0.00001`.
            limits[name] = float(node.value) if isinstance(node.value, Decimal) else node.value
            places[name] = frozenset({node.at})
    return Stated(limits, places)


def _is_number(node: Node) -> bool:
    return isinstance(node.value, int | float | Decimal) and not isinstance(node.value, bool)


def _is_count(node: Node) -> bool:
    return isinstance(node.value, int) and not isinstance(node.value, bool)


def _is_limit_of_list(node: Node) -> bool:
    return node.value is True if node.at[-1] == "uniqueItems" else _is_count(node)


def _is_limit_of_text(node: Node) -> bool:
    return _is_pattern(node.value) if node.at[-1] == "pattern" else _is_count(node)


def _is_pattern(text: object) -> bool:
    """Return whether a value is a regular expression of Python."""
    if not isinstance(text, str):
        return False
    try:
        compiled(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _as_each(inner: Stated, *, even_empty: bool = False) -> Stated:
    """Limits of the values within a list or a map."""
    if not (inner.limits or even_empty):
        return inner
    return Stated({"each": model.Limits(**inner.limits)}, {"each": inner.carried})


def _restricted(stated: Stated, names: Collection[str]) -> Stated:
    return Stated(
        {name: limit for name, limit in stated.limits.items() if name in names},
        {name: places for name, places in stated.places.items() if name in names},
    )


def _without_places(merged: Stated, parts: Sequence[Stated]) -> Stated:
    """Limits of alternatives, without the places of those that an alternative has and the whole lacks.

    A schema may be an alternative, and an item of another one: its limits are not carried if those of the items are not.
    """
    lost = frozenset(
        place
        for each in parts
        for name, places in each.places.items()
        if name not in merged.places
        for place in places
    )
    return Stated(merged.limits, {name: places - lost for name, places in merged.places.items()})


def _together(parts: Iterable[Stated]) -> Stated:
    limits: dict[str, Any] = {}
    places: dict[str, frozenset[Pointer]] = {}
    for part in parts:
        limits |= part.limits
        places |= part.places
    return Stated(limits, places)


def _common(holders: Sequence[tuple[Sequence[Any], Stated]]) -> Stated:
    """Limits of alternatives of one type: those of all, where listed values keep them."""
    stated = [each for values, each in holders if not values]
    if not stated or any(each.limits != stated[0].limits for each in stated):
        return _NOTHING
    limits = model.Limits(**stated[0].limits)
    is_kept = all(
        not any(limit_problems(limits, value)) for values, _ in holders for value in values
    )
    if not is_kept:
        return _NOTHING
    places = _together(stated).places
    for each in stated:
        places = {name: places[name] | each.places.get(name, frozenset()) for name in places}
    return Stated(stated[0].limits, places)
