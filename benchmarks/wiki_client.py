"""Measures the wiki client beside bare httpx2: one call, and the import."""

import json
import sys

import httpx2
import msgspec
from tests.clients.wiki.scripted import Reply, ScriptedWiki
from wiki_query import AllPages, Client

from benchmarks.turns import Way, exit_code, imports, measured

CALLS = 40
IMPORTS = 25
REPLY = {"query": {"allpages": [{"pageid": n, "ns": 0, "title": f"P{n}"} for n in range(50)]}}


def call() -> list[str]:
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

            ways = [
                Way("httpx2 and msgspec", bare),
                Way("wiki_query", ours, "httpx2 and msgspec", 2.0),
            ]
            return measured("A call", ways, 10, per=CALLS)


PROGRAMS = {
    "import wiki_query": 1.0,
    "from wiki_query import Client": 1.3,
    "from wiki_query import Client, AllPages, Links, SiteInfo": 1.4,
}
"""Imports, and how many times as long as that of the libraries each may take."""


if __name__ == "__main__":
    sys.exit(exit_code([*call(), *imports("import httpx2, msgspec", PROGRAMS, IMPORTS)]))
