"""What a run is about to write, noted beforehand, so that the next run knows the files of one that was killed.

Its form is that of the manifest, after a line with the word that the names of staged files have in them.
"""

import os
import re
from collections.abc import Mapping
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


def new(earlier: Journal, hashes: Mapping[str, str]) -> Journal:
    """The journal of a run that will write these files, path → hash."""
    written = {path: set(known) for path, known in earlier.written.items()}
    for path, digest in hashes.items():
        written.setdefault(path, set()).add(digest)
    return Journal(os.urandom(4).hex(), written)


def read(folder: Folder) -> Journal:
    """The journal that an interrupted run left; an empty one where there is none."""
    text = (folder.read(PATH) or b"").decode("utf-8", "replace")
    found = _STAGED.match(text)
    return Journal(found[1], manifest.parse(text)) if found else Journal()


def write(folder: Folder, journal: Journal) -> None:
    """Note it."""
    lines = [
        f"{digest}  {path}\n" for path, known in journal.written.items() for digest in sorted(known)
    ]
    folder.write(PATH, "".join([f"staged as {journal.token}\n", *lines]).encode())


def remove(folder: Folder) -> None:
    """Forget it: all is done."""
    folder.remove(PATH)
