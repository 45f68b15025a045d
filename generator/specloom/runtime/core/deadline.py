"""The deadline of the call that a thread is making, for what waits on its behalf."""

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

SHORTEST = 0.001
"""A timeout of 0 would mean not to wait at all."""

_call = threading.local()


class Connecting:
    """How far a request of a task has come."""

    __slots__ = ("unsent",)

    def __init__(self) -> None:
        self.unsent = False
        """A connection is being opened for it, so that nothing was sent."""


CONNECTING: ContextVar[Connecting | None] = ContextVar("connecting", default=None)


@contextmanager
def until(deadline: float | None) -> Generator[None]:
    """Bound what this thread waits for inside; `deadline` is a time of `time.monotonic`."""
    _call.deadline = deadline
    try:
        yield
    finally:
        _call.deadline = None


def left(timeout: float | None) -> float | None:
    """A timeout, but no longer than until the deadline."""
    deadline: float | None = getattr(_call, "deadline", None)
    return timeout if deadline is None else shortened(timeout, deadline)


def shortened(timeout: float | None, deadline: float) -> float:
    """A timeout, but no longer than until a deadline."""
    remaining = max(SHORTEST, deadline - time.monotonic())
    return remaining if timeout is None else min(timeout, remaining)


def seconds_until(deadline: float | None) -> float | None:
    """How long it is until a deadline; less than 0 when that has passed."""
    return None if deadline is None else deadline - time.monotonic()
