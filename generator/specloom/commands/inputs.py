"""What `generate`, `check` and `validate` begin with: from options to what is to be made."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specloom import pipeline, resources
from specloom.commands.options import Options
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import Model
from specloom.publishing.selection import Selection, select
from specloom.rendering import own_templates


@dataclass(frozen=True, slots=True)
class Read:
    """Sound inputs, and what is to be made of them."""

    model: Model
    selection: Selection
    guide: Sequence[Any]
    """The navigation of the hand-written pages."""
    inputs: tuple[Path, ...]
    templates: tuple[Path, ...]
    """Each that there is, those of the program included."""


def read(options: Options, diagnostics: Diagnostics) -> Read | None:
    """Read all inputs; None with diagnostics when anything is wrong with them."""
    config = pipeline.read_config(options.sources, diagnostics)
    if config is None:
        return None
    model = pipeline.read_model(options.sources, config, diagnostics)
    guide = pipeline.read_guide(options.sources.root, diagnostics)
    templates = options.sources.templates
    if templates is not None:
        diagnostics.found.extend(own_templates.faults(templates, resources.templates()))
    if model is None or diagnostics:
        return None
    selection = _selection(options, model, diagnostics)
    if selection is None:
        return None
    inputs = tuple(pipeline.inputs(options.sources, config))
    return Read(model, selection, guide, inputs, _templates(templates))


def _templates(own: Path | None) -> tuple[Path, ...]:
    folders = [resources.templates(), *([] if own is None else [own])]
    return tuple(path for folder in folders for path in folder.rglob("*.j2"))


def _selection(options: Options, model: Model, diagnostics: Diagnostics) -> Selection | None:
    if options.api is None:
        return select(options.kind, None)
    packages = {api.id: api.package for api in model.apis}
    if options.api not in packages:
        hint = did_you_mean_or_all(options.api, packages)
        message = f"no API has the id `{options.api}`"
        diagnostics.add(Diagnostic("--api", 0, 0, "unknown-name", message, hint))
        return None
    return select(options.kind, (options.api, packages[options.api]))
