"""The command `check`: whether the outputs on disk are what the inputs say; writes nothing."""

import time

from specloom import pipeline
from specloom.commands.drift import Drift, drifts
from specloom.commands.options import Options
from specloom.commands.progress import Bar
from specloom.commands.report import Report
from specloom.diagnostics import Diagnostic, Diagnostics

COMMAND = "check"


def check(options: Options, started: float) -> Report:
    """Render everything anew, trusting no cache, and compare."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.asked, diagnostics)
    if inputs is None:
        return _refused(options, diagnostics.found)
    with Bar(shown=options.format == "text" and not options.quiet) as bar:
        rendered = pipeline.render(inputs, {}, bar, diagnostics)
    if diagnostics:
        return _refused(options, diagnostics.found)
    changes, faults = pipeline.compare(inputs, rendered)
    if faults:
        return _refused(options, faults)
    found = drifts(options.root, changes)
    seconds = time.monotonic() - started
    facts = {"clean": not found, "unchanged": len(changes.unchanged), "seconds": round(seconds, 3)}
    foreign = all(drift.kind == "foreign" for drift in found)
    mend = None if foreign else options.command("generate")
    summary = _summary(found, len(rendered.files), seconds, mend)
    return Report(COMMAND, 1 if found else 0, (), found, options.root, summary, facts, mend)


def _refused(options: Options, faults: list[Diagnostic]) -> Report:
    plural = "" if len(faults) == 1 else "s"
    summary = f"specloom: {len(faults)} error{plural}"
    return Report(COMMAND, 2, faults, root=options.root, summary=summary)


def _summary(found: list[Drift], files: int, seconds: float, mend: str | None) -> str:
    if not found:
        return f"specloom: {files} files are up to date; checked in {seconds:.2f} s"
    counts = [
        f"{number} {words}"
        for kind, words in (
            ("outdated", "outdated"),
            ("missing", "missing"),
            ("left-over", "left over"),
            ("edited", "left over but edited"),
            ("foreign", "not generated, in a generated package"),
        )
        if (number := sum(drift.kind == kind for drift in found))
    ]
    if mend is None:
        return f"specloom: {', '.join(counts)}; move it away, or remove it"
    return f"specloom: {', '.join(counts)}; to mend it, run: {mend}"
