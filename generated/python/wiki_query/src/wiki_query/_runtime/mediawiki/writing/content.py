"""The content of a file that is sent piece by piece: of a path, an open file or bytes."""

import hashlib
from pathlib import Path
from typing import IO

from ..errors import ParameterError

_AT_ONCE = 1024 * 1024


class Content:
    """Content to upload. Only the piece requested last is in memory."""

    def __init__(self, source: bytes | Path | IO[bytes]) -> None:
        self._source = source
        self._hash = hashlib.sha1(usedforsecurity=False)
        self._hashed = 0
        self.size = _size_of(source)
        """Bytes."""

    def piece(self, offset: int, length: int) -> bytes:
        """`length` bytes from an offset; fewer only at the end."""
        count = min(length, self.size - offset)
        piece = _read(self._source, offset, count)
        if len(piece) < count:
            text = "the file became shorter while it was sent"
            raise ParameterError(text, code=None, module="upload", parameter="file")
        if offset <= self._hashed < offset + len(piece):
            self._hash.update(piece[self._hashed - offset :])
            self._hashed = offset + len(piece)
        return piece

    def sha1(self) -> str:
        """The SHA-1 hash of all of it, in hexadecimal, as wikis tell it. What was sent is not read again."""
        while self._hashed < self.size:
            self.piece(self._hashed, _AT_ONCE)
        return self._hash.hexdigest()


def _size_of(source: bytes | Path | IO[bytes]) -> int:
    if isinstance(source, bytes):
        return len(source)
    if isinstance(source, Path):
        return source.stat().st_size
    return source.seek(0, 2)


def _read(source: bytes | Path | IO[bytes], offset: int, length: int) -> bytes:
    if isinstance(source, bytes):
        return source[offset : offset + length]
    if isinstance(source, Path):
        with source.open("rb") as file:
            return _read(file, offset, length)
    source.seek(offset)
    pieces: list[bytes] = []
    while length > 0 and (piece := source.read(length)):  # one without a buffer reads less
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
