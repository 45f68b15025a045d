"""The body of a request as the HTTP library takes it: files are read while they are sent."""

import os
from collections.abc import AsyncIterator, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import httpx2

from .frames import call_user
from .steps import Request, UploadHook
from .upload import Stream, UnreadableError, read

_CHUNK = 64 * 1024


@contextmanager
def body_of(request: Request) -> Generator[Mapping[str, Any]]:
    """The body, as arguments of the library's request; files that are given by path are open meanwhile."""
    with ExitStack() as stack:
        if request.file is not None:
            yield {"content": _content(request.file.reveal(), request, stack)}
        elif request.form is not None:
            form = request.form.reveal()
            files: list[tuple[str, tuple[Any, ...]]] = []
            for upload in form.uploads:
                content = upload.content
                part = content if isinstance(content, bytes) else _file(content, stack)
                typed = () if upload.media_type is None else (upload.media_type,)
                files.append((upload.parameter, (upload.filename, part, *typed)))
            yield {"data": dict(form.texts), "files": files}
        elif request.content is not None:
            yield {"content": _content(request.content.reveal(), request, stack)}
        else:
            yield {}


def _content(content: Any, request: Request, stack: ExitStack) -> "bytes | Raw":
    """A body other than a form; in pieces if it is a file, or if a function shows the progress."""
    if isinstance(content, bytes):
        if request.on_upload is None:
            return content
        content = BytesIO(content)
    return Raw(_file(content, stack))


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


class Counted(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body that reports how much of it is sent, for both kinds of client."""

    def __init__(self, stream: Any, size: int | None, hook: UploadHook) -> None:
        self._stream = stream
        self._size = size
        self._hook = hook

    def __iter__(self) -> Iterator[bytes]:
        count = 0
        for chunk in self._stream:
            for start in range(0, len(chunk), _CHUNK):
                piece = chunk[start : start + _CHUNK]
                yield piece
                # The connection asks for the next piece when it has sent this one.
                count += len(piece)
                call_user(self._hook, count, self._size)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk
