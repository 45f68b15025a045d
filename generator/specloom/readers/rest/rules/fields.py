"""Fields of records: type, presence, known values, and where an amount's currency is."""

from collections.abc import Iterator, Mapping, Sequence

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model.naming import is_field_name
from specloom.model.scalars import MAY_BE_TEXT, NUMBERS
from specloom.readers.rest.format import FieldEntry, RecordEntry, RestFile
from specloom.readers.rest.rules.findings import Path, list_faults, unknown
from specloom.readers.rest.rules.types import parts, read_type
from specloom.readers.type_text import Parsed, parse


def faults(
    described: RestFile, record_name: str, field_name: str, field: FieldEntry
) -> Iterator[Finding]:
    """What is wrong with one field."""
    at = ("records", record_name, "fields", field_name)
    if not field_name.strip():
        yield Finding(at, "invalid-name", "a field needs a name", key=True)
    elif not is_field_name(field_name):
        message = "the name of a field holds a quotation mark, a backslash or a control character"
        yield Finding(at, "invalid-name", message, "leave the field out", key=True)
    records = described.records
    type_, wrong = read_type(described, (*at, "type"), field.type, [*records], "a record")
    yield from wrong
    conditions = records[record_name].conditions
    for key, named in (("only_if", field.only_if), ("omitted_if", field.omitted_if)):
        for index, condition in enumerate(named):
            if condition not in conditions:
                kind = f"condition in {record_name}"
                yield unknown((*at, key, index), kind, condition, conditions)
    for condition in field.only_if:
        if condition in field.omitted_if:
            message = f"`{condition}` cannot both bring the field and omit it"
            yield Finding((*at, "omitted_if"), "conflicting-facts", message)
    if field.optional and (field.only_if or field.omitted_if or field.when):
        message = "a field with a rule for its presence is not merely optional"
        yield Finding((*at, "optional"), "conflicting-facts", message, "leave it out", key=True)
    if type_ is not None:
        inside = list(parts(type_))
        yield from _text_faults(at, field, inside)
        yield from _accept_faults(at, field, type_)
        if field.currency_of is not None:
            if "decimal" not in inside:
                message = f"an amount has the type `decimal`, not `{field.type}`"
                hint = "write `type: decimal`"
                yield Finding((*at, "currency_of"), "conflicting-facts", message, hint, key=True)
            yield from _currency_faults(records, at, record_name, field.currency_of)


def _text_faults(
    at: Path, field: FieldEntry, inside: Sequence[model.TypeExpression]
) -> Iterator[Finding]:
    has_text = any(part in MAY_BE_TEXT for part in inside)
    # Numbers have formats too: what an integer identifies.
    has_number = any(part in NUMBERS for part in inside)
    for key, given in (("format", field.format), ("known_values", field.known_values)):
        if given and not has_text:
            message = f"`{key}` needs a string, and the type is `{field.type}`"
            if key == "known_values" or not has_number:
                yield Finding((*at, key), "conflicting-facts", message, key=True)
    if field.known_values:
        yield from list_faults((*at, "known_values"), field.known_values)


_ACCEPTS = {
    "number": "string",
    "empty-array": model.MapOf,
    "text-number": "decimal",
    "loose-time": "timestamp",
}


def _accept_faults(at: Path, field: FieldEntry, type_: model.TypeExpression) -> Iterator[Finding]:
    for index, form in enumerate(field.accepts):
        wanted = _ACCEPTS.get(form)
        fits = isinstance(type_, wanted) if isinstance(wanted, type) else type_ == wanted
        if wanted is not None and not fits:
            needed = "a map" if form == "empty-array" else f"`{wanted}`"
            message = f"`{form}` needs {needed}, and the type is `{field.type}`"
            yield Finding((*at, "accepts", index), "conflicting-facts", message)


def _currency_faults(
    records: Mapping[str, RecordEntry], at: Path, record_name: str, currency: str
) -> Iterator[Finding]:
    where = (*at, "currency_of")
    holder, dot, name = currency.rpartition(".")
    if not dot:
        if name not in records[record_name].fields:
            known = records[record_name].fields
            yield unknown(where, f"field in {record_name}", name, known)
    elif holder not in records:
        yield unknown(where, "record", holder, records)
    elif name not in records[holder].fields:
        yield unknown(where, f"field in {holder}", name, records[holder].fields)
    elif record_name not in _held_by(records, holder):
        message = f"`{record_name}` is no part of `{holder}`, so its currency cannot be there"
        yield Finding(where, "conflicting-facts", message)


def _held_by(records: Mapping[str, RecordEntry], holder: str) -> set[str]:
    """The records that are part of a record, at any depth."""
    held: set[str] = set()
    waiting = [holder]
    while waiting:
        for field in records[waiting.pop()].fields.values():
            parsed = parse(field.type)
            names = [name.name for name in parsed.names] if isinstance(parsed, Parsed) else []
            fresh = [name for name in names if name in records and name not in held]
            held.update(fresh)
            waiting.extend(fresh)
    return held
