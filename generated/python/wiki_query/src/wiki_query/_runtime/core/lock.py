"""A lock that each process has for itself."""

import os
from threading import Lock


class OwnLock:
    """A lock that a forked process finds open, whatever threads of its parent did."""

    def __init__(self) -> None:
        self._process, self._lock = os.getpid(), Lock()

    def acquire(self) -> bool:
        """Take the lock if it is free."""
        if self._process != os.getpid():
            self._process, self._lock = os.getpid(), Lock()
        return self._lock.acquire(blocking=False)

    def release(self) -> None:
        """Give it back."""
        self._lock.release()
