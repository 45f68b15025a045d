"""Measures the wiki client beside bare httpx2: one call, and the import.

usage: python -m tests.benchmarks.wiki_client
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "generated/python/wiki_query/src"
sys.path.insert(0, str(PACKAGE))

import httpx2  # noqa: E402 - the path comes first
import msgspec  # noqa: E402 - the path comes first
from wiki_query import AllPages, Client  # noqa: E402 - the path comes first

from tests.clients.wiki.scripted import Reply, ScriptedWiki  # noqa: E402 - the path comes first

CALLS = 400
IMPORTS = 25
REPLY = {"query": {"allpages": [{"pageid": n, "ns": 0, "title": f"P{n}"} for n in range(50)]}}


def main() -> None:
    """Print both ratios."""
    print(f"a call: {call_ratio():.2f} times bare httpx2 and msgspec")
    for program in (
        "import wiki_query",
        "from wiki_query import Client",
        "from wiki_query import Client, AllPages, Links, SiteInfo",
    ):
        print(f"{program}: {import_ratio(program):.2f} times `import httpx2, msgspec`")


def call_ratio() -> float:
    """The client's median time for a call, over that of a bare one; taken in turns."""
    body = json.dumps(REPLY).encode()
    with ScriptedWiki() as server:
        server.answers(Reply(body, headers={"Content-Type": "application/json"}))
        with (
            Client(server.api_url, user_agent="bench/1 (b@example.org)") as wiki,
            httpx2.Client() as http,
        ):
            params = dict(wiki.list(AllPages(prefix="A")).explain().parameters)

            def bare() -> None:
                reply = http.get(server.api_url, params=params)
                assert len(msgspec.json.decode(reply.content)["query"]["allpages"]) == 50

            def ours() -> None:
                assert len(list(wiki.list(AllPages(prefix="A")))) == 50

            return _ratio(ours, bare, CALLS)


def _ratio(
    one: Callable[[], None],
    other: Callable[[], None],
    times: int,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    taken: dict[Callable[[], None], list[float]] = {one: [], other: []}
    for _ in range(times):
        for each, seconds in taken.items():
            begun = clock()
            each()
            seconds.append(clock() - begun)
    return statistics.median(taken[one]) / statistics.median(taken[other])


def import_ratio(program: str) -> float:
    """The work of a fresh interpreter that runs a program, over that of the libraries' import.

    In seconds of the processor: what else the machine does in the meantime would only blur them.
    """
    return _ratio(
        lambda: _run(program), lambda: _run("import httpx2, msgspec"), IMPORTS, _seconds_of_children
    )


def _seconds_of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": str(PACKAGE)}, check=True)


if __name__ == "__main__":
    main()
