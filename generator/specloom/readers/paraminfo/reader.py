"""The `paraminfo` reader: a wiki's catalogues and their overlays become an `Api`."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from specloom.diagnostics import Diagnostics, Removal
from specloom.documents.document import Document
from specloom.documents.json_text import load_json
from specloom.documents.limits import STANDARD, Limits
from specloom.model.structs import (
    Api,
    Operation,
    Parameter,
    Result,
    Rule,
)
from specloom.readers.paraminfo import overlay
from specloom.readers.paraminfo.catalogue import beside_the_modules, read_catalogue
from specloom.readers.paraminfo.choice import Choice, choose
from specloom.readers.paraminfo.examples import read_examples
from specloom.readers.paraminfo.format import CatalogueEntry
from specloom.readers.paraminfo.head import described, head_faults
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES, Kind
from specloom.readers.paraminfo.module_set import ModuleSet
from specloom.readers.paraminfo.names import class_names, unknown_briefs, unknown_names
from specloom.readers.paraminfo.odd_parameters import (
    Caller,
    odd_parameters,
    of_call,
    of_query,
    without_taken,
)
from specloom.readers.paraminfo.operations import read_operation
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.results import read_results
from specloom.readers.paraminfo.rules import read_rules, read_wire
from specloom.readers.paraminfo.values import ValueLists, read_value_lists
from specloom.sources.config import ApiEntry


def read(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Api | None:
    """The API that catalogues and overlays describe; None with diagnostics if anything is wrong."""
    found = Diagnostics()
    overlays = overlay.load(entry.overlays, folder, found, limits)
    queries = _catalogue(entry.source, QUERIES, folder, found, limits)
    actions = None
    if entry.actions is not None:
        is_same = entry.actions == entry.source
        actions = queries if is_same else _catalogue(entry.actions, ACTIONS, folder, found, limits)
    # Of two facts that conflict, one can be read all the same.
    unread = any(
        fault.severity == "error" and fault.code != "conflicting-facts" for fault in found.found
    )
    api = None
    if queries is not None:
        meant = found if not unread else Diagnostics()
        api = _api(entry, queries, actions, overlays, meant)
        if unread:  # of what the other overlays mean, that which does not depend on those unread
            found.found.extend(fault for fault in meant.found if fault.code in _INDEPENDENT)
    diagnostics.found.extend(found.found)
    diagnostics.coverage.extend(found.coverage)
    diagnostics.removals.extend(
        Removal(told.path, told.removes) for told in found.found if told.removes
    )
    return None if found else api


_INDEPENDENT = ("left-out-module", "left-over-entry", "malformed-type")
_Catalogue: TypeAlias = tuple[Document, CatalogueEntry]


def _catalogue(
    name: str, kind: Kind, folder: Path, found: Diagnostics, limits: Limits
) -> _Catalogue | None:
    document = load_json(folder / name, str(folder / name), found, limits)
    catalogue = None if document is None else read_catalogue(document, kind, found)
    return None if document is None or catalogue is None else (document, catalogue)


def _api(
    entry: ApiEntry,
    source: _Catalogue,
    of_actions: _Catalogue | None,
    overlays: Overlays,
    found: Diagnostics,
) -> Api | None:
    document = source[0]
    queries, chosen = _module_set(source, of_query(overlays), overlays, found)
    found.coverage.append(chosen.coverage(entry.id, len(queries.modules)))
    sets = [queries]
    if of_actions is not None:
        actions, chosen = _module_set(of_actions, of_call(overlays), overlays.of_actions, found)
        if entry.actions == entry.source:
            found.coverage[-1] = chosen.coverage_with(found.coverage[-1], len(actions.modules))
        sets.append(actions)
    found.found.extend(unknown_briefs(sets, overlays))
    if not queries.modules:
        return None
    results = read_results(sets, overlays, found, entry.wiki_version)
    taken = {*results.records, *(name for each in sets for name in each.classes.values())}
    lists = read_value_lists(sets, taken, queries.overlays, found)
    rules = read_rules(sets, found)
    wire = read_wire(document, queries.entries, results.resolutions, queries.overlays, found)
    found.found.extend(head_faults(entry, overlays, sets))
    if found or wire is None:
        return None
    parts = _Parts(results.of_modules, lists, rules)
    of_queries = tuple(_operations(queries, wire.parameters, parts, found))
    beside = tuple(chain.from_iterable(_operations(each, (), parts, found) for each in sets[1:]))
    if found:
        return None
    return replace(
        described(entry, overlays, of_queries, beside),
        wire=wire,
        types=(*lists.enumerations, *results.records.values()),
        catalogue=beside_the_modules(document) or None,
    )


class _Parts(NamedTuple):
    """What is read of all modules before their operations."""

    results: Mapping[str, Result | None]
    lists: ValueLists
    rules: Mapping[str, tuple[Rule, ...]]


def _operations(
    modules: ModuleSet, shared: Sequence[Parameter], parts: _Parts, found: Diagnostics
) -> Iterator[Operation]:
    """The operations of modules; `shared` are parameters that examples may give besides."""
    listed = parts.lists.enumerations
    enumerations = {known.name: known for known in listed}
    for module in modules.modules:
        class_name = modules.classes[module.name]
        operation = read_operation(module, class_name, parts.lists, modules.overlays)
        odd = odd_parameters(module, operation, enumerations)
        found.found.extend(module.document.diagnostics(odd, module.pointer))
        yield replace(
            operation,
            result=parts.results[module.path],
            rules=parts.rules.get(module.path, ()),
            examples=read_examples(operation, shared, listed, modules.overlays, found),
        )


def _module_set(
    source: _Catalogue, caller: Caller, overlays: Overlays, found: Diagnostics
) -> tuple[ModuleSet, Choice]:
    """The modules of a catalogue that can have a class, of the kind that the overlays tell of."""
    document, catalogue = source
    chosen = choose(document, catalogue, overlays, found)
    classes = class_names(chosen.modules, overlays, found)
    modules = [module for module in chosen.modules if module.name in classes]
    told = dataclasses.replace(overlays, left_out=chosen.names - classes.keys())
    found.found.extend(unknown_names(modules, told))
    if not modules:
        found.add(chosen.nothing(document))
    return ModuleSet(without_taken(modules, caller, told, found), classes, told), chosen
