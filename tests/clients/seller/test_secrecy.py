"""The key is shown nowhere: not in a repr, a log, an error, its chain, or a traceback with locals."""

import gzip
import json
import logging
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import httpx2
import pytest
import seller_platform
from seller_platform import AsyncClient, Client, ConfigurationError, Error
from seller_platform.testing import Sandbox

from tests.clients.exposure import reached

from .conftest import Use
from .script import (
    IMPATIENT,
    ITEMS,
    PATIENT,
    Play,
    Script,
    hang,
    raw,
    reply,
    reset,
    then_reset,
)

KEY = "canary key/ü&%=+'\"\\x"
FORMS = {
    KEY,
    quote(KEY),
    quote(KEY, safe=""),
    quote_plus(KEY),
    quote(KEY, safe="").lower(),
    repr(KEY)[1:-1],
    "canary",
}
ECHO = json.dumps({"status": "error", "msg": f"wrong key {KEY}"}).encode()
NAMED = json.dumps(KEY).encode()

ANSWERS: dict[str, Play] = {
    "success": reply(ITEMS),
    "documented error": reply(b'{"status": "error", "msg": "No items found"}'),
    "error that repeats the key": reply(ECHO),
    "not JSON, with the key in it": reply(f"<h1>{KEY}</h1>".encode()),
    "HTTP error, with the key in it": reply(f"<h1>{KEY}</h1>".encode(), 403),
    "member missing": reply(b'{"status": "success"}'),
    "member that is the key": reply(b'{"status": "success", "items": "%s"}' % b"canary"),
    "member that is not a number": reply(b'{"status": "success", %s: NaN}' % NAMED),
    "member that occurs twice": reply(b'{"status": "success", %s: 1, %s: 2}' % (NAMED, NAMED)),
    "nested deeply": reply(b'{"status": "success", "items": %s"canary"' % (b"[" * 20_000)),
    "cut off": reply(b'{"status": "success", "items": ["canary", '),
    "envelope that says neither": reply(b'{"status": "canary"}'),
    "redirect that repeats the key": reply(
        b"", 307, {"Location": f"https://elsewhere.test/?api_key={quote(KEY)}"}
    ),
    "reset": reset,
    "reset within the answer": then_reset(b"HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n{"),
    "no HTTP": raw(b"nonsense\r\n\r\n"),
    "no HTTP, but the key": raw(KEY.encode() + b"\r\n\r\n"),
    "key in a header": reply(ITEMS, headers={"X-Key": quote(KEY, safe="/ü")}),
    "silence": hang,
    "too large": reply(b"x" * 100_000),
    "bomb": reply(gzip.compress(bytes(1_000_000)), headers={"Content-Encoding": "gzip"}),
    "bad compression": reply(b"canary", headers={"Content-Encoding": "gzip"}),
    "unavailable": reply(b"canary", 503),
}


def shown(error: BaseException) -> Iterator[str]:
    """Everything that a report of an error could show, the frames of this folder excepted."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        waiting += [one.__cause__, one.__context__]
        yield from (str(one), repr(one), repr(one.args), repr(vars(one)))
        yield from getattr(one, "__notes__", ())
        for frame in traceback.TracebackException.from_exception(one, capture_locals=True).stack:
            if Path(frame.filename).parent != Path(__file__).parent:
                yield f"{frame.name}: {frame.locals}"


def assert_hidden(texts: Iterator[str] | list[str]) -> None:
    for text in texts:
        for form in FORMS:
            assert form not in text, text


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Every logger at its most talkative."""
    with caplog.at_level(logging.NOTSET):
        for name in ("httpx2", "httpcore2", "asyncio", "anyio", "seller_platform"):
            caplog.set_level(1, logger=name)
        yield caplog


CALLS: dict[str, Any] = {
    "get": lambda seller: seller.items.list(),
    "get with a parameter": lambda seller: seller.items.get(1),
    "post": lambda seller: seller.purchases.validate("X"),
}


