"""From planned outputs to the contents of files: render, look at what own templates made, finish."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specloom import resources
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model.structs import OverlayAction
from specloom.rendering import own_results
from specloom.rendering.finishing import Finishing
from specloom.rendering.formatting import Form, FormattingError, WrongFormatterError
from specloom.rendering.overlay_fault import ActionFault
from specloom.rendering.render import Copy, Output, Renderer, View
from specloom.rendering.template_fault import rendering

_RENDERED = View()
"""In place of a view that has been rendered: all of them together would fill the memory."""


@dataclass(slots=True)
class Progress:
    """Told how far a run is; shows nothing itself."""

    step: Callable[[str, int, int | None], None] = lambda what, done, total: None
    """What is done, how much of it, and of how much where that is known."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The content of every output, by path."""

    files: Mapping[str, bytes]
    finished: Mapping[str, str]
    """What `known` should be in the next run."""
    misdone: Sequence[ActionFault] = ()
    """What is wrong with actions of overlays; then there are no files."""


def render(
    outputs: Iterable[Output | Copy],
    templates: Path | None,
    known: Mapping[str, str],
    progress: Progress,
    diagnostics: Diagnostics,
) -> Rendered:
    """Render outputs; `templates` is a folder of the user's own, `known` what is finished already."""
    folders = [*([] if templates is None else [templates]), resources.templates()]
    renderer = Renderer(*folders)
    files: dict[str, bytes] = {}
    texts: dict[str, str] = {}
    made: list[Output | Copy] = []
    with Finishing(known) as finishing:
        for output in outputs:
            progress.step("Rendering", len(made), None)
            if isinstance(output, Copy):
                files[output.path] = output.content
                made.append(output)
                continue
            made.append(replace(output, view=_RENDERED))
            with rendering(output, folders, diagnostics):
                text = renderer.render(output)
                content = files[output.path] = text.encode()
                if templates is not None:
                    texts[output.path] = text
                form = _form(output)
                if form is not None:
                    finishing.begin(output.json or output.path, form, content)
        if templates is not None:
            diagnostics.found.extend(_repeated(made, templates))
            rendered = [output for output in made if isinstance(output, Output)]
            diagnostics.found.extend(own_results.faults(rendered, texts, renderer, templates))
        misdone = renderer.misdone or _idle(made, renderer.effective)
        if diagnostics or misdone:
            return Rendered({}, {}, misdone)
        files.update(_finished(finishing, progress, diagnostics))
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
