"""When a request is sent again, after how long, and when never."""

from collections.abc import Sequence
from typing import Any

import pytest

from specloom.runtime.core.options import Attempt, Options
from specloom.runtime.core.pauses import requested_pause
from specloom.runtime.core.retry import (
    Judge,
    Patience,
    RetryBudget,
    exchange,
    is_undone,
)
from specloom.runtime.core.steps import Failure, Outcome, Reply, Request, Send

GET = Request(method="GET", url="http://h.test/", repeatable=True, label="items.list")
POST = Request(method="POST", url="http://h.test/", repeatable=False)
LOST = Failure(kind="network", text="reset", maybe_sent=True)
REFUSED = Failure(kind="connect", text="refused", maybe_sent=False)


def reply(status: int = 200, **headers: str) -> Reply:
    return Reply(
        status=status,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        body=b"",
    )


def is_busy(outcome: Outcome) -> bool:
    return isinstance(outcome, Reply) and outcome.status == 503


def play(
    outcomes: Sequence[Outcome],
    request: Request = GET,
    budget: RetryBudget | None = None,
    seconds_each: float = 0.0,
    patience: float | None = None,
    undone: Judge = is_undone,
    **options: Any,
) -> tuple[Outcome, list[float]]:
    """The outcome that stands and the waits before it, with chance always at its highest."""
    now, waits, rest = 0.0, list[float](), iter(outcomes)
    steps = exchange(
        request,
        Options(**options),
        budget or RetryBudget(),
        patience=None if patience is None else Patience(patience, is_busy),
        undone=undone,
        clock=lambda: now,
        chance=lambda: 1.0,
    )
    answer: Outcome | None = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as stop:
            assert next(rest, None) is None, "not all outcomes were asked for"
            return stop.value, waits
        if isinstance(step, Send):
            now += seconds_each
            answer = next(rest)
        else:
            waits.append(step.seconds)
            now += step.seconds
            answer = None


@pytest.mark.promise(
    "HTTP status 408, 429, 500, 502, 503, 504 or 520 to 529",
    "The pauses are random and grow",
    "HTTP status 408, 429, 500, 502, 503, 504, or 520 and above | retries",
    "Each pause is random, up to half a second before the first retry and twice as much before each further one",
)
@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 520, 529])
def test_a_passing_status_is_tried_again_with_growing_pauses(status: int) -> None:
    outcome, waits = play([reply(status), reply(status), reply(status), reply()])
    assert outcome == reply()
    assert waits == [0.5, 1.0, 2.0]


@pytest.mark.promise("The pauses are random and grow")
def test_pauses_stop_growing() -> None:
    _, waits = play([LOST] * 5, retries=4, max_backoff=1.5)
    assert waits == [0.5, 1.0, 1.5, 1.5]


@pytest.mark.promise("HTTP status 408, 429, 500, 502, 503, 504 or 520 to 529")
@pytest.mark.parametrize("status", [200, 301, 400, 403, 404, 407, 409, 501, 519, 530])
def test_any_other_status_stands(status: int) -> None:
    assert play([reply(status)]) == (reply(status), [])


@pytest.mark.parametrize("kind", ["deadline", "decoding", "too-large", "transport", "unsendable"])
def test_a_lasting_failure_stands(kind: Any) -> None:
    failure = Failure(kind=kind, text="", maybe_sent=True)
    assert play([failure]) == (failure, [])


def test_the_last_outcome_stands_when_retries_are_used_up() -> None:
    assert play([LOST, LOST, reply(503)], retries=2)[0] == reply(503)


@pytest.mark.promise("`Client(retries=0)` switches retries off")
def test_no_retries_when_told_so() -> None:
    assert play([LOST], retries=0) == (LOST, [])


@pytest.mark.parametrize("outcome", [LOST, reply(503), reply(408, retry_after="1")])
def test_what_may_have_been_received_is_never_sent_twice(outcome: Outcome) -> None:
    assert play([outcome], POST) == (outcome, [])


@pytest.mark.promise("repeats it only if it was certainly not carried out")
@pytest.mark.parametrize("outcome", [REFUSED, reply(429)])
def test_what_was_certainly_not_carried_out_may_be(outcome: Outcome) -> None:
    assert play([outcome, reply()], POST) == (reply(), [0.5])


@pytest.mark.promise(
    "the next attempt waits at least that long",
    "If the server sends `Retry-After`, the client waits at least that long",
)
def test_the_server_may_ask_for_a_longer_pause() -> None:
    assert play([reply(429, retry_after="7"), reply()])[1] == [7.0]


def test_a_server_that_asks_for_less_shortens_no_pause() -> None:
    assert play([reply(429, retry_after="0"), reply()])[1] == [0.5]


@pytest.mark.promise("If the server sends `Retry-After`, the client waits at least that long")
def test_a_pause_beyond_the_bound_ends_the_call() -> None:
    absurd = reply(429, retry_after="9" * 5000)
    assert play([absurd]) == (absurd, [])
    longest, longer = reply(429, retry_after="30"), reply(429, retry_after="31")
    bounded: dict[str, Any] = {"max_retry_after": 30.0, "deadline": None}
    assert play([longest, longer], **bounded) == (longer, [30.0])


