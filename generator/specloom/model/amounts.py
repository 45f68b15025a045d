"""Amounts in made-up data of an API, found by the types of what holds them."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from specloom.model import structs as model


def with_amounts(
    value: object,
    type_: model.TypeExpression,
    records: Mapping[str, model.Record],
    converted: Callable[[object], object],
) -> Any:
    """The value with each of its amounts converted."""

    def inside(part: object, type_: model.TypeExpression) -> Any:
        return with_amounts(part, type_, records, converted)

    match type_:
        case "decimal":
            return converted(value)
        case model.Reference(name=name) if name in records and isinstance(value, dict):
            fields = records[name].fields
            types: dict[str, model.TypeExpression] = {field.name: field.type for field in fields}
            members = cast("dict[str, object]", value)
            return {key: inside(part, types[key]) for key, part in members.items()}
        case model.ListOf(items=items) if isinstance(value, list):
            return [inside(part, items) for part in cast("list[object]", value)]
        case model.MapOf(values=values) if isinstance(value, dict):
            members = cast("dict[str, object]", value)
            return {key: inside(part, values) for key, part in members.items()}
        case _:
            return value
