"""No place shows a key, password, token or cookie, whatever a call of either client ends with.

A secret stands in the environment, so that no frame of a test contains it. Each begins with `canary`, and so does each form that
it takes in an address, in JSON or in a `repr`: no place may contain that word.
"""

import asyncio
import gzip
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2
import pytest
import sentry_sdk
from opentelemetry.instrumentation._semconv import _OpenTelemetrySemanticConventionStability
from opentelemetry.instrumentation.httpx import (
    AsyncOpenTelemetryTransportHttpx2,
    HTTPX2ClientInstrumentor,
    SyncOpenTelemetryTransportHttpx2,
)
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sentry_sdk.integrations.httpx2 import Httpx2Integration

from tests.clients import kinds
from tests.clients.exposure import (
    REPORTS,
    Alarm,
    Kept,
    Late,
    assert_not_exposed,
    caught,
    from_environment,
    functions_of,
    modules_of,
    raising,
    reached,
)
from tests.clients.kinds import KINDS, SELLER, SELLERS, WIKI, WIKIS, Api, Call, Kind
from tests.clients.rest.building import DESCRIPTION, generated
from tests.clients.seller.script import (
    IMPATIENT,
    ITEM,
    ITEMS,
    PATIENT,
    PURCHASED,
    Play,
    Script,
    hang,
    interrupt,
    raw,
    reply,
    reset,
    success,
    then_reset,
)
from tests.clients.wiki.scripted import part
from tests.sampling import sampled

KEY = "canary key/ü&%=+'\"\\x"
SECRET = "canary-of-everything"
"""Secret of a wiki, which a header can carry."""
WORD = SECRET[:6]
"""Not written out in any function: tools show the source of frames."""
ENVIRONMENT = {"SELLER_PLATFORM_API_KEY": KEY, "NEXT_KEY": KEY, "WIKI_SECRET": SECRET}
ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "generated/python/seller_platform/src"
OPTIONS: dict[str, Any] = {"retries": 1, "backoff": 0.001, "max_response_bytes": 50_000}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


