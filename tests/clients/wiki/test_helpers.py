"""Helpers for programmers: explanations, a wiki in memory, recordings."""

import asyncio
import html
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest
from wiki_query import (
    AllPages,
    AsyncClient,
    CategoryMembers,
    Client,
    Info,
    Links,
    SiteInfo,
    TransportError,
    Watchlist,
)
from wiki_query._runtime.mediawiki.testing import API_URL
from wiki_query.testing import FakeWiki, Recording

from tests.clients.wiki.either import USER_AGENT, Either
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, continued, part

API = "https://wiki.example.org/w/api.php"


@pytest.mark.promise("It sends nothing, and shows no passwords or tokens")
def test_a_list_is_explained_without_being_asked(scripted: ScriptedWiki) -> None:
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        explanation = wiki.list(AllPages(prefix="A"), max_items=1200).explain()
        assert explanation.method == "GET"
        assert explanation.parameters["apprefix"] == "A"
        assert explanation.parameters["aplimit"] == "max"
        assert explanation.at_least == 3
        list(wiki.list(AllPages(prefix="A"), max_items=1200))
    assert [request.params for request in scripted.requests] == [explanation.parameters]


@pytest.mark.promise("says how many requests a call needs at least, before anything is sent")
def test_pages_are_explained_with_the_number_of_requests(scripted: ScriptedWiki) -> None:
    titles = [f"T{number}" for number in range(120)]
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        explanation = wiki.pages(Links(), titles=titles).explain()
        assert explanation.at_least == 3
        assert explanation.parameters["titles"].split("|") == titles[:50]
        list(wiki.pages(Links(), titles=titles))
        assert wiki.pages(Links(), generator=AllPages()).explain().at_least == 1
        lazy = (title for title in titles)
        assert wiki.pages(Links(), titles=lazy).explain().parameters["titles"] == "…"
        assert next(lazy) == "T2"
    assert len(scripted.requests) == 3
    assert scripted.requests[0].params == explanation.parameters


@pytest.mark.promise("does the same for `wiki.query`")
def test_several_modules_are_explained_even_where_they_break_a_rule() -> None:
    with Client(API, user_agent=USER_AGENT) as wiki:
        explanation = wiki.explain(SiteInfo(), CategoryMembers(), Info(), titles=["A"] * 60)
    assert explanation.parameters["list"] == "categorymembers"
    assert explanation.parameters["prop"] == "info"
    assert explanation.at_least == 2
    assert explanation.url == API


@pytest.mark.promise("It sends nothing, and shows no passwords or tokens")
def test_an_explanation_leads_to_the_sandbox_and_keeps_secrets() -> None:
    with Client(API, user_agent=USER_AGENT) as wiki:
        explanation = wiki.list(Watchlist(owner="A", token="hunter2")).explain()
    assert explanation.method == "POST"
    assert explanation.sandbox.startswith(
        "https://wiki.example.org/w/index.php?title=Special:ApiSandbox#"
    )
    assert "wlowner=A" in explanation.sandbox
    assert "hunter2" not in str(explanation)
    assert str(explanation).splitlines()[0] == f"POST {API}"
    assert "at least 1 request" in str(explanation)


PAGE = {"pageid": 1, "ns": 0, "title": "A", "links": [{"ns": 0, "title": "B"}]}


@pytest.mark.promise("If several fit, the one with the most parameters is used")
def test_a_wiki_in_memory_answers_both_clients() -> None:
    wiki = FakeWiki()
    wiki.add(part(pages=[PAGE]), prop="links", titles="A")
    wiki.add(continued({"apcontinue": "B"}, allpages=[PAGE]), list="allpages")
    wiki.add(part(allpages=[]), list="allpages", apcontinue="B")

    async def page_ids() -> list[int]:
        async with wiki.client(AsyncClient) as client:
            return [item["pageid"] async for item in client.list(AllPages())]

    with wiki.client(Client) as client:
        (page,) = client.pages(Links(), titles="A")
        assert page[Links] == [{"ns": 0, "title": "B"}]
        assert [item["pageid"] for item in client.list(AllPages())] == [1]
    assert asyncio.run(page_ids()) == [1]
    assert [request.get("apcontinue") for request in wiki.asked] == [None, None, "B", None, "B"]


@pytest.mark.promise("each is given once, in order, and the last one again and again")
def test_replies_to_the_same_question_come_in_turn() -> None:
    wiki = FakeWiki()
    wiki.add(part(allpages=[PAGE]), list="allpages")
    wiki.add(part(allpages=[]), list="allpages")
    with wiki.client(Client) as client:
        assert [len(list(client.list(AllPages()))) for _ in range(3)] == [1, 0, 0]


@pytest.mark.promise("A request without a reply is a `TransportError` that names the request")
def test_a_request_that_nobody_expected_says_so() -> None:
    wiki = FakeWiki()
    wiki.add({}, list="allusers")
    with (
        wiki.client(Client) as client,
        pytest.raises(TransportError, match=r"no reply was added for .*list='allpages'"),
    ):
        list(client.list(AllPages()))
    assert len(wiki.asked) == 1


def test_a_request_that_nobody_expected_tells_no_secret() -> None:
    with FakeWiki().client(Client) as client, pytest.raises(TransportError) as caught:
        client.raw(action="login", lgname="A", lgpassword="hunter2", lgtoken="hunter3", post=True)
    assert "lgname='A'" in str(caught.value)
    assert "hunter" not in str(caught.value)


