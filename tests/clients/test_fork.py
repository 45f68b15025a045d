"""A client that was used before a fork gives every process the answers to its own questions."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.clients.seller.script import PURCHASE
from tests.http_server import LocalServer, QuietHandler

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
    threading.Thread(target=work, args=(f"thread-{number}",)).start()
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


class Echo(QuietHandler):
    """Answers with what it is asked for, after a moment, on connections that stay open."""

    def serve(self) -> None:
        query = parse_qs(urlsplit(self.path).query) | parse_qs(self.received().decode())
        body: object
        if "apprefix" in query:
            body = {"query": {"allpages": [{"pageid": 1, "ns": 0, "title": query["apprefix"][0]}]}}
        else:
            purchase = {**PURCHASE, "purchase_code": query["purchase_code"][0]}
            body = {"status": "success", "data": {"purchase": purchase}}
        time.sleep(0.002)
        self.answer(json.dumps(body).encode(), headers={"Content-Type": "application/json"})


@pytest.fixture
def address() -> Iterator[str]:
    with LocalServer(Echo) as server:
        yield server.url


@pytest.mark.promise(
    "each process opens connections of its own",
    "A process that is forked opens connections of its own",
)
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
