"""A run from its inputs to what is on disk: read, plan, render, compare, publish."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from specloom import resources
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model.structs import Model
from specloom.naming.names import names_of
from specloom.publishing import manifest, publish
from specloom.publishing.publish import Changes
from specloom.publishing.selection import Selection, select
from specloom.readers.read import Sources, inputs, read_config, read_guide, read_model, unknown_api
from specloom.rendering import files, own_templates
from specloom.rendering.files import Progress, Rendered
from specloom.rendering.own_templates import Added
from specloom.rendering.render import Copy, Output
from specloom.sources import acceptance
from specloom.sources.config import Config
from specloom.views import added


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run is to make of which inputs."""

    sources: Sources
    kind: str | None = None
    """A name of `kinds.KINDS`; None: all of them."""
    api: str | None = None
    """The id of an API; None: all of them."""
    strict: bool = False
    """Take warnings for errors."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Sound inputs."""

    model: Model
    guide: Sequence[Any]
    """The navigation of the hand-written pages."""
    selection: Selection
    adding: tuple[Added, ...]
    """Templates of the user's own that add files."""
    paths: tuple[Path, ...]
    """The files that were read."""
    templates: tuple[Path, ...]
    """Each that there is, those of the program included."""
    sources: Sources
    config: Config


def read(asked: Asked, diagnostics: Diagnostics) -> Inputs | None:
    """Read everything; None with diagnostics when anything is wrong with it."""
    sources = asked.sources
    config = read_config(sources, diagnostics)
    if config is None:
        return None
    model = read_model(sources, config, diagnostics)
    guide = read_guide(sources.root, diagnostics, config.limits)
    adding: tuple[Added, ...] = ()
    if sources.templates is not None:
        shipped = resources.templates()
        adding = own_templates.read(sources.templates, shipped, manifest.PLACES, diagnostics)
    selection = None if model is None else _selection(asked, model, adding, diagnostics)
    acceptance.settle(config, asked.strict, diagnostics)
    if model is None or selection is None or diagnostics:
        return None
    return Inputs(
        model,
        guide,
        selection,
        adding,
        tuple(inputs(sources, config)),
        _templates(sources.templates),
        sources,
        config,
    )


def plan(model: Model, selection: Selection, guide: Sequence[Any] = ()) -> Iterator[Output | Copy]:
    """The files of the selected part, not yet rendered; one after the other, since views of large APIs are large."""
    names = names_of(model)
    for kind in selection.kinds:
        yield from filter(
            lambda output: selection.covers(output.path), kind.plan(model, names, guide)
        )


def planned(inputs: Inputs) -> Iterator[Output | Copy]:
    """The files that a run is to make, not yet rendered."""
    yield from plan(inputs.model, inputs.selection, inputs.guide)
    own = added.outputs(inputs.model, inputs.adding)
    yield from (output for output in own if inputs.selection.covers(output.path))


def render(
    inputs: Inputs,
    known: Mapping[str, str],
    progress: Progress,
    diagnostics: Diagnostics,
    outputs: Iterable[Output | Copy] | None = None,
) -> Rendered:
    """The contents of files, of all that are planned or of some.

    `known` is what earlier runs brought into its final form.
    """
    rendered = files.render(
        planned(inputs) if outputs is None else outputs,
        inputs.sources.templates,
        known,
        progress,
        diagnostics,
    )
    if rendered.misdone:
        from specloom.readers import (
            overlay_places,  # reads files again: only when something is wrong
        )

        diagnostics.found.extend(
            overlay_places.placed(rendered.misdone, inputs.model, inputs.sources, inputs.config)
        )
    return rendered


def compare(
    inputs: Inputs, rendered: Rendered, *, adopt: bool = False
) -> tuple[Changes, list[Diagnostic]]:
    """What is to be done so that the files on disk are those, and what stands against it."""
    not_to_write = (*inputs.paths, *inputs.templates)
    root = inputs.sources.root
    return publish.compare(root, rendered.files, inputs.selection, not_to_write, adopt=adopt)


def _templates(own: Path | None) -> tuple[Path, ...]:
    folders = [resources.templates(), *([] if own is None else [own])]
    return tuple(path for folder in folders for path in folder.rglob("*.j2"))


def _selection(
    asked: Asked, model: Model, adding: Iterable[Added], diagnostics: Diagnostics
) -> Selection | None:
    if asked.api is None:
        return select(asked.kind, None)
    packages = {api.id: api.package for api in model.apis}
    if asked.api not in packages:
        diagnostics.add(unknown_api("--api", asked.api, packages))
        return None
    part = select(asked.kind, (asked.api, packages[asked.api]))
    if asked.kind is not None:
        return part
    return replace(part, others=frozenset(added.paths_of_api(model, adding, asked.api)))
