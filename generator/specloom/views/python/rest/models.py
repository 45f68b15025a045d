"""Records of a REST API as Python classes, and aliases: their order, their members, what must be checked of them."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from specloom.languages.python import Python
from specloom.model import structs as model
from specloom.model.directions import fields_in
from specloom.model.naming import snake_case
from specloom.model.scalars import SCALARS, Final
from specloom.model.type_use import alternative_records, as_read, record_as_read
from specloom.model.value_formats import is_formatted
from specloom.naming.rest import RestNames
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.python.order import in_order
from specloom.views.python.rest.types import Types

Check: TypeAlias = Final | Literal["other"]
"""Sign that a value is not in its final form: its type, its zone, or none from outside."""
Renaming: TypeAlias = Literal["camel", "pascal"]
"""Rule of msgspec for names: `petId` or `PetId` of `pet_id`."""


class MemberView(View, frozen=True):
    """One member of a record."""

    field: model.Field
    name: str
    """Of the attribute; `field.name` is what the API calls it."""
    type: Python
    default: Python | None
    """What stands for it where it is absent; None: it must be given."""
    check: Check | None
    """None: a value always comes in its final form."""
    may_be_none: bool
    """True if what is checked may be None."""
    condition: str
    """When the API sends it; empty: always."""
    told: tuple[str, ...]
    """What else is known of it."""
    warns: bool = False
    """True if it is deprecated, and a program that makes the record may leave it out."""


class AliasView(View, frozen=True):
    """A name for a type that contains itself, or for its form in requests."""

    name: str
    summary: str
    shown: Python
    """The type for readers and type checkers."""
    type: Python
    """The type for the decoder."""


class RecordView(View, frozen=True):
    """One record, as a class."""

    record: model.Record
    name: str
    """Of the class."""
    members_class: str | None
    """Name of the type of its members, by their attributes; None: no program makes such records."""
    summary: str
    members: tuple[MemberView, ...]
    accepts: Mapping[str, tuple[str, ...]]
    """Name of a member in the API → forms that are converted to that of its type."""
    attributes: Mapping[str, str]
    """Name of a member in the API → name of its attribute."""
    secrets: tuple[str, ...]
    """Attributes that no `repr` shows."""
    renaming: Renaming | None
    """Rule by which all names in the API follow from those of attributes; None: each other name is written out."""


def record_views(api: model.Api, names: RestNames) -> tuple[RecordView, ...]:
    """Every record that a caller sees, each after those that it holds."""
    class_names, types = names.classes, _types(api, names)
    records = [
        type_
        for type_ in api.types
        if isinstance(type_, model.Record) and type_.name in class_names
    ]
    defined = {
        name
        for type_ in api.types
        if not isinstance(type_, model.Record)
        for name in (type_.name, names.drafts.get(type_.name, type_.name))
    }
    views: list[RecordView] = []
    ordered, alternatives = in_order(records), alternative_records(api)
    for record in ordered:
        is_sent = names.drafts.get(record.name) == record.name
        form = record if is_sent else record_as_read(record, alternatives)
        views.append(_record(form, record.name, names, types, defined, is_sent=is_sent))
        defined.add(record.name)
    for record in ordered:
        name = names.drafts.get(record.name, record.name)
        if name != record.name:
            views.append(_record(record, name, names, types, defined, is_sent=True))
            defined.add(name)
    return tuple(views)


def alias_views(api: model.Api, names: RestNames) -> tuple[AliasView, ...]:
    """Every alias, with its form in requests where that is another one."""
    types, shown_types = _types(api, names), _types(api, names, is_signature=True)
    views: list[AliasView] = []
    for alias in api.types:
        if not isinstance(alias, model.Alias):
            continue
        draft = names.drafts.get(alias.name)
        summary = alias.summary or f"{words.with_article(_noun(alias.name)).capitalize()}."
        limits = " ".join(text for _, text in words.told(model.field_of(alias), "rest"))
        summary = f"{summary}\n\n{limits}" if limits else summary
        for name in dict.fromkeys((alias.name, draft or alias.name)):
            direction: Literal["draft", "read"] = "draft" if name == draft else "read"
            type_ = as_read(alias.type) if direction == "read" else alias.type
            views.append(
                AliasView(
                    name,
                    summary if name == alias.name else f"{summary}\n\nIts form in requests.",
                    _quoted(shown_types.aliased(type_, direction)),
                    types.aliased(type_, direction),
                )
            )
    return tuple(views)


def _types(api: model.Api, names: RestNames, *, is_signature: bool = False) -> Types:
    """Types as the module `models` writes them."""
    return Types(
        api,
        taken=(),
        own=names.classes,
        drafts=names.drafts,
        with_other_members=names.with_other_members,
        is_signature=is_signature,
    )


def _record(
    record: model.Record,
    name: str,
    names: RestNames,
    types: Types,
    defined: set[str],
    *,
    is_sent: bool,
) -> RecordView:
    """The class of a record, or of the form in which it is sent."""
    fields = fields_in(record, "write" if is_sent else "read")
    attributes = {field.name: names.attributes[record.name][field.name] for field in fields}
    summary = record.summary or f"{words.with_article(_noun(record.name)).capitalize()}."
    return RecordView(
        record=record,
        name=name,
        members_class=names.members.get(name),
        summary=summary if name == record.name else f"{summary}\n\nIts form in requests.",
        members=tuple(
            (_sent_member if is_sent else _member)(
                record, field, attributes[field.name], types, defined
            )
            for field in fields
        ),
        secrets=tuple(attributes[field.name] for field in fields if field.secret),
        accepts={
            field.name: forms
            for field in fields
            if (forms := tuple(form for form in field.accepts if form != "null"))
        },
        attributes=attributes,
        renaming=_renaming(attributes),
    )


def _renaming(attributes: Mapping[str, str]) -> Renaming | None:
    """The rule for a record of which at least one name has several words."""
    has_several_words = any("_" in name.strip("_") for name in attributes.values())
    rules: tuple[Renaming, ...] = ("camel", "pascal")
    return next((rule for rule in rules if has_several_words and _follows(attributes, rule)), None)


def _follows(attributes: Mapping[str, str], rule: Renaming) -> bool:
    """Return whether msgspec makes all names in the API of the attributes."""
    try:
        renamed = msgspec.defstruct("Renamed", tuple(attributes.values()), rename=rule)
    except ValueError:  # two attributes become one name
        return False
    return renamed.__struct_encode_fields__ == tuple(attributes)


def _noun(class_name: str) -> str:
    return snake_case(class_name).replace("_", " ").strip()


def _member(
    record: model.Record, field: model.Field, name: str, types: Types, defined: set[str]
) -> MemberView:
    type_ = types.member(field.type)
    if field.holds_others:
        return _other_members(field, name, type_, types, defined)
    may_be_none = field.presence is not None or "null" in field.accepts
    if may_be_none and not _admits_none(field.type, types):
        type_ = Python(f"{type_} | None")
    if not defined.issuperset(model.references(field.type)):
        type_ = _quoted(type_)
    return MemberView(
        field=field,
        name=name,
        type=type_,
        default=None if field.presence is None else Python("None"),
        check=_check(field.type, types),
        may_be_none=may_be_none or _has_null(field.type),
        condition=words.condition(field, record),
        told=tuple(text for _, text in words.told(field, "rest")),
    )


def _other_members(
    field: model.Field,
    name: str,
    type_: Python,
    types: Types,
    defined: set[str],
    direction: Literal["draft", "read"] = "read",
) -> MemberView:
    """The attribute for the members that a record does not describe; empty without any."""
    names = types.forms(field.type) if direction == "draft" else model.references(field.type)
    return MemberView(
        field=field,
        name=name,
        type=type_ if defined.issuperset(names) else _quoted(type_),
        default=None,
        check="other" if types.is_special(field.type, direction) else None,
        may_be_none=False,
        condition="",
        told=(),
    )


def _sent_member(
    record: model.Record, field: model.Field, name: str, types: Types, defined: set[str]
) -> MemberView:
    """A member of the form in which a record is sent: absent and null are apart, enumerations are closed."""
    type_, (unset_type, unset) = types.draft(field), types.without_value()
    if field.holds_others:
        return _other_members(field, name, type_, types, defined, direction="draft")
    is_optional = field.presence is not None
    if is_optional:
        type_ = Python(f"{type_} | {unset_type}")
    if not defined.issuperset(types.forms(field.type)):
        type_ = _quoted(type_)
    return MemberView(
        field=field,
        name=name,
        type=type_,
        default=unset if is_optional else None,
        check="other" if is_formatted(field) or types.is_special(field.type, "draft") else None,
        may_be_none=True,
        condition="",
        told=tuple(text for _, text in words.told(field, "rest")),
        warns=field.deprecated and is_optional,
    )


def _quoted(type_: Python) -> Python:
    """A type that names a class before it is defined."""
    return Python(f"'{type_}'" if '"' in type_ else f'"{type_}"')


def _has_null(expression: model.TypeExpression) -> bool:
    return isinstance(expression, model.Union) and "null" in expression.options


def _admits_none(expression: model.TypeExpression, types: Types) -> bool:
    """Return whether None is of the type as it is written."""
    if expression in ("any", "null"):
        return True
    return _has_null(expression) and not types.is_one_of(expression)


def _check(expression: model.TypeExpression, types: Types) -> Check | None:
    match model.without_null(expression):
        case str() as scalar:
            return SCALARS[scalar].settled
        case _:
            return "other" if types.is_special(expression) else None
