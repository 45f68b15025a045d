"""What a run found, in the forms that people and build services read.

Text goes to people; JSON to scripts; `github` prints workflow commands, `gitlab` a code quality report,
`sarif` SARIF 2.1.0. All forms say the same.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from specloom import __version__
from specloom.cli.commands.drift import Drift, Kind
from specloom.cli.commands.options import Format
from specloom.diagnostics import Code, Diagnostic
from specloom.languages.characters import JOINERS, revealed, revealed_in_json

_ABOUT: dict[Kind, tuple[Code, str]] = {
    "outdated": ("outdated-file", "differs from what would be generated"),
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
    """What somebody should know although the command did its work, a line each."""
    patch: str = ""
    """Changes to inputs that the command advises."""

    def in_order(self) -> list[Diagnostic]:
        """Errors first, each kind by place."""
        return sorted(self.diagnostics, key=lambda diagnostic: (diagnostic.severity, diagnostic))

    def findings(self) -> list[Diagnostic]:
        """Diagnostics and drifted files alike, with paths as build services want them."""
        found = [*self.in_order(), *map(self._finding, self.drifts)]
        return [
            replace(
                finding,
                path=from_here(finding.path),
                message=revealed(finding.message),
                hint=None if finding.hint is None else revealed(finding.hint),
            )
            for finding in found
        ]

    def _finding(self, drift: Drift) -> Diagnostic:
        code, message = _ABOUT[drift.kind]
        line = drift.line if drift.kind == "outdated" else 1
        hint = f"run: {self.mend}" if self.mend else None
        if drift.kind == "foreign":
            hint = "move it away, or remove it"
        path = (self.root / drift.path).as_posix()
        return Diagnostic(path, line, 1, code, message, hint)


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


def from_here(path: str) -> str:
    """Relative to the current folder where it lies in it, with forward slashes."""
    here = Path.cwd()
    named = Path(path)
    if named.is_absolute() and named.is_relative_to(here):
        named = named.relative_to(here)
    return named.as_posix()


def shown(report: Report, form: Format) -> str:
    """The report for standard output."""
    writers = {
        "text": _text,
        "json": _json,
        "github": _github,
        "gitlab": _gitlab,
        "sarif": _sarif,
    }
    return writers[form](report)


def _text(report: Report) -> str:
    """The differences, in which nothing steers a terminal: such a part of them cannot be applied."""
    diff = report.patch + "".join(drift.diff for drift in report.drifts)
    return revealed(_RETURN.sub(r"\\r", diff))


def to_people(report: Report, quiet: bool = False) -> Iterator[str]:
    """The lines for standard error, whatever the form of the report.

    Where all is well, `quiet` leaves only what somebody should know: warnings and notes.
    """
    told = report.in_order()
    yield from (_one_line(str(diagnostic)) for diagnostic in told[:_MOST])
    if len(told) > _MOST:
        yield f"and {len(told) - _MOST} more"
    yield from map(_one_line, report.notes)
    if quiet and not report.exit_code:
        return
    for drift in report.drifts:
        if not drift.diff:
            yield _one_line(f"{report.root / drift.path} {_ABOUT[drift.kind][1]}")
    if report.summary:
        yield from map(_one_line, report.summary.split("\n"))


_RETURN = re.compile(r"\r(?!\n)")
"""A return within a line, after which a terminal writes over it."""


def _one_line(text: str) -> str:
    """Text of an input must neither begin a line of its own nor steer a terminal."""
    return "".join(
        (
            character
            if character.isprintable() or character in JOINERS
            else character.encode("unicode_escape").decode()
        )
        for character in text
    )


def _json(report: Report) -> str:
    return _dumped(
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


def _github(report: Report) -> str:
    """Workflow commands, then the diff for the log, in which no command is looked for."""
    lines = "".join(
        f"::{diagnostic.severity} file={_property(revealed(diagnostic.path))},"
        f"line={max(diagnostic.line, 1)},col={max(diagnostic.column, 1)},"
        f"title={_property(f'specloom {diagnostic.code}')}::{_data(_sentence(diagnostic))}\n"
        for diagnostic in report.findings()
    )
    return lines + _without_commands(_text(report))


def _without_commands(text: str) -> str:
    """Between these two lines the runner takes every line as it is; no text holds its own hash."""
    if not text:
        return ""
    token = _hash(text)
    return f"::stop-commands::{token}\n{text}::{token}::\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _gitlab(report: Report) -> str:
    return _dumped(
        [
            {
                "description": _sentence(diagnostic),
                "check_name": diagnostic.code,
                "fingerprint": fingerprint,
                "severity": "major" if diagnostic.severity == "error" else "minor",
                "location": {"path": diagnostic.path, "lines": {"begin": max(diagnostic.line, 1)}},
            }
            for diagnostic, fingerprint in _fingerprints(report.findings())
        ]
    )


def _sarif(report: Report) -> str:
    findings = report.findings()
    codes = sorted({diagnostic.code for diagnostic in findings})
    return _dumped(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {
                        "driver": {
                            "name": "specloom",
                            "version": __version__,
                            "rules": [{"id": code} for code in codes],
                        }
                    },
                    "results": [
                        _sarif_result(diagnostic, fingerprint, codes.index(diagnostic.code))
                        for diagnostic, fingerprint in _fingerprints(findings)
                    ],
                }
            ],
        }
    )


def _sarif_result(diagnostic: Diagnostic, fingerprint: str, rule: int) -> dict[str, Any]:
    from urllib.parse import quote

    region = {"startLine": max(diagnostic.line, 1), "startColumn": max(diagnostic.column, 1)}
    location = {
        "artifactLocation": {
            "uri": quote(Path(diagnostic.path).as_posix(), errors="surrogateescape")
        },
        "region": region,
    }
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": _sentence(diagnostic)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"specloom/v1": fingerprint},
    }


def _fingerprints(findings: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Each finding with a hash that stays the same when lines above it come or go."""
    seen: dict[str, int] = {}
    for diagnostic in findings:
        what = f"{diagnostic.path}\0{diagnostic.code}\0{diagnostic.message}"
        seen[what] = seen.get(what, 0) + 1
        yield diagnostic, _hash(f"{what}\0{seen[what]}")


def _hash(text: str) -> str:
    """Of any text: a path may hold bytes that are not UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _sentence(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.message}; {diagnostic.hint}" if diagnostic.hint else diagnostic.message


def _dumped(data: Any) -> str:
    return revealed_in_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"
