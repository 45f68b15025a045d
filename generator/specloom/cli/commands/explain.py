"""The command `explain`: what a code of a diagnostic or of a change means, and what to do."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from specloom import resources
from specloom.changes.kinds import KINDS, Row
from specloom.cli.console import say, write
from specloom.diagnostics import SEVERITIES, Code
from specloom.documents.suggestion import did_you_mean

_ROW = re.compile(r"^\| `([a-z0-9-]+)` \| (.*) \|$", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")


def explain(code: str | None) -> int:
    """Print the explanation of a code, or without one a line for each; returns the exit code."""
    if code is None:
        return write("".join(f"{line}\n" for line in _all()))
    codes = {**dict.fromkeys(get_args(Code)), **dict.fromkeys(KINDS)}
    if code not in codes:
        hint = did_you_mean(code, codes) or "`specloom explain` lists all"
        say(f"specloom: unknown code `{code}`; {hint}")
        return 2
    return write("\n".join(_about(code)) + "\n")


def _all() -> Iterator[str]:
    width = max(map(len, [*get_args(Code), *KINDS]))
    for code in get_args(Code):
        yield f"{code:{width}}  {SEVERITIES[code]}"
    for kind, row in KINDS.items():
        yield f"{kind:{width}}  change: {_effects(row)}"


def _about(code: str) -> Iterator[str]:
    for listed_code, severity in SEVERITIES.items():
        if listed_code == code:
            yield f"{code} ({severity})"
            yield from ("", _meaning(resources.diagnostics(), code))
    for kind, row in KINDS.items():
        if kind == code:
            example = {"subject": "X", "before": "A", "after": "B"}
            yield f"{code} (change: {_effects(row)})"
            yield from ("", f"It says: {row.sentence.format(**example)}.")
            if row.advice:
                yield f"What to do: {row.advice.format(**example)}."


def _effects(row: Row) -> str:
    return f"{row.wire} for requests and replies, {row.source} for Python"


def _meaning(page: Path, code: str) -> str:
    """The explanation on the page of diagnostics, without its links."""
    explanations = dict(_ROW.findall(page.read_text("utf-8")))
    return _LINK.sub(r"\1", explanations[code].replace("<br>", "\n"))
