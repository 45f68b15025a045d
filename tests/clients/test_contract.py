"""Contract of all clients: retries, deadlines, limits, redirects, options and hooks, of threads and of tasks, for either API."""

import asyncio
import gzip
import json
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import anyio
import httpx2
import pytest
import wiki_query

from tests.clients.kinds import IN_TRIO, KINDS, SELLER, Call, Kind
from tests.clients.seller.script import (
    IMPATIENT,
    ITEMS,
    PATIENT,
    PURCHASED,
    Play,
    Script,
    hang,
    raw,
    reply,
    reset,
    then,
    then_reset,
)
from tests.clients.wiki.scripted import page, part
from tests.ending import join

FAST: dict[str, Any] = {"backoff": 0.001, "timeout": PATIENT}


class Calls(NamedTuple):
    """A call that reads and a call that changes something, with replies to them."""

    read: Call
    read_body: bytes
    change: Call
    change_body: bytes
    operations: dict[str, str]
    """Names of both in errors and attempts."""


OF_SELLER = Calls(
    lambda seller: seller.items.list(),
    ITEMS,
    lambda seller: seller.purchases.validate("X"),
    PURCHASED,
    {"read": "items.list", "change": "purchases.validate"},
)
OF_WIKI = Calls(
    lambda wiki: wiki.list(wiki_query.AllPages()),
    json.dumps(part(allpages=[page(1)])).encode(),
    lambda wiki: wiki.raw({"action": "edit", "token": "t"}, title="A", text="B"),
    b'{"edit": {"result": "Success"}}',
    {"read": "list=allpages", "change": "edit"},
)


def calls_of(kind: Kind) -> Calls:
    return OF_SELLER if kind.api is SELLER else OF_WIKI


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", "a key")


of_each = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
of_each_loop = pytest.mark.parametrize("kind", (*KINDS, *IN_TRIO), ids=lambda kind: kind.name)
of_tasks = pytest.mark.parametrize(
    "kind", [kind for kind in (*KINDS, *IN_TRIO) if kind.is_async], ids=lambda kind: kind.name
)
each_call = pytest.mark.parametrize("call", ["read", "change"])


def failed(kind: Kind, address: str, call: str, **settings: Any) -> Any:
    """Error of a call that reads or changes something."""
    action = getattr(calls_of(kind), call)
    with pytest.raises(kind.api.error) as raised:
        kind.use(address, action, {**FAST, **settings})
    assert calls_of(kind).operations[call] in str(raised.value)
    return raised.value


# --- Retries -------------------------------------------------------------------------------------

