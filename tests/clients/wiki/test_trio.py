"""The asynchronous client runs in tasks of trio as in those of asyncio."""

from typing import Any

import pytest
import trio
from wiki_query import AllPages, AsyncClient, Info, TransportError

from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.clients.wiki.scripted import Answer, Asked, Reply, ScriptedWiki


def client_of(scripted: ScriptedWiki, **settings: Any) -> AsyncClient:
    settings = {**PATIENT, "backoff": 0.001, **settings}
    return AsyncClient(scripted.api_url, user_agent=USER_AGENT, **settings)


def listed(asked: Asked) -> Answer:
    """Two pages, in two replies."""
    if "apcontinue" in asked.params:
        return {"query": {"allpages": [{"pageid": 2, "ns": 0, "title": "B"}]}}
    return {
        "query": {"allpages": [{"pageid": 1, "ns": 0, "title": "A"}]},
        "continue": {"apcontinue": "B", "continue": "-||"},
    }


def test_tasks_share_a_client(scripted: ScriptedWiki) -> None:
    scripted.answers_by(listed)
    seen: list[list[str]] = []

    async def main() -> None:
        async with client_of(scripted) as wiki, trio.open_nursery() as nursery:

            async def one() -> None:
                seen.append([page["title"] async for page in wiki.list(AllPages())])

            for _ in range(10):
                nursery.start_soon(one)

    trio.run(main)
    assert seen == [["A", "B"]] * 10
    assert len(scripted.asked) == 20


def test_attempts_are_repeated_after_a_pause(scripted: ScriptedWiki) -> None:
    busy = {"errors": [{"code": "maxlag", "text": "later"}]}
    whole = {"query": {"pages": [{"pageid": 1, "ns": 0, "title": "A"}]}, "batchcomplete": True}
    scripted.answers(Reply(b"<html>", 502), busy, whole)

    async def main() -> None:
        async with client_of(scripted) as wiki:
            assert (await wiki.page("A", Info())).pageid == 1

    trio.run(main)
    assert len(scripted.asked) == 3


def test_a_cancelled_call_leaves_the_client_usable(scripted: ScriptedWiki) -> None:
    async def main() -> None:
        async with client_of(scripted, max_retry_after=60) as wiki:
            scripted.answers(Reply(b"", 429, {"Retry-After": "60"}))
            with trio.move_on_after(0.2) as scope:
                await wiki.page("A")
            assert scope.cancelled_caught
            scripted.answers_by(listed)
            assert [page["title"] async for page in wiki.list(AllPages())] == ["A", "B"]

    trio.run(main)


def test_a_wiki_that_is_not_there_is_an_error_of_the_package() -> None:
    async def main() -> None:
        async with AsyncClient(
            "http://127.0.0.1:1/api.php", user_agent=USER_AGENT, retries=0
        ) as wiki:
            with pytest.raises(TransportError):
                await wiki.page("A")

    trio.run(main)
