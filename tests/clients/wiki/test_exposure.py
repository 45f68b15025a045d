"""No tool that reports errors shows a password, a token or a cookie, whatever a call fails with."""

import asyncio
import json
import os
import signal
import socket
import time
import traceback
from collections.abc import Iterator
from functools import partial
from typing import Any

import anyio
import pytest
from wiki_query import AsyncClient, Client, ParameterError, Watchlist

from tests.clients.exposure import caught, exposed, from_environment, reached
from tests.clients.seller.script import IMPATIENT, PATIENT, Play, Script, hang, raw, reply, reset

from .calling import CALLS, SECRETS, Call, Use, asynchronous, sync

SECRET = "canary-of-everything"
OPTIONS: dict[str, Any] = {"retries": 0, "backoff": 0.001, "max_response_bytes": 50_000}
ANSWERED = {"Content-Type": "application/json", "Set-Cookie": f"session={SECRET}; path=/"}


def answer(told: object, status: int = 200) -> Play:
    return reply(json.dumps(told).encode(), status, ANSWERED)


TOKENS = answer({"query": {"tokens": dict.fromkeys(("csrftoken", "logintoken"), SECRET)}})
REFUSED = {"code": "canary", "text": f"no {SECRET}", "data": {"given": [SECRET]}, "module": "main"}
WARNING = {"code": "unrecognizedvalues", "text": f"odd {SECRET}", "module": "main"}
FAILED = {"result": "Failed", "status": "FAIL", "reason": {"text": SECRET}, "message": SECRET}
PAGE = {"Content-Type": "text/html"}
ANSWERS: dict[str, Play] = {
    "error": answer({"errors": [{**REFUSED, "code": "badtoken"}]}),
    "busy": answer({"errors": [{**REFUSED, "code": "maxlag"}]}, 503),
    "session gone": answer({"errors": [{**REFUSED, "code": "assertuserfailed"}]}),
    "warning": answer({"warnings": [WARNING], "batchcomplete": True}),
    "page": reply(f"<title>{SECRET}</title>".encode(), 200, PAGE),
    "page of an error": reply(f"<title>{SECRET}</title>".encode(), 403, PAGE),
    "page of a trouble": reply(f"<title>{SECRET}</title>".encode(), 503, PAGE),
    "other JSON": answer({SECRET: SECRET}, 404),
    "redirect": reply(b"", 302, {"Location": f"/{SECRET}?token={SECRET}"}),
    "reset": reset,
    "no HTTP": raw(f"{SECRET}\r\n\r\n".encode()),
    "silence": hang,
    "too large": reply(b"x" * 100_000),
}


REFUSAL = answer({"login": FAILED, "clientlogin": FAILED})
STEP = answer({"clientlogin": {"status": "UI"}})
OF_LOGINS = {
    "login refused": ("login", [REFUSAL]),
    "bot login refused": ("bot login", [REFUSAL]),
    "refused after another step": ("login", [STEP, REFUSAL]),
}
OF_TOKENS: dict[str, Play] = {
    "no token": answer({"query": {"tokens": {"canarytoken": SECRET}}}),
    "odd tokens": answer({"query": {"tokens": SECRET}}),
}
WITH_TOKEN = ("login", "bot login", "edit")
SIMILAR = ("bot login", "password in raw")
CASES = [
    *(
        (call, name, [TOKENS, play] if call in WITH_TOKEN else [play])
        for call in CALLS
        for name, play in ANSWERS.items()
        if call not in SIMILAR or name == "error"
    ),
    *((call, name, [TOKENS, *plays]) for name, (call, plays) in OF_LOGINS.items()),
    *((call, name, [play]) for call in ("login", "edit") for name, play in OF_TOKENS.items()),
]


class Alarm(Exception):  # noqa: N818 - a program's own
    """Raised by a signal handler."""


