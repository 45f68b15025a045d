"""Changes a rendered OpenAPI document as overlays say, and checks what comes out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from specloom.documents.limits import number
from specloom.languages.json import encoded
from specloom.languages.yaml import yaml_tree
from specloom.model.overlay_changes import Changes
from specloom.model.overlay_fault import ActionFault
from specloom.model.structs import OpenApiOverlay, OverlayAction
from specloom.rendering.formatting import data_of_yaml
from specloom.rendering.openapi_faults import Fault, faults

_DECODER = msgspec.json.Decoder(float_hook=number)


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A document after overlays."""

    text: str
    effective: Sequence[OverlayAction] = ()
    """The actions that found something to change."""
    faults: Sequence[ActionFault] = ()


def overlaid(path: str, text: str, overlays: Sequence[OpenApiOverlay]) -> Overlaid:
    """The document with all changes made; `path` is that of its file."""
    data = data_of_yaml(text)
    before = _DECODER.decode(encoded(data))
    changing = Changes(data)
    for overlay in overlays:
        for action in overlay.actions:
            changing.do(action)
            if changing.is_over:
                return Overlaid(text, changing.effective, changing.refused)
    faults = changing.refused or list(_unsound(path, changing, before))
    if faults:
        return Overlaid(text, changing.effective, faults)
    lines = text.splitlines(keepends=True)
    notice = "".join(line for line in lines[:2] if line.startswith("#"))
    changed = f"{notice}{yaml_tree(data).lstrip()}\n"
    return Overlaid(changed, changing.effective)


def _unsound(path: str, changing: Changes, before: Any) -> Iterator[ActionFault]:
    """Faults of the changed document: the first fault of each action that caused one."""
    if not changing.effective:
        return
    faults_by_action: dict[int, tuple[OverlayAction, list[Fault]]] = {}
    for fault in faults(changing.document, before):
        action = changing.author(fault.at, fault.lost)
        faults_by_action.setdefault(id(action), (action, []))[1].append(fault)
    for action, (first, *rest) in faults_by_action.values():
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first.at)
        message = f"the changed {path} is not valid OpenAPI: `${where}`: {first.message}"
        more = f" (and {len(rest)} more)" if rest else ""
        yield ActionFault(action, "wrong-value", f"{message}{more}")
