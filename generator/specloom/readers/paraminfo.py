"""The `paraminfo` reader: a wiki's catalogue and its overlays become an `Api`."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document
from specloom.documents.json_text import load_json
from specloom.model import Api, Fact, Group, Server, ServerError, Unspecified
from specloom.readers import overlay
from specloom.readers.overlay import Overlays
from specloom.readers.paraminfo_catalogue import (
    GROUPS,
    Module,
    beside_the_modules,
    query_modules,
    read_catalogue,
)
from specloom.readers.paraminfo_format import CatalogueEntry
from specloom.readers.paraminfo_names import (
    class_names,
    impossible_names,
    repeated_parameters,
    unknown_names,
)
from specloom.readers.paraminfo_operations import read_operation
from specloom.readers.paraminfo_results import read_results
from specloom.readers.paraminfo_rules import read_rules, read_wire
from specloom.readers.paraminfo_values import read_value_lists


def read(entry: ApiEntry, folder: Path, diagnostics: Diagnostics) -> Api | None:
    """The API that a catalogue and its overlays describe; None with diagnostics if anything is wrong."""
    found = Diagnostics()
    overlays = overlay.load(entry.overlays, folder, found)
    document = load_json(folder / entry.source, str(folder / entry.source), found)
    catalogue = None if document is None else read_catalogue(document, found)
    unread = any(one.code != "conflicting-facts" for one in found.found)
    api = None
    if document is not None and catalogue is not None and not unread:
        api = _api(entry, document, catalogue, overlays, found)
    diagnostics.found.extend(found.found)
    return None if found else api


def _api(
    entry: ApiEntry,
    document: Document,
    catalogue: CatalogueEntry,
    overlays: Overlays,
    found: Diagnostics,
) -> Api | None:
    modules = query_modules(document, catalogue, overlays, found)
    found.found.extend(impossible_names(document, modules))
    found.found.extend(unknown_names(modules, overlays))
    found.found.extend(repeated_parameters(document, modules))
    if not modules:
        return None
    classes = class_names(document, modules, overlays, found)
    entries = {module.name: module.entry for module in modules}
    groups = {module.name: module.group for module in modules}
    results, records = read_results(entries, groups, classes, overlays, found)
    taken = {*classes.values(), *records}
    lists = read_value_lists(entries, classes, taken, overlays, found)
    rules = read_rules(entries, overlays, found)
    wire = read_wire(document, entries, overlays, found)
    if found or wire is None:
        return None
    operations = tuple(
        msgspec.structs.replace(
            read_operation(module, classes[module.name], lists, overlays),
            result=results[module.name],
            rules=rules.get(module.name, ()),
        )
        for module in modules
    )
    return Api(
        id=entry.id,
        title=entry.title or overlays.value("title") or "Wiki query modules",
        protocol="mediawiki-query",
        package=entry.package,
        version=entry.version or overlays.value("version") or "0.1.0",
        summary=entry.summary or overlays.value("summary") or "The query modules of a wiki.",
        description=overlays.value("description"),
        server=_server(entry, overlays),
        wire=wire,
        groups=_groups(modules, overlays),
        operations=operations,
        types=(*lists.enumerations, *records.values()),
        errors=_errors(overlays),
        facts=_known_facts(overlays),
        unspecified=_unspecified(overlays),
        catalogue=beside_the_modules(document) or None,
    )


# --- What overlays tell of the API as a whole --------------------------------------------------------


def _server(entry: ApiEntry, overlays: Overlays) -> Server:
    told = overlays.value("server")
    fact = overlays.get("server")
    server = Server(
        url="{endpoint}",
        variable="endpoint",
        summary="Address of the wiki's `api.php`.",
        example="https://wiki.example.org/w/api.php",
    )
    if told is not None and fact is not None:
        server = Server(
            url=told.url,
            variable=told.variable,
            summary=told.summary,
            example=told.example,
            source=told.source or fact.source,
        )
    return msgspec.structs.replace(server, example=entry.server) if entry.server else server


def _groups(modules: Sequence[Module], overlays: Overlays) -> tuple[Group, ...]:
    used = {module.group for module in modules}
    told = {name: fact.value for name, fact in overlays.under("groups").items()}
    return tuple(
        Group(
            name=name,
            title=told[name].title if name in told else title,
            summary=told[name].summary if name in told else None,
        )
        for name, title in GROUPS.items()
        if name in used
    )


def _errors(overlays: Overlays) -> tuple[ServerError, ...]:
    return tuple(
        ServerError(
            code=code,
            text=fact.value.text,
            retry=fact.value.retry,
            source=fact.value.source or fact.source,
        )
        for code, fact in overlays.under("errors").items()
    )


def _known_facts(overlays: Overlays) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            id=name,
            text=fact.value.text,
            source=fact.value.source or fact.source or fact.document.path,
            observed=fact.value.observed,
        )
        for name, fact in overlays.under("facts").items()
    )


def _unspecified(overlays: Overlays) -> tuple[Unspecified, ...]:
    return tuple(
        Unspecified(
            id=name,
            subject=fact.value.subject,
            quote=fact.value.quote,
            assumed=fact.value.assumed,
            change=fact.value.change,
        )
        for name, fact in overlays.under("unspecified").items()
    )
