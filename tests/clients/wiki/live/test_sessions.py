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
    ResponseError,
    RightsError,
    ServerError,
    SessionError,
    UserInfo,
    WatchlistRaw,
)

from tests.clients.wiki.either import USER_AGENT, Either
from tests.clients.wiki.scripted import ScriptedWiki
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


@pytest.mark.promise("returns the name as the wiki writes it")
def test_an_account_logs_in_and_out(wiki: Either) -> None:
    assert wiki.login(*ALICE) == "Alice"
    assert wiki.meta(UserInfo())["name"] == "Alice"
    wiki.logout()
    assert wiki.meta(UserInfo())["anon"] is True


@pytest.mark.promise("Programs should log in with a bot password")
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


@pytest.mark.promise("the login was refused")
@pytest.mark.parametrize("name", ["Admin", "Nobody here"])
def test_a_wrong_password_is_refused_once(wiki: Either, name: str) -> None:
    attempts: list[Any] = []
    watched_client = wiki.with_options(on_attempt=attempts.append)
    with pytest.raises(LoginError, match="password") as caught:
        watched_client.login(name, "wrong")
    assert not caught.value.retryable
    with pytest.raises(LoginError):
        watched_client.login_bot(f"{name}@tests", "wrong")
    operations = [attempt.operation for attempt in attempts]
    assert operations == ["meta=tokens", "clientlogin", "meta=tokens", "login"]


@pytest.mark.promise("Another process continues with them, without the password")
def test_a_session_goes_on_in_another_client(
    wiki: Either, client: Callable[..., Either], live_wiki: Wiki
) -> None:
    wiki.login(*ADMIN)
    saved = json.loads(json.dumps(wiki.client.save_session()))
    other = client(live_wiki.api_url)
    other.client.restore_session(saved)
    assert other.list(WatchlistRaw()) == wiki.list(WatchlistRaw())
    with pytest.raises(ValueError, match="this session belongs to"):
        client("http://127.0.0.1:1/api.php").client.restore_session(saved)


@pytest.mark.promise("When it ends, the next call is a `SessionError`")
def test_a_restored_session_that_is_gone_is_an_error(wiki: Either, live_wiki: Wiki) -> None:
    saved = {"api_url": live_wiki.api_url, "account": "Admin", "cookies": []}
    wiki.client.restore_session(saved)
    with pytest.raises(SessionError, match="assertuserfailed"):
        wiki.list(AllPages())


@pytest.mark.promise(
    "logs in again, and repeats the call once",
    "logs in again if the session ends, once, even if threads or tasks share the client",
)
def test_a_session_that_is_gone_is_renewed(wiki: Either) -> None:
    wiki.login(*ALICE)
    wiki.client.restore_session({**wiki.client.save_session(), "cookies": []})
    assert wiki.meta(UserInfo())["name"] == "Alice"


@pytest.mark.promise("After a login, each request asks the wiki to answer only a logged-in user")
def test_only_who_is_asserted_is_answered(wiki: Either) -> None:
    as_user = wiki.with_options(assert_="user")
    with pytest.raises(SessionError, match="assertuserfailed"):
        as_user.list(AllPages())
    assert wiki.with_options(assert_="anon").list(AllPages(), max_items=1)
    assert as_user.login(*ALICE) == "Alice"
    assert wiki.with_options(assert_user="Alice").list(AllPages(), max_items=1)
    with pytest.raises(ServerError, match="assertnameduserfailed"):
        wiki.with_options(assert_user="Admin").list(AllPages(), max_items=1)


@pytest.mark.promise("After that it works as others do")
def test_a_private_wiki_lets_those_in_who_log_in(
    client: Callable[..., Either], live_wiki: Wiki
) -> None:
    wiki = client(live_wiki.api_url, headers=(("X-Test-Private", "1"),))
    with pytest.raises(RightsError, match="readapidenied"):
        wiki.list(AllPages())
    wiki.login(*ALICE)
    assert wiki.list(AllPages(), max_items=1)


@pytest.mark.promise(
    "`Client.from_page(address, …)` finds it from the address of any page of the wiki"
)
def test_the_api_is_found_from_any_page(live_wiki: Wiki, scripted: ScriptedWiki) -> None:
    async def api_url_of(page_url: str) -> str:
        async with await AsyncClient.from_page(page_url, user_agent=USER_AGENT) as wiki:
            return wiki.api_url

    page = f"{live_wiki.url}/index.php?title=A"
    assert asyncio.run(api_url_of(page)) == live_wiki.api_url
    with Client.from_page(page, user_agent=USER_AGENT) as wiki:
        assert wiki.api_url == live_wiki.api_url
    scripted.answers({"no": "page"})
    with pytest.raises(ResponseError, match="does not say where its API is"):
        Client.from_page(scripted.api_url.replace("api.php", ""), user_agent=USER_AGENT)
