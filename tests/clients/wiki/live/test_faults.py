"""Between a client and a real wiki things go wrong: the right result, or the right error."""

import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from wiki_query import (
    AllPages,
    BusyError,
    Client,
    ContinuationError,
    Info,
    Links,
    ResponseError,
    RightsError,
    SessionError,
    TransportError,
    UserInfo,
    WikiError,
)

from tests.clients.wiki import faults
from tests.clients.wiki.either import PATIENT, USER_AGENT, Async, Either, Sync
from tests.clients.wiki.faults import Exchange, Fault, FaultyProxy
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN, Wiki


@pytest.fixture
def proxy(live_wiki: Wiki) -> Iterator[FaultyProxy]:
    with FaultyProxy(live_wiki.api_url) as proxy:
        yield proxy


@pytest.fixture(params=[Sync, Async], ids=["sync", "async"])
def client(request: pytest.FixtureRequest, proxy: FaultyProxy) -> Iterator[Callable[..., Either]]:
    made: list[Either] = []

    def make(**settings: float) -> Either:
        made.append(request.param(proxy.api_url, **{"backoff": 0.01, **settings}))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def wiki(client: Callable[..., Either]) -> Either:
    return client()


PASSING: list[Fault] = [
    faults.reset,
    faults.late,
    faults.truncated,
    faults.half_json,
    faults.page_of_html,
    faults.empty,
    faults.too_many,
    faults.bad_gateway,
    faults.unavailable,
    faults.error("maxlag"),
    faults.error("readonly"),
    faults.error("ratelimited"),
    faults.error("internal_api_error_DBQueryError"),
]
NAMES = [getattr(one, "__name__", "") for one in PASSING]


@pytest.mark.parametrize("fault", PASSING, ids=NAMES)
def test_what_passes_costs_one_more_request(
    client: Callable[..., Either], proxy: FaultyProxy, fault: Fault
) -> None:
    proxy.plan = [faults.passed, fault]
    wiki = client(timeout=5.0) if fault is faults.late else client()
    pages = wiki.pages(Links(page_size=50), titles="Hub")
    assert [len(page[Links]) for page in pages] == [130]
    assert len(proxy.seen) == 4


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (faults.reset, TransportError),
        (faults.late, TransportError),
        (faults.truncated, TransportError),
        (faults.page_of_html, ResponseError),
        (faults.bad_gateway, ResponseError),
        (faults.too_many, BusyError),
        (faults.error("maxlag"), BusyError),
    ],
)
def test_what_does_not_pass_is_an_error_that_says_so(
    client: Callable[..., Either], proxy: FaultyProxy, fault: Fault, kind: type[WikiError]
) -> None:
    wiki = client()
    wiki.list(AllPages(), max_items=1)
    if fault is faults.late:
        wiki = client(timeout=0.2)
    proxy.seen.clear()
    proxy.always = fault
    with pytest.raises(kind) as caught:
        wiki.list(AllPages())
    assert caught.value.retry
    assert len(proxy.seen) == 4


def test_what_cannot_pass_is_asked_once(wiki: Either, proxy: FaultyProxy) -> None:
    proxy.always = faults.error("readapidenied")
    with pytest.raises(RightsError) as caught:
        wiki.list(AllPages())
    assert not caught.value.retry
    assert len(proxy.seen) == 1


def test_a_server_that_never_ends_is_left(wiki: Either, proxy: FaultyProxy) -> None:
    def endless(exchange: Exchange) -> None:
        exchange.reply(200, b'{"continue": {"apcontinue": "X", "continue": "-||"}, "query": {}}')

    proxy.always = endless
    with pytest.raises(ContinuationError):
        wiki.list(AllPages())
    assert len(proxy.seen) == 2


def test_a_long_pause_is_not_waited_for(wiki: Either, proxy: FaultyProxy) -> None:
    def later(exchange: Exchange) -> None:
        exchange.reply(503, b"", Retry_After="3600")

    proxy.always = later
    with pytest.raises(BusyError) as caught:
        wiki.list(AllPages())
    assert caught.value.retry_after == 3600
    assert len(proxy.seen) == 1


def test_a_call_ends_at_its_deadline(client: Callable[..., Either], proxy: FaultyProxy) -> None:
    proxy.always = faults.late
    with pytest.raises(TransportError) as caught:
        client(deadline=0.3).list(AllPages())
    assert caught.value.kind == "deadline"


def test_a_session_that_is_gone_is_renewed_once(wiki: Either, proxy: FaultyProxy) -> None:
    wiki.login(*ADMIN)
    proxy.seen.clear()
    proxy.plan = [faults.without_cookies]
    told = wiki.meta(UserInfo())
    assert told["name"] == ADMIN[0]
    asked = [(one["action"], one.get("meta"), one.get("assert")) for one in proxy.seen]
    assert asked == [
        ("query", "userinfo", "user"),
        ("query", "tokens", None),
        ("clientlogin", None, None),
        ("query", "userinfo", "user"),
    ]
    proxy.always = faults.error("assertuserfailed")
    proxy.seen.clear()
    with pytest.raises(SessionError):
        wiki.meta(UserInfo())
    assert [one.get("meta") for one in proxy.seen] == ["userinfo", "tokens"]


def test_a_login_is_never_sent_twice(proxy: FaultyProxy) -> None:
    for fault in (faults.reset, faults.bad_gateway, faults.half_json):
        proxy.seen.clear()
        proxy.plan = [faults.passed, fault]
        wiki = Client(proxy.api_url, user_agent=USER_AGENT, **PATIENT, backoff=0.01)
        with wiki, pytest.raises((TransportError, ResponseError)):
            wiki.login(*ADMIN)
        assert [one["action"] for one in proxy.seen] == ["query", "clientlogin"]


def with_locals(error: BaseException) -> list[str]:
    """A traceback as tools for errors show it, but for the frames of the test itself."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    for one in (told, told.__cause__, told.__context__):
        if one is not None:
            one.stack = traceback.StackSummary.from_list(
                [frame for frame in one.stack if frame.filename != __file__]
            )
    return [*told.format()]


def test_nothing_secret_is_shown(proxy: FaultyProxy, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    shown: list[str] = []
    secrets = ["wrong-password-of-alice"]

    def note(attempt: Any) -> None:
        shown.append(repr(attempt))

    for fault in (faults.passed, faults.reset, faults.half_json, faults.bad_gateway):
        proxy.plan = [faults.passed, fault]
        with Client(
            proxy.api_url, user_agent=USER_AGENT, **PATIENT, backoff=0.01, on_attempt=note
        ) as wiki:
            try:
                wiki.login(ALICE[0], secrets[0])
            except WikiError as error:
                shown += [repr(error), *with_locals(error)]
            wiki.login(*ALICE)
            secrets += [
                one["value"] for one in wiki.save_session()["cookies"] if len(one["value"]) > 9
            ]
            shown += [repr(wiki), repr(vars(wiki)), repr(wiki._context)]
    with Client(
        proxy.api_url, user_agent=USER_AGENT, **PATIENT, access_token="token-of-oauth"
    ) as wiki:
        secrets.append("token-of-oauth")
        proxy.always = faults.reset
        try:
            list(wiki.pages(Info(), titles="A"))
        except WikiError as error:
            shown += [repr(error), *with_locals(error)]
        shown += [repr(wiki), repr(wiki._context)]
    shown += [record.getMessage() for record in caplog.records]
    assert len(shown) > 10
    for secret in secrets:
        assert not any(secret in text for text in shown)
