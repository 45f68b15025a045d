"""The head of a REST API: envelope, key, and the ids of facts."""

import re
from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import structs as model
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.model.rules.findings import notation, repeated, unknown
from specloom.runtime.core.header import TRANSPORT_HEADERS

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def faults(api: model.Api) -> Iterator[Finding]:
    """Faults of the head."""
    if api.envelope is not None:
        yield from _envelope_faults(api, api.envelope)
    if api.authentication is not None:
        yield from _key_faults(api, api.authentication)
    for part, ids in (
        ("facts", [fact.id for fact in api.facts]),
        ("unspecified", [gap.id for gap in api.unspecified]),
    ):
        yield from repeated((part,), "id", ids)
        for index, id_ in enumerate(ids):
            if not _ID.fullmatch(id_):
                hint = "use small letters, digits and single hyphens"
                yield Finding((part, index, "id"), "invalid-name", f"`{id_}` is not an id", hint)
    yield from _assumption_faults(api)


def key_parameter(api: model.Api, operation: model.Operation) -> model.Parameter | None:
    """The parameter that carries the key: the first of an operation that needs it."""
    first = operation.parameters[0] if operation.parameters else None
    is_key = (
        first is not None
        and api.authentication is not None
        and first.name == api.authentication.parameter
    )
    return first if is_key else None


def _assumption_faults(api: model.Api) -> Iterator[Finding]:
    """Faults of assumptions about what does not exist, so that no page can mark it."""
    known = ["key", "errors"]
    for operation in api.operations:
        key = key_parameter(api, operation)
        known += [
            operation.id,
            *(f"{operation.id}.{each.name}" for each in operation.parameters if each is not key),
        ]
    for name, record in model.records_of(api).items():
        known += [f"{name}.{field.name}" for field in record.fields]
    for index, gap in enumerate(api.unspecified):
        for number, name in enumerate(gap.about):
            if name not in known:
                at = ("unspecified", index, "about", number)
                yield unknown(at, "part of the API", name, known)


def _key_faults(api: model.Api, key: model.Authentication) -> Iterator[Finding]:
    at = ("protocol", "authentication", "parameter")
    keys = [key_parameter(api, operation) for operation in api.operations]
    is_header = key.scheme == "bearer" or any(
        parameter is not None and parameter.location == "header" for parameter in keys
    )
    if not is_wire_name(key.parameter):
        message = (
            f"`{key.parameter}` cannot be the name of a {'header' if is_header else 'parameter'}"
        )
        yield Finding(at, "invalid-name", message, WIRE_NAME)
    elif is_header and key.parameter.lower() in TRANSPORT_HEADERS:
        message = f"`{key.parameter}` cannot carry the key: whatever carries a request sets it"
        yield Finding(at, "invalid-name", message, "use `Authorization`, or a header of its own")
    for index, operation in enumerate(api.operations):
        for number, parameter in enumerate(operation.parameters):
            if parameter.name == key.parameter and number:
                message = (
                    f"`{key.parameter}` carries the key and belongs to every operation already"
                )
                where = ("operations", index, "parameters", number, "name")
                yield Finding(where, "duplicate-name", message, "leave it out here")


def _envelope_faults(api: model.Api, envelope: model.Envelope) -> Iterator[Finding]:
    records = model.records_of(api)
    if envelope.record not in records:
        yield unknown(("protocol", "envelope", "record"), "record", envelope.record, records)
        return
    fields = {field.name: field for field in records[envelope.record].fields}
    for key, name in (
        ("status_field", envelope.status_field),
        ("message_field", envelope.message_field),
    ):
        if name not in fields:
            yield unknown(
                ("protocol", "envelope", key), f"field in {envelope.record}", name, fields
            )
        elif not _may_be_text(fields[name].type):
            type_ = notation(fields[name].type)
            message = f"`{name}` of {envelope.record} never holds a text: it is `{type_}`"
            yield Finding(
                ("protocol", "envelope", key), "conflicting-facts", message, "name a string"
            )
    if envelope.success_value == envelope.error_value:
        message = "a success and an error cannot have the same value"
        yield Finding(("protocol", "envelope", "error_value"), "conflicting-facts", message)


def _may_be_text(type_: model.TypeExpression) -> bool:
    """Whether a value of the type can be a text."""
    match type_:
        case "string" | "any":
            return True
        case model.Constant(value=value):
            return isinstance(value, str)
        case model.Union(options=options):
            return any(map(_may_be_text, options))
        case _:
            return False
