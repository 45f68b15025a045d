"""The types of a generated REST client as Python sees them, in the notation of the specifications."""

import inspect
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from .build import Built

PLAIN: Mapping[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    datetime: "timestamp",
    Any: "any",
    NoneType: "null",
}


def methods(client: type) -> dict[str, Any]:
    """The methods of a client's groups by their full names."""
    hints = vars(inspect.getmodule(client))
    groups = {
        name: get_type_hints(member.fget, hints)["return"]
        for name, member in vars(client).items()
        if isinstance(member, property)
    }
    return {
        f"{group}.{name}": method
        for group, class_ in groups.items()
        for name, method in vars(class_).items()
        if inspect.isfunction(method)
    }


def operations(built: Built) -> dict[str, Any]:
    """Operations with their requests and results, by id."""
    module_values = vars(built.client_module("operations")).values()
    return {value.name: value for value in module_values if type(value).__name__ == "Operation"}


def type_of(built: Built, annotation: Any) -> str:
    """A type in words; only its type shows that a value is optional."""
    values = built.client_module("_runtime.rest.values")
    special = {repr(values.Money): "decimal", repr(values.Timestamp): "timestamp"}
    if repr(annotation) in special:
        return special[repr(annotation)]
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (list, tuple, Sequence):
        return f"list of {type_of(built, arguments[0])}"
    if origin is Mapping:
        return "object" if arguments[1] is Any else f"map of {type_of(built, arguments[1])}"
    if origin in (Union, UnionType):
        options = [option for option in arguments if option is not NoneType]
        if set(options) == {Decimal, int}:
            return "decimal"
        return " or ".join(type_of(built, option) for option in options)
    return str(annotation.__name__)
