"""Faults of OpenAPI documents against the standard's own schema: told on `validate`, since most can be read all the same."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.position import Pointer
from specloom.documents.values import members_of
from specloom.readers.openapi import files
from specloom.sources.config import Config


def found(config: Config) -> Iterator[Diagnostic]:
    """A warning for each fault, at its place in the document or in a file that it refers to."""
    for entry in config.apis:
        if entry.reader == "openapi":
            path = config.folder / entry.source
            document = files.load(path, Diagnostics(), config.limits)
            if document is not None and entry.overlays:
                from specloom.readers.openapi.overlays import overlaid

                document = overlaid(document, entry, config.folder, Diagnostics(), config.limits)
            version = None if document is None else members_of(document.data).get("openapi")
            if document is None or not str(version).startswith(("3.0.", "3.1.")):
                continue
            findings = {(*each.at, each.message): each for each in _findings(document)}
            yield from document.diagnostics(findings.values())


def _findings(document: Document) -> Iterator[Finding]:
    """Faults with their places; a part that several references lead to may have one twice."""
    from specloom.rendering.openapi_faults import faults, form_faults  # imports jsonschema

    # Without paths and components before, all of them are looked at.
    for fault in faults(document.data, {"openapi": None}):
        yield _finding(fault.at, files.with_files_named(fault.message), fault.is_key)
    if not isinstance(document, files.Bundle):
        return
    from specloom.readers.openapi.referenced_parts import referenced_parts

    parts, places = referenced_parts(document.data)
    for fault in form_faults(parts):
        length = 2 if fault.at[:1] == ("paths",) else 3
        if (at := places.get(fault.at[:length])) is not None:
            yield _finding((*at, *fault.at[length:]), fault.message, fault.is_key)


def _finding(at: Pointer, message: str, is_key: bool) -> Finding:
    return Finding(at, "invalid-document", message, key=is_key)
