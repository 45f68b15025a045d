"""The model as a document, and the JSON Schemas of it and of every format that is read."""

from collections.abc import Iterator, Sequence
from typing import Any

from specloom.model import document as model_document
from specloom.model.json_schema import schema_text
from specloom.model.structs import Model
from specloom.naming.names import Names
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.sandbox_format import SandboxFile
from specloom.rendering.render import Copy
from specloom.sources.config import ApiList


def outputs(model: Model, _names: Names, _guide: Sequence[Any]) -> Iterator[Copy]:
    """`generated/model.yaml` and the schemas."""
    yield Copy("generated/model.yaml", model_document.dump(model).encode())
    for path, form, title in (
        ("model", Model, "Model of the described APIs"),
        ("schema/apis", ApiList, "List of APIs"),
        ("schema/rest", RestFile, "Description of a REST API"),
        ("schema/sandbox", SandboxFile, "Sandbox of a REST API"),
        ("schema/overlay", OverlayForm, "Facts about a wiki beside its catalogue"),
    ):
        yield Copy(f"generated/{path}.schema.json", schema_text(form, title).encode())
