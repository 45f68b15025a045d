"""From a model to the contents of files: plan, render, format; on several cores where there are some."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from specloom import pipeline, resources
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model import Model
from specloom.publishing.manifest import content_hash
from specloom.publishing.selection import Selection
from specloom.rendering import own_results
from specloom.rendering.render import Copy, Output, Renderer
from specloom.rendering.template_fault import rendering
from specloom.rendering.workers import call_all

Formatted: TypeAlias = dict[str, list[str]]
"""Path → the hash of its text before formatting, and after."""

_UNSURE = re.compile(r"^.{101}|[^\n -~\u00a0-\u02ff\u2010-\u205e]", re.MULTILINE)
"""A line that is too long, or a character that may not be one column wide."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be made of what."""

    model: Model
    selection: Selection
    guide: Sequence[Any] = ()
    templates: Path | None = None
    """A folder whose templates replace those of the program."""


@dataclass(slots=True)
class Known:
    """Formatted files on disk, by which formatting them again can be spared."""

    root: Path
    hashes: Formatted = field(default_factory=dict[str, list[str]])


@dataclass(slots=True)
class Progress:
    """Told how far a run is; shows nothing itself."""

    step: Callable[[str, int, int], None] = lambda what, done, total: None

    def part(self, number: int, count: int) -> "Progress":
        """The same for one of several parts that take about as long, told as a share of them all."""
        return Progress(
            lambda what, done, total: self.step(what, number * total + done, count * total)
        )


def render(
    work: Work, known: Known, progress: Progress, diagnostics: Diagnostics
) -> dict[str, bytes]:
    """The content of every output, by path; `known` learns the hashes of what was formatted."""
    files: dict[str, bytes] = {}
    parts = work.selection.by_part()
    for rendered in call_all(
        lambda number: _render(work, parts[number], known, progress.part(number, len(parts))),
        range(len(parts)),
        elsewhere=lambda number: _render(work, parts[number], known, Progress()),
    ):
        files.update(rendered.files)
        known.hashes.update(rendered.formatted)
        diagnostics.found.extend(one for one in rendered.faults if one not in diagnostics.found)
    return {path: files[path] for path in sorted(files)}


@dataclass(frozen=True, slots=True)
class _Rendered:
    """What became of one part of the outputs."""

    files: dict[str, bytes]
    formatted: Formatted
    faults: list[Diagnostic]


def _render(work: Work, selection: Selection, known: Known, progress: Progress) -> _Rendered:
    diagnostics = Diagnostics()
    outputs = pipeline.plan(work.model, selection, work.guide)
    own = [] if work.templates is None else [work.templates]
    folders = [*own, resources.templates()]
    foreign = any(Path(folder, "python").exists() for folder in own)
    renderer = Renderer(*folders)
    python: dict[str, str] = {}
    files: dict[str, bytes] = {}
    for number, output in enumerate(outputs):
        progress.step("Rendering", number, len(outputs))
        if isinstance(output, Copy):
            files[output.path] = output.content
            continue
        with rendering(output, folders, diagnostics):
            text = renderer.render(output)
            if not output.path.endswith(".py") or (not foreign and is_laid_out(output, text)):
                files[output.path] = text.encode()
            else:
                python[output.path] = text
    if work.templates is not None:
        made = {**files, **{path: text.encode() for path, text in python.items()}}
        rendered = [one for one in outputs if isinstance(one, Output)]
        diagnostics.found.extend(own_results.faults(rendered, made, renderer, work.templates))
    if diagnostics:
        return _Rendered(files, {}, diagnostics.found)
    if python:
        progress.step("Formatting", 1, 1)
    hashes: Formatted = {}
    files.update(formatted(python, known, hashes, diagnostics))
    return _Rendered(files, hashes, diagnostics.found)


def is_laid_out(output: Output, text: str) -> bool:
    """Whether black would change nothing, as far as can be told without it.

    A view leaves a line too long only where it knows no better, and it counts characters, not columns.
    """
    return output.laid_out and _UNSURE.search(text) is None


def formatted(
    texts: Mapping[str, str], known: Known, hashes: Formatted, diagnostics: Diagnostics
) -> dict[str, bytes]:
    """Python files in their one style; what is known to be on disk already is taken from there."""
    before = {path: content_hash(text.encode()) for path, text in texts.items()}
    files = {path: on_disk for path in texts if (on_disk := _on_disk(path, before[path], known))}
    left = {path: text for path, text in texts.items() if path not in files}
    if left:
        from specloom.rendering import formatting

        if not formatting.is_pinned_style():
            message = f"black {formatting.STYLE} is needed; another year's style is installed"
            diagnostics.add(Diagnostic("black", 0, 0, "wrong-formatter", message))
            return files
        try:
            for path, text in formatting.format_all(left).items():
                files[path] = text.encode()
        except formatting.FormattingError as error:
            message = f"what the template makes of this is not Python: {error.reason}"
            diagnostics.add(Diagnostic(error.path, 0, 0, "template-fault", message))
    hashes.update((path, [before[path], content_hash(files[path])]) for path in files)
    return files


def _on_disk(path: str, before: str, known: Known) -> bytes | None:
    """The file as it was formatted from the same text earlier, when it still is that."""
    hashes = known.hashes.get(path)
    if hashes is None or hashes[0] != before:
        return None
    try:
        content = (known.root / path).read_bytes()
    except OSError:
        return None
    return content if content_hash(content) == hashes[1] else None
