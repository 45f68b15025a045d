"""A clock that a test moves, so that a deadline passes however busy the machine is."""

import asyncio
import time


class Clock:
    """A clock in place of `time.monotonic`: it advances by itself, and further when a test says so."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self._ahead

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._ahead += seconds

    def loop(self) -> asyncio.AbstractEventLoop:
        """An event loop whose timers go by this clock."""
        return _Loop(self)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        super().__init__()

    def time(self) -> float:
        return self._clock()
