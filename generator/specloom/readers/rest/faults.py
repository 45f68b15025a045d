"""Faults of a description that never reach a model: unreadable types, and keys that the model has no place for."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model import value_type
from specloom.model.naming import class_name
from specloom.model.rules.findings import At, list_faults, unknown
from specloom.model.scalars import SCALARS
from specloom.readers.parts import inner_part
from specloom.readers.rest.format import FieldEntry, ParameterEntry, RestFile
from specloom.readers.type_text import Malformed, parse


def faults(described: RestFile) -> Iterator[Finding]:
    """Faults that the reader finds itself."""
    taken = {
        **dict.fromkeys(described.errors, "errors"),
        **dict.fromkeys(described.enumerations, "enumerations"),
        **dict.fromkeys(described.records, "records"),
    }
    for id_, operation in described.operations.items():
        for name, parameter in operation.parameters.items():
            at = ("operations", id_, "parameters", name)
            key = described.authentication
            if operation.public and key is not None and name == key.parameter:
                message = f"`{name}` carries the key and belongs to every operation already"
                yield Finding(at, "duplicate-name", message, "leave it out here", key=True)
            yield from _parameter_faults(described, at, parameter)
            values = class_name(f"{id_}.{name}")
            if parameter.values and values in taken:
                message = f"its values would be named `{values}`, as one of the {taken[values]} is"
                hint = "put them under `enumerations`"
                yield Finding((*at, "values"), "duplicate-name", message, hint)
            elif parameter.values:
                taken[values] = "parameters' own value lists"
        if operation.result is not None:
            yield from _type_faults(("operations", id_, "result", "type"), operation.result.type)
    for name, error in described.errors.items():
        for index, id_ in enumerate(error.operations):
            if id_ not in described.operations:
                where = ("errors", name, "operations", index)
                yield unknown(where, "operation", id_, described.operations)
    for name, record in described.records.items():
        for field_name, field in record.fields.items():
            yield from _field_faults(("records", name, "fields", field_name), field)
        for helper_name, helper in record.helpers.items():
            if (helper.present is None) == (helper.until is None):
                message = "a helper needs one of `present` and `until`"
                at = ("records", name, "helpers", helper_name)
                yield Finding(at, "conflicting-facts", message, key=True)


def _type_faults(at: At, text: str) -> Iterator[Finding]:
    parsed = parse(text)
    if isinstance(parsed, Malformed):
        character = text, parsed.offset
        yield Finding(at, "malformed-type", parsed.message, character=character)


def _field_faults(at: At, field: FieldEntry) -> Iterator[Finding]:
    yield from _type_faults((*at, "type"), field.type)
    if field.optional and inner_part(model.Presence, field) != model.Presence():
        message = "a field with a rule for its presence is not merely optional"
        yield Finding((*at, "optional"), "conflicting-facts", message, "leave it out", key=True)


def _parameter_faults(described: RestFile, at: At, parameter: ParameterEntry) -> Iterator[Finding]:
    where = (*at, "type")
    parsed = parse(parameter.type)
    if isinstance(parsed, Malformed):
        yield from _type_faults(where, parameter.type)
        return
    single = parsed.type.items if isinstance(parsed.type, model.ListOf) else parsed.type
    is_scalar = isinstance(single, str) and bool(SCALARS[single].kind)
    if isinstance(single, model.Reference) and single.name in described.enumerations:
        if parameter.values:
            message, hint = "the values are in the enumeration already", "leave them out here"
            yield Finding((*at, "values"), "conflicting-facts", message, hint, key=True)
        return
    kind = "record" if isinstance(single, model.Reference) else single if is_scalar else "any"
    yield from list_faults((*at, "values"), parameter.values)
    for index, value in enumerate(parameter.values):
        if kind not in ("string", "integer") or not value_type.fits(str(kind), value):
            message = f"`{value}` does not fit the type {kind}"
            hint = "list values of strings and integers only"
            yield Finding((*at, "values", index), "wrong-value", message, hint)
