"""No tool that reports errors shows the key, whatever a call fails with, and however it ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from seller_platform import (
    AsyncClient,
    CallTimeoutError,
    Client,
    ConfigurationError,
    ConnectError,
    Error,
    HttpError,
)

from tests.clients.exposure import (
    Alarm,
    Late,
    assert_not_exposed,
    caught,
    from_environment,
    functions_of,
    modules_of,
    raising,
)

from .calling import CALLS, Call, Use, asynchronous, sync, with_key_function, with_next_key
from .conftest import ROOT, SOURCE
from .script import IMPATIENT, ITEMS, PATIENT, Play, Script, hang, interrupt, reply
from .secrecy import FAULTS, FORMS, KEY, assert_hidden

OPTIONS: dict[str, Any] = {"retries": 1, "backoff": 0.001, "max_response_bytes": 50_000}
each_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
SAMPLE = {sync: "GET", asynchronous: "POST"}
each_use_and_call = pytest.mark.parametrize(
    ("use", "call"),
    [
        pytest.param(
            use,
            call,
            id=f"{use.__name__}-{name}",
            marks=() if name == SAMPLE[use] else pytest.mark.exhaustive,
        )
        for use in SAMPLE
        for name, call in CALLS.items()
    ],
)


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no frame of a test holds it."""
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", KEY)


@pytest.fixture(params=[sync, asynchronous])
def use(request: pytest.FixtureRequest) -> Use:
    chosen: Use = request.param
    return chosen


def failed(use: Use, address: str, call: Call, **options: Any) -> BaseException:
    """The exception of a call, of which no tool may show the key."""
    attempts: list[Any] = []
    settings = {**OPTIONS, "timeout": PATIENT, "on_attempt": attempts.append, **options}
    error = caught(partial(use, address, call, settings))
    assert_not_exposed(error, FORMS)
    assert_hidden(map(repr, attempts))
    return error


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@pytest.mark.parametrize("play", FAULTS.values(), ids=FAULTS)
@each_use_and_call
def test_no_tool_shows_the_key_whatever_the_answer(
    use: Use, logged: None, play: Play, call: Call
) -> None:
    with Script(play) as server:
        timeout = IMPATIENT if play is hang else PATIENT
        error = failed(use, server.address, call, timeout=timeout)
        assert any(b"canary" in request for request in server.requests)
    assert isinstance(error, Error)
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.promise(
    "make a client with another key over the same connections",
    "Such a key appears nowhere either",
)
@pytest.mark.parametrize("call", [with_next_key, with_key_function])
@pytest.mark.parametrize("play", FAULTS.values(), ids=FAULTS)
def test_no_tool_shows_a_key_that_came_later(
    use: Use, logged: None, monkeypatch: pytest.MonkeyPatch, play: Play, call: Call
) -> None:
    monkeypatch.setenv("NEXT_KEY", KEY)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", "the first")
    with Script(play) as server:
        timeout = IMPATIENT if play is hang else PATIENT
        failed(use, server.address, call, timeout=timeout, retries=0)
        assert any(b"canary" in request for request in server.requests)


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@each_call
def test_no_tool_shows_the_key_where_no_connection_is_made(
    use: Use, logged: None, call: Call
) -> None:
    assert isinstance(failed(use, "http://127.0.0.1:1", call), ConnectError)
    assert isinstance(failed(use, "https://no-such-host.invalid", call, retries=0), ConnectError)


@each_call
def test_no_tool_shows_the_key_when_a_transport_fails_in_its_own_way(use: Use, call: Call) -> None:
    def handle(request: httpx2.Request) -> httpx2.Response:
        raise LookupError(f"cannot place {request.url} {request.read().decode()}")

    error = failed(use, "https://h.test", call, transport=httpx2.MockTransport(handle))
    assert isinstance(error, Error)
    assert "LookupError: cannot place https://h.test/api" in str(error)


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@each_call
def test_no_tool_shows_the_key_at_the_deadline(use: Use, call: Call) -> None:
    with Script(hang) as server:
        error = failed(use, server.address, call, deadline=IMPATIENT)
    assert isinstance(error, CallTimeoutError)


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"base_url": None}, KEY),
        ({"base_url": "http://h.test"}, KEY),
        ({"base_url": "nonsense"}, KEY),
        ({"base_url": "https://user:secret@h.test"}, KEY),
        ({"base_url": "https://h.test", "timeout": 0}, KEY),
        ({"base_url": "https://h.test"}, f" {KEY}"),
        ({"base_url": "https://h.test"}, f"{KEY}\udcfc"),
    ],
)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_no_tool_shows_the_key_when_no_client_can_be_made(
    kind: Any, arguments: dict[str, Any], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELLER_PLATFORM_BASE_URL", raising=False)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", key)
    error = caught(partial(kind, **arguments))
    assert isinstance(error, ConfigurationError | ValueError)
    assert_not_exposed(error, FORMS)


