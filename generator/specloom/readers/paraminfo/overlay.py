"""Overlay files: read and merged into one, with the place of each entry.

What a file of the user's says replaces what shipped files say of the same entry: one text of a module, one
record, one error code.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, fault
from specloom.documents.hidden import hidden_characters
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.suggestion import did_you_mean
from specloom.documents.yaml_text import load_yaml
from specloom.model import package_version
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES, Kind
from specloom.readers.paraminfo.overlay_format import ModuleForm, OverlayForm
from specloom.sources.config import BUILTIN, overlay_files

Entry: TypeAlias = tuple[str, ...]
"""The way to an entry, in every file and in what they make together: `("records", "Page")`."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands."""

    document: Document
    entry: Entry
    own: bool
    """Written by the user, not shipped with the program: what it names must exist."""
    source: str | None
    """Where the file's facts come from, for entries that do not say it themselves."""

    def fault(
        self,
        code: Code,
        message: str,
        hint: str | None = None,
        *inside: str | int,
        key: bool = False,
    ) -> Diagnostic:
        """A diagnostic at the entry, or at something inside it."""
        return fault(self.document, [*self.entry, *inside], code, message, hint, key)

    def unknown(
        self, message: str, name: str, known: Iterable[str], *inside: str | int, key: bool = False
    ) -> Diagnostic:
        """The fault of a name that must be one of those known."""
        return self.fault("unknown-name", message, did_you_mean(name, known), *inside, key=key)

    def left_over(
        self,
        message: str,
        name: str,
        known: Iterable[str],
        *inside: str | int,
        removes: tuple[str | int, ...] | None = None,
        key: bool = False,
    ) -> Diagnostic:
        """The warning of a name that the catalogue lacks; `removes` if more than what has it has to go."""
        hint = did_you_mean(name, known)
        warning = self.fault("left-over-entry", message, hint, *inside, key=key)
        return replace(warning, removes=(*self.entry, *(inside if removes is None else removes)))


@dataclass(frozen=True, slots=True)
class Overlays:
    """All overlays of an API."""

    told: OverlayForm
    """What they say together."""
    places: Mapping[Entry, Place]
    """Where they say it."""
    left_out: frozenset[str] = frozenset()
    """Modules that the catalogue has and that are not generated."""
    kind: Kind = QUERIES
    """Of `told.modules`."""

    @property
    def of_actions(self) -> "Overlays":
        """The same, with what is said of actions in the place of what is said of query modules."""
        places = {
            ("modules", *entry[1:]) if entry[0] == "action_modules" else entry: place
            for entry, place in self.places.items()
            if entry[0] != "modules"
        }
        briefs = {name: text for name, text in self.told.briefs.items() if "." in name}
        told = msgspec.structs.replace(
            self.told, modules=self.told.action_modules, briefs=briefs, wire=None
        )
        return Overlays(told, places, kind=ACTIONS)

    def module(self, name: str) -> ModuleForm:
        """What is said of a module."""
        return self.told.modules.get(name, _NOTHING)

    def brief(self, module: str, parameter: str) -> str | None:
        """A few words on a parameter."""
        return self.told.briefs.get(f"{module}.{parameter}", self.told.briefs.get(parameter))

    def source(self, *entry: str) -> str | None:
        """Where the file of an entry has its facts from."""
        place = self.places.get(entry)
        return None if place is None else place.source

    def own(self, *entry: str) -> Place | None:
        """The place of an entry, if it is the user's."""
        place = self.places.get(entry)
        return place if place is not None and place.own else None

    def own_parts(self, *entry: str) -> list[Place]:
        """Where the user's files say something inside an entry, once for each file."""
        length = len(entry)
        files = {
            place.document.path: replace(place, entry=place.entry[:length])
            for at, place in self.places.items()
            if place.own and at[:length] == entry
        }
        return list(files.values())


_NOTHING = ModuleForm()


def load(
    names: Iterable[str], folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Overlays:
    """Read the overlays an API names; what is wrong with them goes to the diagnostics."""
    places: dict[Entry, Place] = {}
    told: dict[str, Any] = {}
    # Shipped files first, so that the user's replace them, wherever the list has them.
    in_order = sorted(names, key=lambda name: not name.startswith(BUILTIN))
    for name in in_order:
        own = not name.startswith(BUILTIN)
        for path in overlay_files(folder, name):
            shown = str(path) if own else f"{name}/{path.name}"
            document = load_yaml(path, shown, diagnostics, limits)
            form = None if document is None else decode(document, OverlayForm, diagnostics)
            if document is None or form is None:
                continue
            diagnostics.found.extend(hidden_characters(document))
            for entry in _entries(document.data):
                place = Place(document, entry, own, form.source)
                if own and entry in places and places[entry].own:
                    diagnostics.add(_said_twice(entry, places[entry], place))
                places[entry] = place
                _put(told, entry, document.data)
            if form.version is not None and (problem := package_version.problem(form.version)):
                diagnostics.add(places["version",].fault("wrong-value", *problem))
    return Overlays(msgspec.convert(told, OverlayForm), places)


def _said_twice(entry: Entry, first: Place, second: Place) -> Diagnostic:
    line, column = first.document.position(first.entry, True)
    message = f"{first.document.path}:{line}:{column} tells {'.'.join(entry)} already"
    return second.fault("conflicting-facts", message, "keep one of the two", key=True)


_WHOLE = frozenset(
    {"title", "summary", "description", "version", "contact", "license", "server", "wire"}
)
"""Entries of a file that are replaced as a whole."""


def _entries(data: Mapping[str, Any]) -> Iterator[Entry]:
    for key, value in data.items():
        if key in _WHOLE:
            if value is not None:
                yield (key,)
        elif key in (QUERIES.key, ACTIONS.key):
            for name, module in value.items():
                yield from _module_entries(key, name, module)
        elif key != "source":
            yield from ((key, name) for name in value)


def _module_entries(modules: str, name: str, module: Mapping[str, Any]) -> Iterator[Entry]:
    for key, value in module.items():
        if key == "parameters":
            yield from ((modules, name, key, parameter) for parameter in value)
        elif value is not None:
            yield (modules, name, key)


def _put(told: dict[str, Any], entry: Entry, data: Any) -> None:
    """Take an entry over from the data of a file."""
    *above, last = entry
    for key in above:
        told = told.setdefault(key, {})
        data = data[key]
    told[last] = data[last]
