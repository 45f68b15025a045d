"""Reports of runs, in the forms that people and build services read.

Text goes to people; JSON to scripts; `github` prints workflow commands, `gitlab` a code quality report,
`sarif` SARIF 2.1.0. All forms have the same content.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specloom.cli.commands import annotations
from specloom.cli.commands.annotations import Finding, dumped, finding
from specloom.cli.commands.drift import Drift, Kind
from specloom.cli.commands.options import Format
from specloom.diagnostics import Code, Diagnostic
from specloom.languages.characters import JOINERS, revealed

_ABOUT: dict[Kind, tuple[Code, str]] = {
    "outdated": ("outdated-file", "differs from what would be generated"),
    "line-ends": ("line-ends", "differs in its line ends only"),
    "missing": ("missing-output", "is missing"),
    "left-over": ("left-over-file", "is no longer generated"),
    "edited": ("left-over-file", "is no longer generated, and was edited since"),
    "foreign": ("foreign-file", "was not generated, but lies in a generated package"),
}
_MOST = 20
"""Diagnostics that people are told; the other forms have all."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a command has to say."""

    command: str
    exit_code: int
    diagnostics: Sequence[Diagnostic] = ()
    drifts: Sequence[Drift] = ()
    root: Path = Path()
    summary: str = ""
    """For people, one line."""
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    """The summary for scripts."""
    mend: str | None = None
    """The command that updates the files."""
    notes: Sequence[str] = ()
    """Notes for people although the command succeeded, a line each."""
    changes: Sequence[Finding] = ()
    """Changes of the APIs since the outputs were made."""
    changes_text: str = ""
    """The changes as text for people."""
    patch: str = ""
    """Changes to inputs that the command advises."""

    def in_order(self) -> list[Diagnostic]:
        """Errors first, each kind by place."""
        return sorted(self.diagnostics, key=lambda diagnostic: (diagnostic.severity, diagnostic))

    def findings(self) -> list[Finding]:
        """Diagnostics, changes and drifted files alike.

        A change is reported once although many outputs show it, so that only the first such output is listed.
        """
        diagnostics = self.in_order()
        drifts = [drift for drift in self.drifts if drift.kind != "line-ends"]
        drifts += [drift for drift in self.drifts if drift.kind == "line-ends"][:1]
        if self.changes:
            drifts = [drift for drift in drifts if drift.kind in _BY_HAND] or drifts[:1]
        return [*map(_finding, diagnostics), *self.changes, *map(self._of_drift, drifts)]

    def _of_drift(self, drift: Drift) -> Finding:
        code, message = _ABOUT[drift.kind]
        line = drift.line if drift.kind == "outdated" else 1
        hint = f"run: {self.mend}" if self.mend else None
        if drift.kind == "line-ends":
            message, hint = "all such files have the line ends of Windows", LINE_ENDS
        if drift.kind == "foreign":
            hint = "move it away, or remove it"
        path = (self.root / drift.path).as_posix()
        return _finding(Diagnostic(path, line, 1, code, message, hint))


LINE_ENDS = (
    "put `generated/** text eol=lf` and `docs/reference/** text eol=lf` into .gitattributes, then run "
    "`specloom generate`"
)
"""Advice for a checkout in which git has changed them."""
_BY_HAND = ("edited", "foreign")
"""Drift that no change of a description explains."""


def _finding(diagnostic: Diagnostic) -> Finding:
    return finding(
        diagnostic.path,
        diagnostic.line,
        diagnostic.column,
        diagnostic.severity,
        diagnostic.code,
        diagnostic.message,
        diagnostic.hint,
    )


def refused(
    command: str, diagnostics: Sequence[Diagnostic], root: Path, state: str | None = None
) -> Report:
    """The report of a command that could not do its work; `state` is how that left the outputs."""
    summary = f"specloom: {counted(diagnostics)}{f'; {state}' if state else ''}"
    return Report(command, 2, diagnostics, root=root, summary=summary)