def test_a_recording_passes_on_what_is_no_answer(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(Reply(b"<html>", status=502), part(allpages=[PAGE]))
    recording = Recording()
    wiki = client(scripted.api_url, transport=recording.transport())
    assert wiki.list(AllPages()) == [PAGE]
    assert [exchange["params"] for exchange in recording.exchanges] == [
        {"action": "query", "list": "allpages", "aplimit": "max"}
    ]


def answer_by(request: WikiRequest) -> Answer:
    """An answer of a wiki with many secrets."""
    params = request.params
    if params.get("meta") == "tokens":
        return part(tokens={"logintoken": "secret+\\", "csrftoken": "secret+\\"})
    if params.get("meta") == "userinfo":
        return part(userinfo={"name": "A", "rights": [], "watchlisttoken": "secret"})
    if params.get("list") == "allpages" and "apcontinue" not in params:
        return continued({"apcontinue": "B"}, allpages=[PAGE])
    answers: dict[str, Answer] = {
        "clientlogin": {"clientlogin": {"status": "PASS", "username": "A"}},
        "in parts": {"upload": {"result": "Success"}},
        "opensearch": Reply(b'["A", ["Ab"]]'),
        "query": part(allpages=[PAGE]),
    }
    return answers[params.get("action", "in parts")]


@pytest.mark.promise("without passwords, tokens and cookies")
def test_what_a_wiki_answered_can_be_kept_without_its_secrets(
    client: Callable[..., Either], scripted: ScriptedWiki, tmp_path: Path
) -> None:
    scripted.answers_by(answer_by)
    recording = Recording()

    def used(wiki: Either) -> list[object]:
        wiki.login("A", "secret-password")
        upload = wiki.raw(action="upload", filename="A.png", file=b"\xff\x00", token="csrf")
        return [upload, wiki.raw(action="opensearch", search="A"), wiki.list(AllPages())]

    results = used(client(scripted.api_url, transport=recording.transport()))
    assert results == [{"upload": {"result": "Success"}}, ["A", ["Ab"]], [PAGE, PAGE]]
    count = len(scripted.requests)
    recording.save(tmp_path / "wiki.json")
    assert "secret" not in (tmp_path / "wiki.json").read_text()
    upload = {"action": "upload", "filename": "A.png", "file": "A.png"}
    assert upload in [exchange["params"] for exchange in recording.exchanges]
    again = FakeWiki.load(tmp_path / "wiki.json")
    assert used(client(API_URL, transport=again.transport())) == results
    assert len(scripted.requests) == count == len(again.asked)


TOKEN = "0123456789abcdef0123456789abcdef01234567+\\"
SESSION = "k3v0p9q8r7s6t5u4"
WATCHLIST = "fedcba9876543210fedcba9876543210fedcba98"
HEAD = f'<script>mw.user.tokens.set({{"csrfToken":{json.dumps(TOKEN)}}});</script>'
PLACES: dict[str, tuple[dict[str, str], object]] = {
    "the head of a page": ({"action": "parse", "prop": "headhtml"}, {"parse": {"headhtml": HEAD}}),
    "a script in a reply": ({"action": "parse"}, {"parse": {"text": json.dumps(HEAD)}}),
    "an attribute": ({"action": "parse"}, {"parse": {"text": html.escape(HEAD)}}),
    "a list": ({"action": "query"}, {"query": {"links": [f"a?token={quote(TOKEN)}&b=1"]}}),
    "an option": ({"action": "query"}, {"query": {"options": {"watchlisttoken": WATCHLIST}}}),
    "an address": ({"action": "query", "wltoken": WATCHLIST}, {"link": f"?wltoken={WATCHLIST}&a"}),
    "a value of a parameter": ({"action": "options", "change": f"watchlisttoken={WATCHLIST}"}, {}),
    "a value of an option": (
        {"action": "options", "optionname": "watchlisttoken", "optionvalue": WATCHLIST},
        {"options": WATCHLIST},
    ),
    "a session": ({"action": "login"}, {"login": {"sessionid": SESSION, "cookieprefix": "wiki"}}),
    "a text that repeats it": ({"action": "query"}, {"warnings": f"session {SESSION} is new"}),
    "a password": (
        {"action": "resetpassword"},
        {"reset": {"temporary_password": "hunter2-hunter2"}},
    ),
}


@pytest.mark.promise("without passwords, tokens and cookies, wherever they are in a reply")
@pytest.mark.parametrize("place", PLACES)
def test_no_secret_stands_in_a_recording(place: str, tmp_path: Path) -> None:
    params, data = PLACES[place]
    recording = Recording()
    request = httpx2.Request(
        "POST", API_URL, data=params, headers={"Authorization": "Bearer abcdefgh"}
    )
    cookies = {"Set-Cookie": f"wiki_session={SESSION}; path=/; HttpOnly"}
    recording.keep(request, httpx2.Response(200, json=data, headers=cookies))
    recording.save(tmp_path / "wiki.json")
    text = (tmp_path / "wiki.json").read_text()
    for secret in (TOKEN[:-2], SESSION, WATCHLIST, "hunter2", "abcdefgh"):
        assert secret not in text
    assert params["action"] in text


def test_what_a_later_reply_shows_to_be_secret_stands_in_no_earlier_one() -> None:
    recording = Recording()
    for data in ({"a": f"of {WATCHLIST}"}, {"watchlisttoken": WATCHLIST, "b": ["kept", 1, None]}):
        recording.keep(
            httpx2.Request("GET", f"{API_URL}?action=query"), httpx2.Response(200, json=data)
        )
    assert [exchange["reply"] for exchange in recording.exchanges] == [
        {"a": "of ***"},
        {"watchlisttoken": "+\\", "b": ["kept", 1, None]},
    ]
