"""Types and fields known only from observed replies; their absence in a newer probe proves nothing."""

from msgspec.structs import replace

from specloom.model.structs import (
    Field,
    ListOf,
    MapOf,
    NamedType,
    Record,
    Result,
    TypeExpression,
    Union,
)

_OBSERVED = "observed"
"""Begins the source of what is known from replies of a wiki alone."""


def is_seen(part: NamedType | Field | Result) -> bool:
    """Return whether something is known from replies alone."""
    if isinstance(part, Field) and part.module.observed == "only":
        return True
    if isinstance(part, Record) and part.fields:
        return all(map(is_seen, marked(part)))
    return (part.source or "").startswith(_OBSERVED)


def marked(record: Record) -> tuple[Field, ...]:
    """The fields, those known from replies alone marked as such where the record says it."""
    if not (record.source or "").startswith(_OBSERVED):
        return record.fields
    return tuple(replace(field, source=field.source or record.source) for field in record.fields)


def is_open(expression: TypeExpression) -> bool:
    """Return whether a type leaves open what is in it."""
    match expression:
        case ListOf(items=inside) | MapOf(values=inside):
            return is_open(inside)
        case Union(options=options):
            return any(map(is_open, options))
        case _:
            return expression in ("any", "object")
