"""Records of a REST API: fields, the conditions of their presence, and helpers."""

import re
from collections.abc import Iterator, Mapping, Sequence

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model.naming import identifier, is_field_name, variable_names
from specloom.model.rules.findings import (
    At,
    list_faults,
    notation,
    parts,
    repeated,
    unknown,
)
from specloom.model.rules.parameters import fact_faults
from specloom.model.rules.presence import presence_faults
from specloom.model.rules.types import type_faults
from specloom.model.scalars import MAY_BE_TEXT, NUMBERS

_CONDITION = re.compile(r"[a-z][a-z0-9_]*")


def faults(api: model.Api) -> Iterator[Finding]:
    """Faults of records."""
    for index, named in enumerate(api.types):
        if isinstance(named, model.Record):
            yield from _record_faults(api, ("types", index), named)


def _record_faults(api: model.Api, at: At, record: model.Record) -> Iterator[Finding]:
    if not record.fields:
        yield Finding((*at, "fields"), "wrong-value", f"the record `{record.name}` has no field")
    names = [field.name for field in record.fields]
    yield from repeated((*at, "fields"), "name", names)
    for index, condition in enumerate(record.conditions):
        yield from _condition_faults((*at, "conditions", index, "name"), record, condition.name)
    for index, field in enumerate(record.fields):
        yield from _field_faults(api, (*at, "fields", index), record, field)
    for index, helper in enumerate(record.helpers):
        yield from _helper_faults((*at, "helpers", index), record, helper)


def _condition_faults(at: At, record: model.Record, name: str) -> Iterator[Finding]:
    presences = [field.presence for field in record.fields if field.presence is not None]
    if not _CONDITION.fullmatch(name):
        hint = "use small letters, digits and underscores"
        message = f"`{name}` cannot be the name of a condition"
        yield Finding(at, "invalid-name", message, hint)
    elif not any(name in (*each.only_if, *each.omitted_if) for each in presences):
        message = f"no field of `{record.name}` names the condition `{name}`"
        hint = "name it after `only_if` or `omitted_if` of a field"
        yield Finding(at, "unused-name", message, hint)


def _helper_faults(at: At, record: model.Record, helper: model.Helper) -> Iterator[Finding]:
    name, fields = helper.name, {field.name: field for field in record.fields}
    if not name.isidentifier() or identifier(name) != name or name.startswith("_"):
        message = f"`{name}` cannot be the name of a helper"
        yield Finding((*at, "name"), "invalid-name", message, "such as `is_supported`")
    elif name in variable_names(fields).values():
        yield Finding((*at, "name"), "duplicate-name", f"`{name}` is a field already")
    if helper.field not in fields:
        yield unknown((*at, "field"), "field", helper.field, fields)
    elif helper.kind == "until" and fields[helper.field].type != "timestamp":
        type_ = notation(fields[helper.field].type)
        message = f"`until` needs a timestamp, and the type is `{type_}`"
        yield Finding((*at, "field"), "conflicting-facts", message)


# --- Fields ----------------------------------------------------------------------------------------


def _field_faults(
    api: model.Api, at: At, record: model.Record, field: model.Field
) -> Iterator[Finding]:
    if not field.name.strip():
        yield Finding((*at, "name"), "invalid-name", "a field needs a name")
    elif not is_field_name(field.name):
        message = "the name of a field holds a quotation mark, a backslash or a control character"
        yield Finding((*at, "name"), "invalid-name", message, "leave the field out")
    yield from type_faults(api, (*at, "type"), field.type)
    if field.presence is not None:
        yield from presence_faults((*at, "presence"), record, field.presence)
    inside: list[model.TypeExpression] = [part for _, part in parts((), field.type)]
    yield from fact_faults(api, at, field, field.known_values)
    yield from _text_faults(api, at, field, inside)
    yield from _accept_faults(at, field)
    if field.currency_of is not None:
        where = (*at, "currency_of")
        if "decimal" not in inside:
            message = f"an amount has the type `decimal`, not `{notation(field.type)}`"
            yield Finding(where, "conflicting-facts", message, "write `type: decimal`", key=True)
        yield from _currency_faults(model.records_of(api), where, record, field.currency_of)


def _text_faults(
    api: model.Api, at: At, field: model.Field, inside: Sequence[model.TypeExpression]
) -> Iterator[Finding]:
    has_text = any(part in MAY_BE_TEXT for part in inside)
    # Numbers have formats too: what an integer identifies. In OpenAPI, any word may stand beside any type.
    may_have_format = api.source_version is not None or any(part in NUMBERS for part in inside)
    for key, fact in (("format", field.format), ("known_values", field.known_values)):
        if fact and not has_text and (key == "known_values" or not may_have_format):
            message = f"`{key}` needs a string, and the type is `{notation(field.type)}`"
            yield Finding((*at, key), "conflicting-facts", message, key=True)
    yield from list_faults((*at, "known_values"), field.known_values)


_ACCEPTS = {
    "number": "string",
    "empty-array": model.MapOf,
    "text-number": "decimal",
    "loose-time": "timestamp",
}


def _accept_faults(at: At, field: model.Field) -> Iterator[Finding]:
    for index, form in enumerate(field.accepts):
        needed = _ACCEPTS.get(form)
        fits = isinstance(field.type, needed) if isinstance(needed, type) else field.type == needed
        if needed is not None and not fits:
            kind = "a map" if form == "empty-array" else f"`{needed}`"
            message = f"`{form}` needs {kind}, and the type is `{notation(field.type)}`"
            yield Finding((*at, "accepts", index), "conflicting-facts", message)


def _currency_faults(
    records: Mapping[str, model.Record], at: At, record: model.Record, currency: str
) -> Iterator[Finding]:
    holder, dot, name = currency.rpartition(".")
    if dot and holder not in records:
        yield unknown(at, "record", holder, records)
        return
    owner = records[holder] if dot else record
    fields = [field.name for field in owner.fields]
    if name not in fields:
        yield unknown(at, f"field in {owner.name}", name, fields)
    elif dot and record.name not in _held_by(records, holder):
        message = f"`{record.name}` is not part of `{holder}`, so its currency cannot be there"
        yield Finding(at, "conflicting-facts", message)


def _held_by(records: Mapping[str, model.Record], holder: str) -> set[str]:
    """The records that are part of a record, at any depth."""
    held: set[str] = set()
    waiting = [holder]
    while waiting:
        for field in records[waiting.pop()].fields:
            names = model.references(field.type)
            fresh = {name for name in names if name in records and name not in held}
            held |= fresh
            waiting.extend(fresh)
    return held
