"""No tool that reports errors shows a password, a token or a cookie, whatever a call fails with."""

import asyncio
import json
import traceback
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from typing import Any

import anyio
import pytest
from wiki_query import AsyncClient, Client, ParameterError, Watchlist

from tests.clients.exposure import (
    Alarm,
    assert_not_exposed,
    caught,
    from_environment,
    functions_of,
    modules_of,
    raising,
    reached,
)
from tests.clients.seller.script import (
    IMPATIENT,
    PATIENT,
    Play,
    Script,
    hang,
    interrupt,
    raw,
    reply,
    reset,
)

from .calling import CALLS, SECRETS, Call, Use, asynchronous, sync
from .either import with_defaults
from .scripted import part

SECRET = "canary-of-everything"
OPTIONS: dict[str, Any] = {"retries": 0, "backoff": 0.001, "max_response_bytes": 50_000}
ANSWERED = {"Content-Type": "application/json", "Set-Cookie": f"session={SECRET}; path=/"}


def answer(body: object, status: int = 200) -> Play:
    return reply(json.dumps(body).encode(), status, ANSWERED)


TOKENS = answer(part(tokens=dict.fromkeys(("csrftoken", "logintoken"), SECRET)))
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


REFUSAL = answer({"login": FAILED, "clientlogin": FAILED, "edit": FAILED})
STEP = answer({"clientlogin": {"status": "UI"}})
OF_RESULTS = {
    "edit refused": ("edit", [REFUSAL]),
    "login refused": ("login", [REFUSAL]),
    "bot login refused": ("bot login", [REFUSAL]),
    "refused after another step": ("login", [STEP, REFUSAL]),
}
OF_TOKENS: dict[str, Play] = {
    "no token": answer(part(tokens={"canarytoken": SECRET})),
    "odd tokens": answer(part(tokens=SECRET)),
}
WITH_TOKEN = ("login", "bot login", "edit")
NO_ERROR = [("edit", "warning")]
"""Changes that fail with no warning."""
SIMILAR = ("bot login", "password in raw")
CASES = [
    *(
        (call, name, [TOKENS, play] if call in WITH_TOKEN else [play])
        for call in CALLS
        for name, play in ANSWERS.items()
        if (call not in SIMILAR or name == "error") and (call, name) not in NO_ERROR
    ),
    *((call, name, [TOKENS, *plays]) for name, (call, plays) in OF_RESULTS.items()),
    *((call, name, [play]) for call in ("login", "edit") for name, play in OF_TOKENS.items()),
]


@pytest.fixture(params=[sync, asynchronous])
def use(request: pytest.FixtureRequest) -> Use:
    chosen: Use = request.param
    return chosen


