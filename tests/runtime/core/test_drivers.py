"""The drivers against a real server: requests, replies and reported failures."""

import asyncio
import json
import logging
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import Any, ClassVar

import httpcore2
import httpx2
import pytest

from specloom.runtime.core import connection
from specloom.runtime.core.async_driver import AsyncDriver, open_async_http
from specloom.runtime.core.deadline import Deadline
from specloom.runtime.core.driver import Driver, open_http
from specloom.runtime.core.resolve import addresses
from specloom.runtime.core.secret import Sealed, Secret
from specloom.runtime.core.steps import Emit, Failure, Outcome, Reply, Request, Send, Steps, Wait
from specloom.runtime.core.wire import Body, failure_of, outgoing, takes_targets
from tests.http_server import LocalServer, QuietHandler

SECRET = Secret("canary key/&%")
Sender = Callable[..., Outcome]


class Echo(QuietHandler):
    """Tells what it received."""

    def serve(self) -> None:
        request = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": self.received().decode(),
        }
        self.answer(json.dumps(request).encode())


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LocalServer(Echo) as running:
        yield running.url


def send_sync(step: Send, transport: Any = None) -> Outcome:
    http = open_http(headers={"User-Agent": "test"}, transport=transport)
    with http:
        return Driver(http).send(step)


def send_async(step: Send, transport: Any = None) -> Outcome:
    async def main() -> Outcome:
        async with open_async_http(headers={"User-Agent": "test"}, transport=transport) as http:
            return await AsyncDriver(http).send(step)

    return asyncio.run(main())


@pytest.fixture(params=[send_sync, send_async], ids=["sync", "async"])
def send(request: pytest.FixtureRequest) -> Sender:
    sender: Sender = request.param
    return sender


def step(url: str, *, method: str = "GET", max_bytes: int = 1_000_000, **more: Any) -> Send:
    http_request = Request(method=method, url=url, repeatable=True, secrets=(SECRET,), **more)
    return Send(http_request, 5.0, None, max_bytes)


def replied(outcome: Outcome) -> Reply:
    assert isinstance(outcome, Reply), outcome
    return outcome


def failed(outcome: Outcome) -> Failure:
    assert isinstance(outcome, Failure), outcome
    return outcome


def test_query_header_and_body_arrive_as_given(server: str, send: Sender) -> None:
    outcome = send(
        step(
            f"{server}/a%20b",
            method="POST",
            query=(("id", "4 2"), ("key", SECRET), ("tag", "a&b")),
            headers=(("X-Key", SECRET),),
            content=Sealed(b"x=1"),
            content_type="application/x-www-form-urlencoded",
        )
    )
    received = json.loads(replied(outcome).body)
    assert received["method"] == "POST"
    assert received["path"] == "/a%20b?id=4%202&key=canary%20key%2F%26%25&tag=a%26b"
    assert received["headers"]["x-key"] == "canary key/&%"
    assert received["headers"]["user-agent"] == "test"
    assert received["headers"]["content-type"] == "application/x-www-form-urlencoded"
    assert received["body"] == "x=1"


