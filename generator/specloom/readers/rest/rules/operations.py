"""Operations: id, path, result; no two at one address."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import request_path
from specloom.model.naming import LONGEST, identifier, is_wire_name, snake_case
from specloom.model.request_path import VARIABLE
from specloom.readers.rest.format import OperationEntry, RestFile
from specloom.readers.rest.rules import parameters, places
from specloom.readers.rest.rules.findings import Path, same_name_faults, unknown
from specloom.readers.rest.rules.types import read_type


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with operations and their parameters."""
    for id_, operation in described.operations.items():
        yield from _operation_faults(described, id_, operation)
    yield from _address_faults(described)


def _operation_faults(
    described: RestFile, id_: str, operation: OperationEntry
) -> Iterator[Finding]:
    at = ("operations", id_)
    group, dot, name = id_.partition(".")
    if not is_wire_name(id_) or not dot or not snake_case(name) or "." in name:
        message = f"`{id_}` is no id of an operation"
        hint = f"write a group, a dot and a name: `items.list`, at most {LONGEST} characters"
        yield Finding(at, "invalid-name", message, hint, key=True)
    elif group not in described.groups:
        yield unknown(at, "group", group, described.groups, key=True)
    if operation.name is not None and operation.name != identifier(operation.name):
        message = f"`{operation.name}` cannot be the name of a method"
        hint = f"call it `{identifier(operation.name)}`"
        yield Finding((*at, "name"), "invalid-name", message, hint)
    yield from request_path.faults((*at, "path"), operation.path, operation.parameters)
    yield from places.body_faults(described, at, operation)
    names = {name: identifier(name) for name in operation.parameters if name.strip()}
    yield from same_name_faults((*at, "parameters"), names, "the parameters")
    for name, parameter in operation.parameters.items():
        yield from parameters.faults(described, (*at, "parameters", name), name, parameter)
        yield from places.place_faults(at, operation, name)
    yield from _result_faults(described, at, operation)


def _result_faults(described: RestFile, at: Path, operation: OperationEntry) -> Iterator[Finding]:
    result, records = operation.result, described.records
    if result is None:
        return
    _, wrong = read_type(described, (*at, "result", "type"), result.type, [*records], "a record")
    yield from wrong
    yield from _echo_faults(described, at, operation)
    envelope = described.envelope
    if result.member is None:
        return
    where = (*at, "result", "member")
    steps = result.member.split(".")
    if "" in steps:
        message = f"`{result.member}` is no path of members"
        yield Finding(where, "wrong-value", message, "names with dots between: `data.purchase`")
    elif envelope is not None and envelope.record in records:
        fields = records[envelope.record].fields
        if steps[0] not in fields:
            yield unknown(where, f"field in {envelope.record}", steps[0], fields)


def _echo_faults(described: RestFile, at: Path, operation: OperationEntry) -> Iterator[Finding]:
    result = operation.result
    if result is None:
        return
    record = described.records.get(result.type)
    for field, parameter in result.echoes.items():
        where = (*at, "result", "echoes", field)
        if record is None:
            message = f"only a record repeats what was asked for, and the type is `{result.type}`"
            yield Finding(where, "conflicting-facts", message, key=True)
        elif field not in record.fields:
            yield unknown(where, f"field in {result.type}", field, record.fields, key=True)
        if parameter not in operation.parameters:
            yield unknown(where, "parameter", parameter, operation.parameters)


def _address_faults(described: RestFile) -> Iterator[Finding]:
    """No two operations with the same method and path: nothing could tell them apart."""
    seen: dict[tuple[str, str], str] = {}
    for id_, operation in described.operations.items():
        address = (operation.method, VARIABLE.sub("{}", operation.path))
        if address in seen:
            message = f"{operation.method} {operation.path} is `{seen[address]}` already"
            yield Finding(("operations", id_, "path"), "duplicate-name", message)
        seen.setdefault(address, id_)
