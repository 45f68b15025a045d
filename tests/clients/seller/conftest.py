"""The seller's package as it is committed, its sandbox over real HTTP, and both kinds of client."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
import uvicorn
from seller_platform import AsyncClient, Client, Error
from seller_platform._runtime.rest.sandbox.server import application
from seller_platform.testing import Sandbox

from tests.clock import Clock
from tests.ending import join

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "generated" / "python" / "seller_platform" / "src"

Action: TypeAlias = Callable[[Any], Any]
Use: TypeAlias = Callable[..., Any]
"""Call as `use(address, lambda client: client.items.list(), **arguments of the client)`."""

CANARY = "sandbox-owner"


def use_sync(
    address: str,
    action: Action,
    /,
    api_key: str = CANARY,
    clock: Clock | None = None,
    **options: Any,
) -> Any:
    with Client(address, api_key=api_key, **options) as client:
        return action(going_by(client, clock))


def use_async(
    address: str,
    action: Action,
    /,
    api_key: str = CANARY,
    clock: Clock | None = None,
    **options: Any,
) -> Any:
    async def main() -> Any:
        async with AsyncClient(address, api_key=api_key, **options) as client:
            result = action(going_by(client, clock))
            return await result if isinstance(result, Awaitable) else result

    with asyncio.Runner(loop_factory=None if clock is None else clock.loop) as runner:
        return runner.run(main())


def going_by(client: Any, clock: Clock | None) -> Any:
    """A client whose deadlines go by a clock of the test."""
    if clock is not None:
        client._session = msgspec.structs.replace(client._session, clock=clock)
    return client


@pytest.fixture(params=[use_sync, use_async], ids=["sync", "async"])
def use(request: pytest.FixtureRequest) -> Use:
    chosen: Use = request.param
    return chosen


def listed_with_replies(seller: Any) -> Any:
    """The items, where they can be read, and the raw replies that came while they were asked for."""
    items: list[Any] = []

    async def asynchronously() -> Any:
        with seller.replies() as replies, suppress(Error):
            items.extend(await seller.items.list())
        return items, replies

    if isinstance(seller, AsyncClient):
        return asynchronously()
    with seller.replies() as replies, suppress(Error):
        items.extend(seller.items.list())
    return items, replies


class Server(uvicorn.Server):
    """A server in a thread."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__(
            uvicorn.Config(
                application(sandbox),
                port=0,
                log_level="warning",
                access_log=False,
                lifespan="off",
                timeout_graceful_shutdown=5,
            )
        )
        self._thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        while not self.started:
            time.sleep(0.005)
        port = self.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def __exit__(self, *_: object) -> None:
        self.should_exit = True
        join(self._thread)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Address of the sandbox over HTTP."""
    with Sandbox() as sandbox, Server(sandbox) as server:
        yield server
