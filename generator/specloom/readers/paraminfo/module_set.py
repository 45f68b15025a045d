"""Modules of a catalogue, each with its names and its entry in overlays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from specloom.diagnostics import Coverage
from specloom.readers.paraminfo.fault import Fault, Place
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_kind import Kind
from specloom.readers.paraminfo.overlay_format import ModuleForm
from specloom.sources.config import ApiEntry


@dataclass(frozen=True, slots=True)
class Module:
    """One module of a catalogue, decoded and as in the file."""

    entry: ModuleEntry
    raw: Mapping[str, Any]
    kind: Kind
    group: str
    place: Place
    """In the catalogue."""
    has_wikitext: bool
    """True if its texts are there, in wikitext."""
    told: ModuleForm
    """The module's entry in overlays."""
    places: Mapping[str, Place]
    """Key of the entry in overlays → its place."""
    class_name: str = ""

    @property
    def name(self) -> str:
        """Its name, which is unique among modules of its kind."""
        return self.entry.name

    @property
    def path(self) -> str:
        """Its path, which is unique among all modules."""
        return self.entry.path or f"query+{self.name}"


@dataclass(frozen=True, slots=True)
class ModuleSet:
    """Query modules, or actions."""

    kind: Kind
    modules: Sequence[Module]
    """Modules that are generated."""
    left_out: frozenset[str]
    """Names of other modules of the catalogue."""
    total: int
    """Modules of the catalogue."""
    of_other_kinds: int
    faults: Sequence[Fault]
    """Oddities of the catalogue, and faults of the entries in overlays."""

    @property
    def entries(self) -> dict[str, ModuleEntry]:
        """Module → its entry."""
        return {module.name: module.entry for module in self.modules}


def coverage(entry: ApiEntry, sets: Sequence[ModuleSet]) -> list[Coverage]:
    """Coverage of the catalogue of query modules; with its actions, if they are in the same catalogue."""
    if not sets:
        return []
    queries, *actions = sets
    generated, of_other_kinds = len(queries.modules), queries.of_other_kinds
    counts = Coverage(
        entry.id,
        queries.total,
        generated,
        of_other_kinds,
        queries.total - of_other_kinds - generated,
    )
    for each in actions if entry.actions == entry.source else ():
        of_kind, generated = each.total - each.of_other_kinds, len(each.modules)
        counts = replace(
            counts,
            generated=counts.generated + generated,
            not_queries=counts.not_queries - of_kind,
            left_out=counts.left_out + of_kind - generated,
            actions=generated,
        )
    return [counts]
