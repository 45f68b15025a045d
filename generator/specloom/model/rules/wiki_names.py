"""Names in the API of a wiki, once all references lead somewhere: classes, fields, and what requests and replies hold."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from specloom.documents.document import Finding
from specloom.model.naming import class_name, identifier, is_field_name, is_templated_name
from specloom.model.rules.findings import At, on_the_wire, repeated, unknown_faults
from specloom.model.structs import Api, MediaWiki, Operation, Record, Rule, Wire, records_of

_MODULE_CLASS = re.compile(r"(_[0-9]|[A-Z])[A-Za-z0-9]*_?")
_HEADER = re.compile(r"(?P<name>[^:]+)(?:: [\x20-\x7e]*)?")
_TERM = re.compile(r"(?:(?P<of>[^.=!]+)\.)?(?P<name>[^.=!]+)(?:!?=.*)?", re.DOTALL)


def faults(api: Api, wiki: MediaWiki) -> Iterator[Finding]:
    """Faults of names."""
    for key, ids in (
        ("facts", [fact.id for fact in api.facts]),
        ("unspecified", [gap.id for gap in api.unspecified]),
    ):
        yield from repeated((key,), "id", ids)
        for index, id_ in enumerate(ids):
            yield from on_the_wire((key, index, "id"), id_)
    for index, named in enumerate(api.types):
        if isinstance(named, Record):
            yield from _record_faults(("types", index), named)
    yield from wire_faults(("protocol", "wire"), wiki.wire)
    for index, named in enumerate(api.types):
        if not _MODULE_CLASS.fullmatch(named.name):
            message = f"`{named.name}` cannot be the name of a class"
            yield Finding(("types", index, "name"), "invalid-name", message)
    of_actions = ("protocol", "actions")
    yield from _class_faults(("operations",), api.operations, "module")
    yield from _class_faults(of_actions, wiki.actions, "action")
    of_query = [parameter.name for parameter in wiki.wire.parameters]
    for index, operation in enumerate(api.operations):
        at = ("operations", index)
        groups = wiki.wire.group_parameters
        yield from unknown_faults((*at, "group"), "group on the wire", operation.group, groups)
        own_names = {"query": of_query, "": _parameter_names(operation)}
        yield from _rule_faults((*at, "rules"), operation.rules, own_names)
    for index, operation in enumerate(wiki.actions):
        own_names = {"": _parameter_names(operation)}
        yield from _rule_faults((*of_actions, index, "rules"), operation.rules, own_names)
    for way, operations in ((("operations",), api.operations), (of_actions, wiki.actions)):
        for index, operation in enumerate(operations):
            if operation.result is not None and operation.result.group is not None:
                place = (*way, index, "result", "group")
                records = records_of(api)
                yield from unknown_faults(place, "record", operation.result.group, records)


def _record_faults(at: At, record: Record) -> Iterator[Finding]:
    fields = [field.name for field in record.fields]
    for index, name in enumerate(fields):
        yield from _field_faults((*at, "fields", index, "name"), name)
    for index, helper in enumerate(record.helpers):
        place = (*at, "helpers", index)
        if identifier(helper.name) != helper.name or helper.name.startswith("_"):
            message = f"`{helper.name}` cannot be the name of a helper"
            yield Finding((*place, "name"), "invalid-name", message, "such as `is_supported`")
        elif helper.name in map(identifier, fields):
            yield Finding((*place, "name"), "duplicate-name", f"`{helper.name}` is a field already")
        yield from unknown_faults((*place, "field"), "field", helper.field, fields)


def _field_faults(at: At, name: str) -> Iterator[Finding]:
    if not is_field_name(name):
        yield Finding(at, "invalid-name", f"`{name}` cannot be the name of a field")


def _class_faults(at: At, operations: Sequence[Operation], kind: str) -> Iterator[Finding]:
    """Faults of the classes of modules, which differ by more than capitals: files are named after them."""
    classes: dict[str, str] = {}
    for index, operation in enumerate(operations):
        name = operation.module.class_name or class_name(operation.id)
        place = (*at, index, "call", "class_name")
        if not _MODULE_CLASS.fullmatch(name):
            message = f"`{name}` cannot be the class name of the {kind} `{operation.id}`"
            yield Finding(place, "invalid-name", message)
        other = classes.setdefault(name.casefold(), operation.id)
        if other != operation.id:
            message = (
                f"the {kind}s `{other}` and `{operation.id}` would have one class name, `{name}`"
            )
            yield Finding(place, "duplicate-name", message)


def _parameter_names(operation: Operation) -> list[str]:
    return [parameter.name for parameter in operation.every_parameter]


def wire_faults(at: At, wire: Wire) -> Iterator[Finding]:
    """Faults of names that the requests and replies of a wiki cannot hold, or that stand twice."""
    fixed, groups = wire.fixed_parameters, wire.group_parameters
    names: list[tuple[At, str]] = [
        *(((*at, "fixed_parameters", name), name) for name in fixed),
        *(((*at, "fixed_parameters", name), text) for name, text in fixed.items()),
        *(((*at, "group_parameters", name), name) for name in groups),
        *(((*at, "group_parameters", name), text) for name, text in groups.items()),
        ((*at, "generator_parameter"), wire.generator_parameter),
        ((*at, "generator_prefix"), wire.generator_prefix),
        ((*at, "error_header"), wire.error_header),
        *(
            ((*at, "parameters", index, "name"), parameter.name)
            for index, parameter in enumerate(wire.parameters)
        ),
        *(
            ((*at, "actions", index, "name"), action.name)
            for index, action in enumerate(wire.actions)
        ),
    ]
    for place, name in names:
        yield from on_the_wire(place, name)
    for index, action in enumerate(wire.actions):
        for number, name in enumerate(action.parameters):
            place = (*at, "actions", index, "parameters", number)
            yield from on_the_wire(place, name, is_templated_name)
    header = _HEADER.fullmatch(wire.post_header)
    yield from on_the_wire((*at, "post_header"), header["name"] if header else "")
    for index, field in enumerate(wire.resolutions):
        yield from _field_faults((*at, "resolutions", index, "name"), field.name)
    parameters = [parameter.name for parameter in wire.parameters]
    yield from repeated((*at, "parameters"), "name", parameters)


def _rule_faults(
    at: At, rules: Iterable[Rule], own_names: Mapping[str, list[str]]
) -> Iterator[Finding]:
    """Faults of the terms of rules; `own_names` are those of parameters, by what stands before the dot."""
    for index, rule in enumerate(rules):
        for key, terms in (("terms", rule.terms), ("others", rule.others)):
            for number, term in enumerate(terms):
                parsed = _TERM.fullmatch(term)
                names = own_names.get((parsed["of"] or "") if parsed else "none", [])
                name = parsed["name"] if parsed else term
                yield from unknown_faults((*at, index, key, number), "parameter", name, names)
