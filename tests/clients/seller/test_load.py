"""Many calls, one after the other and fifty at once: nothing of them is left, however they ended.

The server answers a wave of requests only when all of the wave have arrived, so that they are at once
what they are said to be; the number of calls that fail is above the size of the pool, so that a
connection which a failure kept would be missed.
"""

import asyncio
import contextlib
import gc
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import pytest
from seller_platform import (
    AsyncClient,
    CallTimeoutError,
    Client,
    Error,
    HttpError,
    ItemNotFound,
    ResponseTooLargeError,
    TransportError,
)
from seller_platform._runtime.core.options import OptionFields

from tests.ending import join
from tests.sampling import sampled

from .script import ITEM, success

AT_ONCE = 50
WAVES = 13
SEQUENTIAL = 2_000
POOL = 100
OPTIONS: OptionFields = {"retries": 0, "deadline": 30, "max_response_bytes": 100_000}
ANSWERED, MISSING, BROKEN, RESET, OVERSIZED, SILENT = range(1, 7)
KINDS = (ANSWERED, MISSING, BROKEN, RESET, OVERSIZED, SILENT)
EXPECTED: dict[int, type[Error]] = {
    MISSING: ItemNotFound,
    BROKEN: HttpError,
    RESET: TransportError,
    OVERSIZED: ResponseTooLargeError,
    SILENT: CallTimeoutError,
}


def response(body: bytes, status: int = 200) -> bytes:
    return b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


ANSWERS = {
    ANSWERED: response(success(item=ITEM)),
    MISSING: response(b'{"status": "error", "msg": "Item Not Found"}'),
    BROKEN: response(b"<h1>500</h1>", 500),
    OVERSIZED: response(b" " * 500_000),
}


class Connection(asyncio.Protocol):
    """Waits for its wave, and then does what the request asks for."""

    transport: asyncio.Transport

    def __init__(self, server: "Server") -> None:
        self.server = server

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.server.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server.open.discard(self)

    def data_received(self, data: bytes) -> None:
        kind = int(data.partition(b"item_id=")[2].partition(b"&")[0].partition(b" ")[0])
        self.server.arrived(self, kind)

    def answer(self, kind: int) -> None:
        if kind == RESET:
            self.transport.abort()
        elif kind != SILENT:
            self.transport.write(ANSWERS[kind])


class Server:
    """A server in a thread, which counts its open connections."""

    def __init__(self, wave: int) -> None:
        self.wave = wave
        self.open: set[Connection] = set()
        self.requests = 0
        self.most_open = 0
        self._waiting: list[tuple[Connection, int]] = []
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self.address = ""

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        self._stopped = asyncio.Event()
        server = await self._loop.create_server(
            lambda: Connection(self), "127.0.0.1", 0, backlog=256
        )
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._started.set()
        await self._stopped.wait()
        server.close()
        for connection in list(self.open):
            connection.transport.abort()

    def arrived(self, connection: Connection, kind: int) -> None:
        self.requests += 1
        self.most_open = max(self.most_open, len(self.open))
        self._waiting.append((connection, kind))
        if len(self._waiting) == self.wave:
            for waiting, pending_kind in self._waiting:
                waiting.answer(pending_kind)
            self._waiting.clear()

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        join(self._thread)


def sockets() -> set[str]:
    """The sockets that this process has open."""
    gc.collect()
    links: set[str] = set()
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            links.add(str(link.readlink()))
    return {link for link in links if link.startswith(("socket:", "anon_inode:", "pipe:"))}


@contextlib.contextmanager
def nothing_left(server: Server) -> Iterator[None]:
    """Neither a thread nor a descriptor of this process, nor a connection of the server."""
    threads, before = set(threading.enumerate()), sockets()
    yield
    assert set(threading.enumerate()) - threads == set()
    patience = time.monotonic() + 10
    while server.open and time.monotonic() < patience:
        time.sleep(0.01)
    assert server.open == set()
    assert sockets() - before == set()


def assert_ended(kind: int, error: Error | None) -> None:
    """A call of this kind must have ended so."""
    assert type(error) is type(None) if kind == ANSWERED else isinstance(error, EXPECTED[kind])


