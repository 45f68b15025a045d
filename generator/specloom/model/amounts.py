"""Amounts in made-up data of an API, found by the types of what holds them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from specloom.model import structs as model
from specloom.model.scalars import SCALARS


def with_amounts(
    value: object,
    type_: model.TypeExpression,
    records: Mapping[str, model.Record],
    converted: Callable[[object], object],
) -> Any:
    """The value with each of its amounts converted."""

    def with_type(part: object, type_: model.TypeExpression) -> Any:
        return with_amounts(part, type_, records, converted)

    match type_:
        case "decimal" if SCALARS["decimal"].fits(value):
            return converted(value)
        case model.Reference(name=name) if name in records and isinstance(value, dict):
            fields = records[name].fields
            types: dict[str, model.TypeExpression] = {field.name: field.type for field in fields}
            members = cast("dict[str, object]", value)
            return {key: with_type(part, types[key]) for key, part in members.items()}
        case model.ListOf(items=items) if isinstance(value, list):
            return [with_type(part, items) for part in cast("list[object]", value)]
        case model.MapOf(values=values) if isinstance(value, dict):
            members = cast("dict[str, object]", value)
            return {key: with_type(part, values) for key, part in members.items()}
        case model.Union(options=options):
            option = _held_option(options, value, records)
            return value if option is None else with_type(value, option)
        case _:
            return value


def _held_option(
    options: Sequence[model.TypeExpression], value: object, records: Mapping[str, model.Record]
) -> model.TypeExpression | None:
    """Option of a union in which a value may contain amounts; None if it neither is an amount nor contains
    any.
    """
    constants = [option for option in options if isinstance(option, model.Constant)]
    is_text = "string" in options or any(option.value == value for option in constants)
    is_amount = "decimal" in options and SCALARS["decimal"].fits(value) and not is_text
    for option in options:
        match option:
            case model.ListOf() if isinstance(value, list):
                return option
            case model.MapOf() if isinstance(value, dict):
                return option
            case model.Reference(name=name) if isinstance(value, dict) and name in records:
                members = cast("dict[str, object]", value)
                if members.keys() <= {field.name for field in records[name].fields}:
                    return option
            case _:
                pass
    return "decimal" if is_amount else None
