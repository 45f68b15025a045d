"""From planned outputs to the contents of files: render, look at what own templates made, finish."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specloom import resources
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model.structs import OverlayAction
from specloom.rendering import own_results
from specloom.rendering.finishing import Finishing
from specloom.rendering.formatting import Form, FormattingError, WrongFormatterError
from specloom.rendering.overlay_fault import ActionFault
from specloom.rendering.render import Copy, Output, Renderer
from specloom.rendering.template_fault import rendering


@dataclass(slots=True)
class Progress:
    """Told how far a run is; shows nothing itself."""

    step: Callable[[str, int, int], None] = lambda what, done, total: None


@dataclass(frozen=True, slots=True)
class Rendered:
    """The content of every output, by path."""

    files: Mapping[str, bytes]
    finished: Mapping[str, str]
    """What `known` should be in the next run."""
    misdone: Sequence[ActionFault] = ()
    """What is wrong with actions of overlays; then there are no files."""


def render(
    outputs: Sequence[Output | Copy],
    templates: Path | None,
    known: Mapping[str, str],
    progress: Progress,
    diagnostics: Diagnostics,
) -> Rendered:
    """Render outputs; `templates` is a folder of the user's own, `known` what is finished already."""
    folders = [*([] if templates is None else [templates]), resources.templates()]
    renderer = Renderer(*folders)
    if templates is not None:
        diagnostics.found.extend(_repeated(outputs, templates))
    files: dict[str, bytes] = {}
    texts: dict[str, str] = {}
    steps = len(outputs) + sum(
        isinstance(output, Output) and _form(output) is not None for output in outputs
    )
    with Finishing(known) as finishing:
        for number, output in enumerate(outputs):
            progress.step("Rendering", number, steps)
            if isinstance(output, Copy):
                files[output.path] = output.content
                continue
            with rendering(output, folders, diagnostics):
                text = renderer.render(output)
                content = files[output.path] = text.encode()
                if templates is not None:
                    texts[output.path] = text
                form = _form(output)
                if form is not None:
                    finishing.begin(output.json or output.path, form, content)
        if templates is not None:
            rendered = [output for output in outputs if isinstance(output, Output)]
            diagnostics.found.extend(own_results.faults(rendered, texts, renderer, templates))
        misdone = renderer.misdone or _idle(outputs, renderer.effective)
        if diagnostics or misdone:
            return Rendered({}, {}, misdone)
        done = len(outputs)
        del outputs  # the views, in whose place the memory has to hold documents
        files.update(_finished(finishing, done, steps, progress, diagnostics))
        return Rendered({path: files[path] for path in sorted(files)}, finishing.used)


def _repeated(outputs: Sequence[Output | Copy], own: Path) -> Iterator[Diagnostic]:
    """Files of templates of the user's own that are files of others, too."""
    seen: set[str] = set()
    for output in outputs:
        if output.path in seen and isinstance(output, Output):
            message = f"it makes {output.path}, which is made already"
            hint = "give the file another path in the first line"
            template = str(own / output.template)
            yield Diagnostic(template, 1, 1, "duplicate-name", message, hint)
        seen.add(output.path)
        if isinstance(output, Output) and output.json is not None:
            seen.add(output.json)


def _idle(
    outputs: Sequence[Output | Copy], effective: Sequence[OverlayAction]
) -> list[ActionFault]:
    """The actions of all overlays without those that changed something."""
    asked = {
        id(action): action
        for output in outputs
        if isinstance(output, Output)
        for overlay in output.overlays
        for action in overlay.actions
    }
    for action in effective:
        asked.pop(id(action), None)
    message = "the target selects nothing in any OpenAPI document of its API"
    return [ActionFault(action, "unused-name", message, "target") for action in asked.values()]


def _form(output: Output) -> Form | None:
    """What is still to be made of the rendered text."""
    if output.path.endswith(".py"):
        return "python"
    return None if output.json is None else "json"


def _finished(
    finishing: Finishing, done: int, steps: int, progress: Progress, diagnostics: Diagnostics
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        for path, result in finishing.results():
            progress.step("Formatting", done + len(files), steps)
            if isinstance(result, FormattingError):
                message = f"what the template makes of this is {result}"
                diagnostics.add(Diagnostic.of_file(path, "template-fault", message))
            else:
                files[path] = result
    except WrongFormatterError as error:
        diagnostics.add(Diagnostic.of_file("black", "wrong-formatter", str(error)))
    return files
