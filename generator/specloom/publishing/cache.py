"""Cache of the last run's inputs and outputs, so that a run that would change nothing can end at once.

Local and expendable: deleting it, or a folder in which it cannot be written, costs time and nothing
else. Beside each file lies its seal: the times and the inode that it has where it was written. A clone or an
archive cannot bring these along, so that nobody else's file is ever trusted. A run that changes nothing
loads this module and the
command line, so neither imports anything that takes time, not even `pathlib` and `typing`.
"""

import json
import os
import stat
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from os.path import islink, join

from specloom.publishing.folder import LOCAL, Folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STATE = f"{LOCAL}/state.json"
_FINISHED = f"{LOCAL}/finished.json"
_CLOCK = f"{LOCAL}/clock"
_MEMBERS = {"key", "folders", "files", "outputs", "catalogues"}
COMPILED = "__pycache__"
"""Made by Python when a package is used, which changes nothing in it."""
_RACY = 20_000_000
"""Nanoseconds within which a file may change without its time showing it: the slowest clocks of systems tick every 16."""


class Cache:
    """The files in the local folder beside the outputs below a root."""

    def __init__(self, root: "str | os.PathLike[str]") -> None:
        self._folder = Folder(root)
        self.damaged: list[str] = []
        """Files that were found to hold what no run has written."""
        self.catalogues: list[dict[str, str | int]] = []
        """Report on catalogues of a run that is current."""

    def outputs_if_current(self, key: str, *, writes: bool = True) -> int | None:
        """Number of outputs, if a run with this key would find all as the last one left them; otherwise None.

        A run that `writes` notes the times of files that it had to read.
        """
        state = self._read(_STATE)
        if state.keys() != _MEMBERS or state["key"] != key:
            return None
        try:
            outputs: int = state["outputs"]
            if type(outputs) is not int:  # True is an int to isinstance()
                raise TypeError
            self.catalogues = state["catalogues"]
            read: list[tuple[list[Any], list[int]]] = []
            if not _is_current(state, read):
                return None
            if writes:
                self._note_times(state, read)
            return outputs
        except (AttributeError, TypeError, ValueError):  # somebody else wrote it
            self.damaged.append(self._folder.where(_STATE))
            return None

    def _note_times(
        self, state: "dict[str, Any]", read: "list[tuple[list[Any], list[int]]]"
    ) -> None:
        """Note the times of files that had to be read, so that the next run need not read them."""
        try:
            now = _clock(self._folder) if read else 0
        except OSError:
            return
        unchanging = [
            (entry, signature) for entry, signature in read if _is_settled(signature, now)
        ]
        for entry, signature in unchanging:
            entry[0] = signature
        if unchanging:
            self._write(_STATE, state)

    def now(self) -> int:
        """The time by the clock of the file system; 0 where nothing can be written."""
        try:
            return _clock(self._folder)
        except OSError:
            return 0

    def remember(
        self,
        key: str,
        read: "Snapshot",
        written: "Mapping[str, str | None]",
        count: int,
        catalogues: "Sequence[Mapping[str, str | int]]" = (),
        *,
        since: int,
    ) -> None:
        """Note the inputs as a run has read them, and with their hashes its outputs and their folders; None is absent.

        Nothing is noted where an input has changed since it was read. An output that may have been changed
        after `since`, a time before they were compared, is read by the next run.
        """
        files = read.files()
        if files is None:
            return
        files.update(
            (path, [_lasting_signature(path, since), digest]) for path, digest in written.items()
        )
        counts = {"outputs": count, "catalogues": list(catalogues)}
        self._write(_STATE, {"key": key, "folders": read.folders, "files": files, **counts})

    def finished(self) -> "dict[str, str]":
        """Hash of a rendered text → the text in its final form."""
        texts = self._read(_FINISHED)
        if all(type(text) is str for text in texts.values()):
            return texts
        self.damaged.append(self._folder.where(_FINISHED))
        return {}

    def remember_finished(self, texts: "Mapping[str, str]") -> None:
        """Note the texts that `finished` tells the next run."""
        self._write(_FINISHED, dict(texts))

    def _read(self, path: str) -> "dict[str, Any]":
        content = self._folder.read(path)
        if content is None:
            return {}
        try:
            state: dict[str, Any] = json.loads(content)
            if type(state) is not dict:
                raise TypeError
        except (RecursionError, TypeError, ValueError):
            self.damaged.append(self._folder.where(path))
            return {}
        is_own = self._folder.read(f"{path}.seal") == seal(self._folder.where(path))
        return state if is_own else {}

    def _write(self, path: str, data: "dict[str, Any]") -> None:
        text = json.dumps(data, separators=(",", ":"))
        try:
            self._folder.write(path, text.encode())
            # Last, since it holds the times and the inode of the file.
            self._folder.write(f"{path}.seal", seal(self._folder.where(path)))
        except OSError:  # read-only, or the disk is full
            return


