"""Files of a request that a caller gives, which can be sent again only if they can be rewound."""

from pathlib import Path
from typing import IO, Any

from .steps import FileContent, Request


class UnreadableError(Exception):
    """A file cannot be read."""


class Stream:
    """A file that cannot be rewound, such as a pipe: it is sent once, from where it stands."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.is_begun = False
        """Some of it was read, so that it cannot be sent again."""

    def read(self, size: int) -> bytes:
        """Read on."""
        self.is_begun = True
        return read(self._file, size)


def rewindable(content: FileContent) -> "FileContent | Stream":
    """A file; one that cannot be rewound as a `Stream`."""
    if isinstance(content, bytes | Path) or _can_seek(content):
        return content
    return Stream(content)


def _can_seek(file: Any) -> bool:
    if not hasattr(file, "seek"):
        return False
    try:
        return bool(file.seekable()) if hasattr(file, "seekable") else True
    except (OSError, ValueError):  # it is closed, which reading it says
        return True


def is_spent(request: Request) -> bool:
    """Return whether a part of a request was read that cannot be read again."""
    contents: list[object] = [] if request.file is None else [request.file.reveal()]
    if request.form is not None:
        contents += [upload.content for upload in request.form.reveal().uploads]
    return any(isinstance(content, Stream) and content.is_begun for content in contents)


def read(file: IO[bytes], size: int) -> bytes:
    """Read on; raises `UnreadableError` where the file cannot be read."""
    try:
        return file.read(size)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
    raise UnreadableError(text)
