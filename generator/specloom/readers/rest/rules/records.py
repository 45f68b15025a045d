"""Records: fields, the conditions of their presence, and helpers."""

import re
from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.naming import identifier
from specloom.readers.rest.format import HelperEntry, RecordEntry, RestFile
from specloom.readers.rest.rules import fields
from specloom.readers.rest.rules.findings import Path, same_name_faults, unknown

_CONDITION = re.compile(r"[a-z][a-z0-9_]*")


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with records."""
    for name, record in described.records.items():
        yield from _record_faults(described, name, record)


def _record_faults(described: RestFile, name: str, record: RecordEntry) -> Iterator[Finding]:
    at = ("records", name)
    if not record.fields:
        yield Finding((*at, "fields"), "wrong-value", f"the record `{name}` has no field")
    names = {field: identifier(field) for field in record.fields}
    yield from same_name_faults((*at, "fields"), names, "the fields")
    for condition in record.conditions:
        where = (*at, "conditions", condition)
        if not _CONDITION.fullmatch(condition):
            hint = "use small letters, digits and underscores"
            message = f"`{condition}` cannot be the name of a condition"
            yield Finding(where, "invalid-name", message, hint, key=True)
        elif not any(
            condition in (*field.only_if, *field.omitted_if) for field in record.fields.values()
        ):
            message = f"no field of `{name}` names the condition `{condition}`"
            hint = "name it after `only_if` or `omitted_if` of a field"
            yield Finding(where, "unused-name", message, hint, key=True)
    for field_name, field in record.fields.items():
        yield from fields.faults(described, name, field_name, field)
    for helper_name, helper in record.helpers.items():
        yield from _helper_faults((*at, "helpers", helper_name), record, helper)


def _helper_faults(at: Path, record: RecordEntry, helper: HelperEntry) -> Iterator[Finding]:
    name = str(at[-1])
    if not name.isidentifier() or identifier(name) != name or name.startswith("_"):
        message = f"`{name}` cannot be the name of a helper"
        yield Finding(at, "invalid-name", message, "such as `is_supported`", key=True)
    elif name in map(identifier, record.fields):
        yield Finding(at, "duplicate-name", f"`{name}` is a field already", key=True)
    if (helper.present is None) == (helper.until is None):
        message = "a helper needs one of `present` and `until`"
        yield Finding(at, "conflicting-facts", message, key=True)
    for key, field in (("present", helper.present), ("until", helper.until)):
        if field is None:
            continue
        if field not in record.fields:
            yield unknown((*at, key), "field", field, record.fields)
        elif key == "until" and record.fields[field].type != "timestamp":
            message = f"`until` needs a timestamp, and the type is `{record.fields[field].type}`"
            yield Finding((*at, key), "conflicting-facts", message)
