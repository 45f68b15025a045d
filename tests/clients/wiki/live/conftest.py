"""Clients of the served wiki, as its administrator."""

from collections.abc import Callable, Iterator

import pytest
from wiki_query import Client

from tests.clients.wiki.either import PATIENT, USER_AGENT, Async, Either, Sync
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.fixture import unwritten_wiki as unwritten_wiki
from tests.mediawiki.server import ADMIN, Wiki


@pytest.fixture(scope="session")
def admin(live_wiki: Wiki) -> Iterator[Client]:
    """The synchronous client of an account with high limits."""
    with Client(live_wiki.api_url, user_agent=USER_AGENT, **PATIENT) as client:
        client.login(*ADMIN)
        yield client


@pytest.fixture(scope="session", params=[Sync, Async], ids=["sync", "async"])
def either_admin(
    request: pytest.FixtureRequest, live_wiki: Wiki, admin: Client
) -> Iterator[Either]:
    """The one and, in a second run of the test, the other."""
    make: Callable[..., Either] = request.param
    client = make(live_wiki.api_url)
    client.client.restore_session(admin.save_session())
    yield client
    client.close()


@pytest.fixture
def nobody(live_wiki: Wiki) -> Iterator[Client]:
    """Somebody who is not logged in."""
    with Client(live_wiki.api_url, user_agent=USER_AGENT, **PATIENT, backoff=0.01) as client:
        yield client
