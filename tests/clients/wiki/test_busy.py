"""Clients while a wiki is busy. Nothing here waits: the tests stand in for the clock."""

import json
import pickle
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from wiki_query import (
    UNATTENDED,
    AllPages,
    BusyError,
    ResponseError,
    ServerError,
    TransportError,
    WikiError,
)

from tests.clients.seller.script import IMPATIENT, hang, reset
from tests.clients.wiki.either import Either, Sync
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, page, part, refusal

HTML = {"Content-Type": "text/html", "Retry-After": "7"}
LISTED = part(allpages=[page(1)])
TOKEN = part(tokens={"csrftoken": "t"})
SAVED = {"edit": {"result": "Success"}}
SLOW_DOWN: list[Answer] = [
    Reply(b"<html><title>Too many</title>", 429, HTML),
    Reply(b"", 503, HTML),
    Reply(b"{}", 503, HTML),
]


def without_waiting(wiki: Either, instead: Callable[[], None] = lambda: None) -> list[float]:
    """The pauses that a client would make; now it does something else instead."""
    waits: list[float] = []

    def pass_over(seconds: float) -> None:
        waits.append(seconds)
        instead()

    async def wait(seconds: float) -> None:
        pass_over(seconds)

    driver: Any = wiki.client._driver
    driver._sleep = pass_over if isinstance(wiki, Sync) else wait
    return waits


def edited(wiki: Either) -> Any:
    return wiki.raw(action="edit", title="A", text="B", token="csrf")


@pytest.mark.promise("or a server in front of it answers 429 or 503")
@pytest.mark.parametrize("answer", SLOW_DOWN, ids=["page", "empty", "object"])
def test_a_server_that_has_too_much_to_do_is_busy(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Reply
) -> None:
    wiki = client(scripted.api_url, retries=1)
    waits = without_waiting(wiki)
    scripted.answers(answer)
    with pytest.raises(BusyError, match=rf"^http-{answer.status}: .*/api.php answered") as caught:
        wiki.list(AllPages())
    assert (caught.value.retryable, caught.value.retry_after) == (True, 7.0)
    assert waits == [7.0]


LAG = b'{"errors": [{"code": "maxlag", "text": "Lag."}]}'


@pytest.mark.promise("the seconds that the server asks to wait, or `None`")
@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (Reply(LAG, 200, {"Retry-After": "5"}), 5.0),
        (Reply(LAG, 503, {"Retry-After": "200"}), 200.0),
        (refusal("readonly"), None),
    ],
    ids=["soon", "later than a client waits", "unknown"],
)
def test_a_busy_wiki_says_how_long_to_wait(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer, seconds: float | None
) -> None:
    scripted.answers(answer)
    with pytest.raises(BusyError) as caught:
        client(scripted.api_url, retries=5 if seconds == 200 else 0).list(AllPages())
    assert caught.value.retry_after == seconds
    advice = "" if seconds is None else f"; the server asks to wait {seconds:.0f} seconds"
    assert str(caught.value).endswith(f" (list=allpages, status {caught.value.status}){advice}")
    assert len(scripted.requests) == 1


BUSY: dict[str, Answer] = {
    **{code: refusal(code) for code in ("maxlag", "readonly", "ratelimited")},
    "too many requests": Reply(b"<html>", 429),
}
"""Answers of a wiki, or of a server in front of it, that has done nothing."""
DOWN: dict[str, Answer] = {
    "reset": reset,
    **{f"status {status}": Reply(b"<html>", status) for status in (502, 503, 504, 522)},
}
"""Answers while a wiki is restarted; an edit may be carried out all the same."""
FAULT_WHILE_BUSY = ("readonly", "internal_api_error_DBQueryError")
UNKNOWN: dict[str, Answer] = {
    **DOWN,
    "status 500": Reply(b"", 500),
    "half of an object": Reply(b'{"edit": {"resu'),
    "page": Reply(b"<title>Wait</title>"),
    "database": refusal("internal_api_error_DBQueryError"),
    "program": refusal("internal_api_error_TypeError"),
    "busy, then a fault": {"errors": [{"code": code, "text": code} for code in FAULT_WHILE_BUSY]},
    **{
        f"status {status}": Reply(b"<html>", status)
        for status in (302, 303, 400, 402, 403, 404, 406, 408, 409, 410, 412, 416, 422, 451, 499)
    },
}
"""After these, an edit may have been carried out."""
FORWARDED_NOWHERE: dict[str, Answer] = {
    "redirect": Reply(b"", 301, {"Location": "https://elsewhere.example/"}),
    **{
        f"status {status}": Reply(b"<html>", status)
        for status in (307, 308, 401, 405, 407, 411, 413, 414, 415, 431)
    },
}
"""Answers of a server in front of a wiki, before it forwards the request."""


@pytest.mark.promise(
    "the wiki cannot be reached or closes the connection",
    "a server in front of the wiki answers 429, 502, 503, 504, or 520 and above",
    "which is more than 25 attempts, a timeout of 60 seconds, no deadline, and one connection at a time",
)
@pytest.mark.parametrize("answer", (BUSY | DOWN).values(), ids=BUSY | DOWN)
def test_an_unattended_client_tries_at_least_25_times(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer
) -> None:
    wiki = client(scripted.api_url, **UNATTENDED)
    waits = without_waiting(wiki)
    scripted.answers(*[answer] * 24, LISTED)
    assert wiki.list(AllPages()) == [page(1)]
    assert len(waits) == 24
    assert 0.5 <= waits[0] <= 1
    assert all(150 <= wait <= 300 for wait in waits[9:])