@pytest.mark.promise(
    "no pause reaches beyond it", "It also gives up when the pause would pass the `deadline`"
)
def test_no_pause_reaches_past_the_deadline() -> None:
    assert play([reply(503, retry_after="5")], deadline=5.0)[1] == []
    assert play([reply(503, retry_after="5"), reply()], deadline=6.0)[1] == [5.0]


@pytest.mark.promise("is for a whole call, with all its requests, retries and pauses")
def test_the_deadline_counts_from_the_first_attempt() -> None:
    outcome, waits = play([LOST, LOST], seconds_each=3.0, deadline=6.6)
    assert (outcome, waits) == (LOST, [0.5])


@pytest.mark.promise(
    "a budget of 20 retries that all calls of a client share",
    "a budget of 20 retries for all its calls",
)
def test_a_lasting_outage_uses_the_budget_up_and_answers_fill_it() -> None:
    budget = RetryBudget()
    assert len(play([LOST] * 21, budget=budget, retries=30, deadline=None)[1]) == 20
    for _ in range(9):
        play([reply()], budget=budget)
    assert play([LOST], budget=budget)[1] == []
    play([reply()], budget=budget)
    play([reply()], budget=budget)
    assert len(play([LOST, reply()], budget=budget)[1]) == 1


@pytest.mark.promise("with `Retry-After` (seconds or a date)")
@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("Thu, 01 Jan 1970 00:01:40 GMT", 90.0),
        ("Thu, 01 Jan 1970 00:00:01 GMT", 0.0),
        ("-5", None),
        ("1.5", None),
        ("\u0664", None),
        ("soon", None),
        ("", None),
        ("Thu, 01 Jan 99999 00:00:00 GMT", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_a_date(text: str, seconds: float | None) -> None:
    assert requested_pause(reply(429, retry_after=text), now=lambda: 10.0) == seconds


@pytest.mark.promise(
    "`on_attempt` is called after each request", "is a function that is called after each attempt"
)
def test_each_attempt_is_told() -> None:
    attempts: list[Attempt] = []
    play([LOST, reply(204)], seconds_each=2.0, on_attempt=attempts.append)
    assert [
        (a.number, a.seconds, a.status, a.failure, a.received_bytes, a.wait) for a in attempts
    ] == [
        (1, 2.0, None, "network", 0, 0.5),
        (2, 2.0, 204, None, 0, None),
    ]
    assert {a.operation for a in attempts} == {"items.list"}


BUSY = reply(503)


@pytest.mark.promise(
    "is how many seconds each request may wait, in addition to the retries",
    "the pauses double, from one second to five minutes",
)
def test_patience_outlasts_retries_budget_and_longest_pause() -> None:
    budget = RetryBudget(size=0)
    outcome, waits = play([*[BUSY] * 11, reply()], GET, budget, patience=9000.0, deadline=None)
    assert outcome == reply()
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


def test_patience_ends_when_so_many_seconds_were_waited() -> None:
    assert play([BUSY] * 4, patience=14.9, deadline=None) == (BUSY, [1, 2, 4])
    assert play([BUSY] * 5, patience=15.0, deadline=None) == (BUSY, [1, 2, 4, 8])


@pytest.mark.promise("The client waits as long as the server asks")
def test_patience_waits_as_long_as_the_server_asks() -> None:
    long, short = reply(503, retry_after="120"), reply(503, retry_after="1")
    outcomes: list[Outcome] = [long, short, short, BUSY, reply()]
    outcome = play(outcomes, patience=500.0, deadline=None, max_retry_after=30.0)
    assert outcome == (reply(), [120, 1, 1, 1])
    assert Patience(500.0, is_busy).pause(BUSY, None, chance=0.0) == 0.5


def test_patience_does_not_hurry_where_the_server_asks_for_no_pause() -> None:
    at_once = reply(503, retry_after="0")
    assert play([at_once] * 4, patience=14.0, deadline=None) == (at_once, [1, 2, 4])


@pytest.mark.promise("The `deadline` still holds")
def test_patience_ends_before_the_deadline_passes() -> None:
    assert play([BUSY] * 4, patience=500.0, deadline=12.0, seconds_each=1.0) == (BUSY, [1, 2, 4])
    assert play([BUSY], patience=500.0, deadline=1.0) == (BUSY, [])


@pytest.mark.promise("is how many seconds each request may wait, in addition to the retries")
def test_what_patience_does_not_cover_has_its_retries_beside_it() -> None:
    outcomes: list[Outcome] = [BUSY, LOST, BUSY, LOST, LOST]
    outcome, waits = play(outcomes, retries=2, patience=500.0, deadline=None)
    assert (outcome, waits) == (LOST, [1, 0.5, 2, 1.0])


@pytest.mark.parametrize("patience", [None, 500.0])
def test_what_the_server_has_not_done_is_sent_again(patience: float | None) -> None:
    outcome, waits = play([BUSY, reply()], POST, patience=patience, undone=is_busy)
    assert (outcome, len(waits)) == (reply(), 1)


@pytest.mark.promise("An edit is sent again only if it was certainly not carried out")
def test_patience_repeats_nothing_that_may_have_been_done() -> None:
    assert play([BUSY], POST, patience=500.0) == (BUSY, [])
