"""Which modules of a catalogue are generated: those of a kind that are as a wiki describes them.

A catalogue is somebody else's. What is odd in a module of another kind matters to nobody; one that is odd is left out
with a warning, and an overlay can correct it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import msgspec

from specloom.diagnostics import Coverage, Diagnostic, Diagnostics
from specloom.documents.document import Document, Finding, fault
from specloom.documents.json_text import load_json
from specloom.documents.limits import HIGHEST
from specloom.model.structs import ACTION_GROUP
from specloom.readers.paraminfo.catalogue import Module, read_catalogue
from specloom.readers.paraminfo.format import CatalogueEntry, ModuleEntry
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES, Kind
from specloom.readers.paraminfo.names import impossible_names, left_out, repeated_parameters
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import FIXED_MEMBERS, CorrectionForm


@dataclass(frozen=True, slots=True)
class Choice:
    """The modules of a catalogue."""

    modules: Sequence[Module]
    """Those that are generated."""
    names: frozenset[str]
    """Of all modules of the kind, those that are left out included."""
    kind: Kind
    total: int
    of_other_kinds: int

    def coverage(self, api: str, generated: int) -> Coverage:
        """What the summary tells of them."""
        left_out = self.total - self.of_other_kinds - generated
        return Coverage(api, self.total, generated, self.of_other_kinds, left_out)

    def coverage_with(self, other: Coverage, generated: int) -> Coverage:
        """That of another kind from the same catalogue, with these modules."""
        of_kind = self.total - self.of_other_kinds
        return replace(
            other,
            generated=other.generated + generated,
            not_queries=other.not_queries - of_kind,
            left_out=other.left_out + of_kind - generated,
            actions=generated,
        )

    def nothing(self, document: Document) -> Diagnostic:
        """What is wrong where none is generated."""
        is_odd = self.of_other_kinds < self.total
        odd = " that can be generated" if is_odd else ""
        message = f"the catalogue holds no {self.kind.called}s{odd}"
        hint = None if is_odd else self.kind.asked
        return fault(document, ["paraminfo"], "missing-key", message, hint)


def choose(
    document: Document, catalogue: CatalogueEntry, overlays: Overlays, found: Diagnostics
) -> Choice:
    """The modules that can be generated, of the kind that the overlays tell of; a warning tells of each of the others."""
    kind = overlays.kind
    modules: dict[str, Module] = {}
    names: set[str] = set()
    of_other_kinds = 0
    for pointer, raw in _entries(catalogue, kind):
        if pointer[1] == "modules" and not _is_of(kind, raw):
            of_other_kinds += 1
            continue
        read = _module(document, pointer, raw, overlays)
        if isinstance(read, Module):
            read = replace(read, has_wikitext=catalogue.helpformat == "wikitext")
            odd = [*impossible_names(read.entry), *repeated_parameters(read.entry)]
            if read.name in names:
                message = f"another {kind.called} has the same name"
                odd = [Finding(("name",), "duplicate-name", message)]
            faults = document.diagnostics(odd, pointer)
        else:
            faults = read
        name = _name(raw)
        names.update([] if name is None else [name])
        if faults:
            found.add(left_out(kind, name, faults))
        elif isinstance(read, Module):
            modules[read.name] = read
    total = len(catalogue.modules) + len(catalogue.querymodules)
    return Choice(tuple(modules.values()), frozenset(names), kind, total, of_other_kinds)


def holds_actions(path: Path) -> bool:
    """Whether a catalogue has actions beside its query modules."""
    document = load_json(path, str(path), Diagnostics(), HIGHEST)
    catalogue = None if document is None else read_catalogue(document, QUERIES, Diagnostics())
    return catalogue is not None and any(_is_of(ACTIONS, raw) for raw in catalogue.modules)


def _entries(catalogue: CatalogueEntry, kind: Kind) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    queries = catalogue.querymodules if kind is QUERIES else ()
    for key, listed in (("modules", catalogue.modules), ("querymodules", queries)):
        for index, raw in enumerate(listed):
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


def _module(
    document: Document, pointer: Sequence[str | int], raw: Any, overlays: Overlays
) -> Module | list[Diagnostic]:
    name = _name(raw)
    if name is not None:
        raw = _corrected(raw, overlays.module(name).corrections)
    try:
        entry = msgspec.convert(raw, ModuleEntry)
    except msgspec.ValidationError as error:
        from specloom.documents.misfit import misfits  # jsonschema: only when something is odd

        found = sorted(document.diagnostics(misfits(raw, ModuleEntry, str(error)), pointer))
        return [replace(problem, hint=None) for problem in found]  # nobody edits a catalogue
    if overlays.kind is ACTIONS:
        return Module(entry, raw, ACTION_GROUP, tuple(pointer), document)
    # Answers to a request for `querymodules` call it `querytype`.
    group: object = entry.group or raw.get("querytype") or overlays.module(entry.name).group
    if not isinstance(group, str) or group not in QUERIES.groups:
        told = f"`{group}` is none of list, prop and meta" if group else "it is not told"
        message = f"its group is not known: {told}"
        hint = f"say it in an overlay: modules.{entry.name}.group"
        return [fault(document, pointer, "missing-key", message, hint)]
    return Module(entry, raw, group, tuple(pointer), document)


def _corrected(raw: Mapping[str, Any], form: CorrectionForm | None) -> Mapping[str, Any]:
    """The entry of a module as an overlay has it."""
    if form is None:
        return raw
    raw = _with(raw, form.module)
    for key in ("parameters", "templatedparameters"):
        if isinstance(raw.get(key), list):
            listed: list[Any] = raw[key]
            raw = {**raw, key: [_corrected_parameter(entry, form) for entry in listed]}
    return raw


def _corrected_parameter(raw: Any, form: CorrectionForm) -> Any:
    name = _name(raw)
    return raw if name is None else _with(raw, form.parameters.get(name) or {})


def _with(raw: Mapping[str, Any], members: Mapping[str, Any]) -> dict[str, Any]:
    allowed = {key: value for key, value in members.items() if key not in FIXED_MEMBERS}
    # A null of an overlay takes the member away, so that its default holds.
    return {key: value for key, value in {**raw, **allowed}.items() if value is not None}
