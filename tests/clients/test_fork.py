"""A client that was used before a fork gives every process the answers to its own questions."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.clients.seller.script import PURCHASE
from tests.http_server import LocalServer

GENERATED = Path(__file__).parents[2] / "generated" / "python"
PACKAGES = [str(GENERATED / name / "src") for name in ("seller_platform", "wiki_query")]

PROGRAM = """
import asyncio, os, sys, threading
address, CHILDREN, CALLS = sys.argv[1], 4, 60

def forked(work):
    children = []
    for number in range(CHILDREN):
        child = os.fork()
        if child == 0:
            wrong = 99
            try:
                wrong = work(f"child-{number}")
            finally:
                os._exit(wrong)
        children.append(child)
    wrong = work("parent")
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    sys.exit(f"wrong answers: {wrong} here, {codes} in children" if wrong or any(codes) else 0)

def in_background():
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    parent = os.getpid()
    def run(main):
        if os.getpid() != parent:
            return asyncio.run(main)
        return asyncio.run_coroutine_threadsafe(main, loop).result()
    return run
"""

SYNC = """
def work(name):
    return sum(ask(f"{name}-{number}") != f"{name}-{number}" for number in range(CALLS))

for number in range(3):
    threading.Thread(target=work, args=(f"thread-{number}",), daemon=True).start()
work("before")
forked(work)
"""
ASYNC = """
run = in_background()

async def several(name):
    found = await asyncio.gather(*[ask(f"{name}-{number}") for number in range(CALLS)])
    return sum(answer != f"{name}-{number}" for number, answer in enumerate(found))

def work(name):
    return run(several(name))

work("before")
forked(work)
"""
CLIENTS = {
    "seller, sync": """
from seller_platform import Client
client = Client(address, api_key="key-of-the-seller", retries=0)
def ask(text):
    return client.purchases.validate(text).purchase_code
"""
    + SYNC,
    "seller, async": """
from seller_platform import AsyncClient
client = AsyncClient(address, api_key="key-of-the-seller", retries=0)
async def ask(text):
    return (await client.purchases.validate(text)).purchase_code
"""
    + ASYNC,
    "wiki, sync": """
from wiki_query import AllPages, Client
client = Client(address + "/w/api.php", user_agent="test/1 (me@example.org)", retries=0)
def ask(text):
    return next(iter(client.list(AllPages(prefix=text))))["title"]
"""
    + SYNC,
    "wiki, async": """
from wiki_query import AllPages, AsyncClient
client = AsyncClient(address + "/w/api.php", user_agent="test/1 (me@example.org)", retries=0)
async def ask(text):
    async for page in client.list(AllPages(prefix=text)):
        return page["title"]
"""
    + ASYNC,
}


class Echo(BaseHTTPRequestHandler):
    """Answers with what it is asked for, after a moment, on connections that stay open."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        (title,) = parse_qs(urlsplit(self.path).query)["apprefix"]
        pages = [{"pageid": 1, "ns": 0, "title": title}]
        self.answer({"batchcomplete": True, "query": {"allpages": pages}})

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        (code,) = form["purchase_code"]
        purchase = {**PURCHASE, "purchase_code": code}
        self.answer({"status": "success", "data": {"purchase": purchase}})

    def answer(self, data: object) -> None:
        time.sleep(0.002)
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with LocalServer(Echo) as server:
        yield server.url


@pytest.mark.parametrize("client", CLIENTS)
def test_forked_processes_share_no_connection(client: str, address: str) -> None:
    program = PROGRAM + CLIENTS[client]
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, address],
        env={"PYTHONPATH": ":".join(PACKAGES)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
