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
    """Print it; the exit code. Without a code, print all of them, a line each."""
    if code is None:
        return write("".join(f"{line}\n" for line in _all()))
    known = {**dict.fromkeys(get_args(Code)), **dict.fromkeys(KINDS)}
    if code not in known:
        hint = did_you_mean(code, known) or "`specloom explain` lists all"
        say(f"specloom: there is no code `{code}`; {hint}")
        return 2
    return write("\n".join(_about(code)) + "\n")


def _all() -> Iterator[str]:
    width = max(map(len, [*get_args(Code), *KINDS]))
    for code in get_args(Code):
        yield f"{code:{width}}  {SEVERITIES[code]}"
    for kind, row in KINDS.items():
        yield f"{kind:{width}}  change: {_effects(row)}"


def _about(code: str) -> Iterator[str]:
    for known, severity in SEVERITIES.items():
        if known == code:
            yield f"{code} ({severity})"
            yield from ("", _meaning(resources.diagnostics(), code))
    for kind, row in KINDS.items():
        if kind == code:
            said = {"subject": "X", "before": "A", "after": "B"}
            yield f"{code} (change: {_effects(row)})"
            yield from ("", f"It says: {row.sentence.format(**said)}.")
            if row.advice:
                yield f"What to do: {row.advice.format(**said)}."


def _effects(row: Row) -> str:
    return f"{row.wire} for requests and replies, {row.source} for Python"


def _meaning(page: Path, code: str) -> str:
    """What the page of the diagnostics says, without its links."""
    found = dict(_ROW.findall(page.read_text("utf-8")))
    return _LINK.sub(r"\1", found[code].replace("<br>", "\n"))
