"""The command `generate`: bring all outputs up to date."""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

from specloom import pipeline, resources
from specloom.cli.commands.drift import present_text
from specloom.cli.commands.nothing_to_do import facts as nothing_to_do
from specloom.cli.commands.nothing_to_do import summary_line
from specloom.cli.commands.options import Options
from specloom.cli.commands.progress import Bar
from specloom.cli.commands.report import Report, refused, with_warnings
from specloom.cli.commands.writer import recovered, the_writer
from specloom.cli.console import say
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.pipeline import Inputs
from specloom.publishing import journal, manifest, obstacles, packages, publish, together
from specloom.publishing.cache import Cache, Snapshot, hash_of_names
from specloom.publishing.folder import LOCAL, Folder
from specloom.publishing.publish import Changes
from specloom.readers import read
from specloom.rendering.workers import Workers, forked_workers
from specloom.site.earlier_files import GUIDE, REPLACED, earlier_files
from specloom.sources import name_lock

COMMAND = "generate"


def generate(options: Options, key: str, started: float) -> Report:
    """Read, render and write; nothing is written unless all is sound."""
    with forked_workers() as workers:
        return _generated(options, key, started, workers)


def _generated(options: Options, key: str, started: float, workers: Workers | None) -> Report:
    root = options.root
    hindrances = [] if options.dry_run else _recover(root)
    if hindrances:
        return _refused(options, hindrances)
    diagnostics = Diagnostics()
    snapshot = _snapshot(options)
    inputs = pipeline.read(options.run, diagnostics)
    if inputs is None:
        return _refused(options, diagnostics.found)
    faults = obstacles.of_local_files(Folder(root), (*inputs.paths, *inputs.templates))
    if faults:
        return _refused(options, [*diagnostics.found, *faults])
    if options.dry_run:
        return _foretold(options, inputs, started, diagnostics, workers)
    with ExitStack() as lock:
        hindrances = _become_the_writer(root, lock)
        cache = Cache(root)
        outputs = cache.outputs_if_current(key)
        if outputs is not None:  # a run that wrote here meanwhile has done this work
            return _unchanged(options, cache, outputs, started)
        if not snapshot.is_current():
            diagnostics = Diagnostics()
            snapshot = _snapshot(options)
            inputs = pipeline.read(options.run, diagnostics)
        if inputs is None:
            return _refused(options, diagnostics.found)
        since = cache.now()
        report, files = _publish(options, inputs, cache, started, diagnostics, hindrances, workers)
        if files is not None:
            count, catalogues = len(files) - 1, report.facts["catalogues"]  # without the manifest
            _remember(cache, key, snapshot, inputs, files, count, catalogues, since)
        return report


def _snapshot(options: Options) -> Snapshot:
    """All that a run is going to read, as it is before."""
    sources = options.run.sources
    config = read.read_config(sources, Diagnostics())
    paths = () if config is None else read.inputs(sources, config)
    folders = resources.program_folders(sources.templates)
    return Snapshot(
        [str(folder.absolute()) for folder in folders],
        [str(path.absolute()) for path in (sources.config, *paths, *resources.library_files())],
    )


def _foretold(
    options: Options,
    inputs: Inputs,
    started: float,
    diagnostics: Diagnostics,
    workers: Workers | None,
) -> Report:
    """The report of a dry run, file by file."""
    finished = Cache(options.root).finished()
    with Bar(visible=options.format == "text" and not options.quiet) as bar:
        rendered = pipeline.render(inputs, finished, bar, diagnostics, workers=workers)
    if diagnostics:
        return _refused(options, diagnostics.found)
    changes, faults = pipeline.compare(inputs, rendered, adopt=options.adopt)
    if faults:
        return _refused(options, [*diagnostics.found, *faults])
    report = _done(options, changes, diagnostics, time.monotonic() - started)
    files = [
        *(f"would write   {options.root / path}" for path in sorted(changes.write)),
        *(f"would remove  {options.root / path}" for path in changes.remove),
    ]
    summary = f"{report.summary}; nothing was written, since this is a dry run"
    return replace(report, summary=summary, notes=files, facts={**report.facts, "dry_run": True})


def _become_the_writer(root: Path, lock: ExitStack) -> list[Diagnostic]:
    """Wait until no other run writes here; returns obstacles, which matter only if this run has to write."""
    try:
        lock.enter_context(the_writer(root))
    except OSError as error:
        hint = "a run that has something to write keeps its lock and journal here"
        return [publish.unwritable(root / LOCAL, error, hint)]
    return []


def _recover(root: Path) -> list[Diagnostic]:
    """Bring to an end what was interrupted of the user's files, which may be inputs of this run."""
    if not together.interrupted(Folder(root)):
        return []
    try:
        with the_writer(root):
            recovered(root)
    except OSError as error:
        return [publish.unwritable(root, error)]
    return []


