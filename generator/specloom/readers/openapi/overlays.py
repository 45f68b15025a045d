"""Overlays of the OpenAPI Overlay Specification on a document that is read: they are done before anything else."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.limits import Limits
from specloom.documents.yaml_text import load_yaml
from specloom.model.overlay_changes import Changes
from specloom.model.structs import OpenApiOverlay
from specloom.readers import openapi_overlay
from specloom.sources.config import ApiEntry


def overlaid(
    document: Document, entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits
) -> Document | None:
    """The document with the changes of its entry's overlays; None with diagnostics if one of these cannot be done."""
    overlays = openapi_overlay.read(entry.overlays, folder, diagnostics, limits)
    if len(overlays) < len(entry.overlays):
        return None
    changes = Changes(deepcopy(document.data))
    for name, overlay in zip(entry.overlays, overlays, strict=True):
        findings = list(_done(changes, overlay))
        if findings:
            path = folder / name
            of_overlay = load_yaml(path, str(path), Diagnostics(), limits)
            assert of_overlay is not None, "it has just been read"
            diagnostics.found.extend(of_overlay.diagnostics(findings))
    return None if changes.refused else replace(document, data=changes.document)


def _done(changes: Changes, overlay: OpenApiOverlay) -> Iterator[Finding]:
    """Do the actions of an overlay; faults of those that cannot be done, or select nothing."""
    for number, action in enumerate(overlay.actions):
        refused, effective = len(changes.refused), len(changes.effective)
        changes.do(action)
        for fault in changes.refused[refused:]:
            at = ("actions", number) if fault.member is None else ("actions", number, fault.member)
            yield Finding(at, fault.code, fault.message)
        if len(changes.refused) == refused and len(changes.effective) == effective:
            message = "the target selects nothing in the document of its API"
            yield Finding(("actions", number, "target"), "unused-name", message)
        if changes.is_over:
            return
