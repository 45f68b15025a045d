"""One writer at a time: a lock that the operating system drops when its holder dies."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

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
def exclusive(path: Path, on_wait: Callable[[], None]) -> Generator[None]:
    """Hold the lock; when another process has it, call `on_wait` once and wait for it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _take(descriptor, wait=False):
            on_wait()
            while not _take(descriptor, wait=True):
                continue  # Windows gives up after ten seconds
        yield
    finally:
        os.close(descriptor)
