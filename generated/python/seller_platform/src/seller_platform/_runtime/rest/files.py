"""Files that calls are given, as the parts of a form that carry them."""

import io
from pathlib import Path
from typing import TypeAlias, cast

from ..core.steps import FileContent, Upload

File: TypeAlias = FileContent | tuple[str, FileContent]
"""A file: its bytes, its path, or itself, open for bytes; with a name before it, if it is to have another one."""


def is_file(value: object) -> bool:
    """Return whether an argument is a file, or a name and a file."""
    match value:
        case tuple():
            parts = cast("tuple[object, ...]", value)
            return len(parts) == 2 and isinstance(parts[0], str) and _is_content(parts[1])
        case _:
            return _is_content(value)


def _is_content(value: object) -> bool:
    match value:
        case bytes() | Path():
            return True
        case io.TextIOBase():
            return False
        case _:
            return hasattr(value, "read") and hasattr(value, "seek")


def upload_of(wire: str, value: File) -> Upload:
    """The part of a form for a file, which has the name of its path or else of the parameter."""
    if isinstance(value, tuple):
        name, content = value
    else:
        content = value
        path: object = value if isinstance(value, Path) else getattr(value, "name", None)
        name = Path(path).name if isinstance(path, str | Path) else wire
    return Upload(parameter=wire, filename=name, content=content)
