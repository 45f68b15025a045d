"""The asynchronous client runs in tasks of trio as in those of asyncio."""

import pytest
import trio
from wiki_query import AllPages, AsyncClient

from tests.clients.wiki.either import with_defaults
from tests.clients.wiki.scripted import (
    Answer,
    Reply,
    ScriptedWiki,
    WikiRequest,
    continued,
    page,
    part,
)


def two_batches(request: WikiRequest) -> Answer:
    """Two pages, in two replies."""
    if "apcontinue" in request.params:
        return part(allpages=[page(2)])
    return continued({"apcontinue": "P2"}, allpages=[page(1)])


@pytest.mark.promise("Tasks may share a client")
def test_tasks_share_a_client(scripted: ScriptedWiki) -> None:
    scripted.answers_by(two_batches)
    results: list[list[str]] = []

    async def main() -> None:
        async with AsyncClient(scripted.api_url, **with_defaults({})) as wiki:

            async def listing() -> None:
                results.append([item["title"] async for item in wiki.list(AllPages())])

            async with trio.open_nursery() as nursery:
                for _ in range(10):
                    nursery.start_soon(listing)

    trio.run(main)
    assert results == [["P1", "P2"]] * 10
    assert len(scripted.requests) == 20


@pytest.mark.promise("A call that is cancelled leaves the client usable")
def test_a_cancelled_call_leaves_the_client_usable(scripted: ScriptedWiki) -> None:
    async def main() -> None:
        async with AsyncClient(scripted.api_url, **with_defaults({"max_retry_after": 60})) as wiki:
            scripted.answers(Reply(b"", 429, {"Retry-After": "60"}))
            with trio.move_on_after(0.2) as scope:
                await wiki.page("A")
            assert scope.cancelled_caught
            scripted.answers_by(two_batches)
            assert [item["title"] async for item in wiki.list(AllPages())] == ["P1", "P2"]

    trio.run(main)
