"""Decides whether a request is sent again, and when."""

import random
import time
from collections.abc import Callable, Generator
from typing import TypeAlias

from .deadline import Clock, Deadline, deadline_in
from .frames import called
from .options import Attempt, Options
from .steps import Failure, Outcome, Reply, Request, Send, Wait, send

TRANSIENT_STATUSES = frozenset({408, 429, 500, 502, 503, 504, *range(520, 530)})
"""From 520 on: what Cloudflare says of a server behind it."""
TRANSIENT_FAILURES = frozenset({"connect", "network", "protocol", "timeout"})

FIRST_BUSY_PAUSE = 5.0
LONGEST_BUSY_PAUSE = 300.0

Judge: TypeAlias = Callable[[Outcome], bool]
"""Whether trying again may help."""


def is_transient(outcome: Outcome) -> bool:
    """Whether an outcome is of the passing kind, judged by status and kind of failure alone."""
    if isinstance(outcome, Failure):
        return outcome.kind in TRANSIENT_FAILURES
    return outcome.status in TRANSIENT_STATUSES


class RetryBudget:
    """Keeps a client from multiplying the load of a server in trouble.

    Each retry takes one from the budget, each answer gives a tenth back: a few retries are always
    there, and in a lasting outage one request in ten is repeated.
    """

    def __init__(self, size: float = 20.0, refund: float = 0.1) -> None:
        self._size = self._left = size
        self._refund = refund

    def take(self) -> bool:
        """Take one, if there is one. Threads need no lock: a count that is one off does no harm."""
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """An answer came."""
        self._left = min(self._size, self._left + self._refund)


class Patience:
    """Waits for a server that is busy, however often, until it has waited so many seconds in all.

    Pauses double up to five minutes, or are as long as the server asks.
    """

    def __init__(self, seconds: float, is_busy: Judge) -> None:
        self._left = seconds
        self._next = FIRST_BUSY_PAUSE
        self.is_busy = is_busy

    def pause(self, outcome: Outcome, left: float | None, chance: float) -> float | None:
        """Seconds until the next attempt; None when the patience or the deadline is at its end."""
        # Never near 0, since the server answers and is busy.
        seconds = self._next * (0.5 + chance / 2)
        asked = retry_after(outcome) if isinstance(outcome, Reply) else None
        seconds = seconds if asked is None else max(seconds, asked)
        if seconds > self._left or (left is not None and seconds >= left):
            return None
        self._left -= seconds
        self._next = min(2 * self._next, LONGEST_BUSY_PAUSE)
        return seconds


def exchange(
    request: Request,
    options: Options,
    budget: RetryBudget,
    judge: Judge = is_transient,
    *,
    ends: Deadline | None = None,
    patience: Patience | None = None,
    clock: Clock = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Generator[Send | Wait, Outcome | None, Outcome]:
    """Send a request, again where that is safe and may help, until an outcome stands.

    `ends` is when the call that it is part of must be over; without it, the request has the whole
    deadline for itself. What `patience` finds busy is sent again as it says, beside
    the retries.
    """
    started = clock()
    deadline = ends or deadline_in(options.deadline, clock)
    number = failed = 1
    while True:
        outcome = yield from send(
            Send(request, options.timeout, deadline, options.max_response_bytes)
        )
        ended = clock()
        wait = None
        left = None if deadline is None else deadline.left()
        if judge(outcome):
            if patience is not None and patience.is_busy(outcome):
                wait = patience.pause(outcome, left, chance())
            elif failed <= options.retries and may_repeat(request, outcome, options):
                wait = pause(outcome, failed, left, options, chance)
                failed += 1
                if wait is not None and not budget.take():
                    wait = None
        else:
            budget.give_back()
        if options.on_attempt is not None:
            called(options.on_attempt, _attempt(request, outcome, number, ended - started, wait))
        if wait is None:
            return outcome
        yield Wait(wait)
        started = clock()
        number += 1


def may_repeat(request: Request, outcome: Outcome, options: Options) -> bool:
    """Whether the request may go out again after this outcome."""
    certainly_unseen = isinstance(outcome, Failure) and not outcome.maybe_sent
    return request.repeatable or options.repeat_unsafe or certainly_unseen


def pause(
    outcome: Outcome,
    number: int,
    left: float | None,
    options: Options,
    chance: Callable[[], float],
) -> float | None:
    """Seconds before the next attempt; None when the server, or the deadline, leaves no room for one."""
    # From 0 on, so that clients that failed together come apart; 2.0 to a great power overflows.
    seconds = chance() * min(options.max_backoff, options.backoff * 2.0 ** min(number - 1, 30))
    asked = retry_after(outcome) if isinstance(outcome, Reply) else None
    if asked is not None:
        if asked > options.max_retry_after:
            return None
        seconds = max(seconds, asked)
    return None if left is not None and seconds >= left else seconds


def retry_after(reply: Reply, *, now: Callable[[], float] = time.time) -> float | None:
    """The pause that a server asks for, in seconds; None when it asks for none, or unreadably."""
    text = reply.headers.get("retry-after", "").strip()
    if not text:
        return None
    if text.isascii() and text.isdecimal():
        return float(text)
    from email.utils import parsedate_to_datetime  # rare, and slow to import

    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now())
    except (ValueError, OverflowError):
        return None


def _attempt(
    request: Request, outcome: Outcome, number: int, seconds: float, wait: float | None
) -> Attempt:
    status, failure, size = (
        (None, outcome.kind, 0)
        if isinstance(outcome, Failure)
        else (outcome.status, None, len(outcome.body))
    )
    return Attempt(
        operation=request.label,
        method=request.method,
        url=request.url,
        number=number,
        seconds=seconds,
        status=status,
        failure=failure,
        received_bytes=size,
        wait=wait,
    )
