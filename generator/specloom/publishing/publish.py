"""Files in memory against files on disk: what differs, and how the difference is written.

Only files of the manifest are ever replaced or removed. New contents are first written in full beside
their targets, so that a full disk or a read-only folder is found before anything has changed; then each
is moved into place, and the manifest comes last. A journal says what a run is about to do: were it killed,
the next one knows these files for its own, and finishes or undoes what it left.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from specloom.diagnostics import Diagnostic
from specloom.publishing import journal, manifest, obstacles, packages
from specloom.publishing.folder import LOCAL, Folder
from specloom.publishing.journal import Journal
from specloom.publishing.selection import Selection


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes that publishing would make."""

    write: Mapping[str, bytes]
    """Files that are missing or differ."""
    missing: frozenset[str]
    """Outputs that do not exist."""
    edited: Mapping[str, bytes]
    """Current content of outputs that were edited: they differ from the last written and from the new content."""
    unchanged: frozenset[str]
    remove: tuple[str, ...]
    """Files that earlier runs wrote and this one does not make."""
    keep: tuple[str, ...]
    """Such files that were edited since: they stay, and belong to the user from now on."""
    foreign: tuple[str, ...]
    """Files of others in the folders of generated packages."""
    manifest: str
    """The new text of the manifest."""
    manifest_differs: bool
    interrupted: bool
    """True if an earlier run left something to be cleared away."""

    def __bool__(self) -> bool:
        return bool(self.write or self.remove or self.keep or self.manifest_differs)


def compare(
    root: Path,
    files: Mapping[str, bytes],
    selection: Selection,
    inputs: Iterable[Path] = (),
    *,
    adopt: bool = False,
) -> tuple[Changes, list[Diagnostic]]:
    """Find the changes that make the selected part of the outputs exactly `files`.

    The inputs of the run are never replaced, whatever the manifest lists. With `adopt`, files that the
    manifest
    does not list are replaced, too, and nothing is removed.
    """
    folder = Folder(root)
    interrupted = journal.read(folder)
    # A killed run wrote its files before it came to the manifest.
    owned = {**manifest.read(folder), **journal.done(folder, interrupted)}
    write: dict[str, bytes] = {}
    missing: set[str] = set()
    edited: dict[str, bytes] = {}
    for path, content in files.items():
        present = folder.read(path)
        if present is None:
            missing.add(path)
        elif present != content and not manifest.is_as_written(present, owned.get(path, set())):
            edited[path] = present
        if present != content:
            write[path] = content
    remove, keep = ((), ()) if adopt else _left_over(folder, files, owned, selection)
    hashes = {path: manifest.content_hash(content) for path, content in files.items()}
    # A merge may leave two hashes of one file; any will do, if it is the same in every run.
    unselected = {
        path: max(hashes_before)
        for path, hashes_before in owned.items()
        if not selection.covers(path) or (adopt and folder.status(path) is not None)
    }
    manifest_text = manifest.text({**unselected, **hashes})
    changes = Changes(
        write,
        frozenset(missing),
        edited,
        frozenset(files.keys() - write.keys()),
        remove,
        keep,
        _foreign(folder, files, {*files, *remove, *keep}, interrupted),
        manifest_text,
        folder.read(manifest.PATH) != manifest_text.encode(),
        is_interrupted(root),
    )
    unread = (manifest.PATH, *sorted({*missing, *(owned.keys() - files.keys())}))
    replaced = (*(write.keys() & owned.keys()), *remove, manifest.PATH)
    ours = {**owned, **{path: set[str]() for path in edited}} if adopt else owned
    return changes, obstacles.of_outputs(folder, files, ours, unread, replaced, inputs)


def apply(root: Path, changes: Changes) -> list[Diagnostic]:
    """Write the changes, and clear away what an interrupted run left; diagnostics when that fails.

    Nothing has changed then, unless the run `is_interrupted`.
    """
    folder = Folder(root)
    try:
        earlier = journal.read(folder)
        journal.clear_away(folder, earlier)
        if changes:
            _write(folder, changes, earlier)
        journal.remove(folder)
    except OSError as error:
        return [unwritable(root, error)]
    return []


