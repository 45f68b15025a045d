"""The API of a wiki: names lead somewhere and can be sent, and no parameter takes the place of one of the request itself.

A catalogue is the wiki's own: of contradictions in its parameters there are warnings (`oddities.py`), not errors.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from specloom.documents.document import Finding
from specloom.model import query_names
from specloom.model.naming import (
    is_constant_name,
    is_module_path,
    is_templated_name,
    is_wire_name,
)
from specloom.model.rules import examples, oddities
from specloom.model.rules.findings import At, on_the_wire, repeated, unknown_faults
from specloom.model.rules.presence import presence_faults
from specloom.model.rules.types import type_faults
from specloom.model.structs import (
    ACTION_GROUP,
    Alias,
    Api,
    Enumeration,
    MediaWiki,
    Operation,
    Parameter,
    Record,
    Wire,
    records_of,
)

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def faults(api: Api, wiki: MediaWiki) -> Iterator[Finding]:
    """Faults of references and of names on the wire."""
    yield from _wire_faults(api, wiki.wire)
    topics = [topic.name for topic in wiki.topics]
    yield from repeated(("protocol", "topics"), "name", topics)
    for index, name in enumerate(topics):
        yield from on_the_wire(("protocol", "topics", index, "name"), name)
    yield from repeated(("types",), "name", [declared.name for declared in api.types])
    for index, named in enumerate(api.types):
        yield from _identifier_faults(("types", index, "name"), named.name)
        if isinstance(named, Record):
            yield from _record_faults(api, ("types", index), named)
        if isinstance(named, Alias):
            message = "the modules of a wiki have records and enumerations alone"
            yield Finding(("types", index), "wrong-value", message)
    for index, group in enumerate(api.groups):
        yield from on_the_wire(("groups", index, "name"), group.name)
    yield from repeated(("errors",), "name", [error.name for error in api.errors])
    for index, error in enumerate(api.errors):
        if error.body is not None:
            yield from type_faults(api, ("errors", index, "body"), error.body)
    groups = [group.name for group in api.groups]
    own_names = query_names.own_names_of(wiki.wire)
    yield from _module_faults(api, wiki, ("operations",), api.operations, groups, own_names)
    way, names = ("protocol", "actions"), query_names.call_names(wiki.wire)
    yield from _module_faults(api, wiki, way, wiki.actions, [ACTION_GROUP], names)


def _wire_faults(api: Api, wire: Wire) -> Iterator[Finding]:
    at = ("protocol", "wire")
    yield from unknown_faults((*at, "page"), "record", wire.page, records_of(api))
    for index, field in enumerate(wire.resolutions):
        yield from type_faults(api, (*at, "resolutions", index, "type"), field.type)
    for index, parameter in enumerate(wire.parameters):
        yield from _parameter_faults(api, (*at, "parameters", index), parameter)


def _record_faults(api: Api, at: At, record: Record) -> Iterator[Finding]:
    yield from repeated((*at, "fields"), "name", [field.name for field in record.fields])
    for index, field in enumerate(record.fields):
        yield from type_faults(api, (*at, "fields", index, "type"), field.type)
        if field.presence is not None:
            yield from presence_faults((*at, "fields", index, "presence"), record, field.presence)


# --- Query modules and actions -----------------------------------------------------------------------


def _module_faults(
    api: Api,
    wiki: MediaWiki,
    way: At,
    operations: Sequence[Operation],
    groups: Sequence[str],
    own_names: frozenset[str],
) -> Iterator[Finding]:
    """Faults of modules; `own_names` are those that their requests have themselves."""
    yield from repeated(way, "id", [operation.id for operation in operations])
    topics = [topic.name for topic in wiki.topics]
    errors = [error.name for error in api.errors]
    values = {
        declared.name: declared.values
        for declared in api.types
        if isinstance(declared, Enumeration)
    }
    for index, operation in enumerate(operations):
        at, call = (*way, index), operation.module
        yield from unknown_faults((*at, "group"), "group", operation.group, groups)
        if call.topic is not None:
            yield from unknown_faults((*at, "call", "topic"), "topic", call.topic, topics)
        for number, name in enumerate(operation.errors):
            yield from unknown_faults((*at, "errors", number), "error", name, errors)
        yield from _operation_faults(api, at, operation)
        if call.path is not None:
            yield from on_the_wire((*at, "call", "path"), call.path, is_module_path)
        leads = query_names.leads(call.generator, wiki.wire.generator_prefix)
        yield from _taken_names(at, operation, leads, own_names)
        yield from examples.faults(api, at, operation)
        yield from _oddities(at, operation, values)


def _operation_faults(api: Api, at: At, operation: Operation) -> Iterator[Finding]:
    call = operation.module
    yield from on_the_wire((*at, "id"), operation.id)
    if call.prefix:
        yield from on_the_wire((*at, "call", "prefix"), call.prefix)
    if call.token is not None:
        yield from on_the_wire((*at, "call", "token"), call.token)
    if call.class_name is not None:
        yield from _identifier_faults((*at, "call", "class_name"), call.class_name)
    for index, rule in enumerate(operation.rules):
        if rule.name is not None and not is_constant_name(rule.name):
            message = f"`{rule.name}` cannot be the name of a rule"
            yield Finding((*at, "rules", index, "name"), "invalid-name", message)
    if operation.result is not None:
        yield from type_faults(api, (*at, "result", "type"), operation.result.type)
        for index, field in enumerate(operation.result.siblings):
            yield from type_faults(api, (*at, "result", "siblings", index, "type"), field.type)
    for way, parameters, is_right in _parameters(operation):
        names = [parameter.name for parameter in parameters]
        yield from repeated((*at, *way), "name", names)
        for index, parameter in enumerate(parameters):
            yield from on_the_wire((*at, *way, index, "name"), parameter.name, is_right)
            yield from _parameter_faults(api, (*at, *way, index), parameter)


def _parameters(
    operation: Operation,
) -> Iterator[tuple[At, Sequence[Parameter], Callable[[str], bool]]]:
    """The lists of parameters, with their place and the test of their names."""
    yield ("parameters",), operation.parameters, is_wire_name
    yield ("call", "templated_parameters"), operation.call.templated_parameters, is_templated_name


def _parameter_faults(api: Api, at: At, parameter: Parameter) -> Iterator[Finding]:
    yield from examples.addition_faults((*at, "addition"), parameter.addition)
    yield from type_faults(api, (*at, "type"), parameter.type)
    if parameter.http.wire_name is not None:
        place = (*at, "http", "wire_name")
        message = "a parameter of a wiki has the same name in requests"
        yield Finding(place, "conflicting-facts", message, "leave it out")


def _taken_names(
    at: At, operation: Operation, leads: Sequence[str], own_names: frozenset[str]
) -> Iterator[Finding]:
    """Faults of parameters that would change what carries a request, or lead it elsewhere."""
    for way, parameters, _ in _parameters(operation):
        for index, parameter in enumerate(parameters):
            taken = query_names.taken_name(parameter.name, operation.call.prefix, leads, own_names)
            if taken is not None:
                kind = "call" if operation.group == ACTION_GROUP else "query"
                message = f"`{taken}` is a parameter of the {kind} itself"
                place = (*at, *way, index, "name")
                yield Finding(place, "invalid-name", message, "leave the parameter out")


_PLACES = {
    "minimum": ("limits", "minimum"),
    "minimum_characters": ("limits", "minimum_characters"),
    "high_maximum": ("module", "high_maximum"),
}
"""Member of a parameter → where it stands in one."""


def _oddities(
    at: At, operation: Operation, values: Mapping[str, Sequence[str | int]]
) -> Iterator[Finding]:
    for way, parameters, _ in _parameters(operation):
        for index, parameter in enumerate(parameters):
            accepted = values.get(parameter.reference or "", ())
            for member, code, message in oddities.of_parameter(parameter, accepted):
                place = (*at, *way, index, *_PLACES.get(member, (member,)))
                yield Finding(place, code, message)


def _identifier_faults(at: At, name: str) -> Iterator[Finding]:
    if not _NAME.fullmatch(name):
        yield Finding(at, "invalid-name", f"`{name}` cannot be a name in Python")