@pytest.mark.parametrize("play", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_key_stays_hidden_over_success_and_every_failure(
    use: Use, play: Play, call: Any, logged: pytest.LogCaptureFixture
) -> None:
    attempts: list[Any] = []
    with Script(play) as server:
        try:
            result: object = use(
                server.address,
                call,
                api_key=KEY,
                retries=1,
                backoff=0.001,
                timeout=IMPATIENT if play is hang else PATIENT,
                max_response_bytes=50_000,
                on_attempt=attempts.append,
            )
        except Error as error:
            result = None
            assert_hidden(shown(error))
        sent = b"".join(server.requests).replace(b"+", b"%20")
    assert quote(KEY, safe="").encode() in sent, "the key must have been sent"
    assert_hidden([repr(result), *map(repr, attempts)])
    records = [record.getMessage() for record in logged.records]
    assert any("HTTP Request" in text or "connect_tcp" in text for text in records)
    assert_hidden(records)
    assert_hidden([repr(vars(record)) for record in logged.records])


def test_the_key_stays_hidden_when_nothing_listens(
    use: Use, logged: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Error) as raised:
        use("http://127.0.0.1:1", CALLS["get"], api_key=KEY, retries=0)
    assert_hidden(shown(raised.value))
    assert_hidden([record.getMessage() for record in logged.records])


def test_the_key_stays_hidden_when_a_transport_fails_in_its_own_way(use: Use) -> None:
    def handle(request: httpx2.Request) -> httpx2.Response:
        content = request.read().decode()
        raise LookupError(f"cannot place {request.url} {content}")

    for call in CALLS.values():
        with pytest.raises(Error) as raised:
            use(
                "https://h.test",
                call,
                api_key=KEY,
                retries=0,
                transport=httpx2.MockTransport(handle),
            )
        assert "LookupError: cannot place https://h.test/api" in str(raised.value)
        assert_hidden(shown(raised.value))


@pytest.mark.parametrize(
    "arguments",
    [
        {"base_url": None},
        {"base_url": "http://h.test"},
        {"base_url": "nonsense"},
        {"base_url": "https://user:secret@h.test"},
        {"base_url": "https://h.test", "timeout": 0},
        {"base_url": "https://h.test", "api_key": f" {KEY}"},
        {"base_url": "https://h.test", "api_key": f"{KEY}\udcfc"},
    ],
)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_the_key_stays_hidden_when_no_client_can_be_made(
    kind: Any, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELLER_PLATFORM_BASE_URL", raising=False)
    with pytest.raises((ConfigurationError, ValueError)) as raised:
        kind(**{"api_key": KEY, **arguments})
    assert_hidden(shown(raised.value))


def test_objects_that_hold_the_key_do_not_show_it(use: Use) -> None:
    with Sandbox() as sandbox:
        transport = sandbox.transport

        def look(seller: Any) -> list[str]:
            other = seller.with_options(headers=(("X-Key", KEY),))
            parts = [seller, seller.items, seller._session, seller._driver, other]
            return [text for part in parts for text in reached(part)]

        assert_hidden(use("https://h.test", look, api_key=KEY, transport=transport))


@pytest.mark.parametrize("status", [200, 403])
def test_a_reply_that_repeats_the_key_does_not_show_it(use: Use, status: int) -> None:
    kept: list[Any] = []

    def look(seller: Any) -> Any:
        async def asked() -> None:
            with seller.replies() as replies, suppress(Error):
                await seller.items.list()
            kept.extend(replies)

        if isinstance(seller, AsyncClient):
            return asked()
        with seller.replies() as replies, suppress(Error):
            seller.items.list()
        return kept.extend(replies)

    page = f"<a href='?api_key={quote(KEY)}'>{KEY}</a>"
    with Script(reply(page.encode(), status, {"X-Key": quote(KEY)})) as server:
        use(server.address, look, api_key=KEY)
    (kept_reply,) = kept
    assert kept_reply.text == "<a href='?api_key=***'>***</a>"
    assert kept_reply.headers["x-key"] == "***"
    assert_hidden([*reached(kept_reply)])


def test_the_request_that_a_response_hook_could_see_has_no_key(use: Use) -> None:
    seen: list[httpx2.Request] = []

    class Watching(httpx2.MockTransport):
        pass

    def look(seller: Any) -> Any:
        hooks = seller._driver.http.event_hooks
        is_async = isinstance(seller, AsyncClient)

        async def watch(request: httpx2.Request) -> None:
            seen.append(request)

        seller._driver.http.event_hooks = {
            **hooks,
            "request": [watch if is_async else seen.append],
        }
        return seller.items.list()

    transport = Watching(lambda _: httpx2.Response(200, content=ITEMS))
    use("https://h.test", look, api_key=KEY, transport=transport)
    (request,) = seen
    assert_hidden(
        [str(request.url), repr(request), repr(request.headers), repr(request.extensions)]
    )


def test_every_module_of_the_package_was_looked_at() -> None:
    assert Path(seller_platform.__file__).parent.name == "seller_platform"
