"""A catalogue as a whole, and what it tells beside its modules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, fault
from specloom.documents.hidden import hidden_characters
from specloom.readers.paraminfo.format import (
    CatalogueEntry,
    EnvelopeEntry,
    ErrorEntry,
    ModuleEntry,
)
from specloom.readers.paraminfo.module_kind import Kind
from specloom.readers.paraminfo.wikitext import HelpText, help_text


@dataclass(frozen=True, slots=True)
class Module:
    """One module of a catalogue, as decoded and as it stands in the file."""

    entry: ModuleEntry
    raw: Mapping[str, Any]
    group: str
    pointer: tuple[str | int, ...]
    document: Document = field(repr=False)
    """The file."""
    has_wikitext: bool = False
    """Whether its texts are there, in wikitext."""

    @property
    def name(self) -> str:
        """Its name, which is unique among modules of its kind."""
        return self.entry.name

    def fault(
        self, code: Code, message: str, hint: str | None = None, *, at: tuple[str | int, ...]
    ) -> Diagnostic:
        """A diagnostic at something inside the module."""
        return fault(self.document, [*self.pointer, *at], code, message, hint)

    def help_of(self, raw: Mapping[str, Any]) -> HelpText:
        """What the wiki's help says of the module, or of one of its parameters."""
        text: object = raw.get("description")
        return help_text(text) if self.has_wikitext and isinstance(text, str) else HelpText()

    @property
    def path(self) -> str:
        """Its path, which is unique among all modules."""
        return self.entry.path or f"query+{self.name}"


def read_catalogue(document: Document, kind: Kind, found: Diagnostics) -> CatalogueEntry | None:
    """The catalogue of a document; None when the document holds something else."""
    data = document.data
    if isinstance(data, dict) and "paraminfo" not in data and ("error" in data or "errors" in data):
        key = "error" if "error" in data else "errors"
        message = f"the wiki answered with an error instead of a catalogue: {_told(data[key])}"
        found.add(fault(document, [key], "error-reply", message, kind.asked, key=True))
        return None
    found.found.extend(hidden_characters(document))
    envelope = decode(document, EnvelopeEntry, found)
    return None if envelope is None else envelope.paraminfo


def _told(error: Any) -> str:
    try:
        told = msgspec.convert(error, ErrorEntry | list[ErrorEntry])
    except msgspec.ValidationError:
        return str(error)
    if not told:
        return "without saying which"
    first = told if isinstance(told, ErrorEntry) else told[0]
    return f"{first.code}: {first.info or first.text or ''}".rstrip(": ")


def beside_the_modules(document: Document) -> dict[str, Any]:
    """What a catalogue tells besides its modules."""
    listed = ("modules", "querymodules", "formatmodules", "mainmodule", "pagesetmodule")
    return {key: value for key, value in document.data["paraminfo"].items() if key not in listed}
