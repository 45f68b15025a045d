"""A catalogue as a whole, and what it tells beside its modules."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import fault
from specloom.documents.json_text import load_json
from specloom.documents.limits import Limits
from specloom.readers.paraminfo.fault import Place
from specloom.readers.paraminfo.format import CatalogueEntry, EnvelopeEntry, ErrorEntry
from specloom.readers.paraminfo.module_kind import ACTIONS, QUERIES, Kind
from specloom.sources.config import ApiEntry


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A wiki's description of its modules, for modules of one kind."""

    kind: Kind
    entry: CatalogueEntry
    place: Place
    """The file."""

    @property
    def beside_the_modules(self) -> dict[str, Any]:
        """Members of the catalogue besides its modules."""
        module_keys = ("modules", "querymodules", "formatmodules", "mainmodule", "pagesetmodule")
        members = self.place.document.data["paraminfo"].items()
        return {key: value for key, value in members if key not in module_keys}


def load_all(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits
) -> list[Catalogue]:
    """Catalogues of query modules and of actions that the list of APIs names; none if the first cannot be
    read.
    """
    queries = load(folder / entry.source, QUERIES, diagnostics, limits)
    actions = None
    if entry.actions is not None and entry.actions != entry.source:
        actions = load(folder / entry.actions, ACTIONS, diagnostics, limits)
    elif entry.actions is not None and queries is not None:
        actions = replace(queries, kind=ACTIONS)
    if queries is None:
        return []
    return [queries] if actions is None else [queries, actions]


def load(path: Path, kind: Kind, diagnostics: Diagnostics, limits: Limits) -> Catalogue | None:
    """Read one; None with diagnostics when the file holds something else."""
    document = load_json(path, str(path), diagnostics, limits)
    if document is None:
        return None
    data = document.data
    if isinstance(data, dict) and "paraminfo" not in data and ("error" in data or "errors" in data):
        key = "error" if "error" in data else "errors"
        message = (
            f"the wiki answered with an error instead of a catalogue: {_error_text(data[key])}"
        )
        diagnostics.add(fault(document, [key], "error-reply", message, kind.asked, key=True))
        return None
    envelope = decode(document, EnvelopeEntry, diagnostics)
    return None if envelope is None else Catalogue(kind, envelope.paraminfo, Place(document, ()))


def _error_text(error: Any) -> str:
    try:
        entries = msgspec.convert(error, ErrorEntry | list[ErrorEntry])
    except msgspec.ValidationError:
        return str(error)
    if not entries:
        return "without saying which"
    first = entries if isinstance(entries, ErrorEntry) else entries[0]
    return f"{first.code}: {first.info or first.text or ''}".rstrip(": ")