def test_the_librarys_logs_show_the_address_without_the_secret(
    server: str, send: Sender, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        send(step(server + "/x", query=(("id", "7"), ("key", SECRET))))
    text = "\n".join(record.getMessage() for record in caplog.records)
    assert "/x?id=7" in text
    assert "canary" not in text


@pytest.mark.promise("Any other transport of your own sees the whole address")
def test_a_custom_transport_receives_the_whole_address(send: Sender) -> None:
    addresses: list[str] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        addresses.append(str(request.url))
        return httpx2.Response(204)

    http_request = step("http://h.test/p", query=(("key", SECRET),))
    assert replied(send(http_request, transport=httpx2.MockTransport(handle))).status == 204
    assert addresses == ["http://h.test/p?key=canary%20key%2F%26%25"]


def test_a_response_of_just_the_allowed_size_passes(server: str, send: Sender) -> None:
    size = len(replied(send(step(server + "/a"))).body)
    assert isinstance(send(step(server + "/a", max_bytes=size)), Reply)
    failure = failed(send(step(server + "/a", max_bytes=size - 1)))
    assert (failure.kind, failure.maybe_sent) == ("too-large", True)


@pytest.mark.promise("whether the platform may have carried out the request")
@pytest.mark.parametrize(
    ("error", "remaining", "kind", "maybe_sent"),
    [
        (httpx2.ReadTimeout(""), None, "timeout", True),
        (httpx2.ReadTimeout(""), 1, "timeout", True),
        (httpx2.ReadTimeout(""), 0, "deadline", True),
        (httpx2.ConnectTimeout(""), 0, "deadline", False),
        (LookupError(), 0, "transport", True),
    ],
)
def test_a_failure_says_whether_the_api_may_have_acted(
    error: Exception,
    remaining: int | None,
    kind: str,
    maybe_sent: bool,
) -> None:
    deadline = None if remaining is None else Deadline(50.0 + remaining, lambda: 50.0)
    step_sent = Send(step("http://h.test/").request, 5.0, deadline, 9)
    failure = failure_of(error, step_sent)
    assert (failure.kind, failure.maybe_sent) == (kind, maybe_sent)
    assert failure.text.endswith("; nothing was sent") is not maybe_sent
    late = Body(step_sent).add(b"")
    assert (late is not None and late.kind == "deadline" and late.maybe_sent) == (remaining == 0)


@pytest.mark.parametrize("url", ["ftp://h.test/", "http://[::1/", "h.test/x"])
def test_an_address_that_cannot_be_asked_is_unsendable(send: Sender, url: str) -> None:
    failure = failed(send(step(url)))
    assert (failure.kind, failure.maybe_sent) == ("unsendable", False)


def test_an_undocumented_error_keeps_its_place_and_loses_the_secret(send: Sender) -> None:
    def handle(request: httpx2.Request) -> httpx2.Response:
        raise LookupError(f"odd: {request.url} {'x' * 300}")

    http_request = step("http://h.test/p", query=(("key", SECRET),))
    failure = failed(send(http_request, transport=httpx2.MockTransport(handle)))
    assert failure.kind == "transport"
    assert failure.text == f"LookupError: {'odd: http://h.test/p?key=*** ':x<300}"
    assert failure.trace is not None
    assert "in handle" in failure.trace
    assert "canary" not in failure.trace


def three(url: str) -> Steps[int, str]:
    yield Emit([1, 2])
    yield Wait(0.5)
    outcome = yield step(url)
    assert isinstance(outcome, Reply)
    yield Emit([outcome.status])
    return "done"


def items_sync(steps: Steps[int, str], waited: list[float]) -> list[int]:
    with open_http(headers={}) as http:
        return [*Driver(http, sleep=waited.append).items(steps)]


def items_async(steps: Steps[int, str], waited: list[float]) -> list[int]:
    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def main() -> list[int]:
        async with open_async_http(headers={}) as http:
            return [item async for item in AsyncDriver(http, sleep).items(steps)]

    return asyncio.run(main())


@pytest.mark.parametrize("items", [items_sync, items_async])
def test_items_are_handed_out_in_order_and_waits_are_waited(
    server: str, items: Callable[..., list[int]]
) -> None:
    waited: list[float] = []
    assert items(three(server), waited) == [1, 2, 200]
    assert waited == [0.5]


class Proxy(QuietHandler):
    """Refuses every tunnel, and remembers for whom one was asked."""

    targets: ClassVar[list[str]] = []

    def serve(self) -> None:
        self.targets.append(self.path)
        self.send_error(403)


@pytest.mark.promise("for https only", "A proxy is used for `https` addresses only")
def test_a_proxy_of_the_environment_is_used_for_https_only(
    server: str, send: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    Proxy.targets.clear()
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with LocalServer(Proxy) as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert replied(send(step(server + "/x"))).status == 200
        assert Proxy.targets == []
        refused = failed(send(step("https://h.test/secret", query=(("key", SECRET),))))
        assert (refused.kind, refused.maybe_sent) == ("connect", False)
        assert Proxy.targets == ["h.test:443"]


def test_calls_that_give_up_on_a_name_leave_one_thread_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered, questions = Event(), []

    def slow(*question: Any, **_: Any) -> Any:
        questions.append(question)
        answered.wait()
        return [(None, None, None, None, ("192.0.2.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with ThreadPoolExecutor() as pool:
        for _ in range(3):
            with pytest.raises(httpcore2.ConnectTimeout):
                addresses("slow.test", 443, 0.001)
        waiting = [pool.submit(addresses, "slow.test", 443, 60) for _ in range(3)]
        wait(waiting, timeout=0.1)
        asked_meanwhile = list(questions)
        answered.set()
        assert {tuple(each.result()) for each in waiting} == {("192.0.2.1",)}
    assert asked_meanwhile == [("slow.test", 443)]
    assert addresses("slow.test", 443, 60) == ["192.0.2.1"]


def test_the_library_takes_connections_on_which_deadlines_are_exact() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with open_http(headers={}) as http:
            transport = http._transport
            assert isinstance(transport, connection.BoundedTransport)
            assert isinstance(transport._pool, connection.BoundedPool)
            assert transport._pool._max_connections == 100
            assert takes_targets(transport, httpx2.HTTPTransport)


def test_a_library_that_takes_no_transport_of_ones_own_is_used_with_a_warning(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(connection.BoundedClient, "_init_transport")
    with pytest.warns(RuntimeWarning, match="only looked at between reads"):
        http = open_http(headers={})
    with http:
        assert replied(Driver(http).send(step(server + "/x"))).status == 200


@pytest.mark.parametrize("open_", [open_http, open_async_http])
def test_a_library_whose_transport_has_no_pool_is_left_as_it_is(
    open_: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in (httpx2.HTTPTransport, httpx2.AsyncHTTPTransport):
        monkeypatch.setattr(kind, "__init__", lambda self, *_, **__: None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        http = open_(headers={})
    assert not hasattr(http._transport, "_pool")
    assert [warning.category for warning in caught] == [RuntimeWarning] * (open_ is open_http)


@pytest.mark.promise("it opens at most 8 connections; further calls wait until one is free")
@pytest.mark.parametrize("remaining", [None, 60.0])
def test_waiting_for_a_free_connection_ends_with_the_deadline_alone(
    remaining: float | None,
) -> None:
    deadline = None if remaining is None else Deadline(50.0 + remaining, lambda: 50.0)
    request = Request(method="GET", url="http://127.0.0.1/", repeatable=True)
    with httpx2.Client() as http:
        http_request = outgoing(http.build_request, Send(request, 5.0, deadline, 100), {})
    assert http_request.extensions["timeout"] == {
        "connect": 5,
        "read": 5,
        "write": 5,
        "pool": remaining,
    }
    assert "target" not in http_request.extensions
