"""The body of a request as the HTTP library takes it: files are read while they are sent."""

import os
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from .steps import Request

_CHUNK = 64 * 1024


class UnreadableError(Exception):
    """A file cannot be read."""


@contextmanager
def body_of(request: Request) -> Generator[Mapping[str, Any]]:
    """The body, as arguments of the library's request; files that are given by path are open meanwhile."""
    if request.form is None:
        yield {"content": None if request.content is None else request.content.reveal()}
        return
    form = request.form.reveal()
    with ExitStack() as stack:
        files: list[tuple[str, tuple[Any, ...]]] = []
        for upload in form.uploads:
            content: Any = upload.content
            if isinstance(content, Path):
                content = _Whole(stack.enter_context(_opened(content)))
            elif not isinstance(content, bytes):
                content = _Whole(content)
            typed = () if upload.media_type is None else (upload.media_type,)
            files.append((upload.parameter, (upload.filename, content, *typed)))
        yield {"data": dict(form.texts), "files": files}


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        text = f"{path}: {error.strerror}"
    raise UnreadableError(text)


class _Whole:
    """A file as the library reads it: from its beginning, and as long as it says."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def tell(self) -> int:
        """Position at which reading begins."""
        return 0

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place; the end is how long the file is."""
        if whence == os.SEEK_END:
            return self._size()
        return self._file.seek(offset)

    def read(self, size: int) -> bytes:
        """Read on."""
        try:
            return self._file.read(size)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
        raise UnreadableError(text)

    def _size(self) -> int:
        try:
            return self._file.seek(0, os.SEEK_END)
        except (OSError, ValueError):  # one that is unpacked knows its end only there
            self._file.seek(0)
        size = 0
        while chunk := self.read(_CHUNK):
            size += len(chunk)
        return size
