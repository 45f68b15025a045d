"""The head of a description: version, server, envelope, key, and the ids of facts."""

import re
from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import package_version, server_address
from specloom.model import structs as model
from specloom.model.naming import WIRE_NAME, is_wire_name
from specloom.readers.rest.format import AuthenticationEntry, RestFile
from specloom.readers.rest.rules.findings import unknown
from specloom.readers.rest.rules.types import parsed_type
from specloom.runtime.core.header import TRANSPORT_HEADERS

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with the head."""
    if (problem := package_version.problem(described.version)) is not None:
        yield Finding(("version",), "wrong-value", *problem)
    server = described.server
    yield from server_address.faults(("server",), server.url, server.example)
    yield from _envelope_faults(described)
    if described.authentication is not None:
        yield from _key_faults(described, described.authentication)
    for part, ids in (("facts", described.facts), ("unspecified", described.unspecified)):
        for id_ in ids:
            if not _ID.fullmatch(id_):
                hint = "use small letters, digits and single hyphens"
                yield Finding((part, id_), "invalid-name", f"`{id_}` is no id", hint, key=True)
    yield from _assumption_faults(described)


def _assumption_faults(described: RestFile) -> Iterator[Finding]:
    """What rests on an assumption must exist, so that a page can mark it."""
    known = ["key", "errors"]
    for id_, operation in described.operations.items():
        known += [id_, *(f"{id_}.{parameter}" for parameter in operation.parameters)]
    for name, record in described.records.items():
        known += [f"{name}.{field}" for field in record.fields]
    for id_, entry in described.unspecified.items():
        for index, name in enumerate(entry.about):
            if name not in known:
                at = ("unspecified", id_, "about", index)
                yield unknown(at, "part of the API", name, known)


def _key_faults(described: RestFile, key: AuthenticationEntry) -> Iterator[Finding]:
    if not is_wire_name(key.parameter):
        kind = "header" if key.place in ("header", "bearer") else "parameter"
        message = f"`{key.parameter}` cannot be the name of a {kind}"
        yield Finding(("authentication", "parameter"), "invalid-name", message, WIRE_NAME)
    elif key.place in ("header", "bearer") and key.parameter.lower() in TRANSPORT_HEADERS:
        message = f"`{key.parameter}` cannot carry the key: whatever carries a request sets it"
        hint = "use `Authorization`, or a header of its own"
        yield Finding(("authentication", "parameter"), "invalid-name", message, hint)
    for id_, operation in described.operations.items():
        if key.parameter in operation.parameters:
            message = f"`{key.parameter}` carries the key and belongs to every operation already"
            at = ("operations", id_, "parameters", key.parameter)
            yield Finding(at, "duplicate-name", message, "leave it out here", key=True)


def _envelope_faults(described: RestFile) -> Iterator[Finding]:
    envelope, records = described.envelope, described.records
    if envelope is None:
        return
    if envelope.record not in records:
        yield unknown(("envelope", "record"), "record", envelope.record, records)
        return
    fields = records[envelope.record].fields
    for key, name in (("status", envelope.status), ("message", envelope.message)):
        if name not in fields:
            yield unknown(("envelope", key), f"field in {envelope.record}", name, fields)
        elif (type_ := parsed_type(fields[name].type)) is not None and not _may_be_text(type_):
            message = (
                f"`{name}` of {envelope.record} never holds a text: it is `{fields[name].type}`"
            )
            yield Finding(("envelope", key), "conflicting-facts", message, "name a string")
    if envelope.success == envelope.error:
        message = "a success and an error cannot have the same value"
        yield Finding(("envelope", "error"), "conflicting-facts", message)


def _may_be_text(type_: model.TypeExpression) -> bool:
    """Return whether a value of the type can be a text."""
    match type_:
        case "string" | "any":
            return True
        case model.Constant(value=value):
            return isinstance(value, str)
        case model.Union(options=options):
            return any(map(_may_be_text, options))
        case _:
            return False
