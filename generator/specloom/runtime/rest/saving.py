"""Files that downloads are written to: complete under their names, or not there at all."""

import secrets
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeAlias

Progress: TypeAlias = Callable[[int, int | None], object]
"""Takes the bytes that have come, and those of the whole reply, if they are known."""
Target: TypeAlias = str | Path | IO[bytes]
"""The path of a file, or a file that is open for bytes."""


class Saving:
    """A file that is written beside its place, and moved there when it is complete."""

    def __init__(self, target: Target) -> None:
        self._place = Path(target) if isinstance(target, str | Path) else None
        self._part: Path | None = None
        self._file: IO[bytes] | None = None if isinstance(target, str | Path) else target

    def __enter__(self) -> Self:
        if self._place is not None:
            self._part = self._place.with_name(f".{self._place.name[:100]}.{secrets.token_hex(4)}")
            self._file = self._part.open("xb")
        return self

    def write(self, chunk: bytes) -> None:
        """Write more bytes."""
        file: Any = self._file
        file.write(chunk)

    def complete(self) -> None:
        """Give the file its name, in place of a file that has it already."""
        if self._part is not None and self._place is not None and self._file is not None:
            self._file.close()
            self._part.replace(self._place)
            self._part = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._part is not None and self._file is not None:
            self._file.close()
            self._part.unlink(missing_ok=True)
