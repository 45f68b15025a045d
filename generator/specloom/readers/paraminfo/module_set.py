"""Modules of a catalogue, each with its names and with what overlays tell of it."""

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
    """One module of a catalogue, as decoded and as it stands in the file."""

    entry: ModuleEntry
    raw: Mapping[str, Any]
    kind: Kind
    group: str
    place: Place
    """In the catalogue."""
    has_wikitext: bool
    """Whether its texts are there, in wikitext."""
    told: ModuleForm
    """What overlays tell of it."""
    places: Mapping[str, Place]
    """Key of what is told → where that stands."""
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
    """Those that are generated."""
    left_out: frozenset[str]
    """Those that the catalogue has besides."""
    total: int
    """Modules of the catalogue."""
    of_other_kinds: int
    faults: Sequence[Fault]
    """What is odd about the catalogue, and wrong with what overlays tell of its modules."""

    @property
    def entries(self) -> dict[str, ModuleEntry]:
        """Module → its entry."""
        return {module.name: module.entry for module in self.modules}


def coverage(entry: ApiEntry, sets: Sequence[ModuleSet]) -> list[Coverage]:
    """How much of the catalogue of query modules is generated; with its actions, if they stand there, too."""
    if not sets:
        return []
    queries, *actions = sets
    generated, others = len(queries.modules), queries.of_other_kinds
    told = Coverage(entry.id, queries.total, generated, others, queries.total - others - generated)
    for each in actions if entry.actions == entry.source else ():
        of_kind, generated = each.total - each.of_other_kinds, len(each.modules)
        told = replace(
            told,
            generated=told.generated + generated,
            not_queries=told.not_queries - of_kind,
            left_out=told.left_out + of_kind - generated,
            actions=generated,
        )
    return [told]
