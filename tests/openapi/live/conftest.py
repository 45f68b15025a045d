"""The served wiki, and its administrator at the other end of a plain HTTP client."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import ADMIN, Wiki


@pytest.fixture(scope="session")
def admin(live_wiki: Wiki) -> Iterator[httpx2.Client]:
    name, password = ADMIN
    fixed = {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
    with httpx2.Client(timeout=60) as client:
        tokens = client.get(
            live_wiki.api_url, params=fixed | {"action": "query", "meta": "tokens", "type": "login"}
        )
        token = tokens.json()["query"]["tokens"]["logintoken"]
        login = fixed | {"action": "login", "lgname": name, "lgpassword": password}
        done = client.post(live_wiki.api_url, data=login | {"lgtoken": token})
        assert done.json()["login"]["result"] == "Success", done.text
        yield client
