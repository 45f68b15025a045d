"""Where an action of an overlay of OpenAPI documents stands: in its own file, or in the model's document."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, fault
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import load_yaml
from specloom.model.structs import Model, OverlayAction
from specloom.readers.read import Sources
from specloom.rendering.overlay_fault import ActionFault
from specloom.sources.config import Config


def placed(
    found: Iterable[ActionFault], model: Model, sources: Sources, config: Config
) -> Iterator[Diagnostic]:
    """The faults of actions, each with its position."""
    for wrong in found:
        document, pointer = _place(wrong.action, model, sources, config)
        at = pointer if wrong.member is None else (*pointer, wrong.member)
        yield fault(document, at, wrong.code, wrong.message)


def _place(
    action: OverlayAction, model: Model, sources: Sources, config: Config
) -> tuple[Document, tuple[str | int, ...]]:
    """The document that the action was read from, and where it stands there."""
    for api_index, api in enumerate(model.apis):
        for index, overlay in enumerate(api.openapi_overlays):
            for number, known in enumerate(overlay.actions):
                if known is not action:
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
