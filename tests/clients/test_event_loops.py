"""One asynchronous client in several event loops: one after another it works, at once it is refused before sending."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import seller_platform
import trio
import wiki_query

from tests.ending import join
from tests.http_server import LocalServer, QuietHandler


class Server(QuietHandler):
    """Answers every request as both APIs may."""

    def serve(self) -> None:
        self.received()
        self.answer(b'{"batchcomplete": true, "query": {"search": []}}')


@pytest.fixture
def address() -> Iterator[str]:
    with LocalServer(Server) as server:
        yield server.url


def seller(address: str) -> tuple[Any, Callable[[Any], Any]]:
    client = seller_platform.AsyncClient(address, api_key="a key", retries=0)

    async def ask(client: Any) -> str:
        with suppress(seller_platform.ResponseError):  # an answer came, whatever it is
            await client.account.details()
        return "answered"

    return client, ask


def wiki(address: str) -> tuple[Any, Callable[[Any], Any]]:
    agent = "tests/1 (https://example.org)"
    client = wiki_query.AsyncClient(f"{address}/api.php", user_agent=agent, retries=0)

    async def ask(client: Any) -> str:
        await client.raw(action="query", list="search", srsearch="A")
        return "answered"

    return client, ask


of_both = pytest.mark.parametrize("make", [seller, wiki])


@pytest.mark.promise("works in one event loop after another")
@of_both
def test_a_client_works_in_one_loop_after_another(address: str, make: Any) -> None:
    client, ask = make(address)
    answers = [asyncio.run(ask(client)), asyncio.run(ask(client)), trio.run(ask, client)]
    answers += [trio.run(ask, client), asyncio.run(ask(client))]
    assert answers == ["answered"] * 5
    asyncio.run(client.close())


@pytest.mark.promise("from another raises a `RuntimeError` and sends nothing")
@of_both
def test_a_client_is_refused_in_a_second_loop_while_the_first_runs(address: str, make: Any) -> None:
    client, ask = make(address)
    outcomes: list[BaseException | str] = []

    def elsewhere() -> None:
        try:
            outcomes.append(asyncio.run(ask(client)))
        except RuntimeError as error:
            outcomes.append(error)

    async def main() -> None:
        await ask(client)
        thread = threading.Thread(target=elsewhere)
        thread.start()
        await asyncio.to_thread(join, thread)
        assert await ask(client) == "answered"
        await client.close()

    asyncio.run(main())
    (error,) = outcomes
    assert "in use in another event loop" in str(error)
    assert type(error).__name__ == "OtherLoopError"
