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
from specloom.rendering.workers import Workers
from specloom.sources import acceptance
from specloom.sources.config import Config
from specloom.views import added


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Inputs of a run, and the outputs to make."""

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


def read(run: RunOptions, diagnostics: Diagnostics) -> Inputs | None:
    """Read all inputs; None with diagnostics if any of them is faulty."""
    sources = run.sources
    config = read_config(sources, diagnostics)
    if config is None:
        return None
    model = read_model(sources, config, diagnostics)
    guide = read_guide(sources.root, diagnostics, config.limits)
    adding: tuple[Added, ...] = ()
    if sources.templates is not None:
        shipped = resources.templates()
        adding = own_templates.read(sources.templates, shipped, manifest.PLACES, diagnostics)
    selection = None if model is None else _selection(run, model, adding, diagnostics)
    acceptance.settle(config, run.strict, diagnostics)
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
    custom_outputs = added.outputs(inputs.model, inputs.adding)
    yield from (output for output in custom_outputs if inputs.selection.covers(output.path))


def render(
    inputs: Inputs,
    finished: Mapping[str, str],
    progress: Progress,
    diagnostics: Diagnostics,
    outputs: Iterable[Output | Copy] | None = None,
    workers: Workers | None = None,
) -> Rendered:
    """The contents of files, of all that are planned or of some.

    `finished` has texts that earlier runs formatted.
    """
    rendered = files.render(
        planned(inputs) if outputs is None else outputs,
        inputs.sources.templates,
        finished,
        progress,
        diagnostics,
        workers,
    )
    if rendered.action_faults:
        from specloom.readers import (
            overlay_places,  # reads files again: only when something is wrong
        )

        diagnostics.found.extend(
            overlay_places.placed(
                rendered.action_faults, inputs.model, inputs.sources, inputs.config
            )
        )
    return rendered


def compare(
    inputs: Inputs, rendered: Rendered, *, adopt: bool = False
) -> tuple[Changes, list[Diagnostic]]:
    """The changes that make the files on disk equal to these, and obstacles to them."""
    not_to_write = (*inputs.paths, *inputs.templates)
    root = inputs.sources.root
    return publish.compare(root, rendered.files, inputs.selection, not_to_write, adopt=adopt)


def _templates(custom: Path | None) -> tuple[Path, ...]:
    folders = [resources.templates(), *([] if custom is None else [custom])]
    return tuple(path for folder in folders for path in folder.rglob("*.j2"))


def _selection(
    run: RunOptions, model: Model, adding: Iterable[Added], diagnostics: Diagnostics
) -> Selection | None:
    if run.api is None:
        return select(run.kind, None)
    packages = {api.id: api.package for api in model.apis}
    if run.api not in packages:
        diagnostics.add(unknown_api("--api", run.api, packages))
        return None
    part = select(run.kind, (run.api, packages[run.api]))
    if run.kind is not None:
        return part
    return replace(part, others=frozenset(added.paths_of_api(model, adding, run.api)))