HALF = b"HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n{"
UNSURE: dict[str, Play] = {
    "reset after the request": reset,
    "closed after the request": lambda connection: connection.shutdown(socket.SHUT_RDWR),
    "reset within the head": then_reset(b"HTTP/1.1 200 X\r\nConte"),
    "reset within the body": then_reset(HALF),
    "cut off": then(raw(HALF), reset),
    "no HTTP": raw(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"),
    "silence": hang,
    "silence within the body": then(raw(HALF), hang),
    "bad gateway": reply(b"<h1>502</h1>", 502),
    "unavailable": reply(b"<h1>503</h1>", 503, {"Retry-After": "0"}),
    "gateway timeout": reply(b"", 504),
    "Cloudflare's own": reply(b"<html>", 524),
}
"""Faults after which nobody knows whether a change was made."""


def _patience(fault: str) -> dict[str, Any]:
    return {"timeout": IMPATIENT, "deadline": None} if "silence" in fault else {}


@pytest.mark.promise(
    "The client repeats failed GETs by itself",
    "no connection, a broken connection",
    "The client has already retried a temporary error, with backoff, before you see it",
)
@pytest.mark.parametrize("fault", UNSURE)
@of_each
def test_a_call_that_only_reads_is_repeated_until_it_is_answered(kind: Kind, fault: str) -> None:
    calls = calls_of(kind)
    with Script(UNSURE[fault], reply(calls.read_body)) as server:
        assert len(kind.use(server.address, calls.read, {**FAST, **_patience(fault)})) == 1
        assert len(server.requests) == 2


@pytest.mark.promise(
    "only when it is certain that nothing was sent",
    "repeats it only if it was certainly not carried out",
)
@pytest.mark.parametrize("fault", UNSURE)
@each_call
@of_each
def test_a_read_is_given_up_after_its_retries_and_a_change_at_once(
    kind: Kind, call: str, fault: str
) -> None:
    with Script(UNSURE[fault]) as server:
        error = failed(kind, server.address, call, retries=1, **_patience(fault))
        assert error.retryable is (call == "read")
        # A wiki's reads change nothing, so nothing can have been done.
        assert error.maybe_sent is (call == "change" or kind.api is SELLER)
    assert len(server.requests) == (2 if call == "read" else 1)


@pytest.mark.promise("or the status is 429")
@of_each
def test_a_change_that_came_too_soon_is_sent_again(kind: Kind) -> None:
    calls = calls_of(kind)
    with Script(reply(b"slow down", 429), reply(calls.change_body)) as server:
        assert kind.use(server.address, calls.change, FAST)
        assert len(server.requests) == 2


@pytest.mark.promise("no connection; nothing was sent")
@each_call
@of_each_loop
def test_a_call_without_a_connection_is_tried_again(kind: Kind, call: str) -> None:
    attempts: list[Any] = []
    error = failed(kind, "http://127.0.0.1:1", call, retries=2, on_attempt=attempts.append)
    assert type(error).__name__ == "ConnectError"
    assert (error.kind, error.retryable, error.maybe_sent) == ("connect", True, False)
    assert [attempt.failure for attempt in attempts] == ["connect"] * 3


@pytest.mark.promise("only when it is certain that nothing was sent")
@of_each
def test_a_reset_before_the_request_was_read_counts_as_sent(kind: Kind) -> None:
    with Script(then_reset(b""), reads_at_all=False) as server:
        assert failed(kind, server.address, "change").maybe_sent
        assert server.connections == 1


@pytest.mark.promise(
    "the seconds that the platform asks to wait", "the call ends at once with the error"
)
@pytest.mark.parametrize(
    "seconds", ["999999999999", "86400", "Fri, 31 Dec 9999 23:59:59 GMT", "9" * 4000]
)
@of_each
def test_an_absurd_retry_after_ends_the_call(kind: Kind, seconds: str) -> None:
    with Script(reply(b"", 429, {"Retry-After": seconds})) as server:
        assert failed(kind, server.address, "read").status == 429
        assert len(server.requests) == 1


@pytest.mark.promise("a budget of 20 retries that all calls of a client share")
@of_each
def test_a_lasting_outage_is_not_answered_with_a_storm(kind: Kind) -> None:
    def each_time(client: Any) -> Any:
        return later(client) if kind.is_async else at_once(client)

    def at_once(client: Any) -> None:
        for _ in range(40):
            with pytest.raises(kind.api.error):
                list(calls_of(kind).read(client))

    async def later(client: Any) -> None:
        for _ in range(40):
            with pytest.raises(kind.api.error):
                result = calls_of(kind).read(client)
                _ = [item async for item in result] if kind.api is not SELLER else await result

    with Script(reply(b"", 503)) as server:
        kind.use(server.address, each_time, {"backoff": 0.0, "retries": 3})
        assert len(server.requests) == 40 + 20


# --- Limits --------------------------------------------------------------------------------------

PACKED = {"Content-Encoding": "gzip"}
UNREADABLE: dict[str, tuple[Play, str]] = {
    "too large": (reply(b"x" * 1_000_001), "too-large"),
    "blanks": (reply(ITEMS + b" " * 1_000_000), "too-large"),
    "bomb": (reply(gzip.compress(bytes(30_000_000)), 200, PACKED), "too-large"),
    "no gzip": (reply(b"no gzip at all", 200, PACKED), "decoding"),
}


@pytest.mark.promise(
    "A call whose reply cannot be read is not repeated",
    "A client raises its own error for a reply that it cannot read",
    "the reply is larger than `max_response_bytes`",
)
@pytest.mark.parametrize(("play", "failure"), UNREADABLE.values(), ids=UNREADABLE)
@of_each
def test_a_reply_that_cannot_be_read_is_not_asked_for_again(
    kind: Kind, play: Play, failure: str
) -> None:
    with Script(play) as server:
        error = failed(kind, server.address, "read", max_response_bytes=1_000_000)
        assert error.kind == failure
        assert ("ResponseTooLargeError" in type(error).__name__) is (failure == "too-large")
        assert len(server.requests) == 1


@of_each
def test_a_compressed_reply_is_unpacked(kind: Kind) -> None:
    calls = calls_of(kind)
    with Script(reply(gzip.compress(calls.read_body), 200, PACKED)) as server:
        assert len(kind.use(server.address, calls.read, FAST)) == 1


@pytest.mark.promise(
    "no data for longer than `timeout`, or the `deadline` passed",
    "ends it on time even if the platform sends a byte now and then",
    "is for a whole call, with all its requests, retries and pauses",
)
@pytest.mark.parametrize(
    "first", [b"", b"x", HALF], ids=["silence", "dribbling head", "dribbling body"]
)
@each_call
@of_each_loop
def test_a_call_ends_at_its_deadline(kind: Kind, call: str, first: bytes) -> None:
    play = then(raw(first), raw(*[b" "] * 100, pause=0.02)) if first else hang
    with Script(play) as server:
        error = failed(kind, server.address, call, deadline=IMPATIENT)
        assert error.kind == "deadline"
        assert isinstance(error, TimeoutError)
        assert len(server.requests) == 1


@pytest.mark.promise(
    "an HTTP error or a redirect, without an answer of the platform", "Redirects are not followed"
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@each_call
@of_each
def test_a_redirect_to_another_host_is_not_followed(kind: Kind, call: str, status: int) -> None:
    with Script(reply(ITEMS)) as elsewhere:
        away = {"Location": f"{elsewhere.address}/api/items/all"}
        with Script(reply(ITEMS, status, away)) as server:
            assert failed(kind, server.address, call).status == status
            assert len(server.requests) == 1
        assert elsewhere.connections == 0


# --- Options -------------------------------------------------------------------------------------


@pytest.mark.promise(
    "makes a client with other options over the same connections",
    "makes a client with other settings for the same wiki",
    "closing the second one leaves the connections open",
)
@of_each_loop
def test_clients_of_one_client_share_its_connections_until_it_is_closed(kind: Kind) -> None:
    calls = calls_of(kind)

    def several(client: Any) -> Any:
        return later(client) if kind.is_async else at_once(client)

    def at_once(client: Any) -> None:
        with client.with_options(headers=[("X-Me", "1")]) as other:
            assert type(other) is type(client)
            assert len(list(calls.read(other))) == 1
        assert len(list(calls.read(client))) == 1

    async def later(client: Any) -> None:
        async with client.with_options(headers=[("X-Me", "1")]) as other:
            assert type(other) is type(client)
            await complete(calls.read(other))
        await complete(calls.read(client))

    with Script(reply(calls.read_body)) as server:
        kind.use(server.address, several, FAST)
    assert ["x-me: 1" in request.decode().lower() for request in server.requests] == [True, False]
    assert server.connections == 1


async def complete(result: Any) -> Any:
    """Result of a call of a task, with all its items."""
    return [item async for item in result] if hasattr(result, "__anext__") else await result


@pytest.mark.promise("headers of every request: a mapping, or pairs")
@pytest.mark.parametrize("form", [dict, tuple])
@of_each
def test_headers_are_sent_beside_the_clients_own(kind: Kind, form: Callable[..., Any]) -> None:
    headers = form({"X-Trace": "7", "Accept": "*/*"}.items())
    calls = calls_of(kind)
    with Script(reply(calls.read_body)) as server:
        kind.use(server.address, calls.read, {"headers": headers})
    lines = server.requests[0].decode().lower().splitlines()
    names = ("x-trace", "accept:")
    assert sorted(line for line in lines if line.startswith(names)) == ["accept: */*", "x-trace: 7"]
    package = kind.api.package
    product = (
        f"{package.__name__.replace('_', '-')}/{package.__version__} ({package.__description__})"
    )
    assert any(line.startswith("user-agent: ") and product.lower() in line for line in lines)


@pytest.mark.promise(
    "is called after each attempt, in the thread or task of the call",
    "is a function that is called after each attempt",
)
@of_each_loop
def test_the_hook_sees_every_attempt(kind: Kind) -> None:
    attempts: list[Any] = []
    calls = calls_of(kind)
    with Script(reply(b"", 503), reply(calls.read_body)) as server:
        kind.use(server.address, calls.read, {**FAST, "on_attempt": attempts.append})
    first, second = attempts
    assert (first.operation, first.method) == (calls.operations["read"], "GET")
    assert first.url.startswith(f"{server.address}/api")
    assert (first.number, first.status, first.failure) == (1, 503, None)
    assert first.wait is not None
    assert (second.number, second.status, second.wait) == (2, 200, None)
    assert second.received_bytes == len(calls.read_body)
    assert second.seconds > 0


async def awaited(_: object) -> None:
    raise AssertionError


class Awaited:
    """A function as an object."""

    async def __call__(self, _: object) -> None:
        raise AssertionError


NUMBER = "a number of seconds above 0, up to 1,000,000, or None"
FUNCTION = "expected a function without `async`: nobody would await what it returns"
NO_HEADER = "which no header can carry"
FIXED = "cannot be set: it follows from the address and the body of each request"
LETTERS = "is not the name of a header, which has letters, digits and hyphens of ASCII only"
TRANSPORT = (
    "a client takes transport=httpx2.HTTPTransport({}), an AsyncClient an httpx2.AsyncHTTPTransport"
)
WRONG: list[tuple[str, Any, str]] = [
    ("tiemout", 1, "unknown setting 'tiemout'; did you mean 'timeout'?"),
    ("transprot", 1, "unknown setting 'transprot'; did you mean 'transport'?"),
    ("colour", 1, "unknown setting 'colour'; there are: timeout, "),
    ("timeout", 0, f"timeout: expected {NUMBER}, got 0"),
    ("timeout", 10**400, f"timeout: expected {NUMBER}, got {10**400}"),
    ("deadline", "5", f"deadline: expected {NUMBER}, got '5'"),
    ("deadline", True, f"deadline: expected {NUMBER}, got True"),
    ("deadline", 1e10, f"deadline: expected {NUMBER}, got 10000000000.0"),
    ("backoff", float("nan"), "backoff: expected a number of seconds from 0 to 1,000,000, got nan"),
    ("backoff", None, "backoff: expected a number of seconds from 0 to 1,000,000, got None"),
    ("retries", 1.5, "retries: expected a whole number from 0 on, got 1.5"),
    ("retries", -1, "retries: expected a whole number from 0 on, got -1"),
    ("on_attempt", 1, "on_attempt: expected a function, or None, got 1"),
    *(
        ("on_attempt", wrong, f"on_attempt: {FUNCTION}")
        for wrong in (awaited, partial(awaited), Awaited())
    ),
    *(
        (name, None, f"unknown setting {name!r}; {TRANSPORT.format(argument)}")
        for name, argument in (
            ("verify", "verify=…"),
            ("proxy", "proxy=…"),
            ("proxies", "proxy=…"),
            ("http_client", "…"),
        )
    ),
    (
        "headers",
        "X: 7",
        "headers: expected a mapping of names to values, or pairs of them, got str",
    ),
    (
        "headers",
        [("A", "1"), ("X",)],
        "headers: expected a pair of a name and a value at 1, got tuple",
    ),
    ("headers", [(b"X", "7")], "headers: expected the name of a header (str) at 0, got bytes"),
    ("headers", {"X": 7}, "headers: the value of 'X': expected text (str), got int"),
    ("headers", {"X": b"canary"}, "headers: the value of 'X': expected text (str), got bytes"),
    *(
        ("headers", {"X": value}, f"headers: the value of 'X' {problem}, {NO_HEADER}")
        for value, problem in (
            ("a\r\nb: c", "holds a line break"),
            ("caf\u00e9", "holds a character outside ASCII"),
            ("\0", "holds a control character"),
            ("7 ", "begins or ends with a blank"),
        )
    ),
    *(("headers", {name: "z"}, f"headers: {name!r} {LETTERS}") for name in ("X y", "", "X\n", "Ü")),
    *(
        ("headers", {name: "7"}, f"headers: {name!r} {FIXED}")
        for name in ("Host", "content-length", "Content-Type", "Transfer-Encoding")
    ),
]


@pytest.mark.promise(
    "raises a `ConfigurationError` that names it",
    "no client can be made from these arguments",
    "A misspelt setting or a wrong value is a `ParameterError`",
)
@pytest.mark.parametrize(("name", "value", "message"), WRONG)
@of_each
def test_an_option_that_cannot_be_is_refused(
    kind: Kind, name: str, value: Any, message: str
) -> None:
    for make in (partial(kind.client, "https://h.test"), with_options(kind)):
        with pytest.raises(kind.api.refusal) as raised:
            make({name: value})
        assert message in str(raised.value)
        assert "canary" not in str(raised.value)


def with_options(kind: Kind) -> Callable[[dict[str, Any]], Any]:
    client = kind.client("https://h.test")
    return lambda settings: client.with_options(**settings)


@pytest.mark.parametrize("name", ["transport", "allow_http", "connections"])
@of_each
def test_an_argument_of_a_client_is_not_an_option(kind: Kind, name: str) -> None:
    is_argument = name != ("connections" if kind.api is SELLER else "allow_http")
    message = "it is an argument of the client, and cannot be changed later"
    with pytest.raises(kind.api.refusal) as raised:
        with_options(kind)({name: None})
    assert str(raised.value).startswith(
        f"{name}: {message}" if is_argument else f"unknown setting {name!r}"
    )


@pytest.mark.promise("a transport of httpx2", "give a transport of httpx2")
@of_each
def test_a_custom_transport_is_used_and_closed(kind: Kind) -> None:
    closed: list[str] = []
    calls = calls_of(kind)

    class Custom(httpx2.MockTransport):
        def close(self) -> None:
            closed.append("sync")

        async def aclose(self) -> None:
            closed.append("async")

    transport = Custom(lambda _: httpx2.Response(200, content=calls.read_body))
    assert len(kind.use("https://h.test", calls.read, {"transport": transport})) == 1
    assert len(closed) == 1


# --- Tasks and event loops -----------------------------------------------------------------------


@pytest.mark.promise("it runs in asyncio and in trio", "Tasks may share a client")
@of_tasks
def test_tasks_share_a_client(kind: Kind) -> None:
    results: list[Any] = []
    calls = calls_of(kind)

    async def several(client: Any) -> None:
        async def once() -> None:
            results.extend(await complete(calls.read(client)))

        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(once)

    with Script(reply(calls.read_body)) as server:
        kind.use(server.address, several, FAST)
    assert (len(results), len(server.requests)) == (20, 20)


@pytest.mark.promise("A call that is cancelled leaves the client usable")
@of_tasks
def test_a_cancelled_call_frees_its_connection(kind: Kind) -> None:
    calls = calls_of(kind)

    async def cancelled(client: Any) -> None:
        with anyio.move_on_after(0.1) as scope:
            await complete(calls.read(client))
        assert scope.cancelled_caught
        assert len(await complete(calls.read(client))) == 1
        (connection,) = client._driver.http._transport._pool.connections
        assert connection.is_idle()

    with Script(hang, reply(calls.read_body)) as server:
        kind.use(server.address, cancelled, FAST)


@pytest.fixture
def open_client(request: pytest.FixtureRequest) -> Iterator[tuple[Any, Callable[[], Any]]]:
    """A client that is not closed, and a call of it."""
    calls = calls_of(request.param)
    with Script(reply(calls.read_body)) as server:
        client = request.param.client(server.address, FAST)

        async def ask() -> int:
            return len(await complete(calls.read(client)))

        yield client, ask


of_open = pytest.mark.parametrize(
    "open_client",
    [kind for kind in KINDS if kind.is_async],
    indirect=True,
    ids=lambda kind: kind.name,
)


@pytest.mark.promise("works in one event loop after another")
@of_open
def test_a_client_works_in_one_loop_after_another(
    open_client: tuple[Any, Callable[[], Any]],
) -> None:
    client, ask = open_client
    asyncio_run, trio_run = KINDS[1].run, IN_TRIO[0].run
    runs = (asyncio_run, asyncio_run, trio_run, trio_run, asyncio_run)
    assert [run(ask()) for run in runs] == [1] * 5
    asyncio.run(client.close())


@pytest.mark.promise("from another raises a `RuntimeError` and sends nothing")
@of_open
def test_a_client_is_refused_in_a_second_loop_while_the_first_runs(
    open_client: tuple[Any, Callable[[], Any]],
) -> None:
    client, ask = open_client
    outcomes: list[Any] = []

    def elsewhere() -> None:
        try:
            outcomes.append(asyncio.run(ask()))
        except RuntimeError as error:
            outcomes.append(error)

    async def main() -> None:
        await ask()
        thread = threading.Thread(target=elsewhere)
        thread.start()
        await asyncio.to_thread(join, thread)
        assert await ask() == 1
        await client.close()

    asyncio.run(main())
    (error,) = outcomes
    assert "in use in another event loop" in str(error)
    assert type(error).__name__ == "OtherLoopError"


@pytest.mark.promise("A call after that raises a `RuntimeError`")
@of_each_loop
def test_a_closed_client_refuses_calls(kind: Kind) -> None:
    client = kind.client("http://127.0.0.1:1")

    async def later() -> None:
        await client.close()
        with pytest.raises(RuntimeError, match="closed"):
            await complete(calls_of(kind).read(client))

    if kind.is_async:
        kind.run(later())
        return
    client.close()
    with pytest.raises(RuntimeError, match="closed"):
        list(calls_of(kind).read(client))
