"""The servers that generated clients call, and the documents as they are committed."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from seller_platform.testing import Sandbox

from tests.clients.seller.conftest import Server
from tests.openapi.live.conftest import admin as admin
from tests.openapi.live.conftest import live_wiki as live_wiki
from tests.openapi.reading import Object

from .calls import Called, of_seller, of_wiki
from .installed import ROOT

if TYPE_CHECKING:
    import httpx2

    from specloom.model import Api
    from tests.mediawiki.server import Wiki

DOCUMENTS = ROOT / "generated" / "openapi"


def committed(stem: str) -> Object:
    """A document as it is committed."""
    found: Object = json.loads((DOCUMENTS / f"{stem}.openapi.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def sandbox() -> Iterator[str]:
    """Where the seller's sandbox is served."""
    with Sandbox() as sandbox, Server(sandbox) as address:
        yield address


@pytest.fixture(scope="session")
def server_of(
    request: pytest.FixtureRequest,
) -> Callable[[str], tuple[str, dict[str, str], list[Called]]]:
    """Address, headers and calls of the API of a document."""

    def found(stem: str) -> tuple[str, dict[str, str], list[Called]]:
        if stem == "seller":
            address: str = request.getfixturevalue("sandbox")
            return address, {}, list(of_seller(address))
        live: Wiki = request.getfixturevalue("live_wiki")
        caller: httpx2.Client = request.getfixturevalue("admin")
        api: Api = request.getfixturevalue("wiki")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in caller.cookies.jar)
        calls = list(of_wiki(api, committed(stem), caller, live.api_url))
        return live.api_url.removesuffix("/api.php"), {"Cookie": cookies}, calls

    return found