def failed_call(seller: Client, kind: int) -> None:
    error: Error | None = None
    try:
        seller.items.get(kind)
    except Error as caught:
        error = caught
    assert_ended(kind, error)


async def awaited(seller: AsyncClient, kind: int) -> None:
    error: Error | None = None
    try:
        await seller.items.get(kind)
    except Error as caught:
        error = caught
    assert_ended(kind, error)


def kind_of(worker: int, wave: int) -> int:
    return KINDS[(worker + wave) % len(KINDS)]


ALL_KINDS = Counter(kind_of(worker, wave) for worker in range(AT_ONCE) for wave in range(WAVES))


def assert_enough_came(server: Server) -> None:
    """Connections that failures kept would have filled the pool."""
    assert ALL_KINDS[SILENT] > POOL < ALL_KINDS[RESET]
    assert server.requests == AT_ONCE * WAVES
    assert server.most_open <= 2 * AT_ONCE


@pytest.mark.promise(
    "Threads can share a `Client`. Tasks of one event loop can share an `AsyncClient`"
)
def test_fifty_threads_at_once_leave_nothing() -> None:
    together = threading.Barrier(AT_ONCE)
    with (
        Server(AT_ONCE) as server,
        nothing_left(server),
        Client(server.address, api_key="k", **OPTIONS) as seller,
    ):
        hasty = seller.with_options(deadline=0.8)

        def work(worker: int) -> None:
            for wave in range(WAVES):
                together.wait()
                kind = kind_of(worker, wave)
                failed_call(hasty if kind == SILENT else seller, kind)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(work, range(AT_ONCE)))
        assert_enough_came(server)


@pytest.mark.promise(
    "Threads can share a `Client`. Tasks of one event loop can share an `AsyncClient`",
    "It makes one client when it starts, and all requests share it",
)
def test_fifty_tasks_at_once_leave_nothing() -> None:
    async def main(address: str) -> None:
        together = asyncio.Barrier(AT_ONCE)
        async with AsyncClient(address, api_key="k", **OPTIONS) as seller:
            hasty = seller.with_options(deadline=0.8)

            async def work(worker: int) -> None:
                for wave in range(WAVES):
                    await together.wait()
                    kind = kind_of(worker, wave)
                    if kind == SILENT and worker % 2 == 0:
                        await cancelled(seller)
                    else:
                        await awaited(hasty if kind == SILENT else seller, kind)

            await asyncio.gather(*map(work, range(AT_ONCE)))
            assert len(asyncio.all_tasks()) == 1

    with Server(AT_ONCE) as server, nothing_left(server):
        asyncio.run(main(server.address))
        assert_enough_came(server)


async def cancelled(seller: AsyncClient) -> None:
    """A silent server is left by cancelling the task."""
    with pytest.raises(TimeoutError) as raised:
        await asyncio.wait_for(seller.items.get(SILENT), 0.8)
    assert not isinstance(raised.value, Error)


def sequence() -> list[int]:
    """Kinds of calls; silence, which takes its time, comes but now and then."""
    quick = (ANSWERED, MISSING, BROKEN, RESET, OVERSIZED)
    return [SILENT if n % 200 == 199 else quick[n % 5] for n in range(SEQUENTIAL)]


def in_a_thread(server: Server) -> None:
    with Client(server.address, api_key="k", **OPTIONS) as seller:
        hasty = seller.with_options(deadline=0.3)
        for kind in sequence():
            failed_call(hasty if kind == SILENT else seller, kind)
            assert len(server.open) <= 2


async def in_a_task(server: Server) -> None:
    async with AsyncClient(server.address, api_key="k", **OPTIONS) as seller:
        hasty = seller.with_options(deadline=0.3)
        for kind in sequence():
            await awaited(hasty if kind == SILENT else seller, kind)
            assert len(server.open) <= 2
        assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize(
    "use", sampled([in_a_thread, lambda server: asyncio.run(in_a_task(server))], [in_a_thread])
)
def test_two_thousand_calls_one_after_the_other_leave_nothing(use: Callable[..., None]) -> None:
    with Server(1) as server, nothing_left(server):
        use(server)
        assert server.requests == SEQUENTIAL
