"""Files of the user that become others together, or not at all, whatever ends the process that changes them.

New and old contents lie in the local folder before the first file is changed, so that nothing is left beside
a file. Their journal lists no outputs and confers no ownership: it says which contents belong to which
file, until all are in their places. A seal shows that it was written here and came with no clone or archive.
"""

import errno
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from specloom.publishing.cache import seal
from specloom.publishing.folder import LOCAL, Folder
from specloom.publishing.manifest import content_hash

FOLDER = f"{LOCAL}/together"
PATH = f"{FOLDER}/journal.json"
_SEAL = f"{PATH}.seal"
_PARTS = re.compile(r"\d+\.(old|new)|journal\.json(\.seal)?(\.new)?")

End: TypeAlias = Literal["completed", "taken back"]


class _Entry(msgspec.Struct, frozen=True):
    path: str
    old: str | None
    """Hash of the content before; None if the file did not exist."""
    new: str


class _Journal(msgspec.Struct, frozen=True):
    entries: list[_Entry]
    folders: list[str]
    """Folders to make, outermost first."""
    note: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """The end of changes that were interrupted."""

    end: End
    paths: tuple[str, ...]
    note: str
    """Text that was to be said after the changes."""


class ChangedError(Exception):
    """A file is another one than the changes were made for."""


def change(
    folder: Folder, files: Mapping[str, bytes], before: Mapping[str, bytes | None], note: str = ""
) -> None:
    """Give each file its new content, all of them or none.

    `before` has the contents that the new ones were made of, None for a file that is not there; `note` is
    said by a later process that completes the changes. Raises ChangedError, or OSError if a file is refused: then nothing
    has changed, unless the changes are still `interrupted`.
    """
    _forget(folder)
    folder.make(FOLDER)
    try:
        journal = _prepare(folder, files, before, note)
    except BaseException:
        with suppress(OSError):
            _forget(folder)
        raise
    _complete(folder, journal)


def interrupted(folder: Folder) -> bool:
    """Return True if changes were begun and not brought to their end."""
    return _read(folder) is not None


def recover(folder: Folder) -> Recovered | None:
    """Bring interrupted changes to their end; None where there are none.

    They are completed if some of the files have changed already. They are taken back if none has, or if somebody
    has edited a file that has not, or put one back. A file that somebody has edited since stays as it is. Raises OSError if a
    file is refused.
    """
    journal = _read(folder)
    if journal is None:
        if folder.names(FOLDER):
            _forget(folder)
        return None
    is_done = [_is_done(folder, number, entry) for number, entry in enumerate(journal.entries)]
    as_before = [_hash(folder, entry.path) == entry.old for entry in journal.entries]
    paths = tuple(entry.path for entry in journal.entries)
    if any(is_done) and all(done != same for done, same in zip(is_done, as_before, strict=True)):
        _complete(folder, journal)
        return Recovered("completed", paths, journal.note)
    _take_back(folder, journal)
    return Recovered("taken back", paths, journal.note) if any(is_done) else None


def _prepare(
    folder: Folder, files: Mapping[str, bytes], before: Mapping[str, bytes | None], note: str
) -> _Journal:
    entries: list[_Entry] = []
    folders: dict[str, None] = {}
    for number, (path, content) in enumerate(files.items()):
        present = folder.read(path)
        if present != before[path]:
            raise ChangedError(path)
        folders.update(dict.fromkeys(folder.missing(path)))
        folder.create(_new(number), content)
        if present is not None:
            folder.create(_old(number), present)
        old = None if present is None else content_hash(present)
        entries.append(_Entry(path, old, content_hash(content)))
    journal = _Journal(entries, list(folders), note)
    folder.write(PATH, msgspec.json.encode(journal))
    folder.write(_SEAL, seal(folder.where(PATH)))
    return journal


def _complete(folder: Folder, journal: _Journal) -> None:
    try:
        for above in journal.folders:
            folder.make(above)
        for number, entry in enumerate(journal.entries):
            if not _is_done(folder, number, entry):
                _move(folder, _new(number), entry.path)
    except BaseException:
        with suppress(OSError):  # the next process goes on where this one stops
            _take_back(folder, journal)
        raise
    with suppress(OSError):  # all is done, and a journal that stays says no more than that
        _forget(folder)


def _take_back(folder: Folder, journal: _Journal) -> None:
    for number, entry in enumerate(journal.entries):
        if _hash(folder, entry.path) != entry.new:
            continue
        if entry.old is None:
            folder.remove(entry.path)
        else:
            _move(folder, _old(number), entry.path)
    for above in reversed(journal.folders):
        folder.remove_folder(above)
    with suppress(OSError):
        _forget(folder)


def _read(folder: Folder) -> _Journal | None:
    """The journal, if it was written here and all that it needs is there."""
    content = folder.read(PATH)
    if content is None or folder.read(_SEAL) != seal(folder.where(PATH)):
        return None
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(content, type=_Journal)
    return None


def _is_done(folder: Folder, number: int, entry: _Entry) -> bool:
    """Return True for a file that has got its new content, which then lies here no more, also if it was edited since."""
    return folder.status(_new(number)) is None or _hash(folder, entry.path) == entry.new


def _move(folder: Folder, source: str, path: str) -> None:
    try:
        folder.move(source, path)
    except OSError as error:
        content = folder.read(source)
        if error.errno != errno.EXDEV or content is None:
            raise
        folder.put(path, content)  # it lies on another file system than the local folder
        folder.remove(source)


def _forget(folder: Folder) -> None:
    """Remove the journal, and then what belongs to it."""
    if folder.status(FOLDER) is None:
        return
    for path in (_SEAL, PATH):
        folder.remove(path)
    for name in folder.names(FOLDER):
        if _PARTS.fullmatch(name):
            folder.remove(f"{FOLDER}/{name}")
    folder.remove_folder(FOLDER)


def _hash(folder: Folder, path: str) -> str | None:
    content = folder.read(path)
    return None if content is None else content_hash(content)


def _new(number: int) -> str:
    return f"{FOLDER}/{number}.new"


def _old(number: int) -> str:
    return f"{FOLDER}/{number}.old"
