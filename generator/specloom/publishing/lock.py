"""One writer at a time: a lock that ends with the process that took it, whatever copies of it live on."""

import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from itertools import chain, count

from specloom.publishing.folder import Folder

Waiting = Callable[[int | None, int], None]
"""Called with the id of the process that holds the lock, None if unknown, and the seconds waited so far."""

_PAUSE = 0.05
"""Seconds between two attempts."""
_REPORTS = (0, 10, 30)
"""Seconds of waiting after which it is reported; from then on once a minute."""
_descriptors: set[int] = set()
"""Locks that this process holds."""

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 20
    """Offset of the byte that is locked: nobody else can read one, and the process id stands at the beginning."""

    def _take(descriptor: int) -> bool:
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _give_up() -> None:
        """In a forked process: it would hold the lock for as long as it lives, also after its parent has ended."""
        for descriptor in _descriptors:
            os.close(descriptor)
        _descriptors.clear()

    os.register_at_fork(after_in_child=_give_up)


@contextmanager
def exclusive(
    folder: Folder,
    path: str,
    on_wait: Waiting,
    *,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Generator[None]:
    """Hold the lock; while another process has it, `on_wait` hears of that now and then."""
    descriptor = folder.lock_file(path)
    _descriptors.add(descriptor)
    try:
        _wait(descriptor, on_wait, clock, pause)
        _write_holder(descriptor, f"{os.getpid()}\n")
        yield
        _write_holder(descriptor, "")
    finally:
        if descriptor in _descriptors:  # not in a process that was forked meanwhile
            _descriptors.discard(descriptor)
            # Drops the lock. The file stays, since others may be waiting for this very one.
            os.close(descriptor)


def _wait(
    descriptor: int, on_wait: Waiting, clock: Callable[[], float], pause: Callable[[float], None]
) -> None:
    began = clock()
    reports = chain(_REPORTS, count(60, 60))
    report = next(reports)
    while not _take(descriptor):
        if clock() - began >= report:
            on_wait(_holder(descriptor), report)
            report = next(reports)
        pause(_PAUSE)


def _write_holder(descriptor: int, text: str) -> None:
    with suppress(OSError):  # a full disk: then the others do not know who holds it
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, text.encode())


def _holder(descriptor: int) -> int | None:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        return int(os.read(descriptor, 20))
    except (OSError, ValueError):
        return None
