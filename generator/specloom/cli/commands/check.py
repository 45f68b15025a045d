"""The command `check`: fail if any output is out of date; writes nothing."""

import time
from typing import Any

import msgspec

from specloom import pipeline
from specloom.cli.commands import changes_told
from specloom.cli.commands.changes import between
from specloom.cli.commands.changes_told import Told
from specloom.cli.commands.drift import Drift, drifts
from specloom.cli.commands.options import Options
from specloom.cli.commands.progress import Bar
from specloom.cli.commands.report import LINE_ENDS, Report, refused, with_warnings
from specloom.cli.commands.revisions import MODEL
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.pipeline import Asked, Inputs
from specloom.publishing.publish import Changes
from specloom.readers.part_places import SourcePlaces

COMMAND = "check"


def check(options: Options, started: float) -> Report:
    """Render everything anew, trusting no cache, and compare."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.asked, diagnostics)
    if inputs is None:
        return refused(COMMAND, diagnostics.found, options.root)
    with Bar(shown=options.format == "text" and not options.quiet) as bar:
        rendered = pipeline.render(inputs, {}, bar, diagnostics)
    if diagnostics:
        return refused(COMMAND, diagnostics.found, options.root)
    changes, faults = pipeline.compare(inputs, rendered)
    if faults:
        return refused(COMMAND, [*diagnostics.found, *faults], options.root)
    found = drifts(options.root, changes)
    seconds = time.monotonic() - started
    facts: dict[str, Any] = {
        "clean": not found,
        "unchanged": len(changes.unchanged),
        "seconds": round(seconds, 3),
    }
    foreign = all(drift.kind == "foreign" for drift in found)
    mend = None if foreign else options.command("generate")
    summary = with_warnings(_summary(found, len(rendered.files), seconds, mend), diagnostics.found)
    code = 1 if found else 0
    told = _told(options.asked, inputs, changes)
    if told is not None:
        facts["changes"] = msgspec.to_builtins(changes_told.entries(told))
    return Report(
        COMMAND,
        code,
        diagnostics.found,
        found,
        options.root,
        summary,
        facts,
        mend,
        changes=[] if told is None else changes_told.findings(told),
        changes_told="" if told is None else changes_told.text(told),
    )


def _told(asked: Asked, inputs: Inputs, changes: Changes) -> Told | None:
    """What the outdated outputs come from, where the committed model can be read."""
    path = inputs.sources.root / MODEL
    if MODEL not in changes.write or MODEL in changes.missing or asked.sources.model is not None:
        return None
    old = model_document.load(path, str(path), Diagnostics())
    if old is None:
        return None
    found = between(old, inputs.model, SourcePlaces(inputs.config, inputs.model).of)
    return found if found.changes else None


def _summary(found: list[Drift], files: int, seconds: float, mend: str | None) -> str:
    if not found:
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
        if (number := sum(drift.kind == kind for drift in found))
    ]
    if mend is None:
        return f"specloom: {', '.join(counts)}; move it away, or remove it"
    if all(drift.kind == "line-ends" for drift in found):
        return f"specloom: {', '.join(counts)}; {LINE_ENDS}"
    return f"specloom: {', '.join(counts)}; to mend it, run: {mend}"
