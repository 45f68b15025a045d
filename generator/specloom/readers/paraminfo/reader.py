"""The `paraminfo` reader: a wiki's catalogue and its overlays become an `Api`."""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document
from specloom.documents.json_text import load_json
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.suggestion import did_you_mean
from specloom.model import server_address
from specloom.model.structs import (
    Api,
    Fact,
    Group,
    Operation,
    Server,
    ServerError,
    Unspecified,
    address_of,
)
from specloom.readers.paraminfo import overlay
from specloom.readers.paraminfo.catalogue import (
    GROUPS,
    Module,
    beside_the_modules,
    read_catalogue,
)
from specloom.readers.paraminfo.choice import choose
from specloom.readers.paraminfo.examples import read_examples
from specloom.readers.paraminfo.format import CatalogueEntry
from specloom.readers.paraminfo.names import (
    class_names,
    unknown_names,
)
from specloom.readers.paraminfo.odd_parameters import odd_parameters, without_taken
from specloom.readers.paraminfo.operations import read_operation
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.results import read_results
from specloom.readers.paraminfo.rules import read_rules, read_wire
from specloom.readers.paraminfo.values import read_value_lists
from specloom.readers.parts import part
from specloom.sources.config import ApiEntry


def read(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Api | None:
    """The API that a catalogue and its overlays describe; None with diagnostics if anything is wrong."""
    found = Diagnostics()
    overlays = overlay.load(entry.overlays, folder, found, limits)
    document = load_json(folder / entry.source, str(folder / entry.source), found, limits)
    catalogue = None if document is None else read_catalogue(document, found)
    # Of two facts that conflict, one can be read all the same.
    unread = any(
        fault.severity == "error" and fault.code != "conflicting-facts" for fault in found.found
    )
    api = None
    if document is not None and catalogue is not None:
        meant = found if not unread else Diagnostics()
        api = _api(entry, document, catalogue, overlays, meant)
        if unread:  # of what the other overlays mean, that which does not depend on those unread
            found.found.extend(fault for fault in meant.found if fault.code in _INDEPENDENT)
            found.removals.extend(meant.removals)
    diagnostics.found.extend(found.found)
    diagnostics.coverage.extend(found.coverage)
    diagnostics.removals.extend(found.removals)
    return None if found else api


_INDEPENDENT = ("left-out-module", "left-over-entry", "malformed-type")


def _api(
    entry: ApiEntry,
    document: Document,
    catalogue: CatalogueEntry,
    overlays: Overlays,
    found: Diagnostics,
) -> Api | None:
    chosen = choose(document, catalogue, overlays, found)
    classes = class_names(document, chosen.modules, overlays, found)
    modules = [module for module in chosen.modules if module.name in classes]
    overlays = dataclasses.replace(overlays, left_out=chosen.names - classes.keys())
    unknown_names(modules, overlays, found)
    found.coverage.append(chosen.coverage(entry.id, len(modules)))
    if not modules:
        found.add(chosen.nothing(document))
        return None
    modules = without_taken(document, modules, overlays, found)
    entries = {module.name: module.entry for module in modules}
    groups = {module.name: module.group for module in modules}
    results, records = read_results(entries, groups, classes, overlays, found, entry.wiki_version)
    taken = {*classes.values(), *records}
    lists = read_value_lists(entries, classes, taken, overlays, found)
    rules = read_rules(entries, overlays, found)
    wire = read_wire(document, entries, overlays, found)
    found.found.extend(_server_faults(entry, overlays))
    found.found.extend(_topic_faults(modules, overlays))
    if found or wire is None:
        return None
    described = (
        read_operation(module, classes[module.name], lists, overlays) for module in modules
    )
    operations = tuple(
        replace(
            operation,
            result=results[operation.id],
            rules=rules.get(operation.id, ()),
            examples=read_examples(operation, wire, lists.enumerations, overlays, found),
        )
        for operation in described
    )
    enumerations = {listed.name: listed for listed in lists.enumerations}
    for module, operation in zip(modules, operations, strict=True):
        found.found.extend(odd_parameters(document, module, operation, enumerations))
    if found:
        return None
    return Api(
        id=entry.id,
        title=entry.title or overlays.told.title or "Wiki query modules",
        protocol="mediawiki-query",
        package=entry.package,
        openapi=entry.openapi,
        version=entry.version or overlays.told.version or "0.1.0",
        summary=entry.summary or overlays.told.summary or "The query modules of a wiki.",
        description=overlays.told.description,
        contact=overlays.told.contact,
        license=overlays.told.license,
        server=_server(entry, overlays),
        wire=wire,
        groups=_groups(modules, overlays),
        topics=_topics(operations, overlays),
        operations=operations,
        types=(*lists.enumerations, *records.values()),
        errors=_errors(overlays),
        facts=_known_facts(overlays),
        unspecified=_unspecified(overlays),
        catalogue=beside_the_modules(document) or None,
    )


# --- What overlays tell of the API as a whole --------------------------------------------------------


def _server(entry: ApiEntry, overlays: Overlays) -> Server:
    server = overlays.told.server
    if server is None:
        server = Server(
            url="{endpoint}",
            variable="endpoint",
            summary="Address of the wiki's `api.php`.",
            example="https://wiki.example.org/w/api.php",
        )
    else:
        server = replace(server, source=server.source or overlays.source("server"))
    return replace(server, example=entry.server) if entry.server else server


def _server_faults(entry: ApiEntry, overlays: Overlays) -> Iterator[Diagnostic]:
    problem = server_address.problem(address_of(_server(entry, overlays)))
    place = overlays.places.get(("server",))
    if place is not None and problem is not None:
        yield place.fault("wrong-value", *problem)


def _groups(modules: Sequence[Module], overlays: Overlays) -> tuple[Group, ...]:
    used = {module.group for module in modules}
    told = overlays.told.groups
    return tuple(
        part(Group, told[name], name=name) if name in told else Group(name=name, title=title)
        for name, title in GROUPS.items()
        if name in used
    )


def _topics(operations: Sequence[Operation], overlays: Overlays) -> tuple[Group, ...]:
    """Those that some module is about."""
    used = {operation.topic for operation in operations}
    return tuple(
        part(Group, form, name=name) for name, form in overlays.told.topics.items() if name in used
    )


def _topic_faults(modules: Sequence[Module], overlays: Overlays) -> Iterator[Diagnostic]:
    known = overlays.told.topics
    for module in modules:
        topic = overlays.module(module.name).topic
        if topic is not None and topic not in known:
            place = overlays.places["modules", module.name, "topic"]
            message = f"there is no topic `{topic}`"
            yield place.fault("unknown-name", message, did_you_mean(topic, known))


def _errors(overlays: Overlays) -> tuple[ServerError, ...]:
    return tuple(
        part(ServerError, form, code=code, source=form.source or overlays.source("errors", code))
        for code, form in overlays.told.errors.items()
    )


def _known_facts(overlays: Overlays) -> tuple[Fact, ...]:
    return tuple(
        part(Fact, form, id=id_, source=form.source or place.source or place.document.path)
        for id_, form in overlays.told.facts.items()
        for place in (overlays.places["facts", id_],)
    )


def _unspecified(overlays: Overlays) -> tuple[Unspecified, ...]:
    return tuple(part(Unspecified, form, id=id_) for id_, form in overlays.told.unspecified.items())
