"""The asynchronous client runs in tasks of trio as in those of asyncio."""

import pytest
import trio
from seller_platform import AsyncClient, InvalidPurchaseCode
from seller_platform.testing import Sandbox

from .conftest import CANARY


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


@pytest.mark.promise("makes an `AsyncClient` for the same sandbox")
def test_the_sandbox_needs_no_event_loop_of_its_own() -> None:
    async def main() -> None:
        with Sandbox() as sandbox:
            async with sandbox.async_client("other") as seller:
                assert [item.id for item in await seller.items.list()] == [201]

    trio.run(main)
