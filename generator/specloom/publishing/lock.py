"""One writer at a time: a lock that the operating system drops when its holder dies."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from specloom.publishing.folder import Folder

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int, wait: bool) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(descriptor: int, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


@contextmanager
def exclusive(folder: Folder, path: str, on_wait: Callable[[], None]) -> Generator[None]:
    """Hold the lock; when another process has it, call `on_wait` once and wait for it."""
    descriptor = folder.lock_file(path)
    try:
        if not _take(descriptor, wait=False):
            on_wait()
            while not _take(descriptor, wait=True):
                continue  # Windows gives up after ten seconds
        yield
    finally:
        # Drops the lock. The file stays, since others may be waiting for this very one.
        os.close(descriptor)
