"""Types of results as Python: expressions, records and their members."""

import keyword
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from specloom.languages.python import Python, py_identifier, py_literal
from specloom.model import structs as model
from specloom.model.scalars import SCALARS
from specloom.naming.mediawiki import TAKEN_MEMBERS, FolderNames
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.python.order import in_order

Role: TypeAlias = Literal["item", "value", "whole", "around-items", "beside"]
"""Role of a record in the result of its module, for records without a text in the model."""


class ValueListView(View, frozen=True):
    """A list of values that parameters take."""

    name: str
    enumeration: model.Enumeration


class MemberView(View, frozen=True):
    """One member of a record."""

    field: model.Field
    type: Python
    """A string literal where it names records that come later in the file."""
    told: tuple[str, ...]
    """What is known of it beside its summary."""


class RecordView(View, frozen=True):
    """A TypedDict."""

    name: str
    base: str | None
    """The record whose members it has, too."""
    record: model.Record | None
    """Record of the view; for items in groups, that of one item; None for a record beside a result."""
    role: Role | None
    members: tuple[MemberView, ...]
    is_class: bool
    """True if it can be a class, since all keys can be attributes."""


def type_expression(names: FolderNames, expression: model.TypeExpression) -> Python:
    """A type of a result."""
    match expression:
        case model.ListOf(items=items):
            return Python(f"list[{type_expression(names, items)}]")
        case model.MapOf(values=values):
            return Python(f"dict[str, {type_expression(names, values)}]")
        case model.Reference(name=name):
            return py_identifier(names.types[name].name)
        case model.Union(options=options):
            return alternatives(type_expression(names, option) for option in options)
        case model.Constant(value=value):
            return Python(f"Literal[{py_literal(value)}]")
        case _:
            return Python(SCALARS[expression].plain)


def alternatives(types: Iterable[Python]) -> Python:
    """One of several types."""
    return Python(" | ".join(dict.fromkeys(types)))


def value_list_views(names: FolderNames, module: str) -> tuple[ValueListView, ...]:
    """The lists of values that a file defines."""
    return tuple(
        ValueListView(names.types[type_.name].name, type_)
        for type_ in names.homes.get(module, ())
        if isinstance(type_, model.Enumeration)
    )


def records_of(names: FolderNames, module: str) -> list[model.Record]:
    """The records that a file defines, those first that others refer to."""
    return in_order(
        type_ for type_ in names.homes.get(module, ()) if isinstance(type_, model.Record)
    )


def record_views(
    names: FolderNames, records: Sequence[model.Record], roles: dict[str, Role] | None = None
) -> list[RecordView]:
    """The records of a file as TypedDicts, in their order."""
    return [
        record_view(
            names,
            names.types[record.name].name,
            record.fields,
            record=record,
            role=(roles or {}).get(record.name),
            ahead={later.name for later in records[index:]},
        )
        for index, record in enumerate(records)
    ]


def record_view(
    names: FolderNames,
    name: str,
    fields: Iterable[model.Field],
    *,
    base: str | None = None,
    record: model.Record | None = None,
    role: Role | None = None,
    ahead: Collection[str] = (),
) -> RecordView:
    """A TypedDict; `ahead` has the records that its file defines later."""
    fields = [field for field in fields if field.name]  # checkers refuse a key without letters
    members = tuple(
        MemberView(
            field,
            _member_type(names, field, ahead),
            tuple(text for _, text in words.told(field, "wiki")),
        )
        for field in fields
    )
    is_class = all(_may_be_attribute(field.name) for field in fields)
    return RecordView(name, base, record, role, members, is_class)


def _member_type(names: FolderNames, field: model.Field, ahead: Collection[str]) -> Python:
    expression = type_expression(names, field.type)
    later = any(name in ahead for name in model.references(field.type))
    return py_literal(expression) if later else expression


def _may_be_attribute(name: str) -> bool:
    # A class mangles names that begin with two underscores.
    plain = name.isidentifier() and name.isascii() and not name.startswith("__")
    return plain and not keyword.iskeyword(name) and name not in TAKEN_MEMBERS