def is_interrupted(root: Path) -> bool:
    """Return whether the last run that wrote here did not come to its end."""
    return Folder(root).status(journal.PATH) is not None


def backup(path: str, number: int = 1) -> str:
    """Return the place of a copy of a file that had to be written over."""
    return f"{LOCAL}/backup/{path}" + (f".{number}" if number > 1 else "")


def kept_as(folder: Folder, path: str, content: bytes) -> str:
    """Return the first of these places for this content: no copy is written over another."""
    places = (backup(path, number) for number in count(1))
    return next(place for place in places if folder.read(place) in (None, content))


def prepare(root: Path) -> None:
    """Make the folder for what is of this machine only."""
    root.mkdir(parents=True, exist_ok=True)
    Folder(root).make(LOCAL)


def hide(root: Path) -> None:
    """Let that folder ignore itself in git; for the one run that writes here."""
    folder = Folder(root)
    if folder.status(f"{LOCAL}/.gitignore") is None:
        folder.write(f"{LOCAL}/.gitignore", b"*\n")


def unwritable(path: Path, error: OSError, hint: str | None = None) -> Diagnostic:
    """Diagnostic for a file that the system refused to write: the one that the error names, or else this one."""
    message = f"cannot be written: {error.strerror or error}"
    return Diagnostic.of_file(str(error.filename or path), "unwritable-output", message, hint)


# --- Comparing -------------------------------------------------------------------------------------


def _left_over(
    folder: Folder, files: Mapping[str, bytes], owned: manifest.Owned, selection: Selection
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    remove: list[str] = []
    keep: list[str] = []
    for path in sorted(owned):
        if path in files or not selection.covers(path):
            continue
        content = folder.read(path)
        if content is not None:
            as_written = manifest.is_as_written(content, owned[path])
            (remove if as_written else keep).append(path)
    return tuple(remove), tuple(keep)


def _foreign(
    folder: Folder, files: Iterable[str], known_files: set[str], interrupted: Journal
) -> tuple[str, ...]:
    # What a killed run staged is cleared away without remark.
    staged = {
        f"{path.rpartition('/')[0]}/{interrupted.staged(path)}" for path in interrupted.written
    }
    return tuple(sorted(packages.foreign(folder, files, known_files | staged)))


# --- Writing ---------------------------------------------------------------------------------------


def _write(folder: Folder, changes: Changes, earlier: Journal) -> None:
    # What is removed is noted too, so that the next run finds folders that a killed one leaves empty.
    pending = journal.new(earlier, {**dict.fromkeys(changes.remove, b""), **changes.write})
    journal.write(folder, pending)
    try:
        _back_up(folder, changes.edited)
        _stage(folder, {**changes.write, manifest.PATH: changes.manifest.encode()}, pending)
    except OSError:
        if not earlier.written:  # else files of the killed run would be nobody's
            with suppress(OSError):
                journal.remove(folder)
        raise
    _move_into_place(folder, pending, changes)


def _back_up(folder: Folder, edited: Mapping[str, bytes]) -> None:
    for path, content in edited.items():
        place = kept_as(folder, path, content)
        for above in folder.missing(place):
            folder.make(above)
        folder.write(place, content)


def _stage(folder: Folder, files: Mapping[str, bytes], journal_: Journal) -> None:
    """Write every content beside its target; all or nothing."""
    new_folders: list[str] = []
    staged: list[str] = []
    try:
        for path, content in files.items():
            for above in folder.missing(path):
                folder.make(above)
                new_folders.append(above)
            folder.create(path, content, journal_.staged(path))
            staged.append(path)
    except OSError:
        for path in staged:
            with suppress(OSError):
                folder.remove(path, journal_.staged(path))
        for above in reversed(new_folders):
            folder.remove_folder(above)
        raise


def _move_into_place(folder: Folder, journal_: Journal, changes: Changes) -> None:
    for path in changes.write:
        folder.replace(path, journal_.staged(path))
    for path in changes.remove:
        folder.remove(path)
        folder.remove_empty_above(path)
    folder.replace(manifest.PATH, journal_.staged(manifest.PATH))
