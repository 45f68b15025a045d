"""Changes a rendered OpenAPI document as overlays say: the OpenAPI Overlay Specification 1.0.

Targets are JSONPath as RFC 9535 has it, found by a library; what is found is changed here, in a few lines,
since the libraries that apply whole overlays fail on targets with several entries of one list.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

from specloom.diagnostics import Diagnostics
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import parse_yaml
from specloom.model import OpenApiOverlay, OverlayAction
from specloom.safe import yaml_tree


class OverlayError(Exception):
    """An action cannot be done in a document."""


def overlaid(text: str, overlays: Sequence[OpenApiOverlay]) -> tuple[str, list[OverlayAction]]:
    """The document with all changes made, and the actions that found something to change."""
    diagnostics = Diagnostics()
    read = parse_yaml(text, "", diagnostics, HIGHEST)
    if read is None:
        fault = diagnostics.found[0]
        raise OverlayError(f"no sound YAML: {fault.message} (line {fault.line})")
    done: list[OverlayAction] = []
    for overlay in overlays:
        for number, action in enumerate(overlay.actions, 1):
            try:
                if _is_done(action, read.data):
                    done.append(action)
            except OverlayError as error:
                where = f"action {number} of the overlay “{overlay.title}”, `{action.target}`"
                raise OverlayError(f"{where}: {error}") from None
    lines = text.splitlines(keepends=True)
    notice = [line for line in lines[:2] if line.startswith("#")]
    return f"{''.join(notice)}{yaml_tree(read.data).lstrip()}\n", done


def _is_done(action: OverlayAction, document: Any) -> bool:
    """Do one action; whether its target selected anything."""
    import jsonpath  # here, since few runs have an overlay

    try:
        found = list(jsonpath.finditer(action.target, document, strict=True))
    except jsonpath.JSONPathError as error:
        raise OverlayError(str(error).splitlines()[0]) from None
    # The last entry of a list first: removing one moves those after it.
    for match in reversed(found):
        if not action.remove:
            _update(match.obj, deepcopy(action.update))
        elif match.parent is None:
            raise OverlayError("the whole document cannot be removed")
        else:
            del cast("Any", match.parent.obj)[match.parts[-1]]
    return bool(found)


def _update(target: object, update: object) -> None:
    """Merge into an object, append to a list."""
    if isinstance(target, dict):
        if not isinstance(update, dict):
            raise OverlayError("an object is selected; `update` must be one, to merge into it")
        _merge(cast("dict[str, object]", target), cast("dict[str, object]", update))
    elif isinstance(target, list):
        entries = cast("list[object]", update if isinstance(update, list) else [update])
        cast("list[object]", target).extend(entries)
    else:
        message = "a single value is selected; select the object around it, and update that"
        raise OverlayError(message)


def _merge(target: dict[str, object], update: dict[str, object]) -> None:
    for key, value in update.items():
        inside = target.get(key)
        if (isinstance(inside, dict) and isinstance(value, dict)) or (
            isinstance(inside, list) and isinstance(value, list)
        ):
            _update(cast("object", inside), cast("object", value))
        else:
            target[key] = value
