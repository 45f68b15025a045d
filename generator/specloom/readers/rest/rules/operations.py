"""Operations: id, path, result; no two at one address."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import request_path
from specloom.model.naming import LONGEST, identifier, is_wire_name, snake_case
from specloom.model.request_path import VARIABLE
from specloom.readers.rest.format import OperationEntry
from specloom.readers.rest.rules import parameters, places
from specloom.readers.rest.rules.check import Check, Path, same_name_faults
from specloom.readers.rest.rules.types import type_faults


def faults(check: Check) -> Iterator[Diagnostic]:
    """What is wrong with operations and their parameters."""
    for id_, operation in check.described.operations.items():
        yield from _operation_faults(check, id_, operation)
    yield from _address_faults(check)


def _operation_faults(check: Check, id_: str, operation: OperationEntry) -> Iterator[Diagnostic]:
    at = ("operations", id_)
    group, dot, name = id_.partition(".")
    if not is_wire_name(id_) or not dot or not snake_case(name) or "." in name:
        message = f"`{id_}` is no id of an operation"
        hint = f"write a group, a dot and a name: `items.list`, at most {LONGEST} characters"
        yield check.key_fault(at, "invalid-name", message, hint)
    elif group not in check.described.groups:
        message = f"there is no group `{group}`"
        hint = did_you_mean_or_all(group, check.described.groups)
        yield check.key_fault(at, "unknown-name", message, hint)
    if operation.name is not None and operation.name != identifier(operation.name):
        message = f"`{operation.name}` cannot be the name of a method"
        hint = f"call it `{identifier(operation.name)}`"
        yield check.fault((*at, "name"), "invalid-name", message, hint)
    yield from _path_faults(check, at, operation)
    yield from places.body_faults(check, at, operation)
    names = {name: identifier(name) for name in operation.parameters if name.strip()}
    yield from same_name_faults(check, (*at, "parameters"), names, "the parameters")
    for name, parameter in operation.parameters.items():
        yield from parameters.faults(check, (*at, "parameters", name), name, parameter)
        yield from places.place_faults(check, at, operation, name)
    yield from _result_faults(check, at, operation)


def _path_faults(check: Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    for problem in request_path.problems(operation.path, operation.parameters):
        yield check.fault((*at, "path"), *problem)


def _result_faults(check: Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    result, records = operation.result, check.described.records
    if result is None:
        return
    yield from type_faults(check, (*at, "result", "type"), result.type, records, "a record")
    yield from _echo_faults(check, at, operation)
    envelope = check.described.envelope
    if result.member is None:
        return
    where = (*at, "result", "member")
    steps = result.member.split(".")
    if "" in steps:
        message = f"`{result.member}` is no path of members"
        yield check.fault(where, "wrong-value", message, "names with dots between: `data.purchase`")
    elif envelope is not None and envelope.record in records:
        fields = records[envelope.record].fields
        if steps[0] not in fields:
            yield check.unknown(where, f"field in {envelope.record}", steps[0], fields)


def _echo_faults(check: Check, at: Path, operation: OperationEntry) -> Iterator[Diagnostic]:
    result = operation.result
    if result is None:
        return
    record = check.described.records.get(result.type)
    for field, parameter in result.echoes.items():
        where = (*at, "result", "echoes", field)
        if record is None:
            message = f"only a record repeats what was asked for, and the type is `{result.type}`"
            yield check.key_fault(where, "conflicting-facts", message)
        elif field not in record.fields:
            known = did_you_mean_or_all(field, record.fields)
            message = f"there is no field in {result.type} `{field}`"
            yield check.key_fault(where, "unknown-name", message, known)
        if parameter not in operation.parameters:
            yield check.unknown(where, "parameter", parameter, operation.parameters)


def _address_faults(check: Check) -> Iterator[Diagnostic]:
    """No two operations with the same method and path: nothing could tell them apart."""
    seen: dict[tuple[str, str], str] = {}
    for id_, operation in check.described.operations.items():
        address = (operation.method, VARIABLE.sub("{}", operation.path))
        if address in seen:
            message = f"{operation.method} {operation.path} is `{seen[address]}` already"
            yield check.fault(("operations", id_, "path"), "duplicate-name", message)
        seen.setdefault(address, id_)
