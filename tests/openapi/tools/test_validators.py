"""Validators between the project's own clients and the servers: nothing that is sent or comes back is refused."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
import pytest

from tests.clients.wiki.live.calls import classes
from tests.mediawiki.server import Wiki

from .asking import ALL, ask_for_everything, ask_the_seller
from .documents import DOCUMENTS, printed
from .prism import prism
from .validators import express, openapi_core

Proxy = Callable[[Path, str, Path], AbstractContextManager[str]]
SAMPLE = {
    express: slice(0, None, 2),
    prism: slice(1, None, 2),
    openapi_core: slice(0, None, 8),
}
"""The modules that are asked for through each validator: each through one of the two fast ones."""
EXPRESS, CORE = (
    pytest.param(express, id="express-openapi-validator"),
    pytest.param(openapi_core, id="openapi-core"),
)


@pytest.mark.promise(
    "accepts every request of the project's own client, for all modules and values, and the wiki's replies",
    "accepts a request of each module, with the replies",
)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "validator",
    [EXPRESS, pytest.param(openapi_core, marks=pytest.mark.exhaustive, id="openapi-core")],
)
def test_a_validator_takes_the_clients_requests_and_the_wikis_replies(
    unwritten_wiki: Wiki,
    admin: httpx2.Client,
    tmp_path: Path,
    validator: Proxy,
    exhaustive: bool,
) -> None:
    log = tmp_path / "wrong.txt"
    modules = ALL if exhaustive else SAMPLE[validator]
    document = DOCUMENTS / "wiki.openapi.json"
    if validator is openapi_core and not exhaustive:
        document = sliced(tmp_path, modules)
    with validator(document, unwritten_wiki.url, log) as address:
        httpx2.get(f"{address}/api.php?action=query&formatversion=1", timeout=60)
        refused = log.read_text(encoding="utf-8")
        assert "formatversion" in refused
        at_once = validator is openapi_core or not exhaustive
        count = ask_for_everything(address, admin, at_once=at_once, modules=modules)
        assert count >= len(range(62)[modules])
    assert log.read_text(encoding="utf-8") == refused


def sliced(folder: Path, modules: slice) -> Path:
    """The document of these modules, and of those with which more is asked for."""
    names = [cls.__wire__.name for cls in classes()[modules]]
    options = ("--modules", ",".join([*names, "allpages", "info", "links"]), "--json")
    document = folder / "slice.json"
    document.write_text(printed("--api", "wiki", *options), encoding="utf-8")
    return document


@pytest.mark.parametrize("validator", [EXPRESS, CORE])
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
    """Raise the errors that Prism makes of misfits because of `--errors`."""
    with prism("proxy", DOCUMENTS / "wiki.openapi.json", unwritten_wiki.url, "--errors") as address:
        assert (
            httpx2.get(f"{address}/api.php?action=query&nonsense=1", timeout=60).status_code >= 400
        )
        modules = ALL if exhaustive else SAMPLE[prism]
        count = ask_for_everything(address, admin, at_once=not exhaustive, modules=modules)
        assert count > 200 if exhaustive else count == 31


def test_prism_takes_the_sellers(sandbox: str) -> None:
    with prism("proxy", DOCUMENTS / "seller.openapi.json", sandbox, "--errors") as address:
        ask_the_seller(address)


@pytest.mark.promise(
    "answers the project's own client as the sandbox does",
    "the project's own clients return what was recorded, for all 62 modules and all four operations",
)
def test_prism_as_a_mock_answers_the_sellers_client_from_the_examples(sandbox: str) -> None:
    with prism("mock", DOCUMENTS / "seller.openapi.json") as address:
        replies = ask_the_seller(address)
    assert replies == ask_the_seller(sandbox)
