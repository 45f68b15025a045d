"""Measures the wiki client beside bare httpx2: one call, and the import."""

import json
import resource
import subprocess
import sys
from functools import partial

import httpx2
import msgspec
from wiki_query import AllPages, Client

from tests.benchmarks.turns import Way, measured
from tests.clients.wiki.scripted import Reply, ScriptedWiki

CALLS = 40
IMPORTS = 25
REPLY = {"query": {"allpages": [{"pageid": n, "ns": 0, "title": f"P{n}"} for n in range(50)]}}


def call() -> None:
    """A call of the client, beside a bare one."""
    body = json.dumps(REPLY).encode()
    with ScriptedWiki() as server:
        server.answers(Reply(body, headers={"Content-Type": "application/json"}))
        with (
            Client(server.api_url, user_agent="bench/1 (b@example.org)") as wiki,
            httpx2.Client() as http,
        ):
            params = dict(wiki.list(AllPages(prefix="A")).explain().parameters)

            def bare() -> None:
                for _ in range(CALLS):
                    reply = http.get(server.api_url, params=params)
                    assert len(msgspec.json.decode(reply.content)["query"]["allpages"]) == 50

            def ours() -> None:
                for _ in range(CALLS):
                    assert len(list(wiki.list(AllPages(prefix="A")))) == 50

            ways = [Way("httpx2 and msgspec", bare), Way("wiki_query", ours, "httpx2 and msgspec")]
            measured("A call", ways, 10, per=CALLS)


def imports() -> None:
    """The work of fresh interpreters, in seconds of the processor: what else the machine does would only blur them."""
    libraries = "import httpx2, msgspec"
    programs = (
        "import wiki_query",
        "from wiki_query import Client",
        "from wiki_query import Client, AllPages, Links, SiteInfo",
    )
    ways = [Way(libraries, partial(_run, libraries))]
    ways += [Way(program, partial(_run, program), libraries) for program in programs]
    measured("Import, in a process of its own", ways, IMPORTS, clock=_seconds_of_children)


def _seconds_of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)


if __name__ == "__main__":
    call()
    imports()