def with_bytes(kind: Any) -> None:
    kind("https://h.test", api_key=from_environment("SELLER_PLATFORM_API_KEY").encode())


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_no_tool_shows_a_key_of_another_type(kind: Any) -> None:
    error = caught(partial(with_bytes, kind))
    assert isinstance(error, ConfigurationError)
    assert_not_exposed(error, FORMS)


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged"
)
@each_call
def test_no_tool_shows_the_key_of_a_cancelled_task(call: Call) -> None:
    arrived = threading.Event()

    def tell(connection: socket.socket) -> None:
        arrived.set()
        hang(connection)

    async def cancelled(address: str) -> None:
        async with AsyncClient(address, **OPTIONS) as seller:
            task = asyncio.ensure_future(call(seller))
            await asyncio.to_thread(arrived.wait)
            task.cancel()
            await task

    with Script(tell) as server:
        error = caught(partial(asyncio.run, cancelled(server.address)))
    assert isinstance(error, asyncio.CancelledError)
    assert_not_exposed(error, FORMS)
    assert "httpx2" not in "".join(modules_of(error))


# --- Exceptions of others ----------------------------------------------------------------------------


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged"
)
@pytest.mark.parametrize("kind", [KeyboardInterrupt, Alarm, Late])
@each_call
def test_an_exception_of_a_signal_handler_comes_out_as_itself_and_shows_no_key(
    use: Use, call: Call, kind: type[BaseException]
) -> None:
    with Script(interrupt) as server, raising(kind):
        error = failed(use, server.address, call)
    assert type(error) is kind
    assert functions_of(error)[-1] == "handler"
    if use is sync:
        assert not any(name.startswith("http") for name in modules_of(error))


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged"
)
def test_ctrl_c_comes_out_as_itself_and_shows_no_key(use: Use) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job may ignore it
    with Script(partial(interrupt, number=signal.SIGINT)) as server:
        error = failed(use, server.address, CALLS["POST"])
    signal.signal(signal.SIGINT, before)
    assert type(error) is KeyboardInterrupt
    assert not hasattr(error, "__notes__")
    assert not any(name.startswith("http") for name in modules_of(error))


@pytest.mark.promise(
    "An exception of your function ends the call and reaches you as it is",
    "are removed from an exception when it leaves the client",
)
def test_an_exception_of_a_hook_keeps_the_frames_of_the_hook(use: Use) -> None:
    def refuse(attempt: object) -> None:
        raise LookupError("of the hook")

    with Script(reply(ITEMS)) as server:
        error = failed(use, server.address, CALLS["POST"], on_attempt=refuse)
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == "refuse"
    assert "exchange" not in functions_of(error)


@pytest.mark.promise("a note on the exception says where it happened")
def test_a_mistake_of_the_runtime_tells_its_place_without_its_frames(
    use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> None:
        try:
            raise LookupError
        except LookupError as error:
            raise ZeroDivisionError from error

    monkeypatch.setattr("seller_platform._runtime.rest.calls.read", mistaken)
    with Script(reply(ITEMS)) as server:
        error = failed(use, server.address, CALLS["POST"])
    assert isinstance(error, ZeroDivisionError)
    assert (error.__cause__, error.__context__) == (None, None)
    assert "mistaken" not in functions_of(error)
    (note,) = error.__notes__
    assert "in mistaken" in note


@pytest.mark.promise("are removed from an exception when it leaves the client")
def test_what_a_caller_was_handling_stays_the_context(use: Use) -> None:
    def after_a_mistake(address: str | None, call: Call, options: dict[str, Any]) -> None:
        try:
            raise LookupError("of the caller")
        except LookupError:
            use(address, call, options)

    with Script(reply(b"", 403)) as server:
        error = failed(after_a_mistake, server.address, CALLS["POST"])
    assert isinstance(error, HttpError)
    while error.__context__ is not None:
        error = error.__context__
    assert str(error) == "of the caller"


PROGRAM = """
import pytest

from tests.clients.seller.calling import CALLS, asynchronous, sync


@pytest.mark.parametrize("use", [sync, asynchronous])
@pytest.mark.parametrize("call", CALLS.values())
def test_a_call(use, call):
    use(None, call, {"timeout": 5, "retries": 0})
"""
SHOWN = (
    "HTTP error, with the key in it",
    None,
    *(
        pytest.param(fault, marks=pytest.mark.exhaustive)
        for fault in (
            "error that repeats the key",
            "member missing",
            "reset",
            "no HTTP, but the key",
        )
    ),
)


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@pytest.mark.parametrize("fault", SHOWN)
def test_pytest_shows_no_key_among_the_locals(fault: str | None, tmp_path: Path) -> None:
    file = tmp_path / "test_shop.py"
    file.write_text(PROGRAM)
    options = ["--showlocals", "--tb=long", "-vvv", "--override-ini=addopts="]
    options += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}"]
    with Script(FAULTS[fault or "reset"]) as server:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{SOURCE}:{ROOT}",
            "SELLER_PLATFORM_BASE_URL": server.address if fault else "http://127.0.0.1:1",
        }
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, str(file)],
            env=environment,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert "4 failed" in done.stdout, done.stdout + done.stderr
    assert_hidden([done.stdout, done.stderr])
