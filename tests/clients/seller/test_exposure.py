"""No tool that reports errors shows the key, whatever a call fails with, and however it ends."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from seller_platform import (
    AsyncClient,
    CallTimeoutError,
    ConnectError,
    Error,
    HttpError,
)

from tests.clients.exposure import caught, exposed

from .calling import CALLS, Call, Use, asynchronous, sync
from .conftest import SOURCE
from .script import IMPATIENT, ITEMS, PATIENT, Play, Script, hang, raw, reply, reset
from .test_secrecy import ANSWERS, FORMS, KEY, assert_hidden

FAILING = {
    name: play for name, play in ANSWERS.items() if name not in ("success", "key in a header")
}
OPTIONS: dict[str, Any] = {"retries": 1, "backoff": 0.001, "max_response_bytes": 50_000}


class Alarm(Exception):  # noqa: N818 - a program's own
    """Raised by a signal handler."""


class Late(TimeoutError):  # noqa: N818 - the same
    """The same, of a kind that the HTTP library has reasons of its own to catch."""


@pytest.fixture(params=[sync, asynchronous])
def use(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Use:
    """A client of each kind; the key comes from the environment, so that no frame of a test holds it."""
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", KEY)
    chosen: Use = request.param
    return chosen


def failed(use: Use, address: str, call: Call, **options: Any) -> BaseException:
    """What a call ends with, of which no tool may show the key."""
    error = caught(partial(use, address, call, {**OPTIONS, "timeout": PATIENT, **options}))
    assert_not_exposed(error)
    return error


def assert_not_exposed(error: BaseException) -> None:
    for text in exposed(error):
        found = [form for form in FORMS if form in text]
        assert (
            not found
        ), f"{found} {text[: text.find(':')]}, {text[max(0, text.find(found[0]) - 300) :][:600]!r}"


def modules_of(error: BaseException) -> set[str]:
    """Where the frames of an exception lie."""
    return {frame.f_globals["__name__"] for frame, _ in traceback.walk_tb(error.__traceback__)}


def functions_of(error: BaseException) -> list[str]:
    return [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]


@pytest.mark.parametrize("play", FAILING.values(), ids=FAILING)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_tool_shows_the_key_whatever_the_answer(use: Use, play: Play, call: Call) -> None:
    with Script(play) as server:
        timeout = IMPATIENT if play is hang else PATIENT
        error = failed(use, server.address, call, timeout=timeout)
        assert any(b"canary" in request for request in server.requests)
    assert isinstance(error, Error)
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_tool_shows_the_key_where_no_connection_is_made(use: Use, call: Call) -> None:
    assert isinstance(failed(use, "http://127.0.0.1:1", call), ConnectError)
    assert isinstance(failed(use, "https://no-such-host.invalid", call, retries=0), ConnectError)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_tool_shows_the_key_at_the_deadline(use: Use, call: Call) -> None:
    with Script(hang) as server:
        error = failed(use, server.address, call, deadline=IMPATIENT)
    assert isinstance(error, CallTimeoutError)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_tool_shows_the_key_of_a_cancelled_task(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", KEY)
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
    assert_not_exposed(error)
    assert "httpx2" not in "".join(modules_of(error))


# --- Exceptions of others ----------------------------------------------------------------------------


@pytest.fixture(params=[KeyboardInterrupt, Alarm, Late], ids=lambda kind: kind.__name__)
def interrupting(request: pytest.FixtureRequest) -> Iterator[type[BaseException]]:
    """What a signal raises here."""
    kind: type[BaseException] = request.param

    def handler(number: int, frame: object) -> None:
        raise kind("interrupted")

    before = signal.signal(signal.SIGUSR1, handler)
    yield kind
    signal.signal(signal.SIGUSR1, before)


def interrupt(connection: socket.socket) -> None:
    """Send this process a signal while it waits for an answer."""
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGUSR1)
    hang(connection)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_exception_of_a_signal_handler_comes_out_as_itself_and_shows_no_key(
    use: Use, call: Call, interrupting: type[BaseException]
) -> None:
    with Script(interrupt) as server:
        error = failed(use, server.address, call)
    assert type(error) is interrupting
    assert functions_of(error)[-1] == "handler"
    if use is sync:
        assert not any(name.startswith("http") for name in modules_of(error))


def test_ctrl_c_comes_out_as_itself_and_shows_no_key(use: Use) -> None:
    def press(connection: socket.socket) -> None:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)
        hang(connection)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job may ignore it
    with Script(press) as server:
        error = failed(use, server.address, CALLS["POST"])
    signal.signal(signal.SIGINT, before)
    assert type(error) is KeyboardInterrupt
    assert not any(name.startswith("http") for name in modules_of(error))


def test_an_exception_of_a_hook_keeps_the_frames_of_the_hook(use: Use) -> None:
    def refuse(attempt: object) -> None:
        raise LookupError("of the hook")

    with Script(reply(ITEMS)) as server:
        error = failed(use, server.address, CALLS["POST"], on_attempt=refuse)
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == "refuse"
    assert "exchange" not in functions_of(error)


def test_a_mistake_of_the_runtime_tells_its_place_without_its_frames(
    use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("seller_platform._runtime.rest.calls.read", mistaken)
    with Script(reply(ITEMS)) as server:
        error = failed(use, server.address, CALLS["POST"])
    assert isinstance(error, ZeroDivisionError)
    assert "mistaken" not in functions_of(error)
    (note,) = error.__notes__
    assert "in mistaken" in note


def test_what_a_caller_was_handling_stays_the_context(use: Use) -> None:
    def after_a_mistake(address: str, call: Call, options: dict[str, Any]) -> None:
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
import asyncio
import sys

import pytest
from seller_platform import AsyncClient, Client

CALLS = {calls}


@pytest.mark.parametrize("call", CALLS)
def test_sync(call):
    with Client(timeout=5, retries=0) as seller:
        CALLS[call](seller)


@pytest.mark.parametrize("call", CALLS)
def test_async(call):
    async def main():
        async with AsyncClient(timeout=5, retries=0) as seller:
            await CALLS[call](seller)

    asyncio.run(main())
"""
IN_PROGRAM = """{
    "get": lambda seller: seller.items.get(1),
    "post": lambda seller: seller.purchases.validate("X"),
}"""


@pytest.mark.parametrize(
    "play",
    [
        reply(json.dumps({"status": "error", "msg": f"no {KEY}"}).encode()),
        reply(f"<h1>{KEY}</h1>".encode(), 403),
        reply(b'{"status": "success"}'),
        reset,
        raw(KEY.encode() + b"\r\n\r\n"),
        None,
    ],
    ids=["API error", "HTTP error", "wrong type", "reset", "no HTTP", "refused"],
)
def test_pytest_shows_no_key_among_the_locals(play: Play | None, tmp_path: Path) -> None:
    file = tmp_path / "test_shop.py"
    file.write_text(PROGRAM.replace("{calls}", IN_PROGRAM))
    with Script(play or reset) as server:
        environment = {
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "SELLER_PLATFORM_API_KEY": KEY,
            "SELLER_PLATFORM_BASE_URL": server.address if play else "http://127.0.0.1:1",
        }
        options = [
            "--showlocals",
            "--tb=long",
            "-vvv",
            "--override-ini=addopts=",
            "-p",
            "no:cacheprovider",
        ]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, f"--rootdir={tmp_path}", str(file)],
            env=environment,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert "4 failed" in done.stdout, done.stdout + done.stderr
    assert_hidden([done.stdout, done.stderr])
