"""A diff that removes obsolete entries from the user's overlays."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from specloom.cli.commands.annotations import from_here
from specloom.cli.commands.drift import unified
from specloom.cli.commands.report import Report
from specloom.diagnostics import Diagnostics, Removal
from specloom.documents.limits import HIGHEST
from specloom.documents.prune import prune
from specloom.documents.yaml_text import load_yaml


def with_removals(report: Report, removals: Iterable[Removal]) -> Report:
    """The report with the difference, and a note of each entry that is in none."""
    pointers: dict[str, list[tuple[str | int, ...]]] = {}
    for removal in removals:
        pointers.setdefault(removal.path, []).append(removal.pointer)
    patch: list[str] = []
    notes = list(report.notes)
    for path, entries in sorted(pointers.items()):
        document = load_yaml(Path(path), path, Diagnostics(), HIGHEST)
        if document is None:  # it has vanished since
            continue
        pruned = prune(document.text, entries)
        patch.append(unified(from_here(path), document.text, pruned.text))
        for pointer in pruned.undeleted:
            line, column = document.position(pointer, key=True)
            name = ".".join(map(str, pointer))
            notes.append(
                f"{path}:{line}:{column}: delete `{name}` yourself: it shares a line, or is all there is"
            )
    facts = {**report.facts, "patch": "".join(patch)}
    return replace(report, patch="".join(patch), notes=notes, facts=facts)
