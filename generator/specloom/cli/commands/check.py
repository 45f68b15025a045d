"""The command `check`: fail if any output is out of date; writes nothing."""

import time
from os.path import relpath
from pathlib import Path
from typing import Any

import msgspec

from specloom import pipeline
from specloom.cli.commands import change_report
from specloom.cli.commands.change_report import Comparison
from specloom.cli.commands.changes import between
from specloom.cli.commands.drift import Drift, drift_of, drifts, present_text
from specloom.cli.commands.options import Options
from specloom.cli.commands.progress import Bar
from specloom.cli.commands.report import LINE_ENDS, Report, refused, with_warnings
from specloom.cli.commands.revisions import MODEL
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.pipeline import Inputs, RunOptions
from specloom.publishing.folder import Folder
from specloom.publishing.publish import Changes
from specloom.readers.part_places import SourcePlaces
from specloom.rendering import formatting
from specloom.rendering.workers import Workers, forked_workers
from specloom.sources import name_lock

COMMAND = "check"


def check(options: Options, started: float) -> Report:
    """Render everything anew, trusting no cache, and compare."""
    formatting.prepare()
    with forked_workers() as workers:
        return _checked(options, started, workers)


def _checked(options: Options, started: float, workers: Workers | None) -> Report:
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.run, diagnostics)
    if inputs is None:
        return refused(COMMAND, diagnostics.found, options.root)
    with Bar(visible=options.format == "text" and not options.quiet) as bar:
        rendered = pipeline.render(inputs, {}, bar, diagnostics, workers=workers)
    if diagnostics:
        return refused(COMMAND, diagnostics.found, options.root)
    changes, faults = pipeline.compare(inputs, rendered)
    if faults:
        return refused(COMMAND, [*diagnostics.found, *faults], options.root)
    drifts_ = [*drifts(options.root, changes), *_lock_drift(options, inputs, diagnostics)]
    seconds = time.monotonic() - started
    facts: dict[str, Any] = {
        "clean": not drifts_,
        "unchanged": len(changes.unchanged),
        "seconds": round(seconds, 3),
    }
    foreign = all(drift.kind == "foreign" for drift in drifts_)
    mend = None if foreign else options.command("generate")
    summary = with_warnings(
        _summary(drifts_, len(rendered.files), seconds, mend), diagnostics.found
    )
    code = 1 if drifts_ else 0
    comparison = _input_changes(options.run, inputs, changes)
    if comparison is not None:
        facts["changes"] = msgspec.to_builtins(change_report.entries(comparison))
    return Report(
        COMMAND,
        code,
        diagnostics.found,
        drifts_,
        options.root,
        summary,
        facts,
        mend,
        changes=[] if comparison is None else change_report.findings(comparison),
        changes_text="" if comparison is None else change_report.text(comparison),
    )


def _lock_drift(options: Options, inputs: Inputs, diagnostics: Diagnostics) -> list[Drift]:
    """The drift of the lock of names, if there is one."""
    text = name_lock.text_of(diagnostics.names)
    path = inputs.config.folder / name_lock.NAME
    present = present_text(Folder(inputs.config.folder), name_lock.NAME)
    if not text or present == text:
        return []
    shown = Path(relpath(path, options.root)).as_posix()
    return [drift_of(shown, "missing" if present is None else "outdated", present, text)]


def _input_changes(run: RunOptions, inputs: Inputs, changes: Changes) -> Comparison | None:
    """The changes behind the outdated outputs, if the committed model can be read."""
    path = inputs.sources.root / MODEL
    if MODEL not in changes.write or MODEL in changes.missing or run.sources.model is not None:
        return None
    old = model_document.load(path, str(path), Diagnostics())
    if old is None:
        return None
    comparison = between(old, inputs.model, SourcePlaces(inputs.config, inputs.model).of)
    return comparison if comparison.changes else None


def _summary(drifts: list[Drift], files: int, seconds: float, mend: str | None) -> str:
    if not drifts:
        return f"specloom: {files} files are up to date; checked in {seconds:.2f} s"
    counts = [
        f"{number} {words}"
        for kind, words in (
            ("outdated", "outdated"),
            ("line-ends", "with the line ends of Windows"),
            ("missing", "missing"),
            ("left-over", "left over"),
            ("edited", "left over but edited"),
            ("foreign", "not generated, in a generated package"),
        )
        if (number := sum(drift.kind == kind for drift in drifts))
    ]
    if mend is None:
        return f"specloom: {', '.join(counts)}; move it away, or remove it"
    if all(drift.kind == "line-ends" for drift in drifts):
        return f"specloom: {', '.join(counts)}; {LINE_ENDS}"
    return f"specloom: {', '.join(counts)}; to fix this, run: {mend}"
