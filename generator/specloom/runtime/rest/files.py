"""Files that calls are given, as bodies and as parts of forms."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast

from ..core.steps import FileContent as FileContent
from ..core.steps import Upload
from ..core.upload import rewindable

File: TypeAlias = FileContent | tuple[str, FileContent]
"""A file: its bytes, its path, or itself, open for bytes; with a name before it, if it is to have another one."""


def is_file(value: object) -> bool:
    """Return whether an argument is a file, or a name and a file."""
    match value:
        case tuple():
            parts = cast("tuple[object, ...]", value)
            return len(parts) == 2 and isinstance(parts[0], str) and is_content(parts[1])
        case _:
            return is_content(value)


def is_content(value: object) -> bool:
    """Return whether an argument is bytes, a path, or a file that is open for bytes."""
    match value:
        case bytes() | bytearray() | memoryview() | Path():
            return True
        case io.TextIOBase():
            return False
        case _:
            return hasattr(value, "read")


def without_files(value: object) -> tuple[object, list[Upload]]:
    """A map without the entries that are files or lists of files, and the parts of a form for these."""
    if not isinstance(value, Mapping):
        return value, []
    entries = cast("Mapping[str, object]", value)
    files = {name: _files_of(entry) for name, entry in entries.items()}
    uploads = [upload_of(name, file) for name, of_entry in files.items() for file in of_entry]
    return {name: entry for name, entry in entries.items() if not files[name]}, uploads


def _files_of(value: object) -> list[File]:
    if is_file(value):
        return [cast("File", value)]
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        if all(map(is_file, items)):
            return [*cast("Sequence[File]", items)]
    return []


def content_of(value: object) -> Any:
    """Bytes as they are sent, a path, or a file that is known to be read once or again."""
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, memoryview):
        return value.tobytes()
    return rewindable(cast("FileContent", value))


def upload_of(wire: str, value: File) -> Upload:
    """The part of a form for a file, which has the name of its path or else of the parameter."""
    if isinstance(value, tuple):
        name, content = value
    else:
        content = value
        path: object = value if isinstance(value, Path) else getattr(value, "name", None)
        name = Path(path).name if isinstance(path, str | Path) else wire
    return Upload(parameter=wire, filename=name, content=content_of(content))
