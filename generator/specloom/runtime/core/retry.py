"""Decides whether a request is sent again, and when."""

import random
import time
from collections.abc import Callable, Generator
from typing import TypeAlias

from .deadline import Clock, Deadline, deadline_in
from .frames import call_user
from .options import Attempt, Options
from .pauses import requested_pause
from .steps import Failure, Outcome, Reply, Request, Send, Wait, send
from .upload import is_spent

TRANSIENT_STATUSES = frozenset({408, 429, 500, 502, 503, 504, *range(520, 530)})
"""From 520 on: what Cloudflare says of a server behind it."""
TRANSIENT_FAILURES = frozenset({"connect", "network", "protocol", "timeout"})
REFUSING_STATUSES = frozenset({301, 307, 308, 401, 405, 407, 411, 413, 414, 415, 429, 431})
"""Statuses with which a server refuses a request, or sends it elsewhere, before it is carried out. After any other,
something in front of the server may answer in its place when it has done its work."""

FIRST_PATIENT_PAUSE = 1.0
LONGEST_PATIENT_PAUSE = 300.0

Judge: TypeAlias = Callable[[Outcome], bool]
"""A test of an outcome."""


def is_transient(outcome: Outcome) -> bool:
    """Return whether an outcome is of the passing kind, judged by status and kind of failure alone."""
    if isinstance(outcome, Failure):
        return outcome.kind in TRANSIENT_FAILURES
    return outcome.status in TRANSIENT_STATUSES


def is_undone(outcome: Outcome) -> bool:
    """Return whether it is certain, by status and kind of failure alone, that the request was not carried out."""
    if isinstance(outcome, Failure):
        return not outcome.maybe_sent
    return outcome.status in REFUSING_STATUSES


class RetryBudget:
    """Keeps a client from multiplying the load of a server in trouble.

    Each retry takes one from the budget, each answer gives a tenth back: a few retries are always
    there, and in a lasting outage one request in ten is repeated.
    """

    def __init__(self, size: float = 20.0, refund: float = 0.1) -> None:
        self._size = self._remaining = size
        self._refund = refund

    def take(self) -> bool:
        """Take one, if there is one. Threads need no lock: a count that is one off does no harm."""
        if self._remaining < 1:
            return False
        self._remaining -= 1
        return True

    def give_back(self) -> None:
        """Return a part of the budget after an answer."""
        self._remaining = min(self._size, self._remaining + self._refund)


class Patience:
    """Waits out what it covers, however often, until it has waited so many seconds in all.

    Pauses are as long as the server asks; where it asks for none, they double up to five minutes.
    """

    def __init__(self, seconds: float, covers: Judge) -> None:
        self._remaining = seconds
        self._next = FIRST_PATIENT_PAUSE
        self.covers = covers

    def pause(self, outcome: Outcome, remaining: float | None, chance: float) -> float | None:
        """Seconds until the next attempt; None if the patience or the deadline does not allow one."""
        server_pause = (requested_pause(outcome) if isinstance(outcome, Reply) else None) or 0.0
        # Never near 0: a server that asks for no pause worth the name is in trouble all the same.
        is_asked = server_pause >= FIRST_PATIENT_PAUSE
        seconds = server_pause if is_asked else self._next * (0.5 + chance / 2)
        if seconds > self._remaining or (remaining is not None and seconds >= remaining):
            return None
        self._remaining -= seconds
        if not is_asked:
            self._next = min(2 * self._next, LONGEST_PATIENT_PAUSE)
        return seconds


def exchange(
    request: Request,
    options: Options,
    budget: RetryBudget,
    judge: Judge = is_transient,
    *,
    ends: Deadline | None = None,
    undone: Judge = is_undone,
    patience: Patience | None = None,
    prepared: Callable[[Request], Request] | None = None,
    clock: Clock = time.monotonic,
    chance: Callable[[], float] = random.random,
) -> Generator[Send | Wait, Outcome | None, Outcome]:
    """Send a request, again where that is safe and may help, until an outcome stands.

    `judge` tells whether another attempt may help, `undone` whether the server has certainly done nothing:
    then even what must not be done twice is sent again. `ends` is when the call that it is part of must be
    over; without it, the request has the whole deadline for itself. What `patience` covers is sent again as
    it says, beside the retries. `prepared` makes what is sent, anew each time, where a signature must not be
    sent twice.
    """
    started = clock()
    deadline = ends or deadline_in(options.deadline, clock)
    number = failed = 1
    while True:
        outcome = yield from send(
            Send(
                request if prepared is None else prepared(request),
                options.timeout,
                deadline,
                options.max_response_bytes,
            )
        )
        ended = clock()
        wait = None
        remaining = None if deadline is None else deadline.remaining()
        if not judge(outcome):
            budget.give_back()
        elif is_spent(request):
            pass  # what cannot be rewound would be sent without its beginning
        elif request.repeatable or options.repeat_unsafe or undone(outcome):
            if patience is not None and patience.covers(outcome):
                wait = patience.pause(outcome, remaining, chance())
            elif failed <= options.retries:
                wait = pause(outcome, failed, remaining, options, chance)
                failed += 1
                if wait is not None and not budget.take():
                    wait = None
        if options.on_attempt is not None:
            call_user(options.on_attempt, _attempt(request, outcome, number, ended - started, wait))
        if wait is None:
            return outcome
        yield Wait(wait)
        started = clock()
        number += 1


def pause(
    outcome: Outcome,
    number: int,
    remaining: float | None,
    options: Options,
    chance: Callable[[], float],
) -> float | None:
    """Seconds before the next attempt; None if the server or the deadline does not allow one."""
    # From 0 on, so that clients that failed together come apart; 2.0 to a great power overflows.
    seconds = chance() * min(options.max_backoff, options.backoff * 2.0 ** min(number - 1, 30))
    server_pause = requested_pause(outcome) if isinstance(outcome, Reply) else None
    if server_pause is not None:
        if server_pause > options.max_retry_after:
            return None
        seconds = max(seconds, server_pause)
    return None if remaining is not None and seconds >= remaining else seconds


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
