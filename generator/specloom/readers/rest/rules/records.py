"""Records: fields, the conditions of their presence, and helpers."""

import re
from collections.abc import Iterator

from specloom.diagnostics import Diagnostic
from specloom.model.naming import identifier
from specloom.readers.rest.format import HelperEntry, RecordEntry
from specloom.readers.rest.rules import fields
from specloom.readers.rest.rules.check import Check, Path, same_name_faults

_CONDITION = re.compile(r"[a-z][a-z0-9_]*")


def faults(check: Check) -> Iterator[Diagnostic]:
    """What is wrong with records."""
    for name, record in check.described.records.items():
        yield from _record_faults(check, name, record)


def _record_faults(check: Check, name: str, record: RecordEntry) -> Iterator[Diagnostic]:
    at = ("records", name)
    if not record.fields:
        yield check.fault((*at, "fields"), "wrong-value", f"the record `{name}` has no field")
    names = {field: identifier(field) for field in record.fields}
    yield from same_name_faults(check, (*at, "fields"), names, "the fields")
    for condition in record.conditions:
        where = (*at, "conditions", condition)
        if not _CONDITION.fullmatch(condition):
            hint = "use small letters, digits and underscores"
            message = f"`{condition}` cannot be the name of a condition"
            yield check.key_fault(where, "invalid-name", message, hint)
        elif not any(
            condition in (*field.only_if, *field.omitted_if) for field in record.fields.values()
        ):
            message = f"no field of `{name}` names the condition `{condition}`"
            hint = "name it after `only_if` or `omitted_if` of a field"
            yield check.key_fault(where, "unused-name", message, hint)
    for field_name, field in record.fields.items():
        yield from fields.faults(check, name, field_name, field)
    for helper_name, helper in record.helpers.items():
        yield from _helper_faults(check, (*at, "helpers", helper_name), record, helper)


def _helper_faults(
    check: Check, at: Path, record: RecordEntry, helper: HelperEntry
) -> Iterator[Diagnostic]:
    name = str(at[-1])
    if not name.isidentifier() or identifier(name) != name or name.startswith("_"):
        message = f"`{name}` cannot be the name of a helper"
        yield check.key_fault(at, "invalid-name", message, "such as `is_supported`")
    elif name in map(identifier, record.fields):
        yield check.key_fault(at, "duplicate-name", f"`{name}` is a field already")
    if (helper.present is None) == (helper.until is None):
        message = "a helper needs one of `present` and `until`"
        yield check.key_fault(at, "conflicting-facts", message)
    for key, field in (("present", helper.present), ("until", helper.until)):
        if field is None:
            continue
        if field not in record.fields:
            yield check.unknown((*at, key), "field", field, record.fields)
        elif key == "until" and record.fields[field].type != "timestamp":
            message = f"`until` needs a timestamp, and the type is `{record.fields[field].type}`"
            yield check.fault((*at, key), "conflicting-facts", message)
