"""Journal of the files that a run will write and remove, so that the next run can finish or undo it.

It has the form of the manifest, after a line with the word that the names of staged files have in them.
The manifest itself is not in it: it comes last, and lists nothing that was not done.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from specloom.publishing import manifest
from specloom.publishing.folder import LOCAL, Folder

PATH = f"{LOCAL}/journal.txt"
_STAGED = re.compile(r"staged as ([0-9a-f]{8})")


@dataclass(frozen=True, slots=True)
class Journal:
    """One run's intentions, after those of killed runs before it."""

    token: str = ""
    """Nobody could know it before, so no file or link waits where a staged file is to be."""
    written: Mapping[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Path → the hashes of what may have been written there."""

    def staged(self, path: str) -> str:
        """The name of the file that is to be moved to a path."""
        return f".{path.rpartition('/')[2]}.{self.token}.specloom"


def new(earlier: Journal, files: Mapping[str, bytes]) -> Journal:
    """The journal of a run that will write these contents, or remove them."""
    # What a killed run moved into place is ours, though the manifest does not list it yet.
    written = {path: set(hashes) for path, hashes in earlier.written.items()}
    for path, content in files.items():
        written.setdefault(path, set()).add(manifest.content_hash(content))
    return Journal(os.urandom(4).hex(), written)


def read(folder: Folder) -> Journal:
    """The journal that an interrupted run left; an empty one where there is none."""
    text = (folder.read(PATH) or b"").decode("utf-8", "replace")
    match = _STAGED.match(text)
    return Journal(match[1], manifest.parse(text)) if match else Journal()


def done(folder: Folder, journal: Journal) -> dict[str, set[str]]:
    """The files that are in their places already, each with its one hash."""
    hashes = {
        path: manifest.content_hash(content)
        for path in journal.written
        if (content := folder.read(path)) is not None
    }
    return {path: {digest} for path, digest in hashes.items() if digest in journal.written[path]}


def clear_away(folder: Folder, journal: Journal) -> None:
    """Remove what an interrupted run left beside its targets, and folders that it left empty."""
    if not journal.token:
        return
    for path in (*journal.written, manifest.PATH):  # staged like the rest, but not listed
        with suppress(OSError):  # what cannot be removed is in nobody's way
            folder.remove(path, journal.staged(path))
        folder.remove_empty_above(path)


def write(folder: Folder, journal: Journal) -> None:
    """Write the journal."""
    lines = [
        f"{digest}  {path}\n"
        for path, hashes in journal.written.items()
        for digest in sorted(hashes)
    ]
    folder.write(PATH, "".join([f"staged as {journal.token}\n", *lines]).encode())


def remove(folder: Folder) -> None:
    """Forget it: all is done."""
    folder.remove(PATH)
