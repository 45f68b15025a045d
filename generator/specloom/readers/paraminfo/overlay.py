"""Overlay files: read and merged into one, with the place of each entry.

What a file of the user's says replaces what shipped files say of the same entry: one text of a module, one
record, one error code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import fault
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.yaml_text import load_yaml
from specloom.model import package_version
from specloom.readers.paraminfo.fault import Fault, Place
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES
from specloom.readers.paraminfo.overlay_format import ModuleForm, OverlayForm
from specloom.sources.config import BUILTIN, overlay_files

Entry: TypeAlias = tuple[str, ...]
"""The way to an entry, in every file and in what they make together: `("records", "Page")`."""


@dataclass(frozen=True, slots=True)
class Told:
    """A module's entries in overlays."""

    form: ModuleForm
    places: Mapping[str, Place]
    """Place of each key of the entries."""


NOTHING = Told(ModuleForm(), {})


@dataclass(frozen=True, slots=True)
class Overlays:
    """All overlays of an API."""

    told: OverlayForm
    """All entries together."""
    places: Mapping[Entry, Place]
    """Place of each entry."""
    conflicts: Sequence[Fault]
    """Entries that occur twice; one of the two can be read all the same."""
    modules: Mapping[tuple[str, str], Told]
    """Key of a kind and name of a module → what they say of it."""


def load(
    names: Iterable[str], folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Overlays:
    """Read the overlays an API names; what is wrong with them goes to the diagnostics."""
    places: dict[Entry, Place] = {}
    conflicts: list[Fault] = []
    data: dict[str, Any] = {}
    # Shipped files first, so that the user's replace them, wherever the list has them.
    in_order = sorted(names, key=lambda name: not name.startswith(BUILTIN))
    for name in in_order:
        is_users = not name.startswith(BUILTIN)
        for path in overlay_files(folder, name):
            display_path = str(path) if is_users else f"{name}/{path.name}"
            document = load_yaml(path, display_path, diagnostics, limits)
            form = None if document is None else decode(document, OverlayForm, diagnostics)
            if document is None or form is None:
                continue
            for entry in _entries(document.data):
                place = Place(document, entry, is_users, form.source)
                if is_users and entry in places and places[entry].own:
                    conflicts.append(_said_twice(places[entry], place))
                places[entry] = place
                _put(data, entry, document.data)
            if form.version is not None and (problem := package_version.problem(form.version)):
                diagnostics.add(fault(document, ("version",), "wrong-value", *problem))
    together = msgspec.convert(data, OverlayForm)
    return Overlays(together, places, conflicts, dict(_modules(together, places)))


def _modules(
    told: OverlayForm, places: Mapping[Entry, Place]
) -> Iterator[tuple[tuple[str, str], Told]]:
    for kind, forms in ((QUERIES, told.modules), (ACTIONS, told.action_modules)):
        for name, form in forms.items():
            entries = ((key, (kind.key, name, key)) for key in form.__struct_fields__)
            of_module = {key: places[entry] for key, entry in entries if entry in places}
            yield (kind.key, name), Told(form, of_module)


def _said_twice(first: Place, second: Place) -> Fault:
    line, column = first.document.position(first.entry, True)
    entry = ".".join(map(str, first.entry))
    message = f"{first.document.path}:{line}:{column} tells {entry} already"
    return Fault(second, "conflicting-facts", message, "keep one of the two", key=True)


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


def _put(target: dict[str, Any], entry: Entry, data: Any) -> None:
    """Take an entry over from the data of a file."""
    *above, last = entry
    for key in above:
        target = target.setdefault(key, {})
        data = data[key]
    target[last] = data[last]
