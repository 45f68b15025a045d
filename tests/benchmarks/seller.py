"""How fast the seller's client decodes, calls and is imported, beside other ways in the same run.

Ways take turns, so that a busy moment meets all of them; medians are compared, and the command fails
when a ratio is above its limit. The server is a process of its own that sends fixed bytes.
"""

import asyncio
import gc
import json
import multiprocessing
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx2
import msgspec

SOURCE = Path(__file__).parents[2] / "generated" / "python" / "seller_platform" / "src"
sys.path.insert(0, str(SOURCE))

from seller_platform import AsyncClient, Client  # noqa: E402 - found by the line above
from seller_platform._runtime.core.steps import Reply  # noqa: E402 - found by the path above
from seller_platform._runtime.rest.decode import read  # noqa: E402 - found by the path above
from seller_platform.operations import API, ITEMS_LIST  # noqa: E402 - found by the path above
from seller_platform.testing import Sandbox  # noqa: E402 - found by the path above

ITEMS = 10_000
SEQUENTIAL = 2_000
CONCURRENT = 50
FASTER = 1.0


@dataclass
class Way:
    """One way to do a thing."""

    name: str
    run: Callable[[], object]
    beside: str = ""
    """The way that it is compared with."""
    limit: float = 0
    """At most so many times as long."""


def measured(
    title: str,
    ways: list[Way],
    rounds: int,
    unit: float,
    unit_name: str,
    clock: Callable[[], float] = time.perf_counter,
) -> list[str]:
    """Medians of ways that took turns; what is above its limit."""
    seconds: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(rounds):
        for way in ways:
            gc.collect()
            started = clock()
            result = way.run()
            seconds[way.name].append(clock() - started)
            del result
    print(f"\n{title} ({rounds} rounds, medians)")
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    missed: list[str] = []
    for way in ways:
        line = f"  {way.name:<44}{medians[way.name] / unit:9.2f} {unit_name}"
        if way.beside:
            ratio = medians[way.name] / medians[way.beside]
            line += f"   {ratio:.2f} x {way.beside}, at most {way.limit}"
            if ratio > way.limit:
                missed.append(f"{title}: {way.name} takes {ratio:.2f} x {way.beside}")
        print(line)
    return missed


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


@dataclass(frozen=True)
class Media:
    thumbnail: str
    preview_image: str | None
    preview_video: str | None
    preview_audio: str | None
    screenshots: list[str] | None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Media":
        names = ("preview_image", "preview_video", "preview_audio", "screenshots")
        return cls(data["thumbnail"], *(data.get(name) for name in names))


@dataclass(frozen=True)
class Item:
    id: int
    name: str
    description: str
    category: str
    sub_category: str
    options: list[str]
    version: str
    demo_link: str
    tags: list[str]
    media: Media
    regular: Decimal
    extended: Decimal
    currency: str
    published_at: datetime

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Item":
        return cls(
            id=data["id"],
            name=data["name"],
            description=data["description"],
            category=data["category"],
            sub_category=data["sub_category"],
            options=data["options"],
            version=str(data["version"]),
            demo_link=data["demo_link"],
            tags=data["tags"],
            media=Media.from_dict(data["media"]),
            regular=Decimal(data["price"]["regular"]),
            extended=Decimal(data["price"]["extended"]),
            currency=data["currency"],
            published_at=datetime.fromisoformat(data["published_at"]).astimezone(UTC),
        )


def by_hand(body: bytes) -> list[Item]:
    return [Item.from_dict(one) for one in json.loads(body, parse_float=Decimal)["items"]]


def by_pydantic() -> Callable[[bytes], object]:
    import pydantic

    class Media(pydantic.BaseModel):
        thumbnail: str
        preview_image: str | None = None
        preview_video: str | None = None
        preview_audio: str | None = None
        screenshots: list[str] | None = None

    class Price(pydantic.BaseModel):
        regular: Decimal
        extended: Decimal

    class Item(pydantic.BaseModel):
        id: int
        name: str
        description: str
        category: str
        sub_category: str
        options: list[str]
        version: str
        demo_link: str
        tags: list[str]
        media: Media
        price: Price
        currency: str
        published_at: datetime

    class Answer(pydantic.BaseModel):
        status: str
        items: list[Item]

    return Answer.model_validate_json


