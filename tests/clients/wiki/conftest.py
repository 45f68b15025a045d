"""A scripted wiki over real HTTP, and clients of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wiki_query._runtime.mediawiki.writing import claims

from tests.clients.wiki.either import Async, Either, Sync
from tests.clients.wiki.scripted import ScriptedWiki

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "generated/python/wiki_query/src"


@pytest.fixture
def scripted() -> Iterator[ScriptedWiki]:
    """A server that answers what the test tells it to."""
    claims._calls.clear()  # another test's wiki may have had the same port
    with ScriptedWiki() as wiki:
        yield wiki


@pytest.fixture(params=[Sync, Async], ids=["sync", "async"])
def client(request: pytest.FixtureRequest) -> Iterator[Callable[..., Either]]:
    """Makes clients: the one and, in a second run of the test, the other."""
    clients: list[Either] = []

    def make(api_url: str, **settings: object) -> Either:
        clients.append(request.param(api_url, **{"backoff": 0.001, **settings}))
        return clients[-1]

    yield make
    for either in clients:
        either.close()


@pytest.fixture
def wiki(client: Callable[..., Either], scripted: ScriptedWiki) -> Either:
    """A client of the scripted wiki."""
    return client(scripted.api_url)
