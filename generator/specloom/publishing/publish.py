"""Files in memory against files on disk: what differs, and how the difference is written.

Only files of the manifest are ever replaced or removed. New contents are first written in full beside
their targets, so that a full disk or a read-only folder is found before anything has changed; then each
is moved into place, and the manifest comes last. A journal says what a run is about to write: were it
killed, the next one knows these files for its own.
"""

import os
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from specloom.diagnostics import Diagnostic
from specloom.publishing import manifest
from specloom.publishing.selection import Selection

LOCAL = ".specloom"
"""Folder beside the outputs for what is of this machine only; not committed."""
_JOURNAL = f"{LOCAL}/journal.txt"
_BUFFER = 1 << 20


@dataclass(frozen=True, slots=True)
class Changes:
    """What publishing would do."""

    write: Mapping[str, bytes]
    """Files that are missing or differ."""
    missing: frozenset[str]
    """Those of them that do not exist."""
    unchanged: frozenset[str]
    remove: tuple[str, ...]
    """Files that were written once and are no longer made."""
    keep: tuple[str, ...]
    """Such files that were edited since: they stay, and belong to the user from now on."""
    manifest: str
    """The new text of the manifest."""
    manifest_differs: bool

    def __bool__(self) -> bool:
        return bool(self.write or self.remove or self.keep or self.manifest_differs)


def compare(
    root: Path, files: Mapping[str, bytes], selection: Selection
) -> tuple[Changes, list[Diagnostic]]:
    """What is to be done so that the selected part of the outputs is exactly `files`."""
    owned = manifest.read(root / manifest.PATH)
    for path, known in manifest.read(root / _JOURNAL).items():
        owned.setdefault(path, set()).update(known)
    faults = [*_unsafe(root, files), *_in_the_way(root, files, owned)]
    write: dict[str, bytes] = {}
    missing: set[str] = set()
    for path, content in files.items():
        present = _content(root / path)
        if present is None:
            missing.add(path)
        if present != content:
            write[path] = content
    remove, keep = _left_over(root, files, owned, selection)
    hashes = {path: manifest.content_hash(content) for path, content in files.items()}
    others = {path: max(known) for path, known in owned.items() if not selection.covers(path)}
    listed = manifest.text({**others, **hashes})
    changes = Changes(
        write,
        frozenset(missing),
        frozenset(files.keys() - write.keys()),
        remove,
        keep,
        listed,
        _content(root / manifest.PATH) != listed.encode(),
    )
    return changes, faults


def apply(root: Path, changes: Changes) -> list[Diagnostic]:
    """Write the changes; diagnostics, and nothing changed, when that is impossible."""
    files = {**changes.write, manifest.PATH: changes.manifest.encode()}
    try:
        _journal(root, changes)
        staged = _stage(root, files)
        _move_into_place(root, staged, changes)
    except OSError as error:
        return [unwritable(root, error)]
    return []


def prepare(root: Path) -> None:
    """Make the folder for what is of this machine only."""
    folder = root / LOCAL
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / ".gitignore").exists():
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def unwritable(path: Path, error: OSError, hint: str | None = None) -> Diagnostic:
    """What the system refused to write: the file that it names, or else this one."""
    message = f"cannot be written: {error.strerror or error}"
    return Diagnostic(str(error.filename or path), 0, 0, "unwritable-output", message, hint)


# --- Comparing -------------------------------------------------------------------------------------


def _content(path: Path) -> bytes | None:
    """What a file holds; None for a link, a folder, and what is not there or cannot be read."""
    if path.is_symlink():
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def _unsafe(root: Path, files: Mapping[str, bytes]) -> Iterator[Diagnostic]:
    """Paths that would leave the root or fall together on some file systems."""
    folded: dict[str, str] = {}
    inside = root.resolve()
    folders: dict[Path, bool] = {}
    for path in files:
        parts = PurePosixPath(path)
        if parts.is_absolute() or ".." in parts.parts or "\\" in path or ":" in path:
            yield Diagnostic(path, 0, 0, "unsafe-path", "an output must stay below its root")
            continue
        twin = folded.setdefault(path.casefold(), path)
        if twin != path:
            message = f"differs from {twin} in upper and lower case only"
            yield Diagnostic(path, 0, 0, "unsafe-path", message)
        folder = (root / path).parent
        if folder not in folders:
            folders[folder] = folder.resolve().is_relative_to(inside)
            if not folders[folder]:
                message = f"a link leads out of {root}"
                yield Diagnostic(str(folder), 0, 0, "unsafe-path", message)


