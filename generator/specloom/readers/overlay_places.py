"""Positions of actions of OpenAPI overlays: in their own files, or in the model's document."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, fault
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import load_yaml
from specloom.model.overlay_fault import ActionFault
from specloom.model.structs import Model, OverlayAction
from specloom.readers.read import Sources
from specloom.sources.config import Config


def placed(
    faults: Iterable[ActionFault], model: Model, sources: Sources, config: Config
) -> Iterator[Diagnostic]:
    """The faults of actions, each with its position."""
    for wrong in faults:
        document, pointer = _place(wrong.action, model, sources, config)
        at = pointer if wrong.member is None else (*pointer, wrong.member)
        yield fault(document, at, wrong.code, wrong.message)


def _place(
    action: OverlayAction, model: Model, sources: Sources, config: Config
) -> tuple[Document, tuple[str | int, ...]]:
    """The document from which the action was read, and its pointer there."""
    for api_index, api in enumerate(model.apis):
        for index, overlay in enumerate(api.openapi_overlays):
            for number, candidate in enumerate(overlay.actions):
                if candidate is not action:
                    continue
                if sources.model is not None:
                    at = ("apis", api_index, "openapi_overlays", index, "actions", number)
                    return _document(sources.model), at
                name = config.apis[api_index].openapi_overlays[index]
                return _document(config.folder / name), ("actions", number)
    raise LookupError(f"{action.target}: the action is of no API")


def _document(path: Path) -> Document:
    """A file that was read before, read again to find where something stands."""
    diagnostics = Diagnostics()
    document = load_yaml(path, str(path), diagnostics, HIGHEST)
    if document is None:  # changed since
        raise OSError(str(diagnostics.found[0]))
    return document
