"""Operations of a REST API: id, path, result; no two at one address."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model import request_path
from specloom.model import structs as model
from specloom.model.naming import LONGEST, identifier, is_wire_name, snake_case
from specloom.model.request_path import VARIABLE
from specloom.model.rules import parameters, places
from specloom.model.rules.findings import At, notation, repeated, unknown
from specloom.model.rules.head import key_parameter
from specloom.model.rules.types import type_faults


def faults(api: model.Api) -> Iterator[Finding]:
    """Faults of operations and their parameters."""
    for index, operation in enumerate(api.operations):
        yield from _operation_faults(api, ("operations", index), operation)
    yield from _address_faults(api)


def _operation_faults(api: model.Api, at: At, operation: model.Operation) -> Iterator[Finding]:
    groups = [group.name for group in api.groups]
    group, dot, name = operation.id.partition(".")
    hint = f"write a group, a dot and a name: `items.list`, at most {LONGEST} characters"
    if not is_wire_name(operation.id) or not dot or not snake_case(name) or "." in name:
        message = f"`{operation.id}` is not an id of an operation"
        yield Finding((*at, "id"), "invalid-name", message, hint)
    elif operation.group not in groups:
        yield unknown((*at, "group"), "group", operation.group, groups)
    elif group != operation.group:
        message = f"`{operation.id}` is not an id of an operation of the group `{operation.group}`"
        yield Finding((*at, "id"), "invalid-name", message, hint)
    else:
        yield from _method_faults((*at, "call", "method_name"), operation.http.method_name)
    key = key_parameter(api, operation)
    passed = [
        (index, parameter)
        for index, parameter in enumerate(operation.parameters)
        if parameter is not key
    ]
    names = [parameter.name for _, parameter in passed]
    yield from request_path.faults((*at, "call", "path"), operation.http.path, names)
    yield from places.faults(api, at, operation)
    yield from _security_faults(api, (*at, "call", "security"), operation.http.security)
    yield from repeated(
        (*at, "parameters"),
        "name",
        [parameter.name for parameter in operation.parameters],
        without=api.authentication.parameter if api.authentication else None,
    )
    if key is not None:  # the rules of the key are about its name
        yield from parameters.value_faults(api, (*at, "parameters", 0), key)
    for index, parameter in passed:
        yield from parameters.faults(api, (*at, "parameters", index), parameter)
    if operation.result is not None:
        yield from _result_faults(api, at, operation, operation.result)


def _security_faults(
    api: model.Api, at: At, alternatives: tuple[tuple[str, ...], ...]
) -> Iterator[Finding]:
    """Faults of the security schemes that an operation takes."""
    schemes = [scheme.name for scheme in api.schemes]
    for index, names in enumerate(alternatives):
        for position, name in enumerate(names):
            if name not in schemes:
                yield unknown((*at, index, position), "security scheme", name, schemes)


def _method_faults(at: At, method: str | None) -> Iterator[Finding]:
    if method is None or _is_method(method):
        return
    proposal = identifier(method).lstrip("_")
    hint = (
        f"call it `{proposal}`"
        if _is_method(proposal)
        else "give it a name that begins with a letter"
    )
    yield Finding(at, "invalid-name", f"`{method}` cannot be the name of a method", hint)


def _is_method(name: str) -> bool:
    return name == identifier(name) and not name.startswith("_")


def _result_faults(
    api: model.Api, at: At, operation: model.Operation, result: model.Result
) -> Iterator[Finding]:
    yield from type_faults(api, (*at, "result", "type"), result.type)
    if result.events is not None and result.events.type is not None:
        yield from type_faults(api, (*at, "result", "events", "type"), result.events.type)
    yield from _echo_faults(api, at, operation, result)
    if result.key is None:
        return
    where = (*at, "result", "key")
    steps = result.key.split(".")
    records = model.records_of(api)
    if "" in steps:
        message = f"`{result.key}` is not a path of members"
        yield Finding(where, "wrong-value", message, "names with dots between: `data.purchase`")
    elif api.envelope is not None and api.envelope.record in records:
        fields = [field.name for field in records[api.envelope.record].fields]
        if steps[0] not in fields:
            yield unknown(where, f"field in {api.envelope.record}", steps[0], fields)


def _echo_faults(
    api: model.Api, at: At, operation: model.Operation, result: model.Result
) -> Iterator[Finding]:
    record = model.record_of(api, result.type)
    parameters = [parameter.name for parameter in operation.parameters]
    for field, parameter in result.echoes.items():
        where = (*at, "result", "echoes", field)
        if record is None:
            type_ = notation(result.type)
            message = f"only a record repeats what was asked for, and the type is `{type_}`"
            yield Finding(where, "conflicting-facts", message, key=True)
        elif field not in (fields := [each.name for each in record.fields]):
            yield unknown(where, f"field in {record.name}", field, fields, key=True)
        if parameter not in parameters:
            yield unknown(where, "parameter", parameter, parameters)


def _address_faults(api: model.Api) -> Iterator[Finding]:
    """No two operations with the same method and path; a sandbox cannot tell them apart by their variables or a query either."""
    seen: dict[tuple[str, str], str] = {}
    for index, operation in enumerate(api.operations):
        method, path = operation.http.method, operation.http.path
        in_sandbox = VARIABLE.sub("{}", operation.http.request_path.partition("?")[0])
        address = (method, in_sandbox if api.sandbox else path)
        if address in seen:
            message = f"{method} {path} is `{seen[address]}` already"
            yield Finding(("operations", index, "call", "path"), "duplicate-name", message)
        seen.setdefault(address, operation.id)
