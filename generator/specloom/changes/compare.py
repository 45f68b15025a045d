"""The changes between two models: a pure function, which knows no file."""

from collections.abc import Iterator

from msgspec.structs import replace

from specloom.changes import operations, records, renames
from specloom.changes.change import Change, Thing, in_order
from specloom.changes.markup import code, prose
from specloom.changes.pairs import matched, paired
from specloom.changes.protocols import protocol_view
from specloom.changes.values import codes
from specloom.model.structs import Api, Group, Model, Rest, Server, common_errors, with_defaults


def changes(before: Model, after: Model) -> tuple[Change, ...]:
    """All of them, breaking ones first."""
    pairs, unmatched = matched(before.apis, after.apis, lambda api: api.id, _is_same_package)
    return in_order(
        [
            change
            for old, new in (*pairs, *(pair[1:] for pair in unmatched))
            for change in _api(old, new)
        ]
    )


def _is_same_package(old: Api, new: Api) -> bool:
    """Return whether two APIs with different ids are one."""
    return old.package == new.package


def _api(before: Api | None, after: Api | None) -> Iterator[Change]:
    if before is None or after is None:
        api = before or after
        assert api is not None
        yield Change("api-added" if before is None else "api-removed", api.id, api.id)
        return
    subject = Thing(after.id, after.id)
    if before.id != after.id:
        yield subject.changed("api-renamed", code(before.id), code(after.id))
    names = renames.renames(before, after)
    yield from renames.changes(subject, names)
    before = renames.with_new_names(before, names)
    if before.package != after.package:
        yield subject.changed("package-renamed", code(before.package), code(after.package))
    yield from _server(subject, before.server, after.server)
    yield from _key(subject, before, after)
    yield from _protocol(subject, before, after)
    yield from _webhooks(subject, before, after)
    yield from operations.changes(before, after)
    yield from records.changes(before, after)
    yield from _errors(subject, before, after)
    yield from _facts(subject, before, after)
    if _texts(before) != _texts(after):
        yield subject.changed("text-changed")


def _key(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Changes of authentication."""
    old, new = before.authentication, after.authentication
    key = subject.part(after.id, "authentication")
    if (old is None) != (new is None):
        yield key.changed("key-needed" if new else "key-dropped")
    elif old and new and (old.parameter, old.scheme) != (new.parameter, new.scheme):
        names = [
            f"{code(authentication.parameter)} ({authentication.scheme})"
            for authentication in (old, new)
        ]
        # The client's argument has the name of the parameter.
        moved = old.parameter == new.parameter
        yield key.changed("key-moved" if moved else "key-renamed", *names)
    elif old != new:
        yield key.changed("text-changed")
    yield from _schemes(subject, before, after)


def _schemes(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Changes of security schemes; operations say which of them they need."""
    pairs = paired(before.protocol.schemes, after.protocol.schemes, lambda scheme: scheme.name)
    for name, old, new in pairs:
        scheme = subject.part(name, "schemes", name)
        if old is None or new is None:
            yield scheme.changed("scheme-added" if old is None else "scheme-removed")
        elif (old.type, old.place, old.parameter) != (new.type, new.place, new.parameter):
            places = [f"{code(part.parameter)} ({part.type}, {part.place})" for part in (old, new)]
            # The client's argument has the name of the scheme.
            yield scheme.changed("key-moved", *places)
        elif old != new:
            yield scheme.changed("text-changed")


def _protocol(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Changes of parts that all requests and replies share."""
    if protocol_view(before).fixed_parts != protocol_view(after).fixed_parts:
        yield subject.part(after.id, "wire").changed("protocol-changed")


def _webhooks(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Changes of the requests that an API sends; their types are compared as records."""
    pairs = paired(before.protocol.webhooks, after.protocol.webhooks, lambda webhook: webhook.name)
    for name, old, new in pairs:
        webhook = subject.part(name, "webhooks", name)
        if old is None or new is None:
            yield webhook.changed("operation-added" if old is None else "operation-removed")
        elif old != new:
            yield webhook.changed("text-changed")


def _server(subject: Thing, before: Server, after: Server) -> Iterator[Change]:
    """Changes of the address; a part of it that became a variable with this default changes no request."""
    server = subject.part(subject.api, "server")
    names = [{variable.name for variable in each.variables} for each in (before, after)]
    addresses = [with_defaults(each, each.url) for each in (before, after)]
    is_same_address = before.url == after.url or (
        names[0] != names[1] and addresses[0] == addresses[1]
    )
    if not is_same_address:
        yield server.changed("address-changed", code(before.url), code(after.url))
    if before.variable != after.variable:
        variables = [code(each.variable or "none") for each in (before, after)]
        yield server.changed("server-variable-changed", *variables)
    pairs = paired(before.variables, after.variables, lambda variable: variable.name)
    for name, old, new in pairs:
        variable = subject.part(name, "server", "variables", name)
        if old is None or new is None:
            yield variable.changed(
                "server-variable-added" if old is None else "server-variable-removed"
            )
            continue
        if old.default != new.default:
            yield variable.changed("default-changed", code(old.default), code(new.default))
        is_listed = bool(old.values and new.values)
        if is_listed and (removed := [value for value in old.values if value not in new.values]):
            yield variable.changed("value-removed", codes(removed))
        if is_listed and (added := [value for value in new.values if value not in old.values]):
            yield variable.changed("value-added", after=codes(added))
        if old.summary != new.summary or bool(old.values) != bool(new.values):
            yield variable.changed("text-changed")


def _errors(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    pairs = paired(common_errors(before), common_errors(after), lambda error: error.name)
    for name, old, new in pairs:
        error = subject.part(name, "errors", name)
        if old is None or new is None:
            yield error.changed("error-added" if old is None else "error-removed")
        elif replace(old, source=None) != replace(new, source=None):
            yield error.changed("text-changed")


def _facts(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Changes of facts about an API beside its source."""
    for name, old, new in paired(before.facts, after.facts, lambda fact: fact.id):
        fact = subject.part(name, "facts", name)
        if new is None:
            yield fact.changed("fact-removed", before=f"“{prose(old.text)}”" if old else "")
        elif old is None:
            yield fact.changed("fact-added", after=f"“{prose(new.text)}”")
        elif (old.text, old.observed) != (new.text, new.observed):
            yield fact.changed("fact-changed", f"“{prose(old.text)}”", f"“{prose(new.text)}”")


def _texts(api: Api) -> tuple[Api, tuple[Group, ...]]:
    """Texts, which no other change is about."""
    bare_server = replace(api.server, url="", variable=None, variables=(), source=None)
    remainder = replace(
        api,
        id="",
        package="",
        version="",
        server=bare_server,
        operations=(),
        types=(),
        errors=(),
        facts=(),
        protocol=Rest(
            sandbox=api.sandbox,
            further_servers=api.protocol.further_servers,
            further_tags=api.protocol.further_tags,
            documentation=api.protocol.documentation,
            terms_of_service=api.protocol.terms_of_service,
            webhook_headers=api.protocol.webhook_headers,
        ),
    )
    return remainder, api.topics
