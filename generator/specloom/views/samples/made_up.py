"""Made-up values of a type: samples send these where the source has no example."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.values import members_of
from specloom.model.scalars import SCALARS, scalar_facts
from specloom.model.structs import (
    Alias,
    Constant,
    Enumeration,
    Field,
    Limits,
    ListOf,
    MapOf,
    NamedType,
    Parameter,
    Record,
    Reference,
    TypeExpression,
    Union,
    options_without_null,
    tag_of,
)
from specloom.model.value_formats import formats_of
from specloom.runtime.rest.limits import limits_of_items, limits_of_members
from specloom.views.made_up_text import made_up_text
from specloom.views.samples.value import INTEGERS, NUMBERS

FORMATTED = {
    "binary": "example.bin",
    "byte": "RXhhbXBsZQ==",
    "date": "2026-01-01",
    "decimal": "9.90",
    "duration": "PT1H",
    "email": "someone@example.org",
    "hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "time": "00:00:00Z",
    "uri": "https://example.org",
    "uri-reference": "https://example.org",
    "url": "https://example.org",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}
"""Format → a text of it."""
_START_OF_2026 = 1767225600
FORMATTED_INTEGERS = dict.fromkeys(formats_of("integer"), _START_OF_2026)
"""Format → an integer of it."""


MOST = 50
"""Items or members that are made up for a limit."""


def made_up(
    types: Sequence[NamedType],
    value: Parameter | Field,
    expression: TypeExpression,
    text: str = "Example",
    around: tuple[str, ...] = (),
) -> object:
    """A value of a type as JSON has it, with the members that are always there.

    `types` are those of the API; `value` has the limits and the format, and `text` is for strings without a format. `around` has the records
    and aliases that the value is part of.
    """
    made_value = _made_up(types, value, expression, text, around)
    return {} if made_value is _ENDLESS else made_value


def _made_up(
    types: Sequence[NamedType],
    value: Parameter | Field,
    expression: TypeExpression,
    text: str,
    around: tuple[str, ...],
) -> object:
    if value.example is not UNSET and expression == value.type:
        return shown(value)
    match expression:
        case Reference(name=name):
            named_type = next((type_ for type_ in types if type_.name == name), None)
            return _of_name(types, value, named_type, text, around)
        case ListOf(items=inside):
            item = _made_up(types, _with_limits(value, limits_of_items), inside, text, around)
            listed_values = _listed_values(types, inside)
            return [] if item is _ENDLESS else items_like(item, value.limits, listed_values)
        case MapOf(values=inside) if value.limits.minimum_members:
            member = _made_up(types, _with_limits(value, limits_of_members), inside, text, around)
            return {} if member is _ENDLESS else members_like(member, value.limits)
        case "object" if value.limits.minimum_members:
            return members_like(text, value.limits)
        case Union(options=options):
            for option in options_without_null(options):
                member = _made_up(types, value, option, text, around)
                if member is not _ENDLESS:
                    tag = tag_of(expression, option)
                    return {**members_of(member), **tag} if tag else member
            return _ENDLESS
        case Constant(value=constant):
            return constant
        case str():
            kind = value.module.type if isinstance(value, Parameter) else None
            return _of_kind(kind or expression, value, text)
        case _:
            return {}


_ENDLESS = object()
"""Stands for a value of an alias within itself."""


def _of_name(
    types: Sequence[NamedType],
    value: Parameter | Field,
    named_type: NamedType | None,
    text: str,
    around: tuple[str, ...],
) -> object:
    match named_type:
        case Record(name=name, fields=fields) if name not in around:
            members = {
                field.name: _made_up(types, field, field.type, "Example", (*around, name))
                for field in fields
                if field.presence is None and field.access != "read"
            }
            return _ENDLESS if _ENDLESS in members.values() else members
        case Alias(name=name, type=aliased, limits=limits):
            if name in around:
                return _ENDLESS
            value = replace(value, limits=limits, example=UNSET)
            return _made_up(types, value, aliased, text, (*around, name))
        case Enumeration() as enumeration:
            return _first_value(enumeration, value)
        case _:
            return {}


def _with_limits(
    value: Parameter | Field, limits_of: Callable[[Limits], Limits]
) -> Parameter | Field:
    return replace(value, limits=limits_of(value.limits), example=UNSET)


def items_like(
    item: object, limits: Limits, listed_values: Sequence[str | int] = ()
) -> list[object]:
    """As many items as a list needs, different ones if it needs these; one where it needs none."""
    count = min(max(1, limits.minimum_items or 1), MOST)
    if count == 1:
        return [item]
    if not limits.unique_items:
        return [item] * count
    if listed_values:
        return [*listed_values[:count]]
    return [_another(item, number, limits_of_items(limits)) for number in range(count)]


def _another(item: object, number: int, limits: Limits) -> object:
    """A value like another one, by number; the value itself where nothing is varied."""
    match item:
        case bool() | None:
            return item
        case int() | float():
            return item + number * (limits.multiple_of or 1) * (-1 if item == limits.maximum else 1)
        case str() if number:
            longest = limits.maximum_characters
            varied = f"{item}{number}"
            return varied if longest is None or len(varied) <= longest else varied[-longest:]
        case _:
            members = members_of(item)
            first = next(iter(members), None)
            if first is None:
                return item
            return {**members, first: _another(members[first], number, Limits())}


def members_like(member: object, limits: Limits) -> dict[str, object]:
    """As many members as an object needs."""
    count = min(limits.minimum_members or 0, MOST)
    return {"key" if number == 0 else f"key{number + 1}": member for number in range(count)}


def _listed_values(types: Sequence[NamedType], expression: TypeExpression) -> Sequence[str | int]:
    name = expression.name if isinstance(expression, Reference) else None
    named_type = next((type_ for type_ in types if type_.name == name), None)
    return named_type.values if isinstance(named_type, Enumeration) else ()


def shown(value: Parameter | Field) -> object:
    """The example of a value; in place of a text that does not match the pattern, one that does."""
    example = value.example
    return made_up_text(value, example) if isinstance(example, str) else example


def _of_kind(kind: str, value: Parameter | Field, text: str) -> object:
    """A value of a scalar, or of a type of a wiki's parameters."""
    facts = scalar_facts(kind)
    match kind:
        case "namespace":
            return 0
        case "expiry":
            return SCALARS["timestamp"].example
        case _ if kind in INTEGERS | NUMBERS:
            usual = cast("float", (facts or SCALARS["integer"]).example)
            if kind == "integer":
                usual = FORMATTED_INTEGERS.get(value.format or "", usual)
            return within_limits(usual, value.limits)
        case _ if facts is None or kind == "string":
            return FORMATTED.get(value.format or "") or made_up_text(value, text)
        case _:
            return facts.example


def within_limits(number: float, limits: Limits) -> float:
    """A number, or the limit that it would break."""
    if limits.maximum is not None:
        number = min(number, limits.maximum)
    if limits.exclusive_maximum is not None and number >= limits.exclusive_maximum:
        number = limits.exclusive_maximum - 1
    if limits.minimum is not None:
        number = max(number, limits.minimum)
    if limits.exclusive_minimum is not None and number <= limits.exclusive_minimum:
        number = limits.exclusive_minimum + 1
    return number if limits.multiple_of is None else _multiple(number, limits.multiple_of)


def _multiple(number: float, step: float) -> float:
    """A number that is near, and a multiple of a step."""
    exact = max(1, round(number / step)) * Decimal(str(step))
    return int(exact) if exact == int(exact) else float(exact)


def _first_value(enumeration: Enumeration, value: Parameter | Field) -> str | int:
    dropped = {"", *enumeration.deprecated_values, *value.deprecated_values}
    return next((listed for listed in enumeration.values if listed not in dropped), "")
