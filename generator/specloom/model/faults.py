"""What is wrong with a model that was not made by a reader: names that fit nothing, and repeated ones.

Readers report such faults where an author made them, so what they make has none. A document of
`--from-model` may come from anywhere.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from specloom.documents.document import Finding
from specloom.documents.suggestion import did_you_mean
from specloom.languages import addition
from specloom.model import example_arguments, oddities, package_version, query_names, server_address
from specloom.model import name_faults as model_names
from specloom.model.name_faults import on_the_wire, repeated, unknown
from specloom.model.naming import (
    is_api_id,
    is_constant_name,
    is_module_path,
    is_package_name,
    is_templated_name,
    is_wire_name,
)
from specloom.model.rules import calls, rest
from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    MediaWiki,
    Model,
    Operation,
    Parameter,
    Protocol,
    Record,
    Reference,
    Rest,
    TypeExpression,
    Union,
    records_of,
)
from specloom.runtime.core.header import TRANSPORT_HEADERS

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def faults(model: Model) -> Iterator[Finding]:
    """Every fault of a document of the model."""
    at: list[str | int] = ["apis"]
    if not model.apis:
        yield Finding(at, "wrong-value", "`apis` lists no API")
    yield from repeated(at, "id", [api.id for api in model.apis])
    yield from repeated(at, "package", [api.package for api in model.apis])
    for index, api in enumerate(model.apis):
        for finding in of_api(api):
            yield replace(finding, at=[*at, index, *finding.at])


def of_api(api: Api) -> Iterator[Finding]:
    """Every fault of an API, at pointers into it."""
    other_calls = list(calls.faults(api))
    yield from other_calls
    if other_calls:
        return
    match api.protocol:
        case Rest():
            yield from _of_head([], api)
            yield from rest.faults(api)
            yield from _of_parts_without_source([], api)
            yield from model_names.of_profiles([], api)
        case MediaWiki():
            found = list(_of_api([], api))
            yield from found or model_names.faults([], api)
        case _:
            assert_never(api.protocol)


def _of_head(at: list[str | int], api: Api) -> Iterator[Finding]:
    if not is_api_id(api.id):
        yield Finding([*at, "id"], "invalid-name", f"`{api.id}` cannot be the id of an API")
    if not is_package_name(api.package):
        message = f"`{api.package}` cannot be the name of a Python package"
        yield Finding([*at, "package"], "invalid-name", message)
    if (problem := package_version.problem(api.version)) is not None:
        yield Finding([*at, "version"], "wrong-value", *problem)
    yield from _of_server([*at, "server"], api)


def _of_parts_without_source(at: list[str | int], api: Api) -> Iterator[Finding]:
    """Parts of a REST API that no description has, or that it has in another form."""
    types = {named.name for named in api.types}
    for index, error in enumerate(api.errors):
        if error.body is not None:
            yield from _of_type([*at, "errors", index, "body"], error.body, types)
    for index, named in enumerate(api.types):
        if isinstance(named, Record):
            for number, field in enumerate(named.fields):
                yield from _of_requested([*at, "types", index, "fields", number, "presence"], field)
    for index, operation in enumerate(api.operations):
        place = [*at, "operations", index]
        for number, rule in enumerate(operation.rules):
            if rule.name is not None and not is_constant_name(rule.name):
                message = f"`{rule.name}` cannot be the name of a rule"
                yield Finding([*place, "rules", number, "name"], "invalid-name", message)
        for number, parameter in enumerate(operation.parameters):
            yield from _of_addition([*place, "parameters", number, "addition"], parameter.addition)
        for number, field in enumerate(operation.result.siblings if operation.result else ()):
            where = [*place, "result", "siblings", number, "type"]
            yield from _of_type(where, field.type, types)
        yield from _of_examples([*place, "examples"], api, operation)
        yield from _of_addition([*place, "addition"], operation.addition)


def _of_api(at: list[str | int], api: Api) -> Iterator[Finding]:
    yield from _of_head(at, api)
    records = records_of(api)
    values = {
        declared.name: declared.values
        for declared in api.types
        if isinstance(declared, Enumeration)
    }
    lists = set(values)
    yield from _of_protocol([*at, "protocol"], api.protocol, records, lists)
    yield from repeated([*at, "types"], "name", [declared.name for declared in api.types])
    for index, named in enumerate(api.types):
        place = [*at, "types", index]
        yield from _invalid([*place, "name"], named.name)
        if isinstance(named, Record):
            yield from _of_record(place, named, {*records, *lists})
    groups = [group.name for group in api.groups]
    for index, group in enumerate(api.groups):
        yield from on_the_wire([*at, "groups", index, "name"], group.name)
    topics = [topic.name for topic in api.topics]
    errors = [error.name for error in api.errors]
    yield from repeated([*at, "errors"], "name", errors)
    for index, error in enumerate(api.errors):
        if error.body is not None:
            yield from _of_type([*at, "errors", index, "body"], error.body, {*records, *lists})
    for way, operations, known, own in _operations(api, groups):
        yield from repeated([*at, *way], "id", [operation.id for operation in operations])
        for index, operation in enumerate(operations):
            place = [*at, *way, index]
            yield from unknown([*place, "group"], "group", operation.group, known)
            if operation.call.topic is not None:
                topic = operation.call.topic
                yield from unknown([*place, "call", "topic"], "topic", topic, topics)
            for number, name in enumerate(operation.errors):
                yield from unknown([*place, "errors", number], "error", name, errors)
            yield from _of_operation(place, operation, {*records, *lists})
            yield from _of_request(place, api, operation, own)
            yield from _of_examples([*place, "examples"], api, operation)
            yield from _of_addition([*place, "addition"], operation.addition)
            yield from _oddities(place, operation, values)


def _of_protocol(
    at: list[str | int], protocol: Protocol, records: Mapping[str, Record], lists: set[str]
) -> Iterator[Finding]:
    match protocol:
        case Rest():
            pass  # has rules of its own
        case MediaWiki(wire=wire, topics=topics):
            yield from unknown([*at, "wire", "page"], "record", wire.page, records)
            for index, field in enumerate(wire.resolutions):
                place = [*at, "wire", "resolutions", index, "type"]
                yield from _of_type(place, field.type, {*records, *lists})
            for index, parameter in enumerate(wire.parameters):
                place = [*at, "wire", "parameters", index]
                yield from _of_parameter(place, parameter, {*records, *lists})
            names = [topic.name for topic in topics]
            yield from repeated([*at, "topics"], "name", names)
            for index, name in enumerate(names):
                yield from on_the_wire([*at, "topics", index, "name"], name)
        case _:
            assert_never(protocol)


def _operations(
    api: Api, groups: list[str]
) -> Iterator[tuple[list[str], Sequence[Operation], list[str], frozenset[str]]]:
    """Operations and actions, with the groups they may be of and the names that a call has itself."""
    match api.protocol:
        case Rest():
            yield ["operations"], api.operations, groups, frozenset()
        case MediaWiki(wire=wire, actions=actions):
            yield ["operations"], api.operations, groups, query_names.own_names_of(wire)
            names = query_names.call_names(wire)
            yield ["protocol", "actions"], actions, [ACTION_GROUP], names
        case _:
            assert_never(api.protocol)


_PLACES = {
    "minimum": ("limits", "minimum"),
    "minimum_characters": ("limits", "minimum_characters"),
    "high_maximum": ("module", "high_maximum"),
}
"""Member of a parameter → where it stands in one."""


def _oddities(
    at: list[str | int], operation: Operation, values: Mapping[str, Sequence[str | int]]
) -> Iterator[Finding]:
    for way, parameters in _parameters(operation):
        for number, parameter in enumerate(parameters):
            known = values.get(parameter.reference or "", ())
            for member, code, message in oddities.of_parameter(parameter, known):
                yield Finding([*at, *way, number, *_PLACES.get(member, (member,))], code, message)


def _of_server(at: list[str | int], api: Api) -> Iterator[Finding]:
    server = api.server
    if server.variable != server_address.variable_of(server.url):
        message = f"`{server.url}` has not the variable that is named here"
        yield Finding([*at, "variable"], "conflicting-facts", message)
        return
    example = None if server.variable is None else server.example or None
    yield from server_address.faults(at, server.url, example)


def _of_request(
    at: list[str | int], api: Api, operation: Operation, own: frozenset[str]
) -> Iterator[Finding]:
    """What would lead a request elsewhere, or change what carries it; `own` are names that a call has itself."""
    match api.protocol:
        case Rest():
            pass  # has rules of its own
        case MediaWiki(wire=wire):
            if operation.call.path is not None:
                place = [*at, "call", "path"]
                yield from on_the_wire(place, operation.call.path, is_module_path)
            leads = query_names.leads(operation.module.generator, wire.generator_prefix)
            yield from _taken_names(at, operation, leads, own)
        case _:
            assert_never(api.protocol)
    for way, parameters in _parameters(operation):
        for index, parameter in enumerate(parameters):
            place = [*at, *way, index, "name"]
            if parameter.location == "header" and parameter.name.lower() in TRANSPORT_HEADERS:
                message = (
                    f"`{parameter.name}` cannot be a parameter: whatever carries a request sets it"
                )
                yield Finding(place, "invalid-name", message)


def _taken_names(
    at: list[str | int], operation: Operation, leads: Sequence[str], own: frozenset[str]
) -> Iterator[Finding]:
    for way, parameters in _parameters(operation):
        for index, parameter in enumerate(parameters):
            taken = query_names.taken_name(parameter.name, operation.call.prefix, leads, own)
            if taken is not None:
                kind = "call" if operation.group == ACTION_GROUP else "query"
                message = f"`{taken}` is a parameter of the {kind} itself"
                place = [*at, *way, index, "name"]
                yield Finding(place, "invalid-name", message, "leave the parameter out")


def _of_examples(at: list[str | int], api: Api, operation: Operation) -> Iterator[Finding]:
    yield from repeated(at, "name", [example.name for example in operation.examples])
    own = operation.every_parameter
    of_query = () if operation.group == ACTION_GROUP else api.shared_parameters
    for index, example in enumerate(operation.examples):
        yield from on_the_wire([*at, index, "name"], example.name)
        for key, arguments, parameters in (
            ("arguments", example.arguments, own),
            ("shared", example.shared, of_query),
        ):
            for misfit in example_arguments.misfits(arguments, parameters, api.types):
                place = [*at, index, key, *misfit.at]
                hint = did_you_mean(misfit.name, misfit.known)
                yield Finding(place, misfit.code, misfit.message, hint)


def _of_addition(at: list[str | int], text: str | None) -> Iterator[Finding]:
    for problem in () if text is None else addition.problems(text):
        message = f"line {problem.line} of the addition: {problem.message}"
        yield Finding(at, "wrong-value", message, problem.hint)


def _parameters(operation: Operation) -> Iterator[tuple[list[str], Sequence[Parameter]]]:
    yield ["parameters"], operation.parameters
    yield ["call", "templated_parameters"], operation.call.templated_parameters


def _of_record(at: list[str | int], record: Record, types: set[str]) -> Iterator[Finding]:
    conditions = [condition.name for condition in record.conditions]
    yield from repeated([*at, "fields"], "name", [field.name for field in record.fields])
    for index, field in enumerate(record.fields):
        place = [*at, "fields", index]
        yield from _of_type([*place, "type"], field.type, types)
        yield from _of_presence([*place, "presence"], field, conditions)


def _of_presence(at: list[str | int], field: Field, conditions: Iterable[str]) -> Iterator[Finding]:
    presence = field.presence
    if presence is None:
        return
    for key, names in (("only_if", presence.only_if), ("omitted_if", presence.omitted_if)):
        for index, name in enumerate(names):
            yield from unknown([*at, key, index], "condition", name, conditions)
    yield from _of_requested(at, field)


def _of_requested(at: list[str | int], field: Field) -> Iterator[Finding]:
    presence = field.presence
    if presence is not None and presence.requested and presence.when is None:
        message = "`requested` is about a circumstance, and `when` is missing"
        yield Finding(at, "missing-key", message)


def _of_operation(at: list[str | int], operation: Operation, types: set[str]) -> Iterator[Finding]:
    yield from on_the_wire([*at, "id"], operation.id)
    call = operation.module
    if call.prefix:
        yield from on_the_wire([*at, "call", "prefix"], call.prefix)
    if call.token is not None:
        yield from on_the_wire([*at, "call", "token"], call.token)
    if call.class_name is not None:
        yield from _invalid([*at, "call", "class_name"], call.class_name)
    for index, rule in enumerate(operation.rules):
        if rule.name is not None and not is_constant_name(rule.name):
            message = f"`{rule.name}` cannot be the name of a rule"
            yield Finding([*at, "rules", index, "name"], "invalid-name", message)
    if operation.result is not None:
        yield from _of_type([*at, "result", "type"], operation.result.type, types)
        for index, field in enumerate(operation.result.siblings):
            place: list[str | int] = [*at, "result", "siblings", index, "type"]
            yield from _of_type(place, field.type, types)
    for (way, parameters), is_right in zip(
        _parameters(operation), (is_wire_name, is_templated_name), strict=True
    ):
        yield from repeated([*at, *way], "name", [parameter.name for parameter in parameters])
        for index, parameter in enumerate(parameters):
            yield from on_the_wire([*at, *way, index, "name"], parameter.name, is_right)
            yield from _of_parameter([*at, *way, index], parameter, types)


def _of_parameter(at: list[str | int], parameter: Parameter, types: set[str]) -> Iterator[Finding]:
    yield from _of_addition([*at, "addition"], parameter.addition)
    yield from _of_type([*at, "type"], parameter.type, types)


def _of_type(
    at: list[str | int], expression: TypeExpression, types: Iterable[str]
) -> Iterator[Finding]:
    if isinstance(expression, Reference):
        yield from unknown([*at, "name"], "type", expression.name, types)
    elif isinstance(expression, ListOf):
        yield from _of_type([*at, "items"], expression.items, types)
    elif isinstance(expression, MapOf):
        yield from _of_type([*at, "values"], expression.values, types)
    elif isinstance(expression, Union):
        for index, option in enumerate(expression.options):
            yield from _of_type([*at, "options", index], option, types)


def _invalid(at: list[str | int], name: str) -> Iterator[Finding]:
    if not _NAME.fullmatch(name):
        yield Finding(at, "invalid-name", f"`{name}` cannot be a name in Python")
