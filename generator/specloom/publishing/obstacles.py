"""Diagnostics for obstacles to writing outputs."""

import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.model.naming import is_file_name
from specloom.publishing import manifest
from specloom.publishing.folder import LOCAL, MOST, Folder, is_folder, is_link, is_plain

_NAMED = 3
"""Files that a message names of many."""
_MOVE = "move it away, or remove it if it may go"


def of_outputs(
    folder: Folder,
    files: Mapping[str, bytes],
    owned: manifest.Owned,
    unread: Iterable[str],
    replaced: Iterable[str],
    inputs: Iterable[Path],
) -> list[Diagnostic]:
    """For these files: of `unread` nothing was read; of those that are owned, `replaced` will be written or removed."""
    faults = [*_unsafe(files), *in_place_of_folders(folder, (*files, manifest.PATH))]
    # What lies behind a link is not looked at, and what an unreadable manifest owns is not known.
    faults = faults or list(_unreadable(folder, unread))
    return faults or [
        *_in_place_of_files(folder, files, owned),
        *_replaced_inputs(folder, sorted(replaced), inputs),
    ]


def of_local_files(folder: Folder, inputs: Iterable[Path]) -> list[Diagnostic]:
    """For the files that specloom keeps for itself."""
    paths = [LOCAL, *(f"{LOCAL}/{name}" for name in folder.names(LOCAL))]
    links = [
        _linked(folder, path, "remove it: specloom makes its own folder and files here")
        for path in paths
        if (status := folder.status(path)) is not None and is_link(status)
    ]
    return [*links, *_replaced_inputs(folder, paths, inputs)]


def in_place_of_folders(folder: Folder, files: Iterable[str]) -> Iterator[Diagnostic]:
    """For the folders of these files."""
    above = sorted({path.rpartition("/")[0] for path in files})
    for path in dict.fromkeys(folder.obstacle(f"{parent}/x") for parent in above):
        status = None if path is None else folder.status(path)
        if path is None or status is None:
            continue
        if is_link(status):
            yield _linked(folder, path, "put a folder in its place")
        else:
            message = "a file stands where a folder is to be made"
            yield Diagnostic.of_file(folder.where(path), "file-in-the-way", message)


def _unsafe(files: Iterable[str]) -> Iterator[Diagnostic]:
    """Paths that would leave the root or fall together on some file systems."""
    folded: dict[str, str] = {}
    for path in files:
        if not is_plain(path):
            yield Diagnostic.of_file(path, "unsafe-path", "an output must stay below its root")
            continue
        if not all(map(is_file_name, path.split("/"))):
            message = "Windows cannot hold a file or folder of this name"
            yield Diagnostic.of_file(path, "unsafe-path", message)
        twin = folded.setdefault(path.casefold(), path)
        if twin != path:
            message = f"differs from {twin} in upper and lower case only"
            yield Diagnostic.of_file(path, "unsafe-path", message)


def _unreadable(folder: Folder, files: Iterable[str]) -> Iterator[Diagnostic]:
    """Paths that may hold something that must not be overwritten."""
    refused = filter(None, map(folder.refused, files))
    for path, reason in dict.fromkeys(refused):
        message = f"cannot be read, to be compared with what is made: {reason}"
        yield Diagnostic.of_file(folder.where(path), "unreadable-file", message)


def _linked(folder: Folder, path: str, hint: str) -> Diagnostic:
    message = "this is a symbolic link, and below the root of the outputs none is followed"
    return Diagnostic.of_file(folder.where(path), "unsafe-path", message, hint)


def _in_place_of_files(
    folder: Folder, files: Mapping[str, bytes], owned: manifest.Owned
) -> Iterator[Diagnostic]:
    # Of the same content it becomes ours without harm to anybody.
    foreign = [
        path
        for path, content in files.items()
        if path not in owned and folder.read(path) not in (None, content)
    ]
    for path in files:
        yield from _no_file(folder, path)
    if foreign and not owned and folder.status(manifest.PATH) is None:
        yield _no_manifest(folder, foreign)
    else:
        for path in foreign:
            message = "this file was not written by specloom and would be overwritten"
            yield Diagnostic.of_file(folder.where(path), "file-in-the-way", message, _MOVE)
    yield from _no_file(folder, manifest.PATH)
    if not owned and folder.read(manifest.PATH):
        message = "this file is not a manifest of specloom and would be overwritten"
        yield Diagnostic.of_file(folder.where(manifest.PATH), "file-in-the-way", message)


def _no_manifest(folder: Folder, paths: list[str]) -> Diagnostic:
    """The list of what specloom wrote is gone, and with it the right to write over that."""
    count = "a file stands" if len(paths) == 1 else f"{len(paths)} files stand"
    examples = ", ".join(paths[:_NAMED]) + (", …" if len(paths) > _NAMED else "")
    message = (
        "the list of the files that specloom wrote is missing, and "
        f"{count} where others are to be written: {examples}"
    )
    hint = (
        f"if specloom wrote them, `git restore {manifest.PATH}` brings the list back, or "
        "`specloom generate --adopt` replaces them and keeps a copy of each; if they are yours, move them away"
    )
    return Diagnostic.of_file(folder.where(manifest.PATH), "missing-manifest", message, hint)


def _no_file(folder: Folder, path: str) -> Iterator[Diagnostic]:
    """Something else in the place of a file."""
    status = folder.status(path)
    if status is None or (stat.S_ISREG(status.st_mode) and status.st_size <= MOST):
        return
    if is_link(status):
        what = "a symbolic link"
    elif is_folder(status):
        what = "a folder"
    else:
        what = "a device, a pipe or a file too large to be an output"
    message = f"{what} stands where a file is to be written"
    yield Diagnostic.of_file(folder.where(path), "file-in-the-way", message, _MOVE)


def _replaced_inputs(
    folder: Folder, paths: Iterable[str], inputs: Iterable[Path]
) -> Iterator[Diagnostic]:
    """Files that the run has read, whatever name or link they were read by."""
    read = {identity: path for path in inputs if (identity := _identity(path)) is not None}
    for path in paths:
        status = folder.status(path)
        source = None if status is None else read.get((status.st_dev, status.st_ino))
        if source is not None:
            message = f"this file is read as {source} by the run that would overwrite it"
            hint = "keep inputs outside of what is generated"
            yield Diagnostic.of_file(folder.where(path), "file-in-the-way", message, hint)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
