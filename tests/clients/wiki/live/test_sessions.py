"""Logging in to a real wiki in every way there is, and taking a session along."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from wiki_query import (
    AllPages,
    AsyncClient,
    Client,
    Info,
    LoginError,
    LoginStep,
    ResponseError,
    RightsError,
    ServerError,
    SessionError,
    UserInfo,
    WatchlistRaw,
)

from tests.clients.wiki.either import PATIENT, USER_AGENT, Either
from tests.clients.wiki.scripted import Answer, Asked, ScriptedWiki
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import ADMIN, Wiki

BOT = ("Admin@tests", "0123456789abcdef0123456789abcdef")


@pytest.fixture(scope="module")
def bot(live_wiki: Wiki) -> tuple[str, str]:
    """A bot password with the right to read and to edit."""
    grants = "basic,editpage,highvolume"
    arguments = (f"--appid={BOT[0].split('@')[1]}", f"--grants={grants}", ADMIN[0], BOT[1])
    live_wiki.maintain("createBotPassword.php", *arguments)
    return BOT


@pytest.fixture
def wiki(client: Callable[..., Either], live_wiki: Wiki) -> Either:
    """Somebody who is not logged in, with the one client and with the other."""
    return client(live_wiki.api_url)


def test_an_account_logs_in_and_out(wiki: Either) -> None:
    assert wiki.login(*ALICE) == "Alice"
    assert wiki.meta(UserInfo())["name"] == "Alice"
    wiki.logout()
    assert wiki.meta(UserInfo())["anon"] is True


def test_a_bot_password_logs_in(wiki: Either, bot: tuple[str, str]) -> None:
    assert wiki.login_bot(*bot) == ADMIN[0]
    assert wiki.meta(UserInfo())["name"] == ADMIN[0]
    assert len(wiki.pages(Info(), titles=[f"T{n}" for n in range(600)])) == 600


def test_an_account_may_follow_another(wiki: Either) -> None:
    wiki.login(*ALICE)
    with pytest.raises(LoginError):
        wiki.login(ADMIN[0], "wrong")
    assert wiki.meta(UserInfo())["name"] == "Alice"
    assert wiki.login(*ADMIN) == "Admin"
    assert wiki.meta(UserInfo())["name"] == "Admin"


@pytest.mark.parametrize("name", ["Admin", "Nobody here"])
def test_a_wrong_password_is_refused_once(wiki: Either, name: str) -> None:
    asked: list[Any] = []
    noted = wiki.with_options(on_attempt=asked.append)
    with pytest.raises(LoginError, match="password") as caught:
        noted.login(name, "wrong")
    assert not caught.value.retry
    with pytest.raises(LoginError):
        noted.login_bot(f"{name}@tests", "wrong")
    assert [one.operation for one in asked] == [
        "meta=tokens",
        "clientlogin",
        "meta=tokens",
        "login",
    ]


def client_of(wiki: Wiki, **settings: Any) -> Client:
    return Client(wiki.api_url, user_agent=USER_AGENT, **PATIENT, **settings)


def test_a_session_goes_on_in_another_client(live_wiki: Wiki) -> None:
    with client_of(live_wiki) as wiki:
        wiki.login(*ADMIN)
        saved = json.loads(json.dumps(wiki.save_session()))
        titles = [one["title"] for one in wiki.list(WatchlistRaw())]
    with client_of(live_wiki) as other:
        other.restore_session(saved)
        assert [one["title"] for one in other.list(WatchlistRaw())] == titles

    async def elsewhere() -> list[str]:
        async with AsyncClient(live_wiki.api_url, user_agent=USER_AGENT, **PATIENT) as third:
            third.restore_session(saved)
            return [one["title"] async for one in third.list(WatchlistRaw())]

    assert asyncio.run(elsewhere()) == titles
    foreign = Client("http://127.0.0.1:1/api.php", user_agent=USER_AGENT)
    with foreign, pytest.raises(ValueError, match="this session belongs to"):
        foreign.restore_session(saved)


def test_a_restored_session_that_is_gone_is_an_error(wiki: Either, live_wiki: Wiki) -> None:
    saved = {"api_url": live_wiki.api_url, "account": "Admin", "cookies": []}
    wiki.client.restore_session(saved)  # type: ignore[attr-defined]  # both clients have it
    with pytest.raises(SessionError, match="assertuserfailed"):
        wiki.list(AllPages())


def test_only_who_is_asserted_is_answered(wiki: Either) -> None:
    as_user = wiki.with_options(assert_="user")
    with pytest.raises(SessionError, match="assertuserfailed"):
        as_user.list(AllPages())
    assert wiki.with_options(assert_="anon").list(AllPages(), max_items=1)
    assert as_user.login(*ALICE) == "Alice"
    assert wiki.with_options(assert_user="Alice").list(AllPages(), max_items=1)
    with pytest.raises(ServerError, match="assertnameduserfailed"):
        wiki.with_options(assert_user="Admin").list(AllPages(), max_items=1)


def test_a_private_wiki_lets_those_in_who_log_in(
    client: Callable[..., Either], live_wiki: Wiki
) -> None:
    wiki = client(live_wiki.api_url, headers=(("X-Test-Private", "1"),))
    with pytest.raises(RightsError, match="readapidenied"):
        wiki.list(AllPages())
    wiki.login(*ALICE)
    assert wiki.list(AllPages(), max_items=1)


def test_the_api_is_found_from_any_page(live_wiki: Wiki, scripted: ScriptedWiki) -> None:
    page = f"{live_wiki.url}/index.php?title=A"
    with Client.from_page(page, user_agent=USER_AGENT) as wiki:
        assert wiki.api_url == live_wiki.api_url

    async def elsewhere() -> str:
        async with await AsyncClient.from_page(page, user_agent=USER_AGENT) as wiki:
            return wiki.api_url

    assert asyncio.run(elsewhere()) == live_wiki.api_url
    scripted.answers({"no": "page"})
    with pytest.raises(ResponseError, match="does not say where its API is"):
        Client.from_page(scripted.api_url.replace("api.php", ""), user_agent=USER_AGENT)


def test_further_steps_are_answered(scripted: ScriptedWiki) -> None:
    ui = {
        "status": "UI",
        "message": "Your code?",
        "requests": [{"id": "x", "fields": {"OATHToken": {"type": "string", "label": "Token"}}}],
    }

    def script(asked: Asked) -> Answer:
        if asked.params.get("meta") == "tokens":
            return {"query": {"tokens": {"logintoken": "t+\\"}}}
        if asked.params.get("meta") == "userinfo":
            return {"query": {"userinfo": {"rights": ["apihighlimits"]}}}
        if "logincontinue" not in asked.params:
            return {"clientlogin": ui}
        passed = asked.params["OATHToken"] == "123456" and "password" not in asked.params
        return {"clientlogin": {"status": "PASS" if passed else "FAIL", "username": "A"}}

    scripted.answers_by(script)
    steps: list[LoginStep] = []

    def further(step: LoginStep) -> dict[str, str]:
        steps.append(step)
        return {"OATHToken": "123456"}

    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        assert wiki.login("A", "secret", further=further) == "A"
        with pytest.raises(LoginError, match="Your code"):
            wiki.login("A", "secret")
    assert [(one.message, one.fields) for one in steps] == [("Your code?", {"OATHToken": "Token"})]


def test_an_access_token_is_sent_and_asserted(scripted: ScriptedWiki) -> None:
    with Client(scripted.api_url, user_agent=USER_AGENT, access_token="abc") as wiki:
        list(wiki.list(AllPages()))
    (asked,) = scripted.asked
    assert asked.headers["Authorization"] == "Bearer abc"
    assert asked.params["assert"] == "user"
