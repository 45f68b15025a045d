"""The key is shown nowhere: not in a repr, a log, a result, a reply, or to a hook."""

from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from seller_platform import AsyncClient
from seller_platform.testing import Sandbox

from tests.clients.exposure import reached

from .conftest import Use, listed_with_replies
from .script import ITEMS, PURCHASED, Script, reply
from .secrecy import KEY, assert_hidden


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (lambda seller: seller.items.list(), ITEMS),
        (lambda seller: seller.purchases.validate("X"), PURCHASED),
    ],
    ids=["get", "post"],
)
def test_the_key_is_sent_and_stays_hidden(use: Use, logged: None, call: Any, body: bytes) -> None:
    attempts: list[Any] = []
    with Script(reply(body, headers={"X-Key": quote(KEY, safe="/ü")})) as server:
        result = use(server.address, call, api_key=KEY, on_attempt=attempts.append)
        sent = server.requests[0].replace(b"+", b"%20")
    assert quote(KEY, safe="").encode() in sent
    assert_hidden([repr(result), *map(repr, attempts)])


def test_objects_that_hold_the_key_do_not_show_it(use: Use) -> None:
    with Sandbox() as sandbox:
        transport = sandbox.transport

        def look(seller: Any) -> list[str]:
            other = seller.with_options(headers=(("X-Key", KEY.replace("ü", "")),))
            parts = [seller, seller.items, seller._session, seller._driver, other]
            return [text for part in parts for text in reached(part)]

        assert_hidden(use("https://h.test", look, api_key=KEY, transport=transport))


@pytest.mark.parametrize("status", [200, 403])
def test_a_reply_that_repeats_the_key_does_not_show_it(use: Use, status: int) -> None:
    page = f"<a href='?api_key={quote(KEY)}'>{KEY}</a>"
    with Script(reply(page.encode(), status, {"X-Key": quote(KEY)})) as server:
        _, (kept,) = use(server.address, listed_with_replies, api_key=KEY)
    assert kept.text == "<a href='?api_key=***'>***</a>"
    assert kept.headers["x-key"] == "***"
    assert_hidden(reached(kept))


def test_the_request_that_a_hook_could_see_has_no_key(use: Use) -> None:
    seen: list[httpx2.Request] = []

    async def watch(request: httpx2.Request) -> None:
        seen.append(request)

    def look(seller: Any) -> Any:
        hook = watch if isinstance(seller, AsyncClient) else seen.append
        seller._driver.http.event_hooks = {"request": [hook]}
        return seller.items.list()

    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, content=ITEMS))
    use("https://h.test", look, api_key=KEY, transport=transport)
    (request,) = seen
    assert_hidden(map(repr, [str(request.url), request, request.headers, request.extensions]))
