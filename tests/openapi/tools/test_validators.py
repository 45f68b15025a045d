"""Validators between the project's own clients and the servers: nothing that is sent or comes back is refused."""

import os
import re
import socket
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import wiki_query
from seller_platform import Client as SellerClient

from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import call, choices, classes, made
from tests.mediawiki.server import Wiki

from .conftest import DOCUMENTS
from .installed import TOOLS, tool

HERE = Path(__file__).parent


@contextmanager
def started(pattern: str, *command: str | Path, modules: Path) -> Iterator[str]:
    """The address of a server that tells its port in a line that the pattern finds."""
    process = subprocess.Popen(
        [str(word) for word in command],
        env={**os.environ, "NODE_PATH": str(modules), "NO_COLOR": "1", "FORCE_COLOR": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    told: list[str] = []
    try:
        for line in process.stdout:
            told.append(line)
            if found := re.search(pattern, line):
                yield f"http://127.0.0.1:{found[1]}"
                return
        raise AssertionError("".join(told))
    finally:
        process.terminate()
        process.wait()


@contextmanager
def express(stem: str, upstream: str, log: Path) -> Iterator[str]:
    """express-openapi-validator as a proxy."""
    tool("express/node_modules/express-openapi-validator")
    log.write_text("", encoding="utf-8")
    modules = TOOLS / "express" / "node_modules"
    program = HERE / "drivers" / "express.cjs"
    with started(
        r"^(\d+)$",
        "node",
        program,
        DOCUMENTS / f"{stem}.openapi.json",
        upstream,
        log,
        modules=modules,
    ) as address:
        yield address


def ask_for_everything(address: str, admin: httpx2.Client) -> int:
    """Every module with each of its values, as the clients' live tests ask; the number of calls."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in admin.cookies.jar)
    wiki = Sync(f"{address}/api.php", headers={"Cookie": cookies})
    asked = 0
    for cls in classes():
        for chosen in choices(cls):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                wiki.each([call(made(wiki, cls, chosen))])
            asked += 1
    titles = [f"Bulk {number:03}" for number in range(1, 131)]
    assert len(wiki.pages(wiki_query.Links(), titles=titles)) == 130  # is posted
    assert wiki.pages(wiki_query.Info(), generator=wiki_query.AllPages(prefix="Bulk 00"))
    wiki.close()
    return asked


def ask_the_seller(address: str) -> list[object]:
    """Every operation, once; what it told."""
    with SellerClient(address, api_key="sandbox-owner") as seller:
        items = seller.items.list()
        return [
            seller.account.details(),
            items,
            seller.items.get(items[0].id),
            seller.purchases.validate("SUPPORTED-101"),
        ]


def test_express_openapi_validator_takes_the_clients_requests_and_the_wikis_replies(
    live_wiki: Wiki, admin: httpx2.Client, tmp_path: Path
) -> None:
    log = tmp_path / "wrong.txt"
    with express("wiki", live_wiki.api_url.removesuffix("/api.php"), log) as address:
        assert ask_for_everything(address, admin) > 200
    assert log.read_text(encoding="utf-8") == ""


def test_express_openapi_validator_takes_the_sellers(sandbox: str, tmp_path: Path) -> None:
    log = tmp_path / "wrong.txt"
    with express("seller", sandbox, log) as address:
        ask_the_seller(address)
    assert log.read_text(encoding="utf-8") == ""


@contextmanager
def prism(command: str, document: Path, *arguments: str) -> Iterator[str]:
    """Prism as a proxy or as a mock."""
    program = tool("prism/node_modules/.bin/prism")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    modules = TOOLS / "prism" / "node_modules"
    place = ("--port", port, "--host", "127.0.0.1")
    pattern = r"listening on http://127.0.0.1:(\d+)"
    with started(
        pattern, program, command, document, *arguments, *place, modules=modules
    ) as address:
        yield address


def test_prism_takes_the_clients_requests_and_the_wikis_replies(
    live_wiki: Wiki, admin: httpx2.Client
) -> None:
    """What does not fit, `--errors` turns into an error, which a client raises."""
    upstream = live_wiki.api_url.removesuffix("/api.php")
    with prism("proxy", DOCUMENTS / "wiki.openapi.json", upstream, "--errors") as address:
        assert httpx2.get(f"{address}/api.php?action=query&nonsense=1").status_code >= 400
        assert ask_for_everything(address, admin) > 200


def test_prism_takes_the_sellers(sandbox: str) -> None:
    with prism("proxy", DOCUMENTS / "seller.openapi.json", sandbox, "--errors") as address:
        ask_the_seller(address)


def test_prism_as_a_mock_answers_the_sellers_client_from_the_examples(sandbox: str) -> None:
    with prism("mock", DOCUMENTS / "seller.openapi.json") as address:
        told = ask_the_seller(address)
    assert told == ask_the_seller(sandbox)