@pytest.fixture(params=[sync, asynchronous])
def use(request: pytest.FixtureRequest, secrets: None) -> Use:
    chosen: Use = request.param
    return chosen


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environment, so that no frame of a test holds one."""
    for name in SECRETS:
        monkeypatch.setenv(f"WIKI_{name}", SECRET)


def assert_not_exposed(error: BaseException) -> None:
    for text in exposed(error):
        at = text.find(SECRET)
        assert at < 0, f"{text[: text.find(':')]}: {text[max(0, at - 300) :][:600]!r}"


def failed(use: Use, address: str, call: Call, **options: Any) -> BaseException:
    error = caught(partial(use, address, call, {**OPTIONS, "timeout": PATIENT, **options}))
    assert_not_exposed(error)
    return error


@pytest.mark.parametrize(
    ("call", "plays"),
    [(CALLS[call], plays) for call, _, plays in CASES],
    ids=[f"{call}, {name}" for call, name, _ in CASES],
)
def test_no_tool_shows_a_secret_whatever_the_answer(
    use: Use, call: Call, plays: list[Play]
) -> None:
    oauth = call in (CALLS["edit"], CALLS["password in raw"])
    with Script(*plays) as server:
        timeout = IMPATIENT if hang in plays else PATIENT
        address = f"{server.address}/api.php"
        error = failed(use, address, call, oauth=oauth, timeout=timeout)
        received = b"".join(server.requests)
    assert SECRET.encode() in received or len(plays) == 1
    assert not any(name.startswith("httpx2") for name in modules_of(error))


def modules_of(error: BaseException) -> set[str]:
    return {frame.f_globals["__name__"] for frame, _ in traceback.walk_tb(error.__traceback__)}


def test_no_tool_shows_a_secret_when_no_client_can_be_made(secrets: None) -> None:
    def make(**arguments: Any) -> None:
        Client(**arguments, access_token=from_environment("WIKI_OAUTH"))

    agent = "tests/1 (tests@example.org)"
    for arguments in (
        {"api_url": "nonsense", "user_agent": agent},
        {"api_url": "https://w.test/api.php", "user_agent": "nobody"},
        {"api_url": "https://w.test/api.php", "user_agent": agent, "maxlag": "x"},
    ):
        error = caught(partial(make, **arguments))
        assert isinstance(error, ParameterError)
        assert_not_exposed(error)


def test_no_tool_shows_a_session_that_cannot_be_restored(secrets: None) -> None:
    cookie = {"name": "session", "value": SECRET, "domain": 5, "path": "/"}
    saved = {"api_url": "https://w.test/api.php", "cookies": [cookie]}
    given: list[Any] = [saved, {**saved, "api_url": "elsewhere"}, json.dumps(saved)]

    def restore() -> None:
        with Client("https://w.test/api.php", user_agent="tests/1 (tests@example.org)") as wiki:
            wiki.restore_session(given.pop())

    while given:
        error = caught(restore)
        assert isinstance(error, ParameterError)
        frames = [dict(one.f_locals) for one, _ in traceback.walk_tb(error.__traceback__)][2:]
        assert SECRET not in repr(frames)


def test_no_tool_shows_a_value_of_a_module_that_is_refused(secrets: None) -> None:
    def make() -> None:
        Watchlist(token=from_environment("WIKI_WATCH"), owner="\udcfc")

    error = caught(make)
    assert isinstance(error, ParameterError)
    assert_not_exposed(error)


def test_a_password_that_cannot_be_sent_is_not_shown(
    use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIKI_PASSWORD", f"{SECRET}\udcfc")
    with Script(TOKENS) as server:
        error = failed(use, f"{server.address}/api.php", CALLS["bot login"])
    assert isinstance(error, ParameterError)


def test_nothing_that_a_client_holds_shows_a_secret(secrets: None) -> None:
    passed = answer({"login": {"result": "Success", "lgusername": "Alice"}, "batchcomplete": True})
    rights = answer({"query": {"userinfo": {"rights": []}}})
    with (
        Script(TOKENS, passed, rights) as server,
        Client(
            f"{server.address}/api.php",
            user_agent="tests/1 (tests@example.org)",
            access_token=from_environment("WIKI_OAUTH"),
            headers=(("Authorization", from_environment("WIKI_OAUTH")),),
        ) as wiki,
    ):
        CALLS["bot login"](wiki)
        module = Watchlist(owner="Alice", token=from_environment("WIKI_WATCH"))
        parts = [wiki, wiki.with_options(maxlag=None), module, wiki.list(module)]
        for part in parts:
            assert SECRET not in " ".join(reached(part))
        assert SECRET in str(wiki.save_session())


def test_an_exception_of_a_signal_handler_comes_out_as_itself_and_shows_no_secret(use: Use) -> None:
    def handler(number: int, frame: object) -> None:
        raise Alarm

    def interrupt(connection: socket.socket) -> None:
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGUSR1)
        hang(connection)

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with Script(TOKENS, interrupt) as server:
            error = failed(use, f"{server.address}/api.php", CALLS["login"])
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert isinstance(error, Alarm)


def test_no_tool_shows_a_secret_of_a_cancelled_task(secrets: None) -> None:
    async def cancelled(address: str) -> None:
        async with AsyncClient(address, user_agent="tests/1 (tests@example.org)") as wiki:
            with anyio.move_on_after(IMPATIENT):
                await CALLS["login"](wiki)
                return
            task = asyncio.ensure_future(CALLS["login"](wiki))
            await asyncio.sleep(IMPATIENT)
            task.cancel()
            await task

    with Script(TOKENS, hang) as server:
        error = caught(partial(asyncio.run, cancelled(f"{server.address}/api.php")))
    assert isinstance(error, asyncio.CancelledError)
    assert_not_exposed(error)


def test_an_exception_of_a_users_function_keeps_its_frames(use: Use) -> None:
    def clueless(step: object) -> dict[str, str]:
        raise LookupError("no code")

    def call(wiki: Any) -> Any:
        return wiki.login("Alice", from_environment("WIKI_PASSWORD"), further=clueless)

    with Script(TOKENS, STEP) as server:
        error = failed(use, f"{server.address}/api.php", call)
    assert isinstance(error, LookupError)
    names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]
    assert names[-1] == "clueless"
    assert "_log_in" not in names


def test_an_exception_of_what_makes_titles_keeps_its_frames(use: Use) -> None:
    def titles() -> Iterator[str]:
        yield from ("A", "B", "C")
        raise LookupError("no more")

    with Script(answer({"batchcomplete": True})) as server:
        error = failed(use, f"{server.address}/api.php", lambda wiki: wiki.pages(titles=titles()))
    names = [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]
    assert isinstance(error, LookupError)
    assert names[-1] == "titles"