def many_items() -> bytes:
    """An answer of about 7 MB, made of the sandbox's items."""
    with Sandbox() as sandbox, sandbox.client() as seller, seller.replies() as replies:
        seller.items.list()
    items = replies[0].json()["items"]
    shown = [
        {
            **items[number % len(items)],
            "id": number,
            "description": f"Item {number}. " + "All that there is to say of it. " * 8,
        }
        for number in range(ITEMS)
    ]
    return json.dumps({"status": "success", "items": shown}).encode()


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
        Way("dataclasses with from_dict", lambda: by_hand(body)),
    ]
    if find_spec("pydantic") is not None:
        validate = by_pydantic()
        ways.append(Way("pydantic", lambda: validate(body)))
    title = f"Decoding {ITEMS} items, {len(body) / 1e6:.1f} MB"
    return measured(title, ways, 15, 1e-3, "ms", time.process_time)


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
    given = {"api_key": "k", "item_id": "101"}
    with Client(address, api_key="k") as client, httpx2.Client() as http:

        def bare() -> None:
            for _ in range(SEQUENTIAL // 10):
                http.get(url, params=given).raise_for_status()

        def ours() -> None:
            for _ in range(SEQUENTIAL // 10):
                client.items.get(101)

        title = f"{SEQUENTIAL} calls one after the other, 10 times {SEQUENTIAL // 10}"
        ways = [Way("httpx2", bare), Way("seller_platform", ours, "httpx2", 1.3)]
        missed = measured(title, ways, 10, 1e-6 * SEQUENTIAL / 10, "µs a call")
    missed += asyncio.run(concurrent_calls(address, url, given))
    server.terminate()
    return missed


async def concurrent_calls(address: str, url: str, given: dict[str, str]) -> list[str]:
    limits = httpx2.Limits(max_connections=100, max_keepalive_connections=100)
    rounds = 10
    each = SEQUENTIAL // CONCURRENT // 2
    taken: dict[str, list[float]] = {"httpx2": [], "seller_platform": []}
    async with (
        AsyncClient(address, api_key="k") as client,
        httpx2.AsyncClient(limits=limits) as http,
    ):

        async def bare() -> object:
            return (await http.get(url, params=given)).raise_for_status()

        async def ours() -> object:
            return await client.items.get(101)

        async def several(one: Callable[[], Awaitable[object]]) -> None:
            for _ in range(each):
                await one()

        for _ in range(rounds):
            for name, one in (("httpx2", bare), ("seller_platform", ours)):
                started = time.perf_counter()
                await asyncio.gather(*(several(one) for _ in range(CONCURRENT)))
                taken[name].append(time.perf_counter() - started)
    medians = {name: statistics.median(times) for name, times in taken.items()}
    ratio = medians["seller_platform"] / medians["httpx2"]
    print(f"\n{CONCURRENT} tasks at once, {each} calls each ({rounds} rounds, medians)")
    for name, seconds in medians.items():
        print(f"  {name:<44}{seconds / each / CONCURRENT * 1e6:9.2f} µs a call")
    print(f"  {ratio:.2f} x httpx2, at most 1.3")
    return [f"concurrent calls take {ratio:.2f} x httpx2"] if ratio > 1.3 else []


# --- Import --------------------------------------------------------------------------------------------


def imported(statement: str) -> Callable[[], object]:
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {statement}",
    ]
    return lambda: subprocess.run(command, check=True)


def imports() -> list[str]:
    libraries = "import httpx2, msgspec"
    ways = [
        Way("python alone", imported("pass")),
        Way(libraries, imported(libraries)),
        Way("import seller_platform", imported("import seller_platform"), libraries, 1.3),
        Way(
            "from seller_platform import AsyncClient",
            imported("from seller_platform import AsyncClient"),
        ),
    ]
    return measured("Import, in a process of its own", ways, 15, 1e-3, "ms")


def main() -> int:
    missed = [*decoding(), *calls(), *imports()]
    for one in missed:
        print(one, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
