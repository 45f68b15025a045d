"""A clock that a test moves, so that a deadline passes however busy the machine is."""

import time

_now = time.monotonic


class Clock:
    """In place of `time.monotonic`: goes on by itself, and further when it is told to."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return _now() + self._ahead

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._ahead += seconds
