"""The list of the files that the generator owns, with the hash of what it last wrote.

One line a file, as `sha256sum --check` reads it. A manifest that a merge left with conflict markers is
read as the union of both sides, so that the next run can mend it.
"""

import hashlib
import re
from collections.abc import Mapping, Set

from specloom.publishing.folder import Folder, is_plain

PATH = "generated/manifest.txt"
PLACES = ("generated/", "docs/reference/")
"""Folders for outputs, below the root."""
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")

Owned = Mapping[str, Set[str]]
"""Path → the hashes of what may have been written there."""


def content_hash(content: bytes) -> str:
    """The hash by which a file's content is known."""
    return hashlib.sha256(content).hexdigest()


def is_as_written(content: bytes, hashes: Set[str]) -> bool:
    """Return True for a file as it was written, or as a checkout with line ends of Windows makes it."""
    return content_hash(content) in hashes or content_hash(with_line_feeds(content)) in hashes


def with_line_feeds(content: bytes) -> bytes:
    """Return a text with the line ends that outputs have."""
    return content.replace(b"\r\n", b"\n")


def parse(text: str) -> dict[str, set[str]]:
    """The entries of a manifest; lines of another form say nothing.

    Anybody may have edited it, so that a path that no output could have is not taken from it either.
    """
    owned: dict[str, set[str]] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match and _could_be_an_output(match[2]):
            owned.setdefault(match[2], set()).add(match[1])
    return owned


def _could_be_an_output(path: str) -> bool:
    return path.startswith(PLACES) and is_plain(path) and path != PATH


def read(folder: Folder) -> dict[str, set[str]]:
    """The entries of a folder's manifest; none if it does not exist or cannot be read."""
    return parse((folder.read(PATH) or b"").decode("utf-8", "replace"))


def text(hashes: Mapping[str, str]) -> str:
    """The manifest of these files, path → hash."""
    return "".join(f"{hashes[path]}  {path}\n" for path in sorted(hashes))
