"""Validators between the project's own clients and the servers: nothing that is sent or comes back is refused."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
import pytest

from tests.mediawiki.server import Wiki

from .asking import ask_for_everything, ask_the_seller
from .documents import DOCUMENTS
from .validators import express, openapi_core, prism

Proxy = Callable[[Path, str, Path], AbstractContextManager[str]]
each_that_logs = pytest.mark.parametrize(
    "validator", [express, openapi_core], ids=["express-openapi-validator", "openapi-core"]
)


@pytest.mark.promise(
    "accepts every request of the project's own client, for all modules and values, and the wiki's replies",
    "accepts a request of each module, with the replies",
)
@pytest.mark.timeout(600)
@each_that_logs
def test_a_validator_takes_the_clients_requests_and_the_wikis_replies(
    unwritten_wiki: Wiki,
    admin: httpx2.Client,
    tmp_path: Path,
    validator: Proxy,
    exhaustive: bool,
) -> None:
    log = tmp_path / "wrong.txt"
    with validator(DOCUMENTS / "wiki.openapi.json", unwritten_wiki.url, log) as address:
        httpx2.get(f"{address}/api.php?action=query&formatversion=1", timeout=60)
        refused = log.read_text(encoding="utf-8")
        assert "formatversion" in refused
        is_slow = validator is openapi_core  # a third of a second for each request
        assert ask_for_everything(address, admin, at_once=is_slow or not exhaustive) >= 62
    assert log.read_text(encoding="utf-8") == refused


@each_that_logs
def test_a_validator_takes_the_sellers(sandbox: str, tmp_path: Path, validator: Proxy) -> None:
    log = tmp_path / "wrong.txt"
    with validator(DOCUMENTS / "seller.openapi.json", sandbox, log) as address:
        ask_the_seller(address)
    assert log.read_text(encoding="utf-8") == ""


@pytest.mark.promise(
    "accepts every request of the project's own client, for all modules and values, and the wiki's replies"
)
def test_prism_takes_the_clients_requests_and_the_wikis_replies(
    unwritten_wiki: Wiki, admin: httpx2.Client, exhaustive: bool
) -> None:
    """What does not fit, `--errors` turns into an error, which a client raises."""
    with prism("proxy", DOCUMENTS / "wiki.openapi.json", unwritten_wiki.url, "--errors") as address:
        assert (
            httpx2.get(f"{address}/api.php?action=query&nonsense=1", timeout=60).status_code >= 400
        )
        asked = ask_for_everything(address, admin, at_once=not exhaustive)
        assert asked > 200 if exhaustive else asked == 62


def test_prism_takes_the_sellers(sandbox: str) -> None:
    with prism("proxy", DOCUMENTS / "seller.openapi.json", sandbox, "--errors") as address:
        ask_the_seller(address)


@pytest.mark.promise(
    "answers the project's own client as the sandbox does",
    "the project's own clients get what was recorded, from all 62 modules and all four operations",
)
def test_prism_as_a_mock_answers_the_sellers_client_from_the_examples(sandbox: str) -> None:
    with prism("mock", DOCUMENTS / "seller.openapi.json") as address:
        told = ask_the_seller(address)
    assert told == ask_the_seller(sandbox)
