"""Files of a site that an earlier `specloom init` wrote and the plugin replaces. It needs no MkDocs, so that commands can ask it.

`earlier_files.txt` has a hash of each content that was ever written, by path. The list is complete: `init` writes no such files any more.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

REPLACED = "the plugin of MkDocs replaces files of an earlier `specloom init`"
GUIDE = 'the guide "Publish the site" says how, below "A site of an earlier version"'
_SHARED = "docs/stylesheets/home.css"
"""Lies in the repository of specloom, too, so that it says nothing about a folder."""
_HASHES = Path(__file__).with_name("earlier_files.txt")
_LETTERS = 16


@dataclass(frozen=True, slots=True)
class EarlierFiles:
    """Paths below a folder."""

    unchanged: tuple[str, ...] = ()
    """As some version wrote them: they can be deleted."""
    edited: tuple[str, ...] = ()
    """In the place of such files, with another content."""

    def __bool__(self) -> bool:
        return bool(self.unchanged)

    def lines(self) -> list[str]:
        """A line for each file that says what can become of it."""
        return [
            *(f"can be deleted  {path}" for path in self.unchanged),
            *(
                f"was edited      {path}: keep your changes as the guide says, then delete it"
                for path in self.edited
            ),
        ]


def earlier_files(root: Path) -> EarlierFiles:
    """The files that are left in a folder; none if `init` has not begun its site."""
    unchanged: list[str] = []
    edited: list[str] = []
    for path, hashes in _known_hashes().items():
        content = _content(root / path)
        if content is not None:
            text = content.replace(b"\r\n", b"\n")
            is_unchanged = sha256(text).hexdigest()[:_LETTERS] in hashes
            (unchanged if is_unchanged else edited).append(path)
    if set(unchanged) <= {_SHARED}:
        return EarlierFiles()
    return EarlierFiles(tuple(unchanged), tuple(edited))


@cache
def _known_hashes() -> Mapping[str, frozenset[str]]:
    lines = _HASHES.read_text("utf-8").splitlines()
    return {path: frozenset(hashes) for path, *hashes in map(str.split, lines)}


def _content(path: Path) -> bytes | None:
    with suppress(OSError):
        if path.is_file():
            return path.read_bytes()
    return None
