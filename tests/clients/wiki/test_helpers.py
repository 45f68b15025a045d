"""What helps a programmer: explanations, a wiki in memory, recordings."""

import asyncio
import json
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
from wiki_query.testing import FakeWiki, Recording

from tests.clients.wiki.either import USER_AGENT
from tests.clients.wiki.scripted import ScriptedWiki

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


def test_what_a_wiki_answered_can_be_kept(scripted: ScriptedWiki, tmp_path: Path) -> None:
    scripted.answers(
        {"query": {"allpages": [PAGE]}, "continue": {"apcontinue": "B"}}, {"query": {}}
    )
    recording = Recording()
    transport = recording.transport()
    with Client(scripted.api_url, user_agent=USER_AGENT, transport=transport) as wiki:
        assert len(list(wiki.list(AllPages()))) == 1
        wiki.raw(action="edit", post=True, title="A", wltoken="secret", lgpassword="secret")
    recording.save(tmp_path / "wiki.json")
    text = (tmp_path / "wiki.json").read_text()
    assert "secret" not in text
    assert [one["params"].get("apcontinue") for one in json.loads(text)] == [None, "B"]
    with FakeWiki.load(tmp_path / "wiki.json").client(Client) as wiki:
        assert [one["title"] for one in wiki.list(AllPages())] == ["A"]