@pytest.mark.promise("The client waits as long as the server asks")
def test_an_unattended_client_obeys_a_short_pause(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    wiki = client(scripted.api_url, **UNATTENDED)
    waits = without_waiting(wiki)
    scripted.answers(*[Reply(LAG, 200, {"Retry-After": "1"})] * 3, LISTED)
    wiki.list(AllPages())
    assert waits == [1.0, 1.0, 1.0]


@pytest.mark.promise(
    "repeats it only if it was certainly not carried out",
    "is sent again only if it was certainly not carried out",
)
@pytest.mark.parametrize("settings", [{}, UNATTENDED], ids=["by itself", "unattended"])
@pytest.mark.parametrize("answer", BUSY.values(), ids=BUSY)
def test_an_edit_that_was_not_begun_is_sent_again(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer, settings: Any
) -> None:
    wiki = client(scripted.api_url, **settings)
    waits = without_waiting(wiki)
    scripted.answers(TOKEN, *[answer] * 3, SAVED)
    assert edited(wiki) == SAVED
    assert len(waits) == 3


@pytest.mark.promise("is sent again only if it was certainly not carried out")
@pytest.mark.parametrize("settings", [{}, UNATTENDED], ids=["by itself", "unattended"])
def test_an_edit_that_nobody_received_is_sent_again(
    client: Callable[..., Either], settings: Any
) -> None:
    closing = Reply(json.dumps(SAVED).encode(), headers={"Connection": "close"})
    with ScriptedWiki() as before, ExitStack() as later:
        wiki = client(before.api_url, **settings)
        before.answers(TOKEN, closing)
        edited(wiki)
        before.__exit__()  # nothing listens at its port from here on
        started: list[ScriptedWiki] = []

        def start() -> None:
            started.append(later.enter_context(ScriptedWiki(before.port)))
            started[0].answers(SAVED)

        waits = without_waiting(wiki, start)
        assert edited(wiki) == SAVED
        assert len(waits) == len(started[0].requests) == 1


@pytest.mark.promise(
    "whether a change may have been made, although no answer says so; the text says it, too",
    "repeats it only if it was certainly not carried out",
    "An edit is sent again only if it was certainly not carried out",
    "is sent again only if it was certainly not carried out",
    "`error.retryable` is `False`, `error.maybe_sent` is `True`, and the text of the error says so",
)
@pytest.mark.parametrize("settings", [{}, UNATTENDED], ids=["by itself", "unattended"])
@pytest.mark.parametrize("answer", UNKNOWN.values(), ids=UNKNOWN)
def test_an_edit_that_may_have_been_saved_is_not_sent_again(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer, settings: Any
) -> None:
    scripted.answers(TOKEN, answer)
    with pytest.raises(WikiError, match=r"; it may have been carried out all the same$") as caught:
        edited(client(scripted.api_url, **settings))
    assert (caught.value.retryable, caught.value.maybe_sent) == (False, True)
    assert pickle.loads(pickle.dumps(caught.value)).maybe_sent
    assert scripted.params("action") == [("query",), ("edit",)]


@pytest.mark.promise(
    "`error.retryable` is `False`, `error.maybe_sent` is `True`, and the text of the error says so"
)
def test_an_edit_without_an_answer_in_time_may_have_been_saved(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(TOKEN, hang)
    with pytest.raises(TransportError) as caught:
        edited(client(scripted.api_url, timeout=IMPATIENT))
    error = caught.value
    assert (error.kind, error.retryable, error.maybe_sent) == ("timeout", False, True)


@pytest.mark.promise("of a change, only if it was certainly not made")
@pytest.mark.parametrize("answer", [*BUSY.values(), *FORWARDED_NOWHERE.values()])
def test_an_edit_that_was_certainly_not_saved_says_so(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer
) -> None:
    scripted.answers(TOKEN, answer)
    with pytest.raises(WikiError) as caught:
        edited(client(scripted.api_url, retries=0))
    is_busy = answer in BUSY.values()
    assert (caught.value.retryable, caught.value.maybe_sent) == (is_busy, False)
    assert "carried out" not in str(caught.value)


@pytest.mark.promise(
    "whether a change may have been made, although no answer says so; the text says it, too"
)
@pytest.mark.parametrize("answer", UNKNOWN.values(), ids=UNKNOWN)
def test_of_what_only_reads_nothing_may_have_been_done(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer
) -> None:
    scripted.answers(answer)
    with pytest.raises(WikiError) as caught:
        client(scripted.api_url, retries=0).list(AllPages())
    assert not caught.value.maybe_sent


FATAL = b"<br />\n<b>Fatal error</b>:  Allowed memory size of 1 bytes exhausted in <b>x.php</b>"


@pytest.mark.promise("it is a fault in the wiki's program")
@pytest.mark.parametrize(
    "answer",
    [refusal("internal_api_error_TypeError"), Reply(FATAL, 500), Reply(FATAL)],
    ids=["error", "page", "page with status 200"],
)
def test_a_fault_of_the_wikis_program_is_not_asked_for_again(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Answer
) -> None:
    wiki = client(scripted.api_url, **UNATTENDED)
    scripted.answers(LISTED, answer)
    wiki.list(AllPages())
    with pytest.raises((ServerError, ResponseError)) as caught:
        wiki.list(AllPages())
    assert not isinstance(caught.value, BusyError)
    assert not caught.value.retryable
    assert len(scripted.requests) == 2


@pytest.mark.promise("is a function that is called after each attempt")
def test_a_pause_of_patience_is_told(client: Callable[..., Either], scripted: ScriptedWiki) -> None:
    attempts: list[Any] = []
    wiki = client(scripted.api_url, patience=60.0, deadline=None, on_attempt=attempts.append)
    waits = without_waiting(wiki)
    scripted.answers(refusal("maxlag"), LISTED)
    wiki.list(AllPages())
    assert [attempt.wait for attempt in attempts] == [*waits, None]
