"""Faults of OpenAPI documents against the standard's own schema: told on `validate`, since most can be read all the same."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Finding
from specloom.documents.json_text import load_json
from specloom.documents.values import members_of
from specloom.documents.yaml_text import load_yaml
from specloom.sources.config import Config


def found(config: Config) -> Iterator[Diagnostic]:
    """A warning for each fault, at its place in the document."""
    for entry in config.apis:
        if entry.reader == "openapi":
            path = config.folder / entry.source
            load = load_json if path.suffix == ".json" else load_yaml
            document = load(path, str(path), Diagnostics(), config.limits, "any")
            if document is not None and entry.overlays:
                from specloom.readers.openapi.overlays import overlaid

                document = overlaid(document, entry, config.folder, Diagnostics(), config.limits)
            version = None if document is None else members_of(document.data).get("openapi")
            if document is None or not str(version).startswith(("3.0.", "3.1.")):
                continue
            from specloom.rendering.openapi_faults import faults  # imports jsonschema

            # Without paths and components before, all of them are looked at.
            findings = [
                Finding(fault.at, "invalid-document", fault.message)
                for fault in faults(document.data, {"openapi": None})
            ]
            yield from document.diagnostics(findings)
