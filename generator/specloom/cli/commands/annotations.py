"""Findings in the forms of build services: GitHub, GitLab, SARIF 2.1.0."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from specloom import __version__
from specloom.languages.characters import revealed, revealed_in_json

Level: TypeAlias = Literal["error", "warning", "notice"]
"""`notice`: nothing has to be done."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell at a line of a file. Nothing in its texts steers a terminal."""

    path: str
    """Relative to the current folder where it lies in it, with forward slashes."""
    line: int
    column: int
    level: Level
    code: str
    sentence: str


def finding(
    path: str, line: int, column: int, level: Level, code: str, message: str, hint: str | None
) -> Finding:
    """One with a path as build services want it, and with characters that do not show escaped."""
    sentence = f"{message}; {hint}" if hint else message
    return Finding(from_here(path), max(line, 1), max(column, 1), level, code, revealed(sentence))


def from_here(path: str) -> str:
    """A path relative to the current folder if it is in it, with forward slashes."""
    here = Path.cwd()
    absolute = Path(path)
    if absolute.is_absolute() and absolute.is_relative_to(here):
        absolute = absolute.relative_to(here)
    return absolute.as_posix()


def github(findings: Iterable[Finding]) -> str:
    """Workflow commands, a line each."""
    return "".join(
        f"::{finding.level} file={_property(revealed(finding.path))},line={finding.line},col={finding.column},"
        f"title={_property(f'specloom {finding.code}')}::{_data(finding.sentence)}\n"
        for finding in findings
    )


def without_commands(text: str) -> str:
    """Text for the log of GitHub. Between two lines the runner takes every line as it is; no text holds its own hash."""
    if not text:
        return ""
    token = _hash(text)
    return f"::stop-commands::{token}\n{text}::{token}::\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_SEVERITIES = {"error": "major", "warning": "minor", "notice": "info"}


def gitlab(findings: Iterable[Finding]) -> str:
    """A report of code quality."""
    return dumped(
        [
            {
                "description": finding.sentence,
                "check_name": finding.code,
                "fingerprint": fingerprint,
                "severity": _SEVERITIES[finding.level],
                "location": {"path": finding.path, "lines": {"begin": finding.line}},
            }
            for finding, fingerprint in _fingerprints(findings)
        ]
    )


def sarif(findings: Sequence[Finding]) -> str:
    """A log of one run."""
    codes = sorted({finding.code for finding in findings})
    return dumped(
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
                        _sarif_result(finding, fingerprint, codes.index(finding.code))
                        for finding, fingerprint in _fingerprints(findings)
                    ],
                }
            ],
        }
    )


_LEVELS = {"error": "error", "warning": "warning", "notice": "note"}


def _sarif_result(finding: Finding, fingerprint: str, rule: int) -> dict[str, Any]:
    location = {
        "artifactLocation": {"uri": quote(finding.path, errors="surrogateescape")},
        "region": {"startLine": finding.line, "startColumn": finding.column},
    }
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.level],
        "message": {"text": finding.sentence},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"specloom/v1": fingerprint},
    }


def _fingerprints(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Each finding with a hash that stays the same when lines above it come or go."""
    counts: dict[str, int] = {}
    for finding in findings:
        what = f"{finding.path}\0{finding.code}\0{finding.sentence}"
        counts[what] = counts.get(what, 0) + 1
        yield finding, _hash(f"{what}\0{counts[what]}")


def _hash(text: str) -> str:
    """Of any text: a path may hold bytes that are not UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def dumped(data: Any) -> str:
    """JSON for people and programs, in which nothing steers a terminal."""
    return revealed_in_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"