def counted(diagnostics: Iterable[Diagnostic]) -> str:
    """`1 error, 3 warnings`; empty where there is neither."""
    count = Counter(diagnostic.severity for diagnostic in diagnostics)
    return ", ".join(
        f"{count[severity]} {severity}{'' if count[severity] == 1 else 's'}"
        for severity in ("error", "warning")
        if count[severity]
    )


def with_warnings(summary: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The summary of a command that did its work, and how many warnings there were."""
    return f"{summary}; {counted(diagnostics)}" if diagnostics else summary


def formatted(report: Report, form: Format) -> str:
    """The report for standard output."""
    match form:
        case "text":
            return _text(report)
        case "json":
            return _json(report)
        case "github":  # annotations, then the diff for the log, in which no command is looked for
            annotations_text = annotations.github(report.findings())
            return annotations_text + annotations.without_commands(_text(report))
        case "gitlab":
            return annotations.gitlab(report.findings())
        case "sarif":
            return annotations.sarif(report.findings())


def _text(report: Report) -> str:
    """The differences, in which nothing steers a terminal: such a part of them cannot be applied."""
    diff = report.patch + "".join(drift.diff for drift in report.drifts)
    return revealed(_RETURN.sub(r"\\r", diff))


def to_people(report: Report, quiet: bool = False) -> Iterator[str]:
    """The lines for standard error, whatever the form of the report.

    Where all is well, `quiet` leaves only what somebody should know: warnings and notes.
    """
    diagnostics = report.in_order()
    single = [diagnostic for diagnostic in diagnostics if diagnostic.kind is None]
    yield from (_one_line(str(diagnostic)) for diagnostic in single[:_MOST])
    if len(single) > _MOST:
        yield f"and {len(single) - _MOST} more"
    yield from map(_one_line, _by_kind(diagnostics))
    yield from map(_one_line, report.notes)
    if quiet and not report.exit_code:
        return
    for drift in report.drifts:
        if not drift.diff and drift.kind != "line-ends":  # the summary says it of all at once
            yield _one_line(f"{report.root / drift.path} {_ABOUT[drift.kind][1]}")
    yield from map(_one_line, report.changes_text.splitlines())
    if report.summary:
        yield from map(_one_line, report.summary.split("\n"))


def _by_kind(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Losses, a line for each kind of a file: the first of them, and how many there are."""
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        if diagnostic.kind is not None:
            groups.setdefault((diagnostic.path, diagnostic.kind), []).append(diagnostic)
    for (_, kind), group in groups.items():
        yield str(group[0]) + (f" ({len(group) - 1} more of `{kind}`)" if len(group) > 1 else "")


_RETURN = re.compile(r"\r(?!\n)")
"""A return within a line, after which a terminal writes over it."""


def _one_line(text: str) -> str:
    """Text of an input on one line, so that it neither begins a further line nor controls a terminal."""
    return "".join(
        (
            character
            if character.isprintable() or character in JOINERS
            else character.encode("unicode_escape").decode()
        )
        for character in text
    )


def _json(report: Report) -> str:
    return dumped(
        {
            "command": report.command,
            "exit_code": report.exit_code,
            **report.facts,
            "diagnostics": [
                {
                    "path": diagnostic.path,
                    "line": diagnostic.line or None,
                    "column": diagnostic.column or None,
                    "severity": diagnostic.severity,
                    "code": diagnostic.code,
                    "message": diagnostic.message,
                    "hint": diagnostic.hint,
                    "kind": diagnostic.kind,
                    "pointer": diagnostic.pointer,
                }
                for diagnostic in report.in_order()
            ],
            **({"files": _json_files(report), "mend": report.mend} if report.drifts else {}),
        }
    )


def _json_files(report: Report) -> list[dict[str, str]]:
    return [
        {"path": (report.root / drift.path).as_posix(), "change": drift.kind, "diff": drift.diff}
        for drift in report.drifts
    ]
