"""The modules of one kind that are generated, with their names and with what overlays tell of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.overlay import Overlays


@dataclass(frozen=True, slots=True)
class ModuleSet:
    """Query modules, or actions."""

    modules: Sequence[Module]
    classes: Mapping[str, str]
    """Module → the name of its class."""
    overlays: Overlays

    @property
    def entries(self) -> dict[str, ModuleEntry]:
        """Module → its entry."""
        return {module.name: module.entry for module in self.modules}
