"""Every rule of an API of the protocol `rest`."""

from collections.abc import Iterator
from typing import get_args

from specloom.diagnostics import WarningCode
from specloom.documents.document import Finding
from specloom.model.naming import is_constant_name, is_parameter_name
from specloom.model.rules import (
    aliases,
    enumerations,
    errors,
    examples,
    head,
    names,
    operations,
    records,
    sandbox,
)
from specloom.model.rules.findings import At, repeated, unknown
from specloom.model.rules.types import type_faults
from specloom.model.structs import Api, Field
from specloom.runtime.rest.variables import variables_of

_PARTS = (head, names, operations, errors, records, enumerations, aliases)
_WARNINGS = frozenset(get_args(WarningCode))


def faults(api: Api) -> Iterator[Finding]:
    """Faults of a REST API, at pointers into it; those of a sandbox if the types that its rows have are sound."""
    is_sound = True
    for part in _PARTS:
        for finding in part.faults(api):
            is_sound = is_sound and finding.code in _WARNINGS
            yield finding
    if is_sound:
        yield from sandbox.faults(api)
    yield from _faults_without_source(api)


def _faults_without_source(api: Api) -> Iterator[Finding]:
    """Faults of parts that no description has, or that it has in another form."""
    for index, error in enumerate(api.errors):
        if error.body is not None:
            yield from type_faults(api, ("errors", index, "body"), error.body)
    yield from _faults_of_webhooks(api)
    server_variables = {variable.name for variable in api.server.variables}
    for index, operation in enumerate(api.operations):
        at = ("operations", index)
        if not server_variables.issuperset(variables_of(operation.http.server or "")):
            message = f"`{operation.http.server}` has a variable that the API's server lacks"
            yield Finding((*at, "call", "server"), "unknown-name", message)
        if operation.http.server_summary is not None and operation.http.server is None:
            message = "the operation has no `server` for this text"
            yield Finding(
                (*at, "call", "server_summary"), "conflicting-facts", message, "leave it out"
            )
        for number, rule in enumerate(operation.rules):
            if rule.name is not None and not is_constant_name(rule.name):
                message = f"`{rule.name}` cannot be the name of a rule"
                yield Finding((*at, "rules", number, "name"), "invalid-name", message)
        for number, parameter in enumerate(operation.parameters):
            where = (*at, "parameters", number, "addition")
            yield from examples.addition_faults(where, parameter.addition)
        for number, field in enumerate(operation.result.siblings if operation.result else ()):
            of_sibling = (*at, "result", "siblings", number, "type")
            yield from type_faults(api, of_sibling, field.type)
        example_names = [example.name for example in operation.http.body_examples]
        yield from repeated((*at, "call", "body_examples"), "name", example_names)
        for number, described in enumerate(operation.http.reply_headers):
            of_header = (*at, "call", "reply_headers", number, "header")
            yield from _header_faults(api, of_header, described.header)
        yield from examples.faults(api, at, operation)


def _faults_of_webhooks(api: Api) -> Iterator[Finding]:
    """Faults of requests that the API sends, and of their headers."""
    at = ("protocol", "webhooks")
    names = [webhook.name for webhook in api.protocol.webhooks]
    operations = {operation.id for operation in api.operations}
    yield from repeated(at, "name", names)
    for index, webhook in enumerate(api.protocol.webhooks):
        yield from type_faults(api, (*at, index, "type"), webhook.type)
        if webhook.callback is not None and webhook.callback.operation not in operations:
            of_operation = (*at, index, "callback", "operation")
            yield unknown(of_operation, "operation", webhook.callback.operation, operations)
    for index, described in enumerate(api.protocol.webhook_headers):
        of_header = ("protocol", "webhook_headers", index)
        yield from _header_faults(api, (*of_header, "header"), described.header)
        for number, name in enumerate(described.webhooks):
            if name not in names:
                yield unknown((*of_header, "webhooks", number), "webhook", name, names)


def _header_faults(api: Api, at: At, header: Field) -> Iterator[Finding]:
    if not is_parameter_name(header.name, "header"):
        message = f"`{header.name}` cannot be the name of a header"
        yield Finding((*at, "name"), "invalid-name", message)
    yield from type_faults(api, (*at, "type"), header.type)
