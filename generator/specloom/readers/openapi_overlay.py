"""Reads files of the OpenAPI Overlay Specification 1.0 and 1.1: changes to documents, in the form of the standard."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, Finding, fault
from specloom.documents.limits import Limits
from specloom.documents.yaml_text import load_yaml
from specloom.model.structs import OpenApiOverlay, OverlayAction


class _Info(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Title and version of an overlay."""

    title: str
    version: str
    description: str | None = None


class _Overlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An overlay, as the standard has it."""

    overlay: Annotated[str, Meta(pattern=r"^1\.[01]\.[0-9]+$")]
    info: _Info
    actions: Annotated[tuple[OverlayAction, ...], Meta(min_length=1)]
    extends: str | None = None


def read(
    paths: Sequence[str], folder: Path, diagnostics: Diagnostics, limits: Limits
) -> tuple[OpenApiOverlay, ...]:
    """The overlays that files hold, in their order; those that are not sound are reported and left out."""
    return tuple(
        overlay
        for path in paths
        if (overlay := _read(folder / path, diagnostics, limits)) is not None
    )


def _read(path: Path, diagnostics: Diagnostics, limits: Limits) -> OpenApiOverlay | None:
    document = load_yaml(path, str(path), diagnostics, limits)
    if document is None:
        return None
    described = decode(_without_extensions(document), _Overlay, diagnostics)
    if described is None:
        return None
    if described.extends is not None:
        message = "`extends` is ignored: the list of APIs says which documents an overlay changes"
        hint = "accept this warning, if other programs need the key"
        diagnostics.add(fault(document, ("extends",), "ignored-key", message, hint, key=True))
    faults = document.diagnostics(_faults(described))
    diagnostics.found.extend(faults)
    return None if faults else OpenApiOverlay(title=described.info.title, actions=described.actions)


def _without_extensions(document: Document) -> Document:
    """The document without extensions, for which the standard reserves keys."""
    data: object = document.data
    if not isinstance(data, dict):
        return document
    standard = _standard(cast("dict[str, Any]", data))
    if isinstance(standard.get("info"), dict):
        standard["info"] = _standard(standard["info"])
    if isinstance(standard.get("actions"), list):
        standard["actions"] = [
            _standard(cast("dict[str, Any]", action)) if isinstance(action, dict) else action
            for action in cast("list[object]", standard["actions"])
        ]
    return replace(document, data=standard)


def _standard(members: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if not str(key).startswith("x-")}


def _faults(described: _Overlay) -> Iterator[Finding]:
    from specloom.documents import json_path  # here, since few runs have an overlay

    for index, action in enumerate(described.actions):
        at = ("actions", index)
        if [action.update is not None, action.copy is not None, action.remove].count(True) != 1:
            message = "an action has either `update`, `copy` or `remove: true`"
            yield Finding(at, "conflicting-facts", message)
        if action.copy is not None and described.overlay.startswith("1.0."):
            message, hint = "version 1.0 has no `copy`", "write `overlay: 1.1.0`"
            yield Finding((*at, "copy"), "wrong-value", message, hint, key=True)
        for member, path in (("target", action.target), ("copy", action.copy)):
            if path is not None and (reason := json_path.problem(path)) is not None:
                message = f"`{path}` is not a JSONPath: {reason}"
                hint = "as RFC 9535 has it: `$.info`, `$.paths['/a'].get`, `$.tags[?@.name == 'x']`"
                yield Finding((*at, member), "wrong-value", message, hint)
