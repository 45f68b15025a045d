"""Names in a model that was not made by a reader: what becomes an identifier, or stands on the wire, can be that."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from specloom.documents.document import Finding
from specloom.documents.suggestion import did_you_mean, did_you_mean_or_all
from specloom.model import operation_names
from specloom.model.naming import (
    WIRE_NAME,
    class_name,
    identifier,
    is_api_id,
    is_field_name,
    is_templated_name,
    is_wire_name,
)
from specloom.model.scalars import BY_NAME
from specloom.model.structs import (
    Api,
    MediaWiki,
    Operation,
    Record,
    Rule,
    Wire,
    records_of,
)

At = list[str | int]

_MODULE_CLASS = re.compile(r"(_[0-9]|[A-Z])[A-Za-z0-9]*_?")
_HEADER = re.compile(r"(?P<name>[^:]+)(?:: [\x20-\x7e]*)?")
_TERM = re.compile(r"(?:(?P<of>[^.=!]+)\.)?(?P<name>[^.=!]+)(?:!?=.*)?", re.DOTALL)
_REST_TYPES = frozenset(name for name in BY_NAME if BY_NAME[name].kind)
"""Scalars that parameters of a REST API have."""


def faults(at: At, api: Api) -> Iterator[Finding]:
    """What is wrong with the names of an API whose references lead somewhere."""
    yield from _of_ids(at, api)
    yield from of_profiles(at, api)
    for index, named in enumerate(api.types):
        if isinstance(named, Record):
            yield from _of_record([*at, "types", index], named)
    if isinstance(api.protocol, MediaWiki):
        yield from _of_wiki(at, api, api.protocol)


def _of_ids(at: At, api: Api) -> Iterator[Finding]:
    for key, entries in (("facts", api.facts), ("unspecified", api.unspecified)):
        ids = [entry.id for entry in entries]
        yield from repeated([*at, key], "id", ids)
        for index, id_ in enumerate(ids):
            yield from on_the_wire([*at, key, index, "id"], id_)


def of_profiles(at: At, api: Api) -> Iterator[Finding]:
    """What is wrong with the documents to make of an API."""
    for index, profile in enumerate(api.openapi):
        place = [*at, "openapi", index]
        if profile.name is not None and not is_api_id(profile.name):
            message = f"`{profile.name}` cannot be the name of a document"
            yield Finding([*place, "name"], "invalid-name", message)
        yield from operation_names.profile_faults(api, profile, place)
    names = [profile.name or "" for profile in api.openapi]
    yield from repeated([*at, "openapi"], "name", names)


def _of_record(at: At, record: Record) -> Iterator[Finding]:
    fields = [field.name for field in record.fields]
    for index, field in enumerate(record.fields):
        place = [*at, "fields", index]
        if not is_field_name(field.name):
            message = f"`{field.name}` cannot be the name of a field"
            yield Finding([*place, "name"], "invalid-name", message)
    for index, helper in enumerate(record.helpers):
        place = [*at, "helpers", index]
        if identifier(helper.name) != helper.name or helper.name.startswith("_"):
            message = f"`{helper.name}` cannot be the name of a helper"
            yield Finding([*place, "name"], "invalid-name", message, "such as `is_supported`")
        elif helper.name in map(identifier, fields):
            yield Finding([*place, "name"], "duplicate-name", f"`{helper.name}` is a field already")
        yield from unknown([*place, "field"], "field", helper.field, fields)


# --- Wikis -------------------------------------------------------------------------------------------


def _of_wiki(at: At, api: Api, wiki: MediaWiki) -> Iterator[Finding]:
    wire, of_actions = wiki.wire, [*at, "protocol", "actions"]
    yield from of_wire([*at, "protocol", "wire"], wire)
    of_query = [parameter.name for parameter in wire.parameters]
    for index, named in enumerate(api.types):
        if not _MODULE_CLASS.fullmatch(named.name):
            message = f"`{named.name}` cannot be the name of a class"
            yield Finding([*at, "types", index, "name"], "invalid-name", message)
    yield from _of_modules([*at, "operations"], api.operations, "module")
    yield from _of_modules(of_actions, wiki.actions, "action")
    for index, operation in enumerate(api.operations):
        place = [*at, "operations", index]
        yield from unknown(
            [*place, "group"], "group on the wire", operation.group, wire.group_parameters
        )
        own = {"query": of_query, "": _own(operation)}
        yield from _of_rules([*place, "rules"], operation.rules, own)
    for index, operation in enumerate(wiki.actions):
        place = [*of_actions, index]
        yield from _of_rules([*place, "rules"], operation.rules, {"": _own(operation)})
    for way, operations in (([*at, "operations"], api.operations), (of_actions, wiki.actions)):
        for index, operation in enumerate(operations):
            result = operation.result
            if result is not None and result.group is not None:
                place = [*way, index, "result", "group"]
                yield from unknown(place, "record", result.group, records_of(api))


def _of_modules(at: At, operations: Sequence[Operation], kind: str) -> Iterator[Finding]:
    """Their class names, which differ by more than capitals: files are named after them."""
    classes: dict[str, str] = {}
    for index, operation in enumerate(operations):
        name = operation.module.class_name or class_name(operation.id)
        if not _MODULE_CLASS.fullmatch(name):
            message = f"`{name}` cannot be the class name of the {kind} `{operation.id}`"
            yield Finding([*at, index, "call", "class_name"], "invalid-name", message)
        other = classes.setdefault(name.casefold(), operation.id)
        if other != operation.id:
            message = (
                f"the {kind}s `{other}` and `{operation.id}` would have one class name, `{name}`"
            )
            yield Finding([*at, index, "call", "class_name"], "duplicate-name", message)


def _own(operation: Operation) -> list[str]:
    parameters = operation.every_parameter
    return [parameter.name for parameter in parameters]


def of_wire(at: At, wire: Wire) -> Iterator[Finding]:
    """Names that the requests and replies of a wiki cannot hold, or that stand twice."""
    names: list[tuple[At, str]] = [
        *(([*at, "fixed_parameters", name], name) for name in wire.fixed_parameters),
        *(([*at, "fixed_parameters", name], text) for name, text in wire.fixed_parameters.items()),
        *(([*at, "group_parameters", name], name) for name in wire.group_parameters),
        *(([*at, "group_parameters", name], text) for name, text in wire.group_parameters.items()),
        ([*at, "generator_parameter"], wire.generator_parameter),
        ([*at, "generator_prefix"], wire.generator_prefix),
        ([*at, "error_header"], wire.error_header),
        *(
            ([*at, "parameters", index, "name"], parameter.name)
            for index, parameter in enumerate(wire.parameters)
        ),
        *(
            ([*at, "actions", index, "name"], action.name)
            for index, action in enumerate(wire.actions)
        ),
    ]
    for place, name in names:
        yield from on_the_wire(place, name)
    for index, action in enumerate(wire.actions):
        for number, name in enumerate(action.parameters):
            place = [*at, "actions", index, "parameters", number]
            yield from on_the_wire(place, name, is_templated_name)
    header = _HEADER.fullmatch(wire.post_header)
    yield from on_the_wire([*at, "post_header"], header["name"] if header else "")
    for index, field in enumerate(wire.resolutions):
        if not is_field_name(field.name):
            message = f"`{field.name}` cannot be the name of a field"
            yield Finding([*at, "resolutions", index, "name"], "invalid-name", message)
    parameters = [parameter.name for parameter in wire.parameters]
    yield from repeated([*at, "parameters"], "name", parameters)


def _of_rules(at: At, rules: Iterable[Rule], known: Mapping[str, list[str]]) -> Iterator[Finding]:
    for index, rule in enumerate(rules):
        for key, terms in (("terms", rule.terms), ("others", rule.others)):
            for number, term in enumerate(terms):
                found = _TERM.fullmatch(term)
                names = known.get((found["of"] or "") if found else "none", [])
                name = found["name"] if found else term
                yield from unknown([*at, index, key, number], "parameter", name, names)


# --- Both --------------------------------------------------------------------------------------------


def unknown(at: At, kind: str, name: str, known: Iterable[str]) -> Iterator[Finding]:
    """A name that stands for nothing."""
    names = sorted(known)
    if name not in names:
        hint = did_you_mean(name, names) or did_you_mean_or_all(name, names[:20])
        yield Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint)


def repeated(at: At, key: str, names: Iterable[str]) -> Iterator[Finding]:
    """Names that stand twice."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            message = f"one before has the {key} `{name}` already"
            yield Finding([*at, index, key], "duplicate-name", message)
        seen.add(name)


def on_the_wire(
    at: At, name: str, is_right: Callable[[str], bool] = is_wire_name
) -> Iterator[Finding]:
    """A name that no request or reply can hold."""
    if not is_right(name):
        yield Finding(at, "invalid-name", f"`{name}` cannot be a name on the wire", WIRE_NAME)
