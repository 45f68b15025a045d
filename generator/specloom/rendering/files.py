"""From planned outputs to the contents of files: render, look at what own templates made, finish."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specloom import resources
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model.overlay_fault import ActionFault
from specloom.model.structs import OverlayAction
from specloom.rendering import own_results
from specloom.rendering.finishing import Finishing
from specloom.rendering.formatting import Form, FormattingError, WrongFormatterError
from specloom.rendering.render import Copy, Output, Renderer, View
from specloom.rendering.template_fault import rendering
from specloom.rendering.workers import Workers

_RENDERED = View()
"""Placeholder that frees a rendered view's memory."""


@dataclass(slots=True)
class Progress:
    """Told how far a run is; shows nothing itself."""

    step: Callable[[str, int, int | None], None] = lambda what, done, total: None
    """Called with a step's name, the amount done, and the total if known."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The content of every output, by path."""

    files: Mapping[str, bytes]
    finished: Mapping[str, str]
    """Finished texts for the next run's `known`."""
    action_faults: Sequence[ActionFault] = ()
    """Faults of overlay actions; if there are any, no files are made."""


def render(
    outputs: Iterable[Output | Copy],
    templates: Path | None,
    finished: Mapping[str, str],
    progress: Progress,
    diagnostics: Diagnostics,
    workers: Workers | None = None,
) -> Rendered:
    """Render outputs; `templates` is a folder of the user's own, `known` what is finished already."""
    folders = [*([] if templates is None else [templates]), resources.templates()]
    renderer = Renderer(*folders)
    files: dict[str, bytes] = {}
    texts: dict[str, str] = {}
    kept_outputs: list[Output | Copy] = []
    finishing = Finishing(finished, workers)
    for output in outputs:
        progress.step("Rendering", len(kept_outputs), None)
        if isinstance(output, Copy):
            files[output.path] = output.content
            kept_outputs.append(output)
            continue
        kept_outputs.append(replace(output, view=_RENDERED))
        with rendering(output, folders, diagnostics):
            text = renderer.render(output)
            content = files[output.path] = text.encode()
            if templates is not None:
                texts[output.path] = text
            form = _form(output)
            if form is not None:
                finishing.begin(output.json or output.path, form, content)
    if templates is not None:
        diagnostics.found.extend(_repeated(kept_outputs, templates))
        rendered = [output for output in kept_outputs if isinstance(output, Output)]
        diagnostics.found.extend(own_results.faults(rendered, texts, renderer, templates))
    action_faults = renderer.action_faults or _idle(kept_outputs, renderer.effective)
    if diagnostics or action_faults:
        return Rendered({}, {}, action_faults)
    files.update(_finished(finishing, progress, diagnostics))
    return Rendered({path: files[path] for path in sorted(files)}, finishing.used)


def _repeated(outputs: Sequence[Output | Copy], folder: Path) -> Iterator[Diagnostic]:
    """Files of custom templates that other templates make, too."""
    paths: set[str] = set()
    for output in outputs:
        if output.path in paths and isinstance(output, Output):
            message = f"it makes {output.path}, which is made already"
            hint = "give the file another path in the first line"
            template = str(folder / output.template)
            yield Diagnostic(template, 1, 1, "duplicate-name", message, hint)
        paths.add(output.path)
        if isinstance(output, Output) and output.json is not None:
            paths.add(output.json)


def _idle(
    outputs: Sequence[Output | Copy], effective: Sequence[OverlayAction]
) -> list[ActionFault]:
    """Faults for overlay actions that changed nothing."""
    remaining_actions = {
        id(action): action
        for output in outputs
        if isinstance(output, Output)
        for overlay in output.overlays
        for action in overlay.actions
    }
    for action in effective:
        remaining_actions.pop(id(action), None)
    message = "the target selects nothing in any OpenAPI document of its API"
    return [
        ActionFault(action, "unused-name", message, "target")
        for action in remaining_actions.values()
    ]


def _form(output: Output) -> Form | None:
    """Formatting that the rendered text still needs."""
    if output.path.endswith(".py"):
        return "python"
    return None if output.json is None else "json"


def _finished(
    finishing: Finishing, progress: Progress, diagnostics: Diagnostics
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    steps = len(finishing)
    try:
        for done, (path, result) in enumerate(finishing.results(), 1):
            progress.step("Formatting", done, steps)
            if isinstance(result, FormattingError):
                message = f"what the template makes of this is {result}"
                diagnostics.add(Diagnostic.of_file(path, "template-fault", message))
            else:
                files[path] = result
    except WrongFormatterError as error:
        diagnostics.add(Diagnostic.of_file("black", "wrong-formatter", str(error)))
    return files