def assert_hidden(texts: Iterable[object]) -> None:
    for text in map(str, texts):
        assert WORD not in text, text


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Every logger logs at all levels, and no record shows a secret."""
    for name in (None, "httpx2", "httpcore2", "asyncio", "anyio", "seller_platform", "wiki_query"):
        caplog.set_level(1, logger=name)
    yield
    records = caplog.get_records("call")
    texts = [record.getMessage() for record in records]
    assert any("HTTP Request" in text or "connect_tcp" in text for text in texts)
    assert_hidden([*texts, *(repr(vars(record)) for record in records)])


# --- Replies that would show a secret ------------------------------------------------------------


def _of_every_api(secret: str) -> dict[str, Play]:
    page, body = f"<title>{secret}</title>".encode(), json.dumps(secret).encode()
    html = {"Content-Type": "text/html"}
    return {
        "page": reply(page, headers=html),
        "page of an error": reply(page, 403, html),
        "unavailable": reply(body, 503, html),
        "nested deeply": reply(b'{"status": "success", "items": %s%s' % (b"[" * 20_000, body)),
        "cut off": reply(b'{"status": "success", "items": [%s, ' % body),
        "redirect": reply(b"", 307, {"Location": f"https://h.test/?token={quote(secret)}"}),
        "reset": reset,
        "reset within the reply": then_reset(b"HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n{"),
        "no HTTP": raw(b"nonsense\r\n\r\n"),
        "no HTTP, but the secret": raw(secret.encode() + b"\r\n\r\n"),
        "header": reply(ITEMS[:-1], headers={"X-Key": quote(secret, safe="/ü")}),
        "reason phrase": raw(
            b"HTTP/1.1 403 wrong key %s\r\nContent-Length: 0\r\n\r\n" % secret.encode()
        ),
        "silence": hang,
        "too large": reply(b"x" * 100_000),
        "bomb": reply(gzip.compress(bytes(1_000_000)), headers={"Content-Encoding": "gzip"}),
        "bad compression": reply(b"canary", headers={"Content-Encoding": "gzip"}),
    }


WITHOUT_REPLY = {"reset", "no HTTP", "no HTTP, but the secret", "silence"}
_KEY = json.dumps(KEY).encode()


def answer(body: object, status: int = 200) -> Play:
    """A reply of a wiki, with a cookie."""
    cookie = f"session={SECRET}; path=/"
    headers = {"Content-Type": "application/json", "Set-Cookie": cookie}
    return reply(json.dumps(body).encode(), status, headers)


def _error(code: str) -> dict[str, Any]:
    data = {"given": [SECRET]}
    return {"errors": [{"code": code, "text": f"no {SECRET}", "data": data, "module": "main"}]}


FAULTS: dict[Api, dict[str, Play]] = {
    SELLER: {
        **_of_every_api(KEY),
        "documented error": reply(b'{"status": "error", "msg": "No items found"}'),
        "error with the key": reply(b'{"status": "error", "msg": %s}' % _KEY),
        "member missing": reply(success()),
        "member that is the key": reply(success(item=KEY, data=KEY)),
        "member that is not a number": reply(b'{"status": "success", %s: NaN}' % _KEY),
        "member that occurs twice": reply(b'{"status": "success", %s: 1, %s: 2}' % (_KEY, _KEY)),
        "envelope of neither kind": reply(b'{"status": %s}' % _KEY),
    },
    WIKI: {
        **_of_every_api(SECRET),
        "error": answer(_error("badtoken")),
        "busy": answer(_error("maxlag"), 503),
        "session gone": answer(_error("assertuserfailed")),
        "other JSON": answer({SECRET: SECRET}, 404),
        "warning": answer(
            {
                "warnings": [{"code": "unrecognizedvalues", "text": SECRET, "module": "main"}],
                "batchcomplete": True,
            }
        ),
    },
}

# --- Secrets by replies by clients -----------------------------------------------------------------


class Use(NamedTuple):
    """Call that sends a secret."""

    kinds: tuple[Kind, Kind]
    call: Call
    credentials: Callable[[], Mapping[str, Any]] = dict
    before: tuple[Play, ...] = ()
    """Replies to earlier requests of the call."""


TOKENS = answer(part(tokens=dict.fromkeys(("csrftoken", "logintoken"), SECRET)))
USES: dict[str, Use] = {
    "key in an address": Use(SELLERS, kinds.get),
    "key in a body": Use(SELLERS, kinds.post),
    "next key": Use(SELLERS, kinds.with_next_key),
    "key of a function": Use(SELLERS, kinds.with_key_function),
    "password": Use(WIKIS, kinds.login, before=(TOKENS,)),
    "token of an edit": Use(WIKIS, kinds.edit, kinds.access_token, (TOKENS,)),
    "token of a watchlist": Use(WIKIS, kinds.watchlist),
    "what signs": Use(WIKIS, kinds.create_account, kinds.consumer),
}
UNNOTICED = {("token of an edit", "warning"), ("what signs", "warning")}
"""Changes do not fail with a warning."""
FAILED = {"result": "Failed", "status": "FAIL", "reason": {"text": SECRET}, "message": SECRET}
REFUSAL = answer({"login": FAILED, "clientlogin": FAILED, "edit": FAILED})
STEP = answer({"clientlogin": {"status": "UI"}})
NO_TOKEN = answer(part(tokens={"othertoken": SECRET}))
ODD_TOKENS = answer(part(tokens=SECRET))
BOT = Use(WIKIS, kinds.login_bot, before=(TOKENS,))
LOGIN = USES["password"]
EDIT = USES["token of an edit"]
ROWS: dict[str, tuple[Use, Play]] = {
    f"{name}, {fault}": (use, play)
    for name, use in USES.items()
    for fault, play in FAULTS[use.kinds[0].api].items()
    if (name, fault) not in UNNOTICED
} | {
    "password of a bot, error": (BOT, answer(_error("badtoken"))),
    "password of a bot, refused": (BOT, REFUSAL),
    "password, refused": (LOGIN, REFUSAL),
    "password, another step": (LOGIN._replace(before=(TOKENS, STEP)), REFUSAL),
    "password, no token": (LOGIN._replace(before=()), NO_TOKEN),
    "password, odd tokens": (LOGIN._replace(before=()), ODD_TOKENS),
    "token of an edit, refused": (EDIT, REFUSAL),
    "token of an edit, no token": (EDIT._replace(before=()), NO_TOKEN),
    "token of an edit, odd tokens": (EDIT._replace(before=()), ODD_TOKENS),
}


OF_A_LATER_KEY = {"error with the key", "reason phrase", "reset", "silence"}
"""Replies to a key that came later: once it is there, it is a key like another."""


def _by_kind() -> Iterator[Any]:
    """Rows with either client; `make test` runs every second row, so each secret and each reply, with one of the two."""
    for number, (name, (use, play)) in enumerate(ROWS.items()):
        secret, fault = name.split(", ")[:2]
        is_sampled = not number % 2 and (
            secret not in ("next key", "key of a function") or fault in OF_A_LATER_KEY
        )
        for index, kind in enumerate(use.kinds):
            marks = () if index == number // 2 % 2 and is_sampled else pytest.mark.exhaustive
            yield pytest.param(kind, use, play, id=f"{kind.name}, {name}", marks=marks)


each_row = pytest.mark.parametrize(("kind", "use", "play"), [*_by_kind()])
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
each_seller = pytest.mark.parametrize("kind", SELLERS, ids=lambda kind: kind.name)


def failed(
    kind: Kind, address: str, call: Call, credentials: Any = dict, **settings: Any
) -> BaseException:
    """Exception of a call, which no tool and no attempt shows with a secret."""
    attempts: list[Any] = []
    settings = {**OPTIONS, "timeout": PATIENT, "on_attempt": attempts.append, **settings}
    error = caught(partial(kind.use, address, call, settings, credentials))
    assert_not_exposed(error, [WORD])
    assert_hidden(map(repr, attempts))
    return error


@pytest.mark.promise(
    "Tools that report errors with local variables do not show the key either",
    "contain no password, token or cookie of the session",
    "It never shows its key, password or token in errors, logs or tracebacks",
    "Such a key appears nowhere either",
)
@each_row
def test_no_tool_and_no_log_shows_a_secret_whatever_the_reply(
    logged: None, kind: Kind, use: Use, play: Play
) -> None:
    with Script(*use.before, play) as server:
        timeout = IMPATIENT if play is hang else PATIENT
        retries = 0 if play is hang else 1
        error = failed(
            kind, server.address, use.call, use.credentials, timeout=timeout, retries=retries
        )
        sent = b"".join(server.requests)
    assert isinstance(error, kind.api.error)
    assert (error.__cause__, error.__context__) == (None, None)
    assert not any(name.startswith("http") for name in modules_of(error))
    assert b"canary" in sent or not use.before


class Watchers(NamedTuple):
    """Spans of OpenTelemetry and breadcrumbs of Sentry, of all requests in a test."""

    provider: TracerProvider
    spans: Callable[[], tuple[ReadableSpan, ...]]
    breadcrumbs: Callable[[], str]

    def assert_hidden(self) -> None:
        assert_hidden([self.breadcrumbs()])
        for span in self.spans():
            assert_hidden([span.to_json(), span.name, dict(span.attributes or {})])
            for event in span.events:
                assert_hidden([event.name, *dict(event.attributes or {}).values()])


@pytest.fixture
def watchers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watchers]:
    for kind in (httpx2.Client, httpx2.AsyncClient):
        monkeypatch.setattr(kind, "send", kind.send)  # put back afterwards
    monkeypatch.setattr(_OpenTelemetrySemanticConventionStability, "_initialized", False)
    Httpx2Integration.setup_once()
    exporter, provider, transport = InMemorySpanExporter(), TracerProvider(), Kept()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    client = sentry_sdk.Client(
        dsn="https://key@sentry.invalid/1",
        transport=transport,
        default_integrations=False,
        integrations=[Httpx2Integration()],
        traces_sample_rate=1.0,
        max_value_length=100_000,
    )

    def breadcrumbs() -> str:
        sentry_sdk.capture_message("report")
        return transport.envelopes.getvalue().decode()

    with sentry_sdk.isolation_scope() as scope, sentry_sdk.new_scope():
        scope.set_client(client)
        with sentry_sdk.start_transaction(name="a test"):
            yield Watchers(provider, exporter.get_finished_spans, breadcrumbs)


CONVENTIONS = ("", "http", "http/dup")
"""Sets of names for attributes: old, new, both."""
SEEN = [
    (kind, kind.api, name, fault, convention)
    for name in ("key in an address", "key in a body", "token of an edit")
    for kind in USES[name].kinds
    for fault, convention in zip(FAULTS[kind.api], cycle(CONVENTIONS), strict=False)
]


@pytest.mark.promise(
    "breadcrumbs and spans of Sentry and OpenTelemetry", "Spans show the address without the key"
)
@pytest.mark.parametrize(("kind", "api", "name", "fault", "convention"), SEEN)
def test_no_span_and_no_breadcrumb_shows_a_secret_whatever_the_reply(
    monkeypatch: pytest.MonkeyPatch,
    watchers: Watchers,
    kind: Kind,
    api: Api,
    name: str,
    fault: str,
    convention: str,
) -> None:
    monkeypatch.setenv("OTEL_SEMCONV_STABILITY_OPT_IN", convention)
    instrumentor = HTTPX2ClientInstrumentor()
    instrumentor.instrument(tracer_provider=watchers.provider)
    use, play = USES[name], FAULTS[api][fault]
    settings = {**OPTIONS, "retries": 0, "timeout": IMPATIENT if play is hang else PATIENT}
    try:
        with Script(*use.before, play) as server, suppress(api.error):
            kind.use(server.address, use.call, settings, use.credentials)
    finally:
        instrumentor.uninstrument()
    spans = watchers.spans()
    assert len(spans) == len(server.requests) > 0
    for span in spans:
        attributes = dict(span.attributes or {})
        url = str(attributes.get("url.full") or attributes.get("http.url"))
        assert url.startswith(f"{server.address}/api")
    assert fault in WITHOUT_REPLY or '"category":"httplib"' in watchers.breadcrumbs()
    watchers.assert_hidden()


# --- Calls that end without a reply --------------------------------------------------------------

each_call = pytest.mark.parametrize(
    ("kind", "use"),
    [
        pytest.param(kind, use, id=f"{kind.name}, {name}")
        for name, use in USES.items()
        for kind in use.kinds
        if name in ("key in an address", "key in a body", "password", "what signs")
    ],
)


def _fail(request: httpx2.Request) -> httpx2.Response:
    raise LookupError(f"cannot place {request.url} {request.headers} {request.read().decode()}")


ENDINGS: dict[str, tuple[Play, dict[str, Any], str]] = {
    "deadline": (hang, {"deadline": IMPATIENT}, "CallTimeoutError"),
    "no connection": (hang, {"address": "http://127.0.0.1:1"}, "ConnectError"),
    "no host": (hang, {"address": "https://no-such-host.invalid"}, "ConnectError"),
    "transport": (hang, {"transport": httpx2.MockTransport(_fail)}, "TransportError"),
}


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@pytest.mark.parametrize("ending", ENDINGS)
@each_call
def test_no_tool_shows_a_secret_of_a_call_without_a_reply(
    kind: Kind, use: Use, ending: str
) -> None:
    play, settings, error_name = ENDINGS[ending]
    with Script(*use.before, play) as server:
        address = settings.get("address", server.address)
        more = {name: value for name, value in settings.items() if name != "address"}
        error = failed(kind, address, use.call, use.credentials, retries=0, **more)
    assert type(error).__name__ == error_name
    assert ("LookupError: cannot place" in str(error)) is (ending == "transport")


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged",
    "do not leave with an exception",
)
@pytest.mark.parametrize("raised", [Alarm, Late])
@each_call
def test_an_exception_of_a_signal_handler_leaves_as_itself_and_shows_no_secret(
    kind: Kind, use: Use, raised: type[BaseException]
) -> None:
    with Script(*use.before, interrupt) as server, raising(raised):
        error = failed(kind, server.address, use.call, use.credentials)
    assert type(error) is raised
    assert functions_of(error)[-1] == "handler"
    if not kind.is_async:
        assert not any(name.startswith("http") for name in modules_of(error))


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged"
)
@each_kind
def test_ctrl_c_leaves_as_itself_and_shows_no_secret(kind: Kind) -> None:
    use = USES["key in a body" if kind.api is SELLER else "what signs"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job may ignore it
    with Script(partial(interrupt, number=signal.SIGINT)) as server:
        error = failed(kind, server.address, use.call, use.credentials)
    signal.signal(signal.SIGINT, before)
    assert type(error) is KeyboardInterrupt
    assert not hasattr(error, "__notes__")
    assert not any(name.startswith("http") for name in modules_of(error))


@pytest.mark.promise(
    "Exceptions of a signal handler, Ctrl-C and cancellation leave the client unchanged"
)
@pytest.mark.parametrize("name", ["key in an address", "key in a body", "password", "what signs"])
def test_no_tool_shows_a_secret_of_a_cancelled_task(name: str) -> None:
    use, arrived = USES[name], threading.Event()

    def hold(connection: socket.socket) -> None:
        arrived.set()
        hang(connection)

    async def cancelled(address: str) -> None:
        async with use.kinds[1].client(address, OPTIONS, use.credentials) as client:
            task = asyncio.ensure_future(use.call(client))
            await asyncio.to_thread(arrived.wait)
            task.cancel()
            await task

    with Script(*use.before, hold) as server:
        error = caught(partial(asyncio.run, cancelled(server.address)))
    assert isinstance(error, asyncio.CancelledError)
    assert_not_exposed(error, [WORD])
    assert "httpx2" not in "".join(modules_of(error))


def no_call(client: Any) -> None:
    """Nothing: the client itself cannot be made."""


HOST = "https://h.test"
REFUSED: dict[str, tuple[Api, str | None, Call, Any, dict[str, Any], str]] = {
    "no address": (SELLER, None, no_call, dict, {}, KEY),
    "http": (SELLER, "http://h.test", no_call, dict, {}, KEY),
    "no URL": (SELLER, "nonsense", no_call, dict, {}, KEY),
    "user in the URL": (SELLER, "https://user:secret@h.test", no_call, dict, {}, KEY),
    "option": (SELLER, HOST, no_call, dict, {"timeout": 0}, KEY),
    "blank before the key": (SELLER, HOST, no_call, dict, {}, f" {KEY}"),
    "key that is not text": (SELLER, HOST, no_call, dict, {}, f"{KEY}\udcfc"),
    "key as bytes": (SELLER, HOST, no_call, kinds.key_as_bytes, {}, KEY),
    "no URL of a wiki": (WIKI, "nonsense", no_call, kinds.access_token, {}, SECRET),
    "user agent": (WIKI, HOST, no_call, kinds.access_token, {"user_agent": "nobody"}, SECRET),
    "setting": (WIKI, HOST, no_call, kinds.access_token, {"maxlag": "x"}, SECRET),
    "line break in what signs": (WIKI, HOST, no_call, kinds.consumer, {}, f"{SECRET}\n"),
    "module": (WIKI, HOST, kinds.odd_watchlist, dict, {}, SECRET),
}


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("name", REFUSED)
def test_no_tool_shows_a_secret_of_a_client_or_call_that_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, is_async: bool
) -> None:
    api, address, call, credentials, settings, secret = REFUSED[name]
    monkeypatch.delenv("SELLER_PLATFORM_BASE_URL", raising=False)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", secret)
    monkeypatch.setenv("WIKI_SECRET", secret)
    kind = (SELLERS if api is SELLER else WIKIS)[is_async]
    error = caught(partial(kind.use, address, call, settings, credentials))
    assert isinstance(error, api.refusal | ValueError)
    assert_not_exposed(error, [WORD])


@pytest.mark.parametrize("kind", WIKIS, ids=lambda kind: kind.name)
def test_a_password_that_cannot_be_sent_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    monkeypatch.setenv("WIKI_SECRET", f"{SECRET}\udcfc")
    with Script(TOKENS) as server:
        error = failed(kind, server.address, kinds.login_bot)
    assert isinstance(error, kind.api.refusal)


@pytest.mark.promise("contain no password, token or cookie of the session")
@pytest.mark.parametrize("form", ["domain", "other wiki", "text"])
def test_a_session_that_cannot_be_restored_shows_no_cookie(form: str) -> None:
    cookie = {"name": "session", "value": SECRET, "domain": 5, "path": "/"}
    saved = {"api_url": f"{HOST}/api.php", "cookies": [cookie]}
    sessions: dict[str, Any] = {
        "domain": saved,
        "other wiki": {**saved, "api_url": "elsewhere"},
        "text": json.dumps(saved),
    }
    with WIKIS[0].client(HOST) as wiki:
        error = caught(lambda: wiki.restore_session(sessions[form]))
    assert isinstance(error, WIKI.refusal)
    assert error.__traceback__ is not None
    error.__traceback__ = _beyond_this_file(error)
    assert_hidden(reached(error))


def _beyond_this_file(error: BaseException) -> Any:
    """Frames of the client alone: those of the test contain the session."""
    trace = error.__traceback__
    while trace is not None and "_runtime" not in trace.tb_frame.f_code.co_filename:
        trace = trace.tb_next
    return trace


# --- Calls that succeed, and what clients hold ---------------------------------------------------

SUCCESSES: dict[str, tuple[tuple[Play, ...], bytes]] = {
    "key in an address": ((reply(success(item=ITEM)),), quote(KEY, safe="").encode()),
    "key in a body": ((reply(PURCHASED),), quote(KEY, safe="").encode()),
    "next key": ((reply(success(item=ITEM)),), quote(KEY, safe="").encode()),
    "token of a watchlist": ((answer(part(watchlist=[])),), SECRET.encode()),
    "token of an edit": ((TOKENS, answer({"edit": {"result": "Success"}})), SECRET.encode()),
    "what signs": ((answer({"createaccount": {"status": "PASS"}}),), b"password=canary"),
}


@pytest.mark.promise(
    "No log, error or `repr` shows the key",
    "No output that it makes can show the key",
    "logs of any level",
    "keeps the key out of logs, errors and `repr`",
    "secrets and cookies are removed from their lines",
    "make a client with another key over the same connections",
)
@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for name in SUCCESSES for kind in USES[name].kinds]
)
def test_a_secret_is_sent_and_stays_hidden(logged: None, kind: Kind, name: str) -> None:
    plays, secret_sent = SUCCESSES[name]
    use, attempts, holders = USES[name], list[Any](), list[Any]()

    def call(client: Any) -> Any:
        other = client.with_options(headers=(("X-Key", from_environment("WIKI_SECRET")),))
        holders.extend((client, other, client._driver))
        holders.append(client.items if kind.api is SELLER else kinds.watchlist)
        return use.call(other)

    with Script(*plays) as server:
        settings = {"on_attempt": attempts.append}
        result = kind.use(server.address, call, settings, use.credentials)
        sent = b"".join(server.requests).replace(b"+", b"%20")
    assert secret_sent in sent
    assert_hidden([repr(result), *map(repr, attempts), *reached(holders)])


@pytest.mark.promise(
    "secrets and cookies are removed from their lines",
    "contain no password, token or cookie of the session",
)
def test_a_session_that_is_saved_has_the_cookie_that_nothing_else_shows(logged: None) -> None:
    passed = answer({"login": {"result": "Success", "lgusername": "Alice"}, "batchcomplete": True})
    with (
        Script(TOKENS, passed, answer(part(userinfo={"rights": []}))) as server,
        WIKIS[0].client(server.address, {}, kinds.access_token) as wiki,
    ):
        kinds.login_bot(wiki)
        for holder in (wiki, wiki.with_options(maxlag=None), wiki.list(kinds.own_watchlist())):
            assert_hidden(reached(holder))
        assert SECRET in str(wiki.save_session())


@pytest.mark.promise(
    "even if the platform repeats the key in its reply",
    "It never shows its key, password or token in errors, logs or tracebacks",
)
@pytest.mark.parametrize("status", [200, 403])
@each_seller
def test_a_reply_that_repeats_the_key_does_not_show_it(kind: Kind, status: int) -> None:
    replies: list[Any] = []

    def call(seller: Any) -> Any:
        return later(seller) if kind.is_async else listed(seller)

    def listed(seller: Any) -> None:
        with seller.replies() as kept, suppress(SELLER.error):
            seller.items.list()
        replies.extend(kept)

    async def later(seller: Any) -> None:
        with seller.replies() as kept, suppress(SELLER.error):
            await seller.items.list()
        replies.extend(kept)

    page = f"<a href='?api_key={quote(KEY)}'>{KEY}</a>"
    with Script(reply(page.encode(), status, {"X-Key": quote(KEY)})) as server:
        kind.use(server.address, call, {})
    (kept_reply,) = replies
    assert kept_reply.text == "<a href='?api_key=***'>***</a>"
    assert kept_reply.headers["x-key"] == "***"
    assert_hidden(reached(kept_reply))


@pytest.mark.promise("breadcrumbs and spans of Sentry and OpenTelemetry")
@pytest.mark.parametrize("transport", ["own", "library's"])
@each_seller
def test_a_hook_of_the_library_sees_no_key_and_the_standard_reason(
    kind: Kind, transport: str
) -> None:
    requests, reasons = list[httpx2.Request](), list[str]()

    def call(seller: Any) -> Any:
        async def request_later(request: httpx2.Request) -> None:
            requests.append(request)

        async def response_later(response: httpx2.Response) -> None:
            reasons.append(response.reason_phrase)

        seller._driver.http.event_hooks = {
            "request": [request_later if kind.is_async else requests.append],
            "response": [
                (
                    response_later
                    if kind.is_async
                    else lambda response: reasons.append(response.reason_phrase)
                )
            ],
        }
        return seller.items.list()

    sender: Any = httpx2.AsyncHTTPTransport() if kind.is_async else httpx2.HTTPTransport()
    if transport == "own":
        phrase = {"reason_phrase": KEY.encode()}
        sender = httpx2.MockTransport(lambda _: httpx2.Response(403, extensions=phrase))
    with Script(FAULTS[SELLER]["reason phrase"]) as server, suppress(SELLER.error):
        kind.use(server.address, call, {"transport": sender})
    assert reasons == ["Forbidden"]
    (request,) = requests
    assert_hidden(map(repr, [str(request.url), request, request.headers, request.extensions]))


@pytest.fixture(scope="module")
def inventory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = generated(tmp_path_factory.mktemp("inventory"), DESCRIPTION)
    sys.path.insert(0, str(folder / "src"))
    yield importlib.import_module("inventory_client")
    sys.path.remove(str(folder / "src"))


@pytest.mark.promise("The value must stay out of logs and errors")
@pytest.mark.parametrize("status", [200, 400, 503, None])
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_no_tool_shows_a_secret_argument(
    inventory: ModuleType, monkeypatch: pytest.MonkeyPatch, status: int | None, is_async: bool
) -> None:
    received: list[bytes] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        received.append(request.read())
        text = f"canary-1234 987654321 {request.headers['X-Warehouse-Key']}"
        if status is None:
            raise httpx2.ReadError(text)
        return httpx2.Response(status, json={"class": text})

    for name, value in (("API_KEY", SECRET), ("PIN", "canary-1234"), ("CODE", "987654321")):
        monkeypatch.setenv(f"INVENTORY_CLIENT_{name}", value)
    api = Api(inventory, "", inventory.Error, inventory.ConfigurationError, {})
    settings = {"transport": httpx2.MockTransport(handle), "retries": 0}
    error = caught(
        partial(Kind("inventory", api, is_async).use, None, kinds.create_thing, settings)
    )
    assert received == [b'{"name":"bolt","price":1.10,"pin":"canary-1234","codes":[987654321]}']
    assert isinstance(error, inventory.Error)
    assert_not_exposed(error, [WORD, "987654321"])


# --- Exceptions of others ------------------------------------------------------------------------


@pytest.mark.promise(
    "An exception of your function ends the call and reaches you as it is",
    "are removed from an exception when it leaves the client",
)
@each_call
def test_an_exception_of_a_hook_keeps_the_frames_of_the_hook(kind: Kind, use: Use) -> None:
    def refuse(attempt: object) -> None:
        raise LookupError("of the hook")

    with Script(*use.before, reply(ITEMS)) as server:
        error = failed(kind, server.address, use.call, use.credentials, on_attempt=refuse)
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == "refuse"
    assert "exchange" not in functions_of(error)


def _titles() -> Iterator[str]:
    yield from ("A", "B", "C")
    raise LookupError("no more")


def _clueless(step: object) -> dict[str, str]:
    raise LookupError("no code")


@pytest.mark.promise("do not leave with an exception")
@pytest.mark.parametrize("kind", WIKIS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    ("call", "plays", "function"),
    [
        (partial(kinds.login, on_challenge=_clueless), (TOKENS, STEP), "_clueless"),
        (lambda wiki: wiki.pages(titles=_titles()), (answer(part()),), "_titles"),
    ],
    ids=["step", "titles"],
)
def test_an_exception_of_a_users_function_keeps_its_frames(
    kind: Kind, call: Call, plays: tuple[Play, ...], function: str
) -> None:
    with Script(*plays) as server:
        error = failed(kind, server.address, call)
    assert isinstance(error, LookupError)
    assert functions_of(error)[-1] == function
    assert "_log_in" not in functions_of(error)


@pytest.mark.promise("a note on the exception says where it happened")
@each_seller
def test_a_mistake_of_the_runtime_has_its_place_without_its_frames(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    def mistaken(*_: object) -> None:
        try:
            raise LookupError
        except LookupError as error:
            raise ZeroDivisionError from error

    monkeypatch.setattr("seller_platform._runtime.rest.calls.read", mistaken)
    with Script(reply(ITEMS)) as server:
        error = failed(kind, server.address, kinds.post)
    assert isinstance(error, ZeroDivisionError)
    assert (error.__cause__, error.__context__) == (None, None)
    assert "mistaken" not in functions_of(error)
    (note,) = error.__notes__
    assert "in mistaken" in note


@pytest.mark.promise("are removed from an exception when it leaves the client")
@each_call
def test_an_exception_that_a_caller_was_handling_stays_the_context(kind: Kind, use: Use) -> None:
    def after_a_mistake(client: Any) -> Any:
        return later(client) if kind.is_async else at_once(client)

    def at_once(client: Any) -> None:
        try:
            raise LookupError("of the caller")
        except LookupError:
            use.call(client)

    async def later(client: Any) -> None:
        try:
            raise LookupError("of the caller")
        except LookupError:
            await use.call(client)

    with Script(*use.before, reply(b"", 403)) as server:
        error = failed(kind, server.address, after_a_mistake, use.credentials)
    assert isinstance(error, kind.api.error)
    while error.__context__ is not None:
        error = error.__context__
    assert str(error) == "of the caller"


# --- Tools ---------------------------------------------------------------------------------------

PROGRAM = """
import pytest

