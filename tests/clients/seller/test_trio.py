"""The asynchronous client runs in tasks of trio as in those of asyncio."""

from typing import Any

import pytest
import trio
from seller_platform import AsyncClient, CallTimeoutError, ConnectError, InvalidPurchaseCode, Item
from seller_platform.testing import Sandbox

from .conftest import CANARY
from .script import ITEMS, Play, Script, hang, raw, reply


@pytest.mark.promise("it runs in asyncio and in trio")
def test_every_operation_works_over_http(address: str) -> None:
    async def main() -> None:
        async with AsyncClient(address, api_key=CANARY) as seller:
            assert (await seller.account.details()).username == "ada"
            assert len(await seller.items.list()) == 4
            assert (await seller.items.get(103)).media.is_audio
            assert (await seller.purchases.validate("SUPPORTED-101")).item.id == 101
            with pytest.raises(InvalidPurchaseCode):
                await seller.purchases.validate("NO")

    trio.run(main)


def test_tasks_share_a_client(address: str) -> None:
    items: list[Item] = []

    async def main() -> None:
        async with AsyncClient(address, api_key=CANARY) as seller, trio.open_nursery() as nursery:

            async def getting(number: int) -> None:
                items.append(await seller.items.get(number))

            for number in range(100):
                nursery.start_soon(getting, 101 + number % 4)

    trio.run(main)
    assert len(items) == 100


@pytest.mark.parametrize("play", [hang, raw(*[b"x"] * 100, pause=0.02)], ids=["silence", "slow"])
def test_a_call_ends_at_its_deadline(play: Play) -> None:
    async def main(address: str) -> None:
        async with AsyncClient(address, api_key=CANARY, deadline=0.2, retries=0) as seller:
            with trio.fail_after(2), pytest.raises(CallTimeoutError) as raised:
                await seller.items.list()
            assert raised.value.kind == "deadline"

    with Script(play) as server:
        trio.run(main, server.address)


def test_attempts_are_repeated_after_a_pause() -> None:
    async def main(address: str) -> None:
        async with AsyncClient(address, api_key=CANARY, backoff=0.001) as seller:
            assert len(await seller.items.list()) == 1

    with Script(reply(b"", 503), reply(ITEMS)) as server:
        trio.run(main, server.address)
        assert len(server.requests) == 2


def test_a_cancelled_call_frees_its_connection() -> None:
    async def main(address: str) -> None:
        async with AsyncClient(address, api_key=CANARY) as seller:
            with trio.move_on_after(0.1) as scope:
                await seller.items.list()
            assert scope.cancelled_caught
            assert len(await seller.items.list()) == 1
            transport: Any = seller._driver.http._transport
            (connection,) = transport._pool.connections
            assert connection.is_idle()

    with Script(hang, reply(ITEMS)) as server:
        trio.run(main, server.address)


def test_a_refused_connection_is_an_error_of_the_package() -> None:
    async def main() -> None:
        async with AsyncClient("http://127.0.0.1:1", api_key=CANARY, retries=0) as seller:
            with pytest.raises(ConnectError):
                await seller.items.list()

    trio.run(main)


@pytest.mark.promise("makes an `AsyncClient` of the same sandbox")
def test_the_sandbox_needs_no_event_loop_of_its_own() -> None:
    async def main() -> None:
        with Sandbox() as sandbox:
            async with sandbox.async_client("other") as seller:
                assert [item.id for item in await seller.items.list()] == [201]

    trio.run(main)
