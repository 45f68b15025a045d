"""What the clients do while a wiki is busy. Nothing here waits: the tests stand in for the clock."""

from collections.abc import Callable
from typing import Any

import pytest
from wiki_query import UNATTENDED, AllPages, BusyError

from tests.clients.wiki.either import Either, Sync
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, page, part, refusal

HTML = {"Content-Type": "text/html", "Retry-After": "7"}
LISTED = part(allpages=[page(1)])
TOKEN = part(tokens={"csrftoken": "t"})
SLOW_DOWN: list[Answer] = [
    Reply(b"<html><title>Too many</title>", 429, HTML),
    Reply(b"", 503, HTML),
    Reply(b"{}", 503, HTML),
]


def without_waiting(wiki: Either) -> list[float]:
    """The pauses that a client would make, which it now does not."""
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    driver: Any = wiki.client._driver
    driver._sleep = waits.append if isinstance(wiki, Sync) else wait
    return waits


@pytest.mark.parametrize("answer", SLOW_DOWN, ids=["page", "empty", "object"])
def test_a_server_that_has_too_much_to_do_is_busy(
    client: Callable[..., Either], scripted: ScriptedWiki, answer: Reply
) -> None:
    wiki = client(scripted.api_url, retries=1)
    waits = without_waiting(wiki)
    scripted.answers(answer)
    with pytest.raises(BusyError, match=rf"^http-{answer.status}: .*/api.php answered") as caught:
        wiki.list(AllPages())
    assert (caught.value.retry, caught.value.retry_after) == (True, 7.0)
    assert waits == [7.0]


LAG = b'{"errors": [{"code": "maxlag", "text": "Lag."}]}'


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
    assert len(scripted.asked) == 1


@pytest.mark.parametrize("busy", ["maxlag", "readonly", "ratelimited", *SLOW_DOWN[:2]], ids=str)
def test_an_unattended_client_tries_at_least_25_times(
    client: Callable[..., Either], scripted: ScriptedWiki, busy: Any
) -> None:
    wiki = client(scripted.api_url, **UNATTENDED)
    waits = without_waiting(wiki)
    answer: Answer = refusal(busy) if isinstance(busy, str) else busy
    scripted.answers(*[answer] * 24, LISTED)
    assert wiki.list(AllPages()) == [page(1)]
    assert len(waits) == 24
    assert 2.5 <= waits[0] <= 7
    assert all(150 <= wait <= 300 for wait in waits[6:])


@pytest.mark.parametrize("code", ["maxlag", "readonly", "ratelimited"])
def test_an_edit_that_a_busy_wiki_has_not_begun_is_sent_again(
    client: Callable[..., Either], scripted: ScriptedWiki, code: str
) -> None:
    wiki = client(scripted.api_url, patience=500.0, deadline=None)
    waits = without_waiting(wiki)
    scripted.answers(TOKEN, *[refusal(code)] * 3, {"edit": {"result": "Success"}})
    assert wiki.raw(action="edit", title="A", token="csrf")["edit"] == {"result": "Success"}
    assert len(waits) == 3


def test_an_edit_that_may_have_been_begun_is_not_sent_again(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    wiki = client(scripted.api_url, **UNATTENDED)
    scripted.answers(TOKEN, Reply(b"", 503, HTML))
    with pytest.raises(BusyError):
        wiki.raw(action="edit", title="A", token="csrf")
    assert len(scripted.asked) == 2


def test_a_pause_of_patience_is_told(client: Callable[..., Either], scripted: ScriptedWiki) -> None:
    told: list[Any] = []
    wiki = client(scripted.api_url, patience=60.0, deadline=None, on_attempt=told.append)
    waits = without_waiting(wiki)
    scripted.answers(refusal("maxlag"), LISTED)
    wiki.list(AllPages())
    assert [attempt.wait for attempt in told] == [*waits, None]
