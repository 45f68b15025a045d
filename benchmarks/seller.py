"""Speed of the seller's client in decoding, calls and import, beside other ways in the same run.

Ways take turns, so that a busy moment meets all of them, and the command fails when a ratio is above its
limit. The server is another process that sends fixed bytes.
"""

import asyncio
import json
import multiprocessing
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import httpx2
import msgspec
from seller_platform import AsyncClient, Client
from seller_platform._runtime.core.steps import Reply
from seller_platform._runtime.rest.decode import read
from seller_platform.operations import API, ITEMS_LIST
from seller_platform.testing import Sandbox

from benchmarks.turns import Way, exit_code, imports, measured

ITEMS = 10_000
SEQUENTIAL = 2_000
CONCURRENT = 50
FASTER = 1.0


# --- Decoding ------------------------------------------------------------------------------------------


class Plain(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A record without anything of the client's own."""


class PlainMedia(Plain, frozen=True, kw_only=True):
    thumbnail: str
    preview_image: str | None = None
    preview_video: str | None = None
    preview_audio: str | None = None
    screenshots: tuple[str, ...] | None = None


class PlainPrice(Plain, frozen=True, kw_only=True):
    regular: Decimal
    extended: Decimal


class PlainItem(Plain, frozen=True, kw_only=True):
    id: int
    name: str
    description: str
    category: str
    sub_category: str
    options: tuple[str, ...]
    version: str
    demo_link: str
    tags: tuple[str, ...]
    media: PlainMedia
    price: PlainPrice
    currency: str
    published_at: datetime


class PlainAnswer(Plain, frozen=True, kw_only=True):
    status: str
    items: list[PlainItem]


def many_items() -> bytes:
    """An answer of about 7 MB, made of the sandbox's items."""
    with Sandbox() as sandbox, sandbox.client() as seller, seller.replies() as replies:
        seller.items.list()
    items = replies[0].json()["items"]
    item_texts = [
        {
            **items[number % len(items)],
            "id": number,
            "description": f"Item {number}. " + "All that there is to say of it. " * 8,
        }
        for number in range(ITEMS)
    ]
    return json.dumps({"status": "success", "items": item_texts}).encode()


def decoding() -> list[str]:
    body = many_items()
    reply = Reply(status=200, headers={}, body=body)
    plain = msgspec.json.Decoder(PlainAnswer)
    ways = [
        Way("msgspec.json.decode, plain structs", lambda: plain.decode(body)),
        Way("json.loads", lambda: json.loads(body)),
        Way(
            "seller_platform",
            lambda: read(API, ITEMS_LIST, reply),
            "msgspec.json.decode, plain structs",
            1.2,
        ),
        Way("seller_platform, again", lambda: read(API, ITEMS_LIST, reply), "json.loads", FASTER),
    ]
    title = f"Decoding {ITEMS} items, {len(body) / 1e6:.1f} MB"
    return measured(title, ways, 75, clock=time.process_time)


# --- Calls ---------------------------------------------------------------------------------------------


def serve(body: bytes, ready: Any) -> None:
    """Answer every request with the same bytes."""
    answer = (
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        % len(body)
    )

    class Fixed(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.WriteTransport)
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            if b"\r\n\r\n" in data:
                self.transport.write(answer + body)

    async def main() -> None:
        server = await asyncio.get_running_loop().create_server(Fixed, "127.0.0.1", 0)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


def calls() -> list[str]:
    with Sandbox() as sandbox, sandbox.client() as seller, seller.replies() as replies:
        seller.items.get(101)
    here, there = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(replies[0].body, there), daemon=True)
    server.start()
    address = f"http://127.0.0.1:{here.recv()}"
    url = f"{address}/api/items/item"
    parameters = {"api_key": "k", "item_id": "101"}
    with Client(address, api_key="k") as client, httpx2.Client() as http:

        def bare() -> None:
            for _ in range(SEQUENTIAL // 10):
                http.get(url, params=parameters).raise_for_status()

        def ours() -> None:
            for _ in range(SEQUENTIAL // 10):
                client.items.get(101)

        title = f"{SEQUENTIAL} calls one after the other, 10 times {SEQUENTIAL // 10}"
        ways = [Way("httpx2", bare), Way("seller_platform", ours, "httpx2", 1.3)]
        missed = measured(title, ways, 10, per=SEQUENTIAL // 10)
    missed += concurrent_calls(address, url, parameters)
    server.terminate()
    return missed


def concurrent_calls(address: str, url: str, parameters: dict[str, str]) -> list[str]:
    limits = httpx2.Limits(max_connections=100, max_keepalive_connections=100)
    each = SEQUENTIAL // CONCURRENT // 2
    with asyncio.Runner() as runner:
        client = AsyncClient(address, api_key="k")
        http = httpx2.AsyncClient(limits=limits)

        async def bare() -> None:
            (await http.get(url, params=parameters)).raise_for_status()

        async def ours() -> None:
            await client.items.get(101)

        async def repeat(call: Callable[[], Awaitable[None]]) -> None:
            for _ in range(each):
                await call()

        async def at_once(call: Callable[[], Awaitable[None]]) -> None:
            await asyncio.gather(*(repeat(call) for _ in range(CONCURRENT)))

        async def close() -> None:
            await asyncio.gather(client.close(), http.aclose())

        ways = [
            Way("httpx2", lambda: runner.run(at_once(bare))),
            Way("seller_platform", lambda: runner.run(at_once(ours)), "httpx2", 1.3),
        ]
        title = f"{CONCURRENT} tasks at once, {each} calls each"
        missed = measured(title, ways, 10, per=each * CONCURRENT)
        runner.run(close())
    return missed


# --- Import --------------------------------------------------------------------------------------------

PROGRAMS = {"import seller_platform": 1.2, "from seller_platform import AsyncClient": 1.3}
"""Imports, and how many times as long as that of the libraries each may take."""


if __name__ == "__main__":
    sys.exit(exit_code([*decoding(), *calls(), *imports("import httpx2, msgspec", PROGRAMS, 15)]))
