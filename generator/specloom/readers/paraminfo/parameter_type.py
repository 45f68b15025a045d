"""Types of a catalogue's parameters, as types of the model."""

from collections.abc import Mapping
from typing import get_args

from specloom.model.structs import ListOf, Reference, Scalar, TypeExpression

_SCALARS: Mapping[str, Scalar] = {name: name for name in get_args(Scalar)}
_NUMBERS = frozenset({"limit", "namespace"})


def value_type(
    type_: str | list[str | int], enumeration: str | None, is_list: bool
) -> TypeExpression:
    """The type of a parameter; an enumeration is named, and of types that only wikis have, most are texts."""
    single: TypeExpression
    if enumeration is not None:
        single = Reference(name=enumeration)
    elif isinstance(type_, str) and type_ in _NUMBERS:
        single = "integer"
    else:
        single = _SCALARS.get(str(type_), "string")
    return ListOf(items=single) if is_list else single


def module_type(type_: str | list[str | int]) -> str | None:
    """The type as the catalogue has it; None if the type in the model says it."""
    return (
        None if not isinstance(type_, str) or type_ in _SCALARS or type_ == "enumeration" else type_
    )
