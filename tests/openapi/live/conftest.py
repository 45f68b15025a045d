"""The served wiki, and its administrator at the other end of a plain HTTP client."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import Wiki
from tests.openapi.live.requests import administrator


@pytest.fixture(scope="session")
def admin(live_wiki: Wiki) -> Iterator[httpx2.Client]:
    with administrator(live_wiki) as client:
        yield client
