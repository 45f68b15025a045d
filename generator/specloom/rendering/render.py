"""Renders outputs: a template filled by a view, and for documents of OpenAPI what overlays change."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from specloom.model.overlay_fault import ActionFault
from specloom.model.structs import OpenApiOverlay, OverlayAction
from specloom.rendering.templates import Templates

DIGEST = "digest-of-this-document"
"""Placeholder in a document for eight digits of its own hash."""


class View(msgspec.Struct, frozen=True):
    """Values for a template, or for a part of it: the fields are the template's names.

    A struct and not a dataclass, because there are a hundred, and defining one takes a fiftieth of the time.
    """


@dataclass(frozen=True, slots=True)
class Output:
    """A file to render: its path under the output root, its template, and the view that fills it."""

    path: str
    template: str
    """Path under the template folder."""
    view: View
    json: str | None = None
    """Path of the same document as JSON, made of the rendered YAML."""
    overlays: Sequence[OpenApiOverlay] = ()
    """Changes to make to the rendered document, before its hash is taken."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A file that is written as it is."""

    path: str
    content: bytes


class Renderer:
    """Renders outputs from a template folder, single templates of which another folder may replace."""

    def __init__(self, *folders: Path) -> None:
        """Use templates from the first of the folders that has them."""
        self.templates = Templates(*folders)
        self.effective = list[OverlayAction]()
        """Actions of overlays that have changed something so far."""
        self.action_faults = list[ActionFault]()
        """Faults of overlay actions."""

    def render(self, output: Output) -> str:
        """The text of one output, before formatting; `template` is the path of its template."""
        if output.overlays:
            from specloom.rendering.openapi_overlay import overlaid  # here, since few runs have one

            text = self.templates.filled(output.template, output.view)
            result = overlaid(output.path, text, output.overlays)
            self.effective.extend(result.effective)
            self.action_faults.extend(result.faults)
            return _with_digest(result.text)
        text = self.templates.filled(output.template, output.view)
        return text if output.json is None else _with_digest(text)


def _with_digest(text: str) -> str:
    return text.replace(DIGEST, sha256(text.encode()).hexdigest()[:8], 1)
