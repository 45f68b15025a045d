"""Selects the modules of a catalogue to generate: those of a kind that are as a wiki describes them.

A catalogue is somebody else's. Oddities of modules of another kind do not matter; an odd module is left out
with a warning, and an overlay can correct it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.limits import HIGHEST
from specloom.model.structs import ACTION_GROUP
from specloom.readers.paraminfo.catalogue import Catalogue, load
from specloom.readers.paraminfo.fault import At, Fault, Place
from specloom.readers.paraminfo.format import CatalogueEntry, ModuleEntry
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES, Kind
from specloom.readers.paraminfo.module_set import Module, ModuleSet
from specloom.readers.paraminfo.names import (
    impossible_names,
    left_out,
    named,
    repeated_parameters,
    unknown_names,
)
from specloom.readers.paraminfo.overlay import NOTHING, Overlays
from specloom.readers.paraminfo.overlay_format import FIXED_MEMBERS, CorrectionForm
from specloom.readers.paraminfo.taken_parameters import caller, without_taken


def choose(catalogue: Catalogue, overlays: Overlays) -> ModuleSet:
    """The modules that can be generated; each of the others has a warning."""
    kind = catalogue.kind
    entries = list(_entries(catalogue.entry, kind))
    of_kind = [(at, raw) for at, raw in entries if at[1] == "querymodules" or _is_of(kind, raw)]
    read: list[Module] = []
    faults: list[Fault] = []
    names: set[str] = set()
    for at, raw in of_kind:
        module = _module(catalogue, at, raw, overlays)
        odd = _odd(module, names) if isinstance(module, Module) else module
        name = _name(raw)
        names.update([] if name is None else [name])
        if odd:
            faults.append(left_out(kind, name, odd))
        elif isinstance(module, Module):
            read.append(module)
    modules, unnamed = named(read)
    missing = frozenset(names - {module.name for module in modules})
    total = len(catalogue.entry.modules) + len(catalogue.entry.querymodules)
    of_other_kinds = len(entries) - len(of_kind)
    faults += [*unnamed, *unknown_names(kind, modules, missing, overlays)]
    if not modules:
        which = " that can be generated" if of_other_kinds < total else ""
        message = f"the catalogue has no {kind.called}s{which}"
        hint = None if which else kind.asked
        faults.append(Fault(catalogue.place, "missing-key", message, hint, ("paraminfo",)))
    usable, name_faults = without_taken(modules, caller(kind, overlays.told))
    return ModuleSet(kind, usable, missing, total, of_other_kinds, (*faults, *name_faults))


def holds_actions(path: Path) -> bool:
    """Return whether a catalogue has actions beside its query modules."""
    catalogue = load(path, QUERIES, Diagnostics(), HIGHEST)
    return catalogue is not None and any(_is_of(ACTIONS, raw) for raw in catalogue.entry.modules)


def _entries(catalogue: CatalogueEntry, kind: Kind) -> Iterator[tuple[At, Any]]:
    queries = catalogue.querymodules if kind is QUERIES else ()
    for key, raw_modules in (("modules", catalogue.modules), ("querymodules", queries)):
        for index, raw in enumerate(raw_modules):
            yield ("paraminfo", key, index), raw


def _is_of(kind: Kind, raw: Any) -> bool:
    if not isinstance(raw, dict):
        return False
    entry = cast("dict[str, Any]", raw)
    path, group = entry.get("path"), entry.get("group")
    is_format = kind is ACTIONS and isinstance(group, str) and group not in kind.groups
    return isinstance(path, str) and kind.paths.fullmatch(path) is not None and not is_format


def _name(raw: Any) -> str | None:
    name: Any = cast("dict[str, Any]", raw).get("name") if isinstance(raw, dict) else None
    return name if isinstance(name, str) else None


def _odd(module: Module, before: set[str]) -> list[Fault]:
    """Oddities of a module; `before` are names of earlier modules."""
    if module.name in before:
        message = f"another {module.kind.called} has the same name"
        return [Fault(module.place, "duplicate-name", message, at=("name",))]
    return [*impossible_names(module), *repeated_parameters(module)]


def _module(catalogue: Catalogue, at: At, raw: Any, overlays: Overlays) -> Module | list[Fault]:
    """A module, or the faults that prevent it."""
    kind = catalogue.kind
    place = Place(catalogue.place.document, at)
    name = _name(raw)
    overlay = NOTHING if name is None else overlays.modules.get((kind.key, name), NOTHING)
    raw = _with_more(_corrected(raw, overlay.form.corrections), overlay.form.more_parameters)
    try:
        entry = msgspec.convert(raw, ModuleEntry)
    except msgspec.ValidationError as error:
        from specloom.documents.misfit import misfits  # jsonschema: only when something is odd

        findings = _in_order(place.document, misfits(raw, ModuleEntry, str(error)), at)
        # Without hints, since nobody edits a catalogue.
        return [
            Fault(place, each.code, each.message, None, (*each.at,), each.key) for each in findings
        ]
    # Answers to a request for `querymodules` call it `querytype`.
    group: object = entry.group or raw.get("querytype") or overlay.form.group
    group = ACTION_GROUP if kind is ACTIONS else group
    if not isinstance(group, str) or group not in kind.groups:
        reason = f"`{group}` is not list, prop or meta" if group else "the catalogue lacks it"
        message = f"its group is not known: {reason}"
        hint = f"write it in an overlay: modules.{entry.name}.group"
        return [Fault(place, "missing-key", message, hint)]
    has_wikitext = catalogue.entry.helpformat == "wikitext"
    return Module(entry, raw, kind, group, place, has_wikitext, overlay.form, overlay.places)


def _in_order(document: Document, findings: list[Finding], around: At) -> list[Finding]:
    """Findings in the order of the file."""

    def order(each: Finding) -> tuple[tuple[int, int], str, str]:
        return document.position((*around, *each.at), each.key), each.code, each.message

    return sorted(findings, key=order)


def _with_more(raw: Any, more: Mapping[str, Mapping[str, Any]]) -> Any:
    """A module's entry with the parameters of overlays that it lacks."""
    if not more or not isinstance(raw.get("parameters", []), list):
        return raw
    parameters: list[Any] = raw.get("parameters", [])
    known_names = {_name(entry) for entry in parameters}
    added = [{"name": name, **members} for name, members in more.items() if name not in known_names]
    return {**raw, "parameters": [*parameters, *added]}


def _corrected(raw: Any, form: CorrectionForm | None) -> Any:
    """A module's entry with an overlay's corrections."""
    if form is None:
        return raw
    raw = _with(raw, form.module)
    for key in ("parameters", "templatedparameters"):
        if isinstance(raw.get(key), list):
            entries: list[Any] = raw[key]
            raw = {**raw, key: [_corrected_parameter(entry, form) for entry in entries]}
    return raw


def _corrected_parameter(raw: Any, form: CorrectionForm) -> Any:
    name = _name(raw)
    return raw if name is None else _with(raw, form.parameters.get(name) or {})


def _with(raw: Mapping[str, Any], members: Mapping[str, Any]) -> dict[str, Any]:
    allowed = {key: value for key, value in members.items() if key not in FIXED_MEMBERS}
    # A null of an overlay takes the member away, so that its default holds.
    return {key: value for key, value in {**raw, **allowed}.items() if value is not None}
