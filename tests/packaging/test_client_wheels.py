"""The generated clients, installed from their wheels, work where nothing of this repository is."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.http_server import LocalServer, QuietHandler

from .foreign import ROOT, place_with

PACKAGES = ROOT / "generated" / "python"
SELLER = """\
import sys
from seller_platform import AsyncClient, Client

address = sys.argv[1]
with Client(address, api_key="k") as seller:
    print(repr(seller.account.details().balance))


async def main() -> None:
    async with AsyncClient(address, api_key="k") as seller:
        print(repr((await seller.account.details()).registered_at.isoformat()))


import asyncio

asyncio.run(main())
"""
WIKI = """\
import sys
from wiki_query import AllPages, AsyncClient, Client, Links

address = sys.argv[1] + "/api.php"
with Client(address, user_agent="test/1 (test@example.org)") as wiki:
    print([item["title"] for item in wiki.list(AllPages(prefix="A"))])
    for page in wiki.pages(Links(), titles=["A"]):
        print(page.title, [link["title"] for link in page[Links]])


async def main() -> None:
    async with AsyncClient(address, user_agent="test/1 (test@example.org)") as wiki:
        print([item["title"] async for item in wiki.list(AllPages(prefix="A"))])


import asyncio

asyncio.run(main())
"""
ACCOUNT: dict[str, Any] = {
    "status": "success",
    "data": {
        "name": {"firstname": "A", "lastname": "B", "full_name": "A B"},
        "username": "ab",
        "email": "ab@example.org",
        "balance": 10.10,
        "currency": "EUR",
        "profile": {
            "heading": "",
            "description": "",
            "contact": {"email": "ab@example.org"},
            "social_links": {},
            "media": {"avatar": "https://example.org/a", "cover": "https://example.org/c"},
        },
        "registered_at": "2026-01-02T03:04:05Z",
    },
}
PAGES: dict[str, Any] = {
    "batchcomplete": True,
    "query": {
        "allpages": [{"pageid": 1, "ns": 0, "title": "A"}],
        "pages": [{"pageid": 1, "ns": 0, "title": "A", "links": [{"ns": 0, "title": "B"}]}],
    },
}


@contextmanager
def serving(reply: object) -> Generator[str]:
    """The address of a server that gives the same reply to every request."""

    class Handler(QuietHandler):
        def serve(self) -> None:
            content = json.dumps(reply).encode()
            self.answer(content, headers={"Content-Type": "application/json"})

    with LocalServer(Handler) as server:
        yield server.url


@pytest.mark.promise(
    "without a dependency on specloom", "needs Python 3.11 or later, but not specloom"
)
@pytest.mark.parametrize(
    ("package", "script", "reply", "expected"),
    [
        (
            "seller_platform",
            SELLER,
            ACCOUNT,
            ["Decimal('10.1')", "'2026-01-02T03:04:05+00:00'"],
        ),
        ("wiki_query", WIKI, PAGES, ["['A']", "A ['B']", "['A']"]),
    ],
)
def test_a_client_is_used(
    tmp_path: Path, package: str, script: str, reply: object, expected: list[str]
) -> None:
    place = place_with(PACKAGES / package, tmp_path)
    (place.folder / "use.py").write_text(script, encoding="utf-8")
    with serving(reply) as address:
        used = place.run("python", "use.py", address)
    assert used.code == 0, used.err
    assert used.out.splitlines() == expected
    location = place.run("python", "-c", f"import {package}; print({package}.__file__)")
    typed = Path(location.out.strip()).with_name("py.typed")
    assert typed.is_relative_to(place.environment)
    assert typed.is_file()
