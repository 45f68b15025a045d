"""The head of a wiki's API: facts of the list of APIs and of overlays about the whole."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from specloom.documents.suggestion import Meant
from specloom.model import server_address
from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Error,
    Fact,
    Group,
    MediaWiki,
    Operation,
    Server,
    Unspecified,
    Wire,
    address_of,
)
from specloom.readers.paraminfo.fault import Fault
from specloom.readers.paraminfo.module_kind import QUERIES
from specloom.readers.paraminfo.module_set import Module
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.parts import part
from specloom.sources.config import ApiEntry


def described(
    entry: ApiEntry,
    overlays: Overlays,
    operations: Sequence[Operation],
    errors: tuple[Error, ...],
    wire: Wire,
    catalogue: dict[str, Any] | None,
) -> Api:
    """The API with its operations and actions, without what these are made of."""
    told = overlays.told
    return Api(
        id=entry.id,
        title=entry.title or told.title or "MediaWiki API",
        protocol=MediaWiki(
            wire=wire,
            topics=_topics(operations, overlays),
            actions=tuple(each for each in operations if each.group == ACTION_GROUP),
            wiki_version=entry.wiki_version,
            catalogue=catalogue,
        ),
        package=entry.package,
        openapi=entry.openapi,
        version=entry.version or told.version or "0.1.0",
        summary=entry.summary or told.summary or "The query modules of a wiki.",
        description=told.description,
        contact=told.contact,
        license=told.license,
        server=_server(entry, overlays),
        groups=_groups(operations, overlays),
        operations=tuple(each for each in operations if each.group != ACTION_GROUP),
        types=(),
        errors=errors,
        facts=_facts(overlays),
        unspecified=tuple(
            part(Unspecified, form, id=id_) for id_, form in told.unspecified.items()
        ),
    )


def head_faults(entry: ApiEntry, overlays: Overlays, modules: Sequence[Module]) -> Iterator[Fault]:
    """Faults of the topics of modules, and of the server."""
    topics = overlays.told.topics
    for module in modules:
        topic = module.told.topic
        if topic is not None and topic not in topics:
            message = f"there is no topic `{topic}`"
            yield Fault(module.places["topic"], "unknown-name", message, Meant(topic, topics))
    server = _server(entry, overlays)
    problem = server_address.problem(address_of(server))
    place = overlays.places.get(("server",))
    if place is not None and problem is not None:
        message, hint = problem
        yield Fault(place, "wrong-value", message, hint)


def _server(entry: ApiEntry, overlays: Overlays) -> Server:
    form = overlays.told.server
    if form is None:
        server = Server(
            url="{endpoint}",
            variable="endpoint",
            summary="Address of the wiki's `api.php`.",
            example="https://wiki.example.org/w/api.php",
        )
    else:
        source = form.source or overlays.places["server",].source
        server = part(Server, form, source=source)
    return replace(server, example=entry.server) if entry.server else server


def _groups(operations: Sequence[Operation], overlays: Overlays) -> tuple[Group, ...]:
    used = {operation.group for operation in operations}
    group_forms = overlays.told.groups
    return tuple(
        (
            part(Group, group_forms[name], name=name)
            if name in group_forms
            else Group(name=name, title=title)
        )
        for name, title in QUERIES.groups.items()
        if name in used
    )


def _topics(operations: Sequence[Operation], overlays: Overlays) -> tuple[Group, ...]:
    used = {operation.call.topic for operation in operations}
    return tuple(
        part(Group, form, name=name) for name, form in overlays.told.topics.items() if name in used
    )


def _facts(overlays: Overlays) -> tuple[Fact, ...]:
    return tuple(
        part(Fact, form, id=id_, source=form.source or place.source or place.document.path)
        for id_, form in overlays.told.facts.items()
        for place in (overlays.places["facts", id_],)
    )
