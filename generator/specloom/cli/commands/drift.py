"""The difference between what is on disk and what would be written, file by file."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from specloom.publishing import manifest
from specloom.publishing.folder import Folder
from specloom.publishing.publish import Changes

Kind: TypeAlias = Literal["outdated", "line-ends", "missing", "left-over", "edited", "foreign"]


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that is not as it should be."""

    path: str
    kind: Kind
    """`line-ends`: outdated in its line ends only, without a diff; `edited`: left over and edited since, so that it would stay and be listed no more; `foreign`: not
    generated, but in a generated package, so that somebody has to move it away."""
    line: int
    """The first line that differs, 1-based."""
    diff: str
    """Unified; it leads from what is there to what would be written."""


def drifts(root: Path, changes: Changes) -> list[Drift]:
    """Every file that differs, by path."""
    return sorted(_drifts(root, changes), key=lambda drift: drift.path)


def _drifts(root: Path, changes: Changes) -> Iterator[Drift]:
    folder = Folder(root)
    for path, content in changes.write.items():
        yield _of_output(path, folder.read(path), content)
    for path in changes.remove:
        yield drift_of(path, "left-over", present_text(folder, path), None)
    for path in changes.keep:
        yield Drift(path, "edited", 1, "")
    for path in changes.foreign:
        yield Drift(path, "foreign", 1, "")
    if changes.manifest_differs:
        yield _of_output(manifest.PATH, folder.read(manifest.PATH), changes.manifest.encode())


def _of_output(path: str, present: bytes | None, content: bytes) -> Drift:
    if present is None:
        return drift_of(path, "missing", None, content.decode())
    if manifest.with_line_feeds(present) == content:
        return Drift(path, "line-ends", 1, "")
    return drift_of(path, "outdated", present.decode("utf-8", errors="replace"), content.decode())


def present_text(folder: Folder, path: str) -> str | None:
    """The text of a file; None if it does not exist."""
    content = folder.read(path)
    return None if content is None else content.decode("utf-8", errors="replace")


def drift_of(path: str, kind: Kind, present: str | None, expected: str | None) -> Drift:
    """The difference of one file; None stands for a file that does not exist."""
    diff = unified(path, present, expected)
    return Drift(path, kind, _first_difference(_lines(present), _lines(expected)), diff)


def unified(path: str, present: str | None, expected: str | None) -> str:
    """The difference, in the form for `git apply`; None stands for a file that does not exist."""
    before, after = _lines(present), _lines(expected)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(
            before,
            after,
            "/dev/null" if present is None else f"a/{path}",
            "/dev/null" if expected is None else f"b/{path}",
        )
    )


def _lines(text: str | None) -> list[str]:
    """Lines with their ends; only a line feed ends a line."""
    if not text:
        return []
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _first_difference(before: list[str], after: list[str]) -> int:
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if old != new:
            return number
    return max(1, min(len(before), len(after) + 1))