def _publish(
    options: Options,
    inputs: Inputs,
    cache: Cache,
    started: float,
    diagnostics: Diagnostics,
    hindrances: list[Diagnostic],
    workers: Workers | None,
) -> tuple[Report, Mapping[str, str] | None]:
    """The report, and the hash of each output if the next run may rely on them."""
    with Bar(visible=options.format == "text" and not options.quiet) as bar:
        finished = cache.finished()
        for path in cache.damaged:
            say(f"specloom: {path} is damaged, and is made anew")
        rendered = pipeline.render(inputs, finished, bar, diagnostics, workers=workers)
    if diagnostics:
        return _refused(options, diagnostics.found), None
    changes, faults = pipeline.compare(inputs, rendered, adopt=options.adopt)
    if not faults and (changes or (changes.interrupted and not hindrances)):
        faults = hindrances or publish.apply(inputs.sources.root, changes)
        if faults and publish.is_interrupted(options.root):
            state = "the next run continues where this one stopped"
            return _refused(options, [*diagnostics.found, *faults], state), None
    if faults:
        return _refused(options, [*diagnostics.found, *faults]), None
    faults = _lock_names(inputs, diagnostics)
    if faults:
        return _refused(options, [*diagnostics.found, *faults], "the outputs are written"), None
    cache.remember_finished(rendered.finished)
    report = _done(options, changes, diagnostics, time.monotonic() - started)
    report.facts["catalogues"] = [asdict(coverage) for coverage in diagnostics.coverage]
    if changes.foreign or diagnostics.found:  # the next run is to name them again
        return report, None
    outputs = {path: manifest.content_hash(content) for path, content in rendered.files.items()}
    return report, outputs | {manifest.PATH: manifest.content_hash(changes.manifest.encode())}


def _lock_names(inputs: Inputs, diagnostics: Diagnostics) -> list[Diagnostic]:
    """Write the lock of names if it is another one now; the faults of doing so."""
    text = name_lock.text_of(diagnostics.names)
    folder = Folder(inputs.config.folder)
    if not text or present_text(folder, name_lock.NAME) == text:
        return []
    try:
        folder.write(name_lock.NAME, text.encode())
    except OSError as error:
        return [publish.unwritable(inputs.config.folder / name_lock.NAME, error)]
    return []


def _remember(
    cache: Cache,
    key: str,
    snapshot: Snapshot,
    inputs: Inputs,
    outputs: Mapping[str, str],
    count: int,
    catalogues: list[dict[str, str | int]],
    since: int,
) -> None:
    """Let the next run end at once, unless something has changed while this one was under way."""
    if not all(str(path.absolute()) in snapshot for path in inputs.paths):
        return  # the list of APIs became another one while it was read
    folders = packages.folders(outputs)
    written = {
        **outputs,
        **{path: hash_of_names(names) for path, names in folders.items()},
        journal.PATH: None,
    }
    root = inputs.sources.root.absolute()
    absolute = {str(root / path): digest for path, digest in written.items()}
    cache.remember(key, snapshot, absolute, count, catalogues, since=since)


def _unchanged(options: Options, cache: Cache, outputs: int, started: float) -> Report:
    """The report of a run that finds all as another one has just left it."""
    seconds = time.monotonic() - started
    facts = nothing_to_do(outputs, seconds, cache.catalogues)
    summary = summary_line(0, outputs, 0, seconds)
    return Report(COMMAND, 0, root=options.root, summary=summary, facts=facts)


def _refused(
    options: Options, faults: list[Diagnostic], state: str = "no output was written"
) -> Report:
    return refused(COMMAND, faults, options.root, state)


def _done(options: Options, changes: Changes, diagnostics: Diagnostics, seconds: float) -> Report:
    warnings = diagnostics.found
    written, removed = sorted(changes.write), list(changes.remove)
    summary = summary_line(len(written), len(changes.unchanged), len(removed), seconds)
    how = "was edited, and is as generated again; the edited file is kept as"
    if options.adopt:
        how = "was replaced; the file that stood there is kept as"
    notes = [
        *(
            f"specloom: {path} is no longer generated but was edited, so it is kept and no longer managed"
            for path in changes.keep
        ),
        *(
            f"specloom: {path} {how} {publish.kept_as(Folder(options.root), path, content)}"
            for path, content in changes.edited.items()
        ),
        *(
            f"specloom: {path} was not generated, but lies in a generated package and would be "
            "packaged with it; move it away, or remove it"
            for path in changes.foreign
        ),
    ]
    earlier = earlier_files(options.root)
    if earlier:
        notes.append(f"specloom: {REPLACED}, such as {earlier.unchanged[0]}; {GUIDE}")
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