from tests.clients.kinds import SELLERS, get, post


@pytest.mark.parametrize("kind", SELLERS)
@pytest.mark.parametrize("call", [get, post])
def test_a_call(kind, call):
    kind.use(None, call, {"timeout": 5, "retries": 0})
"""
SHOWN = ("page of an error", None)
SHOWN_BEFORE_A_RELEASE = (
    "error with the key",
    "member missing",
    "reset",
    "no HTTP, but the secret",
)


@pytest.mark.promise("Tools that report errors with local variables do not show the key either")
@pytest.mark.parametrize("fault", sampled((*SHOWN, *SHOWN_BEFORE_A_RELEASE), SHOWN))
def test_pytest_shows_no_key_among_the_locals(fault: str | None, tmp_path: Path) -> None:
    file = tmp_path / "test_shop.py"
    file.write_text(PROGRAM)
    options = ["--showlocals", "--tb=long", "-vvv", "--override-ini=addopts="]
    options += ["-p", "no:cacheprovider", f"--rootdir={tmp_path}"]
    with Script(FAULTS[SELLER][fault or "reset"]) as server:
        address = server.address if fault else "http://127.0.0.1:1"
        paths = os.pathsep.join([*sys.path, str(ROOT)])
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, str(file)],
            env={**os.environ, "PYTHONPATH": paths, "SELLER_PLATFORM_BASE_URL": address},
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
    assert "4 failed" in done.stdout, done.stdout + done.stderr
    assert_hidden([done.stdout, done.stderr])


@pytest.mark.promise("may be switched on before or after a client is made")
def test_a_client_that_was_made_before_is_instrumented_too(watchers: Watchers) -> None:
    instrumentor = HTTPX2ClientInstrumentor()
    with Script(reply(ITEMS)) as server, SELLERS[0].client(server.address) as seller:
        seller.items.list()
        assert watchers.spans() == ()
        instrumentor.instrument(tracer_provider=watchers.provider)
        try:
            seller.items.list()
        finally:
            instrumentor.uninstrument()
        seller.items.list()
    assert len(watchers.spans()) == 1
    watchers.assert_hidden()


@pytest.mark.promise("around a transport of httpx2")
@pytest.mark.parametrize("instrumented", ["client", "client with a transport", "transport"])
@each_seller
def test_one_client_can_be_instrumented_by_itself_and_sends_the_key(
    kind: Kind, watchers: Watchers, instrumented: str
) -> None:
    urls: list[str] = []

    def own(request: httpx2.Request) -> httpx2.Response:
        urls.append(str(request.url))
        return httpx2.Response(200, content=ITEMS)

    def call(seller: Any) -> Any:
        if instrumented != "transport":
            HTTPX2ClientInstrumentor.instrument_client(
                seller._driver.http, tracer_provider=watchers.provider
            )
        return seller.items.list()

    transports: dict[str, Any] = {
        "client": None,
        "client with a transport": httpx2.MockTransport(own),
        "transport": (
            AsyncOpenTelemetryTransportHttpx2(httpx2.AsyncHTTPTransport(), watchers.provider)
            if kind.is_async
            else SyncOpenTelemetryTransportHttpx2(httpx2.HTTPTransport(), watchers.provider)
        ),
    }
    with Script(reply(ITEMS)) as server:
        assert len(kind.use(server.address, call, {"transport": transports[instrumented]})) == 1
    urls += [request.decode() for request in server.requests]
    assert "api_key=canary" in urls[0]
    assert len(watchers.spans()) == 1
    watchers.assert_hidden()


def _careless(words: list[str]) -> None:
    word_text = "".join(words)
    raise LookupError(len(word_text))


def _several() -> None:
    raise ExceptionGroup("several", [LookupError("".join(["can", "ary"]))])


@pytest.mark.parametrize("fail", [partial(_careless, ["can", "ary"]), _several])
@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_each_tool_shows_a_secret_that_is_not_hidden(
    report: Callable[[BaseException], str], fail: Callable[[], None]
) -> None:
    """Without that, no test of this file means anything."""
    assert WORD in report(caught(fail))


def test_a_secret_deep_inside_an_exception_is_reached() -> None:
    error = LookupError([{"in": ("can" + "ary",)}])
    with pytest.raises(AssertionError, match="reached by attributes"):
        assert_not_exposed(error, [WORD])
