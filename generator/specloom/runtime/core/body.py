"""The body of a request as the HTTP library takes it: files are read while they are sent."""

import os
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import httpx2

from .steps import Request
from .upload import Stream, UnreadableError, read

_CHUNK = 64 * 1024


@contextmanager
def body_of(request: Request) -> Generator[Mapping[str, Any]]:
    """The body, as arguments of the library's request; files that are given by path are open meanwhile."""
    with ExitStack() as stack:
        if request.file is not None:
            content: Any = request.file.reveal()
            yield {"content": content if isinstance(content, bytes) else Raw(_file(content, stack))}
        elif request.form is not None:
            form = request.form.reveal()
            files: list[tuple[str, tuple[Any, ...]]] = []
            for upload in form.uploads:
                content = upload.content
                if not isinstance(content, bytes):
                    content = _file(content, stack)
                typed = () if upload.media_type is None else (upload.media_type,)
                files.append((upload.parameter, (upload.filename, content, *typed)))
            yield {"data": dict(form.texts), "files": files}
        else:
            yield {"content": None if request.content is None else request.content.reveal()}


def _file(content: Any, stack: ExitStack) -> "_Whole | Stream":
    """A file from its beginning, or a stream from where it stands."""
    if isinstance(content, Stream):
        return content
    if isinstance(content, Path):
        content = stack.enter_context(_opened(content))
    return _Whole(content)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        text = f"{path}: {error.strerror}"
    raise UnreadableError(text)


class _Whole:
    """A file as the library reads it: from its beginning, and as much as its size promised."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size: int | None = None
        self._remaining = 0

    def tell(self) -> int:
        """Position at which reading begins."""
        return 0

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place; the end is the size of the file."""
        if whence == os.SEEK_END:
            return self.size()
        self._remaining = self.size() - offset
        return self._rewound(offset)

    def read(self, size: int) -> bytes:
        """Read on, to the size that was announced, even if the file has become longer."""
        chunk = read(self._file, min(size, self._remaining))
        if not chunk and self._remaining:
            raise UnreadableError("the file has become shorter while it was sent")
        self._remaining -= len(chunk)
        return chunk

    def size(self) -> int:
        """Bytes of the file when it was first asked for."""
        if self._size is None:
            self._size = self._measured()
        return self._size

    def _rewound(self, offset: int) -> int:
        try:
            return self._file.seek(offset)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
        raise UnreadableError(text)

    def _measured(self) -> int:
        try:
            return self._file.seek(0, os.SEEK_END)
        except (OSError, ValueError):  # one that is unpacked knows its end only there
            self._rewound(0)
        size = 0
        while chunk := read(self._file, _CHUNK):
            size += len(chunk)
        return size


class Raw(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A file as a body, for both kinds of client."""

    def __init__(self, file: _Whole | Stream) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        if isinstance(self._file, _Whole):
            self._file.seek(0)
        while chunk := self._file.read(_CHUNK):
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def size(self) -> int | None:
        """Bytes of the body; None if they are not known before it is read."""
        return self._file.size() if isinstance(self._file, _Whole) else None