def _in_the_way(
    root: Path, files: Mapping[str, bytes], owned: manifest.Owned
) -> Iterator[Diagnostic]:
    for path, content in files.items():
        target = root / path
        if _is_folder(target):
            yield _folder_for_file(target)
        elif path not in owned and os.path.lexists(target) and _content(target) != content:
            message = "this file was not written by specloom and would be overwritten"
            hint = "move it away, or remove it if it may go"
            yield Diagnostic(str(target), 0, 0, "file-in-the-way", message, hint)
    yield from _files_for_folders(root, (*files, manifest.PATH))
    listed = root / manifest.PATH
    if _is_folder(listed):
        yield _folder_for_file(listed)
    elif not owned and _content(listed):
        message = "this file is no manifest of specloom and would be overwritten"
        yield Diagnostic(str(listed), 0, 0, "file-in-the-way", message)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _folder_for_file(path: Path) -> Diagnostic:
    message = "a folder stands where a file is to be written"
    return Diagnostic(str(path), 0, 0, "file-in-the-way", message)


def _files_for_folders(root: Path, files: Iterable[str]) -> Iterator[Diagnostic]:
    folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
    for folder in sorted(folders):
        if (root / folder).is_file():
            message = "a file stands where a folder is to be made"
            yield Diagnostic(str(root / folder), 0, 0, "file-in-the-way", message)


def _left_over(
    root: Path, files: Mapping[str, bytes], owned: manifest.Owned, selection: Selection
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    remove: list[str] = []
    keep: list[str] = []
    for path in sorted(owned):
        if path in files or not selection.covers(path) or not _is_below(root, path):
            continue
        content = _content(root / path)
        if content is not None:
            as_written = manifest.content_hash(content) in owned[path]
            (remove if as_written else keep).append(path)
    return tuple(remove), tuple(keep)


def _is_below(root: Path, path: str) -> bool:
    """Whether a path of a manifest, which anybody may have edited, is one that could be ours."""
    parts = PurePosixPath(path)
    return (
        path.startswith(("generated/", "docs/reference/"))
        and ".." not in parts.parts
        and "\\" not in path
        and (root / path).parent.resolve().is_relative_to(root.resolve())
    )


# --- Writing ---------------------------------------------------------------------------------------


def _journal(root: Path, changes: Changes) -> None:
    """Say what is about to be written; clear away what a killed run left beside its targets."""
    journal = root / _JOURNAL
    earlier = manifest.read(journal)
    for path in earlier:
        if _is_below(root, path):
            _beside(root / path).unlink(missing_ok=True)
    lines = [f"{digest}  {path}\n" for path, known in earlier.items() for digest in sorted(known)]
    lines.extend(
        f"{manifest.content_hash(content)}  {path}\n" for path, content in changes.write.items()
    )
    lines.append(f"{manifest.content_hash(changes.manifest.encode())}  {manifest.PATH}\n")
    with _named(journal):
        staged = _beside(journal)
        staged.write_text("".join(lines), encoding="utf-8")
        staged.replace(journal)


def _stage(root: Path, files: Mapping[str, bytes]) -> dict[str, Path]:
    """Write every content beside its target; all or nothing."""
    staged: dict[str, Path] = {}
    made: list[Path] = []
    try:
        for path, content in files.items():
            target = root / path
            staged[path] = _beside(target)
            with _named(target):
                made.extend(_make_folders(target.parent))
                with open(staged[path], "wb", _BUFFER) as stream:
                    stream.write(content)
    except OSError:
        for one in staged.values():
            with suppress(OSError):
                one.unlink(missing_ok=True)
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise
    return staged


def _move_into_place(root: Path, staged: Mapping[str, Path], changes: Changes) -> None:
    for path in changes.write:
        with _named(root / path):
            staged[path].replace(root / path)
    for path in changes.remove:
        (root / path).unlink(missing_ok=True)
        _remove_empty_folders(root, path)
    with _named(root / manifest.PATH):
        staged[manifest.PATH].replace(root / manifest.PATH)
    (root / _JOURNAL).unlink(missing_ok=True)


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder and what is missing above it; those that were made, outermost first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(exist_ok=True)
    return missing[::-1]


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.specloom")


@contextmanager
def _named(target: Path) -> Generator[None]:
    """Let a failure name the file that was meant, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error


def _remove_empty_folders(root: Path, path: str) -> None:
    for folder in PurePosixPath(path).parents:
        if len(folder.parts) < 2:
            return
        try:
            (root / folder).rmdir()
        except OSError:
            return
