"""Until when a call must be over, and how what waits on its behalf learns of it."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

import msgspec

Clock: TypeAlias = Callable[[], float]
"""Seconds since any moment, as `time.monotonic` counts them."""

SHORTEST = 0.001
"""A timeout of 0 would mean not to wait at all."""

_call = threading.local()


class Deadline(msgspec.Struct, frozen=True):
    """A time of a clock at which something must be over."""

    ends: float
    clock: Clock = time.monotonic

    def remaining(self) -> float:
        """Seconds until then; below 0 once it has passed."""
        return self.ends - self.clock()

    def has_passed(self) -> bool:
        """Return whether it is too late."""
        return self.remaining() <= 0

    def shorten(self, timeout: float | None) -> float:
        """A timeout, but no longer than until then."""
        remaining = max(SHORTEST, self.remaining())
        return remaining if timeout is None else min(timeout, remaining)


def deadline_in(seconds: float | None, clock: Clock) -> Deadline | None:
    """The deadline that is so many seconds from now; without seconds, there is none."""
    return None if seconds is None else Deadline(clock() + seconds, clock)


class Connecting:
    """Progress of one request, per task."""

    __slots__ = ("unsent",)

    def __init__(self) -> None:
        self.unsent = False
        """A connection is being opened for it, so that nothing was sent."""


CONNECTING: ContextVar[Connecting | None] = ContextVar("connecting", default=None)


@contextmanager
def until(deadline: Deadline | None) -> Generator[None]:
    """Bound what this thread waits for inside."""
    _call.deadline = deadline
    try:
        yield
    finally:
        _call.deadline = None


def within_deadline(timeout: float | None) -> float | None:
    """The timeout, limited to the time until the deadline."""
    deadline: Deadline | None = getattr(_call, "deadline", None)
    return timeout if deadline is None else deadline.shorten(timeout)
