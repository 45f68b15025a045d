"""The command `generate`: bring all outputs up to date."""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

from specloom import pipeline, resources
from specloom.cli.commands.options import Options
from specloom.cli.commands.progress import Bar
from specloom.cli.commands.report import Report, refused, with_warnings
from specloom.cli.console import say
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.file import stamp
from specloom.pipeline import Inputs
from specloom.publishing import journal, manifest, obstacles, packages, publish
from specloom.publishing.cache import Cache
from specloom.publishing.folder import LOCAL, Folder
from specloom.publishing.lock import exclusive
from specloom.publishing.publish import Changes

COMMAND = "generate"
_LOCK = f"{LOCAL}/lock"


def generate(options: Options, key: str, started: float) -> Report:
    """Read, render and write; nothing is written unless all is sound."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.asked, diagnostics)
    if inputs is None:
        return _refused(options, diagnostics.found)
    root = options.root
    faults = obstacles.of_local_files(Folder(root), (*inputs.paths, *inputs.templates))
    if faults:
        return _refused(options, [*diagnostics.found, *faults])
    if options.dry_run:
        return _foretold(options, inputs, started, diagnostics)
    seen = list(map(stamp, inputs.paths))
    with ExitStack() as held:
        hindrances = _become_the_writer(root, held)
        if list(map(stamp, inputs.paths)) != seen:
            diagnostics = Diagnostics()
            inputs = pipeline.read(options.asked, diagnostics)
        if inputs is None:
            return _refused(options, diagnostics.found)
        return _publish(options, inputs, key, started, diagnostics, hindrances)


def _foretold(options: Options, inputs: Inputs, started: float, diagnostics: Diagnostics) -> Report:
    """What a run would do, file by file."""
    known = Cache(options.root).finished()
    with Bar(shown=options.format == "text" and not options.quiet) as bar:
        rendered = pipeline.render(inputs, known, bar, diagnostics)
    if diagnostics:
        return _refused(options, diagnostics.found)
    changes, faults = pipeline.compare(inputs, rendered)
    if faults:
        return _refused(options, [*diagnostics.found, *faults])
    report = _done(options, changes, diagnostics, time.monotonic() - started)
    files = [
        *(f"would write   {options.root / path}" for path in sorted(changes.write)),
        *(f"would remove  {options.root / path}" for path in changes.remove),
    ]
    summary = f"{report.summary}; nothing was written, since this is a dry run"
    return replace(report, summary=summary, notes=files, facts={**report.facts, "dry_run": True})


def _become_the_writer(root: Path, held: ExitStack) -> list[Diagnostic]:
    """Wait until no other run writes here; what hinders this one, which matters if it has to write."""
    try:
        publish.prepare(root)
        held.enter_context(exclusive(Folder(root), _LOCK, _say_waiting))
        publish.hide(root)
    except OSError as error:
        hint = "a run that has something to write keeps its lock and journal here"
        return [publish.unwritable(root / LOCAL, error, hint)]
    return []


def _publish(
    options: Options,
    inputs: Inputs,
    key: str,
    started: float,
    diagnostics: Diagnostics,
    hindrances: list[Diagnostic],
) -> Report:
    cache = Cache(options.root)
    with Bar(shown=options.format == "text" and not options.quiet) as bar:
        finished = cache.finished()
        for path in cache.damaged:
            say(f"specloom: {path} is damaged, and is made anew")
        rendered = pipeline.render(inputs, finished, bar, diagnostics)
    if diagnostics:
        return _refused(options, diagnostics.found)
    changes, faults = pipeline.compare(inputs, rendered)
    if not faults and (changes or (changes.interrupted and not hindrances)):
        faults = hindrances or publish.apply(inputs.sources.root, changes)
        if faults and publish.is_interrupted(options.root):
            state = "the next run goes on where this one stopped"
            return _refused(options, [*diagnostics.found, *faults], state)
    if faults:
        return _refused(options, [*diagnostics.found, *faults])
    cache.remember_finished(rendered.finished)
    catalogues = [asdict(coverage) for coverage in diagnostics.coverage]
    if not changes.foreign and not diagnostics.found:  # else the next run is to name them again
        _remember(cache, key, inputs, rendered.files, changes, catalogues)
    report = _done(options, changes, diagnostics, time.monotonic() - started)
    report.facts["catalogues"] = catalogues
    return report


def _remember(
    cache: Cache,
    key: str,
    inputs: Inputs,
    files: Mapping[str, bytes],
    changes: Changes,
    catalogues: list[dict[str, str | int]],
) -> None:
    root = inputs.sources.root.absolute()
    folders = resources.program_folders(inputs.sources.templates)
    beside = [root / path for path in (journal.PATH, *packages.folders(files))]
    read = (*inputs.paths, *resources.library_files(), *beside)
    outputs = {str(root / path): manifest.content_hash(files[path]) for path in files}
    outputs[str(root / manifest.PATH)] = manifest.content_hash(changes.manifest.encode())
    cache.remember(
        key,
        [str(folder.absolute()) for folder in folders],
        [str(path.absolute()) for path in read],
        outputs,
        len(files),
        catalogues,
    )


def _refused(
    options: Options, faults: list[Diagnostic], state: str = "nothing was written"
) -> Report:
    return refused(COMMAND, faults, options.root, state)


def _done(options: Options, changes: Changes, diagnostics: Diagnostics, seconds: float) -> Report:
    warnings = diagnostics.found
    written, removed = sorted(changes.write), list(changes.remove)
    summary = summary_line(len(written), len(changes.unchanged), len(removed), seconds)
    notes = [
        *(
            f"specloom: {path} is no longer generated but was edited, so it stays and is yours now"
            for path in changes.keep
        ),
        *(
            f"specloom: {path} was edited, and is as generated again; the edited file is kept as "
            f"{publish.backup(path)}"
            for path in changes.edited
        ),
        *(
            f"specloom: {path} was not generated, but lies in a generated package and would be "
            "packaged with it; move it away, or remove it"
            for path in changes.foreign
        ),
    ]
    facts = {
        "written": written,
        "unchanged": len(changes.unchanged),
        "removed": removed,
        "kept": list(changes.keep),
        "edited": list(changes.edited),
        "foreign": list(changes.foreign),
        "seconds": round(seconds, 3),
    }
    in_part = [str(coverage) for coverage in diagnostics.coverage if not coverage.is_whole]
    summary = "\n".join([*in_part, with_warnings(summary, warnings)])
    return Report(COMMAND, 0, warnings, (), options.root, summary, facts, notes=notes)


def summary_line(written: int, unchanged: int, removed: int, seconds: float) -> str:
    """What was done, in one line."""
    return (
        f"specloom: {written} written, {unchanged} unchanged, {removed} removed in {seconds:.2f} s"
    )


def _say_waiting(holder: int | None, seconds: int) -> None:
    run = "another run" if holder is None else f"process {holder}"
    if seconds == 0:
        say(f"specloom: {run} is writing here; waiting for it")
    else:
        say(f"specloom: {run} is still writing here; this run has waited for it for {seconds} s")
