"""The servers that generated clients call."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from seller_platform.testing import Sandbox

from tests.clients.seller.conftest import Server
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.fixture import own_wiki as own_wiki
from tests.mediawiki.fixture import unwritten_wiki as unwritten_wiki
from tests.openapi.live.requests import administrator

from .calls import WikiRequest, requests_of_wiki
from .documents import committed
from .generators import Served, seller, wiki_as

if TYPE_CHECKING:
    import httpx2

    from specloom.model.structs import Api
    from tests.mediawiki.server import Wiki


@pytest.fixture(scope="session")
def sandbox() -> Iterator[str]:
    """Address of the seller's sandbox."""
    with Sandbox() as sandbox, Server(sandbox) as address:
        yield address


@pytest.fixture(scope="session")
def admin(unwritten_wiki: "Wiki") -> Iterator["httpx2.Client"]:
    """The administrator of the wiki that no test changes."""
    with administrator(unwritten_wiki) as client:
        yield client


@pytest.fixture(scope="session")
def wiki_requests(wiki: "Api", admin: "httpx2.Client", unwritten_wiki: "Wiki") -> list[WikiRequest]:
    """A request of every module of the wiki, with its reply."""
    return requests_of_wiki(wiki, admin, unwritten_wiki.api_url)


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Callable[[str], Served]:
    """Function that returns the server for a document's API, with the calls to make."""

    def served_for(stem: str) -> Served:
        if stem == "seller":
            return seller(request.getfixturevalue("sandbox"))
        quiet: Wiki = request.getfixturevalue("unwritten_wiki")
        wiki_requests: list[WikiRequest] = request.getfixturevalue("wiki_requests")
        return wiki_as(committed(stem), quiet.url, request.getfixturevalue("admin"), wiki_requests)

    return served_for
