"""What helps a programmer: explanations, a wiki in memory, recordings."""

import asyncio
from collections.abc import Callable
from pathlib import Path

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
from tests.clients.wiki.scripted import Answer, Asked, Reply, ScriptedWiki

API = "https://wiki.example.org/w/api.php"


def test_a_list_is_explained_without_being_asked(scripted: ScriptedWiki) -> None:
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        told = wiki.list(AllPages(prefix="A"), max_items=1200).explain()
        assert told.method == "GET"
        assert told.parameters["apprefix"] == "A"
        assert told.parameters["aplimit"] == "max"
        assert told.at_least == 3
        list(wiki.list(AllPages(prefix="A"), max_items=1200))
    assert [one.params for one in scripted.asked] == [told.parameters]


def test_pages_are_explained_with_the_number_of_requests(scripted: ScriptedWiki) -> None:
    titles = [f"T{number}" for number in range(120)]
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        told = wiki.pages(Links(), titles=titles).explain()
        assert told.at_least == 3
        assert told.parameters["titles"].split("|") == titles[:50]
        list(wiki.pages(Links(), titles=titles))
        assert wiki.pages(Links(), generator=AllPages()).explain().at_least == 1
        lazy = (title for title in titles)
        assert wiki.pages(Links(), titles=lazy).explain().parameters["titles"] == "…"
        assert next(lazy) == "T2"
    assert len(scripted.asked) == 3
    assert scripted.asked[0].params == told.parameters


def test_several_modules_are_explained_even_where_they_break_a_rule() -> None:
    with Client(API, user_agent=USER_AGENT) as wiki:
        told = wiki.explain(SiteInfo(), CategoryMembers(), Info(), titles=["A"] * 60)
    assert told.parameters["list"] == "categorymembers"
    assert told.parameters["prop"] == "info"
    assert told.at_least == 2
    assert told.url == API


def test_an_explanation_leads_to_the_sandbox_and_keeps_secrets() -> None:
    with Client(API, user_agent=USER_AGENT) as wiki:
        told = wiki.list(Watchlist(owner="A", token="hunter2")).explain()
    assert told.method == "POST"
    assert told.sandbox.startswith("https://wiki.example.org/w/index.php?title=Special:ApiSandbox#")
    assert "wlowner=A" in told.sandbox
    assert "hunter2" not in str(told)
    assert str(told).splitlines()[0] == f"POST {API}"
    assert "at least 1 request" in str(told)


PAGE = {"pageid": 1, "ns": 0, "title": "A", "links": [{"ns": 0, "title": "B"}]}


def test_a_wiki_in_memory_answers_both_clients() -> None:
    wiki = FakeWiki()
    wiki.add({"query": {"pages": [PAGE]}, "batchcomplete": True}, prop="links", titles="A")
    wiki.add({"query": {"allpages": [PAGE]}, "continue": {"apcontinue": "B"}}, list="allpages")
    wiki.add({"query": {"allpages": []}}, list="allpages", apcontinue="B")

    async def asked() -> list[int]:
        async with wiki.client(AsyncClient) as client:
            return [one["pageid"] async for one in client.list(AllPages())]

    with wiki.client(Client) as client:
        (page,) = client.pages(Links(), titles="A")
        assert page[Links] == [{"ns": 0, "title": "B"}]
        assert [one["pageid"] for one in client.list(AllPages())] == [1]
    assert asyncio.run(asked()) == [1]
    assert [one.get("apcontinue") for one in wiki.asked] == [None, None, "B", None, "B"]


def test_replies_to_the_same_question_come_in_turn() -> None:
    wiki = FakeWiki()
    wiki.add({"query": {"allpages": [PAGE]}}, list="allpages")
    wiki.add({"query": {"allpages": []}}, list="allpages")
    with wiki.client(Client) as client:
        assert [len(list(client.list(AllPages()))) for _ in range(3)] == [1, 0, 0]


