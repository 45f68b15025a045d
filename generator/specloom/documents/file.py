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

    def __init__(self, limit: int) -> None:
        super().__init__(f"the file is larger than {limit:,} bytes")


def is_missing(path: Path) -> bool:
    """Return whether nothing exists at the path; False if that cannot be found out."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def stamp(path: Path) -> tuple[int, int] | None:
    """Time of the last change and size of a file; None if it cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def names_in(folder: Path) -> list[str]:
    """Names in a folder, sorted, without hidden files."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def read_bytes(path: Path, limit: int) -> bytes:
    """The content of a regular file, at most `limit` bytes; raises OSError for everything else."""
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
            content = stream.read(min(status.st_size, limit) + 1)  # takes room for all that it asks
            if len(content) > status.st_size:  # it grows, or its size is not known
                content += stream.read(limit + 1 - len(content))
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise TooLargeError(limit)
    return content
