"""A catalogue as a whole: which of its modules are query modules, and where they stand in the file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, fault
from specloom.documents.hidden import hidden_characters
from specloom.readers.paraminfo.format import (
    CatalogueEntry,
    EnvelopeEntry,
    ErrorEntry,
    ModuleEntry,
)
from specloom.readers.paraminfo.overlay import Overlays

GROUPS: Mapping[str, str] = {"list": "Lists", "prop": "Page properties", "meta": "Meta information"}
"""The groups of query modules, with the titles they have where no overlay gives others."""


@dataclass(frozen=True, slots=True)
class Module:
    """One query module of a catalogue, as decoded and as it stands in the file."""

    entry: ModuleEntry
    raw: Mapping[str, Any]
    group: str
    pointer: tuple[str | int, ...]

    @property
    def name(self) -> str:
        """Its name, which among query modules is unique."""
        return self.entry.name


def read_catalogue(document: Document, found: Diagnostics) -> CatalogueEntry | None:
    """The catalogue of a document; None when the document holds something else."""
    data = document.data
    if isinstance(data, dict) and "paraminfo" not in data and ("error" in data or "errors" in data):
        key = "error" if "error" in data else "errors"
        message = f"the wiki answered with an error instead of a catalogue: {_told(data[key])}"
        found.add(fault(document, [key], "error-reply", message, _REQUEST, key=True))
        return None
    found.found.extend(hidden_characters(document))
    envelope = decode(document, EnvelopeEntry, found)
    return None if envelope is None else envelope.paraminfo


_REQUEST = "fetch api.php?action=paraminfo&format=json&helpformat=none&modules=query%2B*"


def _told(error: Any) -> str:
    try:
        told = msgspec.convert(error, ErrorEntry | list[ErrorEntry])
    except msgspec.ValidationError:
        return str(error)
    if not told:
        return "without saying which"
    first = told if isinstance(told, ErrorEntry) else told[0]
    return f"{first.code}: {first.info or first.text or ''}".rstrip(": ")


def query_modules(
    document: Document, catalogue: CatalogueEntry, overlays: Overlays, found: Diagnostics
) -> list[Module]:
    """The query modules; the other modules of a fuller catalogue are not described."""
    modules: dict[str, Module] = {}
    for key, entries in (
        ("modules", catalogue.modules),
        ("querymodules", catalogue.querymodules),
    ):
        for index, entry in enumerate(entries):
            if key == "modules" and not _is_query_module(entry):
                continue
            pointer = ("paraminfo", key, index)
            raw = document.data["paraminfo"][key][index]
            group = _group(entry, raw, overlays)
            if group is None:
                found.add(_no_group(document, pointer, entry))
            elif entry.name in modules:
                message = f"the catalogue has a query module `{entry.name}` already"
                found.add(fault(document, [*pointer, "name"], "duplicate-name", message))
            else:
                modules[entry.name] = Module(entry, raw, group, pointer)
    if not modules and not found:
        message = "the catalogue holds no query modules"
        found.add(fault(document, ["paraminfo"], "missing-key", message, _REQUEST))
    return list(modules.values())


def _is_query_module(entry: ModuleEntry) -> bool:
    return bool(entry.path and re.fullmatch(r"query\+[^+]+", entry.path))


def _group(entry: ModuleEntry, raw: Mapping[str, Any], overlays: Overlays) -> str | None:
    group = entry.group or raw.get("querytype") or overlays.module(entry.name).group
    return group if group in GROUPS else None


def _no_group(document: Document, pointer: Sequence[str | int], entry: ModuleEntry) -> Diagnostic:
    told = f"`{entry.group}` is none of list, prop and meta" if entry.group else "it is not told"
    message = f"the group of the query module `{entry.name}` is not known: {told}"
    hint = f"say it in an overlay: modules.{entry.name}.group"
    return fault(document, pointer, "missing-key", message, hint)


def beside_the_modules(document: Document) -> dict[str, Any]:
    """What a catalogue tells besides its modules."""
    listed = ("modules", "querymodules", "formatmodules", "mainmodule", "pagesetmodule")
    return {key: value for key, value in document.data["paraminfo"].items() if key not in listed}