def test_a_request_that_nobody_expected_says_so() -> None:
    wiki = FakeWiki()
    wiki.add({}, list="allusers")
    with (
        wiki.client(Client) as client,
        pytest.raises(TransportError, match=r"no reply was given for .*list='allpages'"),
    ):
        list(client.list(AllPages()))
    assert len(wiki.asked) == 1


def test_a_request_that_nobody_expected_tells_no_secret() -> None:
    with FakeWiki().client(Client) as client, pytest.raises(TransportError) as caught:
        client.raw(action="login", lgname="A", lgpassword="hunter2", lgtoken="hunter3", post=True)
    assert "lgname='A'" in str(caught.value)
    assert "hunter" not in str(caught.value)


TOKENS = {"query": {"tokens": {"logintoken": "secret+\\", "csrftoken": "secret+\\"}}}
TOLD: dict[str, Answer] = {
    "tokens": TOKENS,
    "clientlogin": {"clientlogin": {"status": "PASS", "username": "A"}},
    "userinfo": {"query": {"userinfo": {"name": "A", "rights": [], "watchlisttoken": "secret"}}},
    "edit": {"edit": {"result": "Success"}},
    "allpages": {"query": {"allpages": [PAGE]}, "continue": {"apcontinue": "B"}},
    "B": {"query": {"allpages": [PAGE]}, "batchcomplete": True},
}


def told(asked: Asked) -> Answer:
    names = (asked.params.get(name) for name in ("apcontinue", "list", "meta", "action"))
    return TOLD[next(name for name in names if name)]


def test_what_a_wiki_answered_can_be_kept(
    client: Callable[..., Either], scripted: ScriptedWiki, tmp_path: Path
) -> None:
    scripted.answers_by(told)
    recording = Recording()

    def used(wiki: Either) -> list[object]:
        wiki.login("A", "secret-password")
        edited = wiki.raw({"action": "edit", "title": "A"}, token="csrf")
        return [edited, [one["title"] for one in wiki.list(AllPages())]]

    asked = used(client(scripted.api_url, transport=recording.transport()))
    assert asked == [{"edit": {"result": "Success"}}, ["A", "A"]]
    count = len(scripted.asked)
    recording.save(tmp_path / "wiki.json")
    assert "secret" not in (tmp_path / "wiki.json").read_text()
    again = FakeWiki.load(tmp_path / "wiki.json")
    assert used(client(API_URL, transport=again.transport())) == asked
    assert len(scripted.asked) == count == len(again.asked)


def test_a_recording_passes_on_what_is_no_answer(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(Reply(b"<html>", status=502), {"query": {"allpages": [PAGE]}})
    recording = Recording()
    wiki = client(scripted.api_url, transport=recording.transport())
    assert [one["title"] for one in wiki.list(AllPages())] == ["A"]
    assert [one["params"] for one in recording.exchanges] == [
        {"action": "query", "list": "allpages", "aplimit": "max"}
    ]


def test_a_recording_holds_lists_and_the_names_of_files(
    client: Callable[..., Either], scripted: ScriptedWiki, tmp_path: Path
) -> None:
    def answer(asked: Asked) -> Answer:
        if asked.params.get("action") == "opensearch":
            return Reply(b'["A", ["Ab"]]')
        if asked.params.get("meta") == "tokens":
            return {"query": {"tokens": {"csrftoken": "secret"}}}
        return {"upload": {"result": "Success"}}

    scripted.answers_by(answer)
    recording = Recording()

    def used(wiki: Either) -> list[object]:
        upload = wiki.raw(action="upload", filename="A.png", file=b"\xff\x00", token="csrf")
        return [upload, wiki.raw(action="opensearch", search="A")]

    asked = used(client(scripted.api_url, transport=recording.transport()))
    assert recording.exchanges[1]["params"] == {
        "action": "upload",
        "filename": "A.png",
        "file": "A.png",
    }
    recording.save(tmp_path / "wiki.json")
    again = FakeWiki.load(tmp_path / "wiki.json")
    assert used(client(API_URL, transport=again.transport())) == asked