class Snapshot:
    """Folders and files as they are before a run reads them.

    Of folders, all files below them count; of a folder among the files only the names in it.
    """

    def __init__(
        self,
        folders: Iterable[str],
        files: Iterable[str],
        clock: "Callable[[], int]" = time.time_ns,
    ) -> None:
        now = clock()
        self.folders = {folder: _names(folder) for folder in folders}
        below = (join(folder, name) for folder, names in self.folders.items() for name in names)
        self._signatures = {path: _signature(path) for path in (*files, *below)}
        # A file that was written just now may change once more without its times showing it.
        self._fresh = {
            path: _hash(path)
            for path, signature in self._signatures.items()
            if signature is not None and not _is_settled(signature, now)
        }

    def __contains__(self, path: str) -> bool:
        return path in self._signatures

    def files(self) -> "dict[str, list[Any]] | None":
        """The signature, None for a fresh file, and the hash of each; None where one of them has changed since."""
        hashes = {path: _hash(path) for path in self._signatures}
        # In this order: a file that is still the same now was so when it was read.
        if not self.is_current():
            return None
        return {
            path: [None if path in self._fresh else signature, hashes[path]]
            for path, signature in self._signatures.items()
        }

    def is_current(self) -> bool:
        """Return True if all of them still are as they were."""
        return (
            all(_names(folder) == names for folder, names in self.folders.items())
            and all(_signature(path) == before for path, before in self._signatures.items())
            and all(_hash(path) == digest for path, digest in self._fresh.items())
        )


def seal(path: str) -> bytes:
    """Content of the seal beside a file of the cache, as long as the file is the one that was written there."""
    return json.dumps(_signature(path)).encode()


def _is_current(state: "dict[str, Any]", read: "list[tuple[list[Any], list[int]]]") -> bool:
    return all(_names(folder) == names for folder, names in state["folders"].items()) and all(
        _is_same(path, entry, read) for path, entry in state["files"].items()
    )


def _is_same(path: str, entry: "list[Any]", read: "list[tuple[list[Any], list[int]]]") -> bool:
    current = _signature(path)
    signature, digest = entry
    if current is None or digest is None:
        return current is None and digest is None
    if current == signature:
        return True
    # A new checkout changes times, but no contents.
    if _hash(path) != digest:
        return False
    read.append((entry, current))
    return True


def _signature(path: str) -> "list[int] | None":
    """Time of change, time of the inode's change, size, inode: equal means not touched."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino]


def _lasting_signature(path: str, now: int) -> "list[int] | None":
    """The signature, unless the file is so fresh that another change might not show in it."""
    signature = _signature(path)
    return signature if signature is not None and _is_settled(signature, now) else None


def _is_settled(signature: "list[int]", now: int) -> bool:
    # The inode's time, since any program can set the other one back.
    return now - signature[1] > _RACY


def _hash(path: str) -> str | None:
    """Hash of a regular file's content, or of the names in a folder.

    A link differs from its target, since outputs are not links.
    """
    import hashlib  # only for files whose signature tells nothing

    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            digest = hash_of_names(os.listdir(path))
        elif stat.S_ISREG(mode):
            with open(path, "rb") as stream:
                digest = hashlib.sha256(stream.read()).hexdigest()
        else:
            return None
    except OSError:
        return None
    return f"link to {digest}" if islink(path) else digest


def hash_of_names(names: Iterable[str]) -> str:
    """The hash by which a folder is known."""
    import hashlib

    text = "\0".join(name for name in sorted(names) if name != COMPILED)
    return hashlib.sha256(os.fsencode(text)).hexdigest()


def _clock(folder: Folder) -> int:
    """The file system's own idea of the time."""
    folder.write(_CLOCK, b"")  # a network drive has a clock of its own
    return os.stat(folder.where(_CLOCK)).st_mtime_ns


def _names(folder: str) -> list[str]:
    """The files below a folder, compiled Python apart, in order."""
    paths: list[str] = []
    prefix = len(folder) + 1
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != COMPILED)
        paths.extend(f"{where}/{name}"[prefix:] for name in sorted(names))
    return paths
