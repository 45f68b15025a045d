"""The key is shown nowhere: not in a repr, a log, a result, a reply, or to a hook."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
import sentry_sdk
from seller_platform import AsyncClient, ConfigurationError, Error
from seller_platform.testing import Sandbox
from sentry_sdk.integrations.httpx2 import Httpx2Integration

from tests.clients.exposure import Kept, from_environment, reached

from .calling import CALLS
from .conftest import Use, listed_with_replies, use_async
from .script import IMPATIENT, ITEMS, PATIENT, PURCHASED, Play, Script, hang, reply
from .secrecy import FAULTS, KEY, WITHOUT_REPLY, assert_hidden


@pytest.mark.promise(
    "No log, error or `repr` shows the key",
    "No output that it makes can show the key",
    "logs of any level",
    "keeps the key out of logs, errors and `repr`",
)
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
        request_line = server.requests[0].replace(b"+", b"%20")
    assert quote(KEY, safe="").encode() in request_line
    assert_hidden([repr(result), *map(repr, attempts)])


@pytest.mark.promise(
    "No log, error or `repr` shows the key", "No output that it makes can show the key"
)
def test_objects_that_hold_the_key_do_not_show_it(use: Use) -> None:
    with Sandbox() as sandbox:
        transport = sandbox.transport

        def look(seller: Any) -> list[str]:
            other = seller.with_options(headers=(("X-Key", KEY.replace("ü", "")),))
            parts = [seller, seller.items, seller._session, seller._driver, other]
            return [text for part in parts for text in reached(part)]

        assert_hidden(use("https://h.test", look, api_key=KEY, transport=transport))


@pytest.mark.promise(
    "even if the platform repeats the key in its reply",
    "It never shows its key, password or token in errors, logs or tracebacks",
)
@pytest.mark.parametrize("status", [200, 403])
def test_a_reply_that_repeats_the_key_does_not_show_it(use: Use, status: int) -> None:
    page = f"<a href='?api_key={quote(KEY)}'>{KEY}</a>"
    with Script(reply(page.encode(), status, {"X-Key": quote(KEY)})) as server:
        _, (kept_reply,) = use(server.address, listed_with_replies, api_key=KEY)
    assert kept_reply.text == "<a href='?api_key=***'>***</a>"
    assert kept_reply.headers["x-key"] == "***"
    assert_hidden(reached(kept_reply))


def test_the_request_that_a_hook_could_see_has_no_key(use: Use) -> None:
    requests: list[httpx2.Request] = []

    async def watch(request: httpx2.Request) -> None:
        requests.append(request)

    def look(seller: Any) -> Any:
        hook = watch if isinstance(seller, AsyncClient) else requests.append
        seller._driver.http.event_hooks = {"request": [hook]}
        return seller.items.list()

    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, content=ITEMS))
    use("https://h.test", look, api_key=KEY, transport=transport)
    (request,) = requests
    assert_hidden(map(repr, [str(request.url), request, request.headers, request.extensions]))


@pytest.mark.promise("make a client with another key over the same connections")
def test_another_key_is_sent_over_the_same_connections_and_stays_hidden(
    use: Use, logged: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEXT_KEY", KEY)

    def in_turn(seller: Any) -> Any:
        rotated = seller.with_options(api_key=from_environment("NEXT_KEY"), retries=0)
        assert type(rotated) is type(seller)
        assert rotated._session.options.retries == 0
        assert_hidden(reached(rotated))
        calls = (seller, rotated, rotated.with_options(timeout=5), seller)
        if isinstance(seller, AsyncClient):
            return one_by_one([client.items.list for client in calls])
        return [client.items.list() for client in calls]

    async def one_by_one(calls: list[Any]) -> list[Any]:
        return [await call() for call in calls]

    with Script(reply(headers={"X-Key": quote(KEY)})) as server:
        assert len(use(server.address, in_turn, api_key="the first")) == 4
    keys = [
        request.split(b" ")[1].partition(b"api_key=")[2].decode() for request in server.requests
    ]
    rotated = quote(KEY, safe="")
    assert keys == ["the%20first", rotated, rotated, "the%20first"]
    assert server.connections == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "api_key is missing"),
        (" canary", "api_key begins or ends with a blank"),
        (b"canary", "api_key is of type bytes"),
    ],
)
def test_a_later_key_that_cannot_be_meant_is_refused(use: Use, wrong: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message) as raised:
        use("https://h.test", lambda seller: seller.with_options(api_key=wrong))
    assert "canary" not in str(raised.value)


@pytest.fixture
def breadcrumbs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Breadcrumbs of requests, as Sentry would send them with the next report."""
    for kind in (httpx2.Client, httpx2.AsyncClient):
        monkeypatch.setattr(kind, "send", kind.send)  # put back afterwards
    Httpx2Integration.setup_once()
    transport = Kept()
    client = sentry_sdk.Client(
        dsn="https://key@sentry.invalid/1",
        transport=transport,
        default_integrations=False,
        integrations=[Httpx2Integration()],
        traces_sample_rate=1.0,
        max_value_length=100_000,
    )

    def reported() -> str:
        sentry_sdk.capture_message("report")
        return transport.envelopes.getvalue().decode()

    with sentry_sdk.isolation_scope() as scope, sentry_sdk.new_scope():
        scope.set_client(client)
        with sentry_sdk.start_transaction(name="a test"):
            yield reported


@pytest.mark.promise("breadcrumbs and spans of Sentry and OpenTelemetry")
@pytest.mark.parametrize("play", FAULTS.values(), ids=FAULTS)
def test_no_breadcrumb_of_sentry_holds_the_key_whatever_the_answer(
    use: Use, play: Play, logged: None, breadcrumbs: Callable[[], str]
) -> None:
    timeout = IMPATIENT if play is hang else PATIENT
    with Script(play) as server, suppress(Error):
        use(server.address, CALLS["GET"], api_key=KEY, retries=0, timeout=timeout)
    report = breadcrumbs()
    if play not in WITHOUT_REPLY:
        assert '"category":"httplib"' in report
    assert_hidden([report])


@pytest.mark.promise("breadcrumbs and spans of Sentry and OpenTelemetry")
@pytest.mark.parametrize("kind", ["own", "library's"])
def test_the_reason_phrase_is_the_standard_one_with_any_transport(use: Use, kind: str) -> None:
    reasons: list[str] = []
    is_async = use is use_async
    transport: Any = httpx2.AsyncHTTPTransport() if is_async else httpx2.HTTPTransport()
    if kind == "own":
        transport = httpx2.MockTransport(
            lambda _: httpx2.Response(403, extensions={"reason_phrase": KEY.encode()})
        )

    async def watch(response: httpx2.Response) -> None:
        reasons.append(response.reason_phrase)

    def look(seller: Any) -> Any:
        hook = watch if is_async else lambda response: reasons.append(response.reason_phrase)
        seller._driver.http.event_hooks = {"response": [hook]}
        return seller.items.list()

    with Script(FAULTS["key in the reason phrase"]) as server, suppress(Error):
        use(server.address, look, api_key=KEY, transport=transport)
    assert reasons == ["Forbidden"]
