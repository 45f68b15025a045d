"""Files as they lie on the disk: regular ones only, and no more of each than is asked for."""

import os
import stat
from pathlib import Path

_FLAGS: int = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for somebody who writes
    | getattr(os, "O_BINARY", 0)
)
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class TooLargeError(Exception):
    """A file holds more than is read of one."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the file is larger than {most:,} bytes")


def is_missing(path: Path) -> bool:
    """Whether nothing is there; what is there and out of reach is told by whoever reads it."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def stamp(path: Path) -> tuple[int, int] | None:
    """What changes with a file: when it was written, and its size; None where it is out of reach."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def names_in(folder: Path) -> list[str]:
    """What lies in a folder, but for hidden files, in order."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def read_bytes(path: Path, most: int) -> bytes:
    """What a file holds, at most so many bytes; OSError for all that is no regular file."""
    try:
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:  # a NUL character, or what the system's encoding has not
        raise OSError(str(error)) from error
    try:
        status = os.fstat(descriptor)
        kind = stat.S_IFMT(status.st_mode)
        if kind != stat.S_IFREG:
            raise OSError(f"it is {_KINDS.get(kind, 'no regular file')}")
        with open(descriptor, "rb", closefd=False) as stream:
            content = stream.read(min(status.st_size, most) + 1)  # takes room for all that it asks
            if len(content) > status.st_size:  # it grows, or its size is not known
                content += stream.read(most + 1 - len(content))
    finally:
        os.close(descriptor)
    if len(content) > most:
        raise TooLargeError(most)
    return content