@pytest.fixture(autouse=True)
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environment, so that no frame of a test holds one."""
    for name in SECRETS:
        monkeypatch.setenv(f"WIKI_{name}", SECRET)


def failed(use: Use, *plays: Play, call: Call, **options: Any) -> BaseException:
    """The exception of a call with these answers; no tool, attempt or log may show a secret."""
    attempts: list[Any] = []
    settings = {"timeout": PATIENT, "on_attempt": attempts.append, **OPTIONS, **options}
    with Script(*plays) as server:
        error = caught(partial(use, f"{server.address}/api.php", call, settings))
        received = b"".join(server.requests)
    assert SECRET.encode() in received or len(plays) == 1
    assert_not_exposed(error, [SECRET])
    assert SECRET not in repr(attempts)
    return error


@pytest.mark.promise(
    "contain no password, token or cookie of the session",
    "It never shows its key, password or token in errors, logs or tracebacks",
)
@pytest.mark.parametrize(
    ("use", "call", "plays"),
    [
        pytest.param(
            use,
            CALLS[call],
            plays,
            id=f"{call}, {name}, {use.__name__}",
            marks=() if use is chosen else pytest.mark.exhaustive,
        )
        for (call, name, plays), chosen in zip(CASES, cycle((sync, asynchronous)), strict=False)
        for use in (sync, asynchronous)
    ],
)
def test_no_tool_and_no_log_shows_a_secret_whatever_the_answer(
    use: Use, call: Call, plays: list[Play], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(1)
    oauth = call in (CALLS["edit"], CALLS["password in raw"])
    timeout = IMPATIENT if hang in plays else PATIENT
    error = failed(use, *plays, call=call, oauth=oauth, timeout=timeout)
    assert not any(name.startswith("httpx2") for name in modules_of(error))
    assert caplog.records
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "name", sorted(ANSWERS.keys() - {"warning"})
)  # which fails nothing that is posted
def test_no_tool_and_no_log_shows_what_signs_a_request(
    use: Use, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(1)
    timeout = IMPATIENT if name == "silence" else PATIENT
    call = CALLS["password in raw"]
    failed(use, ANSWERS[name], call=call, signed=True, timeout=timeout)
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"api_url": "nonsense"},
        {"api_url": "https://w.test/api.php", "user_agent": "nobody"},
        {"api_url": "https://w.test/api.php", "maxlag": "x"},
    ],
)
def test_no_tool_shows_a_secret_when_no_client_can_be_made(arguments: dict[str, Any]) -> None:
    def make() -> None:
        Client(**with_defaults(arguments), access_token=from_environment("WIKI_OAUTH"))

    error = caught(make)
    assert isinstance(error, ParameterError)
    assert_not_exposed(error, [SECRET])


@pytest.mark.promise("contain no password, token or cookie of the session")
def test_no_tool_shows_a_session_that_cannot_be_restored() -> None:
    cookie = {"name": "session", "value": SECRET, "domain": 5, "path": "/"}
    saved = {"api_url": "https://w.test/api.php", "cookies": [cookie]}
    sessions: list[Any] = [saved, {**saved, "api_url": "elsewhere"}, json.dumps(saved)]

    def restore() -> None:
        with Client("https://w.test/api.php", **with_defaults({})) as wiki:
            wiki.restore_session(sessions.pop())

    while sessions:
        error = caught(restore)
        assert isinstance(error, ParameterError)
        frames = list(traceback.walk_tb(error.__traceback__))[2:]
        assert SECRET not in repr([frame.f_locals for frame, _ in frames])


def test_no_tool_shows_a_value_of_a_module_that_is_refused() -> None:
    def make() -> None:
        Watchlist(token=from_environment("WIKI_WATCH"), owner="\udcfc")

    error = caught(make)
    assert isinstance(error, ParameterError)
    assert_not_exposed(error, [SECRET])


def test_a_password_that_cannot_be_sent_is_not_shown(
    use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIKI_PASSWORD", f"{SECRET}\udcfc")
    error = failed(use, TOKENS, call=CALLS["bot login"])
    assert isinstance(error, ParameterError)


@pytest.mark.promise(
    "secrets and cookies are removed from their lines",
    "contain no password, token or cookie of the session",
)
def test_nothing_that_a_client_holds_or_logs_shows_a_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(1)
    passed = answer({"login": {"result": "Success", "lgusername": "Alice"}, "batchcomplete": True})
    settings = {"headers": (("Authorization", from_environment("WIKI_OAUTH")),)}
    with (
        Script(TOKENS, passed, answer(part(userinfo={"rights": []}))) as server,
        Client(
            f"{server.address}/api.php",
            access_token=from_environment("WIKI_OAUTH"),
            **with_defaults(settings),
        ) as wiki,
    ):
        CALLS["bot login"](wiki)
        module = Watchlist(owner="Alice", token=from_environment("WIKI_WATCH"))
        for holder in (wiki, wiki.with_options(maxlag=None), module, wiki.list(module)):
            assert SECRET not in " ".join(reached(holder))
        assert SECRET in str(wiki.save_session())
    assert caplog.records
    assert SECRET not in caplog.text


@pytest.mark.promise("do not leave with an exception")
def test_an_exception_of_a_signal_handler_comes_out_as_itself_and_shows_no_secret(use: Use) -> None:
    with raising(Alarm):
        error = failed(use, TOKENS, interrupt, call=CALLS["login"])
    assert isinstance(error, Alarm)


def test_no_tool_shows_a_secret_of_a_cancelled_task() -> None:
    async def cancelled(address: str) -> None:
        async with AsyncClient(address, **with_defaults({})) as wiki:
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
    assert_not_exposed(error, [SECRET])


@pytest.mark.promise("do not leave with an exception")
def test_an_exception_of_a_users_function_keeps_its_frames(use: Use) -> None:
    def clueless(step: object) -> dict[str, str]:
        raise LookupError("no code")

    def call(wiki: Any) -> Any:
        return wiki.login("Alice", from_environment("WIKI_PASSWORD"), on_challenge=clueless)

    error = failed(use, TOKENS, STEP, call=call)
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == "clueless"
    assert "_log_in" not in functions_of(error)


def test_an_exception_of_what_makes_titles_keeps_its_frames(use: Use) -> None:
    def titles() -> Iterator[str]:
        yield from ("A", "B", "C")
        raise LookupError("no more")

    error = failed(use, answer(part()), call=lambda wiki: wiki.pages(titles=titles()))
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == "titles"
