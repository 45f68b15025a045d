"""What the clients make of answers, over real HTTP from a server that says what a wiki would."""

import asyncio
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from wiki_query import (
    AbsentError,
    AllPages,
    AllRevisions,
    AllUsers,
    AsyncClient,
    Blocks,
    BusyError,
    CategoryInfo,
    CategoryMembers,
    Client,
    ContinuationError,
    Contributors,
    Info,
    Links,
    ParameterError,
    QueryPage,
    ResponseError,
    Revisions,
    RightsError,
    Search,
    SessionError,
    SiteInfo,
    Tokens,
    TransportError,
    UserInfo,
    WarningError,
    WatchlistRaw,
)
from wiki_query._runtime.mediawiki.result import beside_type

from tests.clients.wiki.either import PATIENT, USER_AGENT, Either, Sync
from tests.clients.wiki.live.validate import misfits
from tests.clients.wiki.scripted import Answer, Asked, Reply, ScriptedWiki


def page(number: int, **more: Any) -> dict[str, Any]:
    return {"pageid": number, "ns": 0, "title": f"P{number}", **more}


def link(title: str) -> dict[str, Any]:
    return {"ns": 0, "title": title}


def test_a_list_continues_to_its_end(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"allpages": [page(1)]}, "continue": {"apcontinue": "P2", "continue": "-||"}},
        {"query": {"allpages": []}, "continue": {"apcontinue": "P3", "continue": "-||"}},
        {"query": {"allpages": [page(3)]}},
    )
    assert [one["title"] for one in wiki.list(AllPages(from_="P"))] == ["P1", "P3"]
    assert scripted.params("apcontinue", "continue", "apfrom") == [
        (None, None, "P"),
        ("P2", "-||", "P"),
        ("P3", "-||", "P"),
    ]


def test_a_list_ends_where_enough_was_found(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"allpages": [page(1), page(2)]}, "continue": {"apcontinue": "P3"}},
        {"query": {"allpages": [page(3), page(4)]}, "continue": {"apcontinue": "P5"}},
    )
    found = wiki.list(AllPages(page_size=2), max_items=3)
    assert [one["pageid"] for one in found] == [1, 2, 3]
    assert scripted.params("aplimit") == [("2",), ("1",)]


def test_what_continues_replaces_what_was_asked(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"general": {}}, "continue": {"siprop": "namespaces", "continue": "-||"}},
        {"query": {"namespaces": {"0": {}}}},
    )
    found = wiki.meta(SiteInfo(prop=["general", "namespaces"]))
    assert found == {"general": {}, "namespaces": {"0": {}}}
    assert scripted.params("siprop") == [("general|namespaces",), ("namespaces",)]


def test_pages_are_merged_until_they_are_complete(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {"pages": [page(1, links=[link("A")]), page(2)]},
            "continue": {"plcontinue": "1|0|B", "continue": "||"},
        },
        {
            "query": {"pages": [page(1, links=[link("B")]), page(2, links=[link("C")])]},
            "continue": {"gapcontinue": "P3", "continue": "gapcontinue||"},
            "batchcomplete": True,
        },
        {"query": {"pages": [page(3)]}, "batchcomplete": True},
    )
    pages = wiki.pages(Links(), generator=AllPages(page_size=2))
    assert [one.pageid for one in pages] == [1, 2, 3]
    assert [[each["title"] for each in one[Links]] for one in pages] == [["A", "B"], ["C"], []]
    assert scripted.params("gapcontinue", "plcontinue") == [
        (None, None),
        (None, "1|0|B"),
        ("P3", None),
    ]


def test_a_server_that_continues_in_a_circle_is_found_out(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    again = {"query": {"allpages": [page(1)]}, "continue": {"apcontinue": "P1"}}
    other = {"query": {"allpages": [page(2)]}, "continue": {"apcontinue": "P2"}}
    scripted.answers(again, other, again)
    with pytest.raises(ContinuationError, match="apcontinue=P1"):
        wiki.list(AllPages())
    assert len(scripted.asked) == 3


STATES = {
    "batchcomplete": True,
    "query": {
        "normalized": [
            {"from": "a", "to": "A", "fromencoded": False},
            {"from": "%CE%B1%CC%81", "to": "ά", "fromencoded": True},
        ],
        "redirects": [{"from": "R", "to": "A", "tofragment": "S"}],
        "interwiki": [{"title": "fr:X", "iw": "fr"}],
        "pages": [
            {"ns": 0, "title": "Gone", "missing": True},
            {"title": "a<b", "invalid": True, "invalidreason": {"code": "x", "text": "no <"}},
            {"ns": -1, "title": "Special:Version", "special": True},
            page(7, title="A", links=[link("B")]),
            page(8, title="ά"),
        ],
    },
}


def test_pages_know_what_they_are(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(STATES)
    gone, wrong, special, whole, _ = wiki.pages(Links(), titles=["…"])
    assert [one.state for one in (gone, wrong, special, whole)] == [
        "missing",
        "invalid",
        "special",
        "existing",
    ]
    assert (whole.exists, gone.exists) == (True, False)
    assert (gone.pageid, gone.ns, wrong.ns) == (None, 0, None)
    assert wrong.invalid_reason == "no <"
    assert gone[Links] == []
    assert (special.get(Links), wrong.get(Links)) == (None, None)
    with pytest.raises(AbsentError, match="Links tells nothing of Page"):
        special[Links]
    with pytest.raises(TypeError, match="a class is wanted"):
        whole["links"]  # type: ignore[index]  # that is the point
    with pytest.raises(AbsentError, match="Info was not asked for; Links was"):
        whole[Info]


def test_answers_come_in_the_order_of_the_questions(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(STATES)
    titles = ["R", "fr:X", "ά", "a", "Gone", "a<b", "A", "Nowhere"]
    told = wiki.ordered(Links(), titles=titles, redirects=True)
    assert [one.asked for one in told] == titles
    assert [one.state for one in told] == [
        "existing",
        "interwiki",
        "existing",
        "existing",
        "missing",
        "invalid",
        "existing",
        "unknown",
    ]
    assert told[0].redirects == (("R", "A", "S"),)
    assert told[1].interwiki == "fr"
    assert told[3].normalized == "A"
    assert [one.page.pageid if one.page else None for one in told][:4] == [7, None, 8, 7]


def test_fields_spread_into_a_page_are_told_apart(wiki: Either, scripted: ScriptedWiki) -> None:
    whole = page(1, contentmodel="wikitext", links=[], anoncontributors=3, contributors=[], new=1)
    scripted.answers({"batchcomplete": True, "query": {"pages": [whole]}})
    (one,) = wiki.pages(Info(), Links(), Contributors(), CategoryInfo(), titles="P1")
    assert one[Info] == {"contentmodel": "wikitext", "new": 1}
    assert one.beside(Contributors) == {"anoncontributors": 3}
    assert one.get(CategoryInfo) is None
    with pytest.raises(AbsentError, match="CategoryInfo tells nothing"):
        one[CategoryInfo]


def test_what_was_not_asked_for_says_how_to_ask(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"query": {"categorymembers": [{"ns": 0, "title": "A"}]}})
    (item,) = wiki.list(CategoryMembers(title="Category:X", prop=["title"]))
    assert item == {"ns": 0, "title": "A"}
    assert json.loads(json.dumps(item)) == item
    with pytest.raises(AbsentError, match=r"prop=….* with 'sortkey' brings it"):
        item["sortkey"]
    with pytest.raises(AbsentError, match="did you mean 'title'"):
        item["titel"]
    assert item.get("sortkey") is None


def test_what_is_absent_says_when_it_is_there(wiki: Either, scripted: ScriptedWiki) -> None:
    gone = {"ns": 0, "title": "P", "missing": True, "contentmodel": "wikitext"}
    scripted.answers({"batchcomplete": True, "query": {"pages": [gone]}})
    (one,) = wiki.pages(Info(), titles="P")
    with pytest.raises(AbsentError, match="no 'length' here; Info brings it when the page exists"):
        one[Info]["length"]
    with pytest.raises(AbsentError, match="no 'redirect' here; Info does not always bring it"):
        one[Info]["redirect"]


def test_what_is_absent_inside_of_a_result_says_why(wiki: Either, scripted: ScriptedWiki) -> None:
    hidden = {"texthidden": True, "contentmodel": "wikitext"}
    slots = {"main": {"size": 3}, "other": hidden}
    scripted.answers(
        {"batchcomplete": True, "query": {"pages": [page(1, revisions=[{"slots": slots}])]}}
    )
    (one,) = wiki.pages(Revisions(prop="slotsize", slots="*"), titles="P1")
    (revision,) = one[Revisions]
    assert dict(revision) == {"slots": slots}
    assert one.raw["revisions"] == [{"slots": slots}]
    with pytest.raises(AbsentError, match=r"prop=….* with 'content' brings it"):
        revision["slots"]["main"]["content"]
    with pytest.raises(AbsentError, match="withholds 'content' from this account: 'texthidden'"):
        revision["slots"]["other"]["content"]
    copy = pickle.loads(pickle.dumps(revision))
    with pytest.raises(AbsentError, match="with 'content' brings it"):
        copy["slots"]["main"]["content"]


def test_what_a_restriction_of_a_block_names_may_be_gone(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    restrictions = {"pages": [{"id": 7}, {"id": 8, "ns": 0, "title": "B"}]}
    scripted.answers({"query": {"blocks": [{"restrictions": restrictions}, {"restrictions": []}]}})
    partial, whole = wiki.list(Blocks(prop="restrictions"))
    assert (partial["restrictions"], whole["restrictions"]) == (restrictions, [])
    with pytest.raises(AbsentError, match="no 'title' here; Blocks brings it when the page exists"):
        partial["restrictions"]["pages"][0]["title"]


def test_every_part_of_a_result_says_what_it_lacks(wiki: Either, scripted: ScriptedWiki) -> None:
    told = {"namespaces": {"0": {"id": 0}}, "usergroups": [{"name": "user"}]}
    scripted.answers({"query": told})
    site = wiki.meta(SiteInfo(prop=["namespaces", "usergroups"]))
    assert site == told
    with pytest.raises(AbsentError, match="no 'canonical' here; SiteInfo does not always"):
        site["namespaces"]["0"]["canonical"]
    with pytest.raises(AbsentError, match="did you mean 'rights'"):
        site["usergroups"][0]["right"]


def test_what_lies_beside_a_list_is_told_without_it(scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {
                "querypage": {"name": "Longpages", "cached": True, "results": [{"value": "7"}]}
            }
        },
        {"query": {"search": [], "searchinfo": {"totalhits": 0}}},
    )
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        kept = wiki.list(QueryPage(page="Longpages"))
        assert list(map(dict, kept)) == [{"value": "7"}]
        assert kept.beside(QueryPage) == {"name": "Longpages", "cached": True}
        with pytest.raises(AbsentError, match="QueryPage brings it when the list is kept"):
            kept.beside(QueryPage)["maxresults"]
        found = wiki.list(Search(search="x"))
        assert list(found) == []
        assert found.beside(Search)["searchinfo"]["totalhits"] == 0
        with pytest.raises(AbsentError, match="no 'interwikisearch' here; Search does not always"):
            found.beside(Search)["interwikisearch"]
        with pytest.raises(AbsentError, match="brings it when there is a `suggestion`"):
            found.beside(Search)["searchinfo"]["suggestionsnippet"]


def test_what_a_search_finds_in_other_wikis_is_told(scripted: ScriptedWiki) -> None:
    hit = {"ns": 0, "title": "X", "pageid": 0, "namespace": "", "url": "https://fr.example.org/X"}
    told = {
        "search": [page(1)],
        "searchinfo": {"totalhits": 1},
        "interwikisearchinfo": {"totalhits": 2},
        "interwikisearch": {"fr": [{**hit, "snippet": "x"}], "de": [hit]},
    }
    scripted.answers({"query": told})
    search = Search(search="x", interwiki=True, prop="snippet")
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        found = wiki.list(search)
        assert [one["title"] for one in found] == ["P1"]
        for beside in (found.beside(Search), wiki.query(search).beside(Search)):
            missing = ".interwikisearch{}[].snippet: missing"
            assert misfits(beside, beside_type(Search), search) == [missing]
            assert beside["searchinfo"]["totalhits"] == 1
            assert beside.get("interwikisearch", {})["fr"][0]["url"] == "https://fr.example.org/X"


def test_revisions_in_groups_come_one_by_one(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"allrevisions": [page(1, revisions=[{"revid": 4}, {"revid": 5}]), page(2)]}}
    )
    assert wiki.list(AllRevisions()) == [page(1, revid=4), page(1, revid=5)]


def test_a_result_is_found_where_it_lies(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"watchlistraw": [{"ns": 0, "title": "A"}]},
        {"query": {"querypage": {"name": "Longpages", "results": [{"value": "7"}]}}},
        {"query": {"tokens": {"csrftoken": "x+\\"}}},
    )
    assert wiki.list(WatchlistRaw()) == [{"ns": 0, "title": "A"}]
    assert wiki.list(QueryPage(page="Longpages")) == [{"value": "7"}]
    assert wiki.meta(Tokens(type=["csrf"])) == {"csrftoken": "x+\\"}


def test_what_stands_beside_a_list_is_there_too(scripted: ScriptedWiki) -> None:
    scripted.answers({"query": {"searchinfo": {"totalhits": 3}, "search": [{"title": "A"}]}})
    with Sync(scripted.api_url).client as wiki:
        found = wiki.list(Search(search="x"))
        assert [one["title"] for one in found] == ["A"]
        assert found.beside(Search)["searchinfo"]["totalhits"] == 3
        assert wiki.query(Search(search="x")).beside(Search)["searchinfo"]["totalhits"] == 3


def test_several_modules_continue_each_to_its_end(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {
                "allusers": [{"name": "A"}],
                "allpages": [page(1)],
                "general": {"sitename": "W"},
                "pages": [page(9, links=[link("A")])],
                "normalized": [{"from": "p9", "to": "P9"}],
            },
            "continue": {"aufrom": "B", "plcontinue": "x", "continue": "||allpages|siteinfo"},
        },
        {
            "query": {
                "allusers": [{"name": "B"}],
                "pages": [page(9, links=[link("B")])],
                "normalized": [{"from": "p9", "to": "P9"}],
            },
            "batchcomplete": True,
        },
    )
    told = wiki.query(AllUsers(), AllPages(), SiteInfo(), Links(), titles="p9")
    assert [one["name"] for one in told[AllUsers]] == ["A", "B"]
    assert told[AllPages] == [page(1)]
    assert told[SiteInfo]["general"]["sitename"] == "W"
    assert [each["title"] for each in told.pages[0][Links]] == ["A", "B"]
    assert told.raw["query"]["normalized"] == [{"from": "p9", "to": "P9"}]
    assert len(scripted.asked) == 2


def test_a_list_that_has_enough_is_asked_no_more(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {
            "query": {"allusers": [{"name": "A"}], "allpages": [page(1), page(2)]},
            "continue": {"aufrom": "B", "apcontinue": "P3", "continue": "-||"},
        },
        {"query": {"allusers": [{"name": "B"}]}},
    )
    told = wiki.query(AllUsers(), AllPages(), max_items=2)
    assert [len(told[AllUsers]), len(told[AllPages])] == [2, 2]
    assert scripted.params("list", "apcontinue") == [
        ("allusers|allpages", None),
        ("allusers", None),
    ]


def several_batches(asked: Asked) -> Answer:
    """Users and pages, two at a time, the pages in two replies each."""
    chosen = int(asked.params.get("gapcontinue", "1")) if "generator" in asked.params else 0
    users = int(asked.params.get("aufrom", "1"))
    query: dict[str, Any] = {}
    more: dict[str, str] = {}
    if "list" in asked.params:
        query["allusers"] = [{"name": f"U{users}"}, {"name": f"U{users + 1}"}]
        more = {"aufrom": str(users + 2), "continue": "-||"}
    if chosen:
        part = asked.params.get("plcontinue", "0")
        query["pages"] = [page(one, links=[link(part)]) for one in (chosen, chosen + 1)]
        more |= {"continue": "gapcontinue||"}
        more |= {"gapcontinue": str(chosen + 2)} if part == "1" else {"plcontinue": "1"}
        more |= {"gapcontinue": str(chosen)} if part == "0" else {}
    return {"query": query, "continue": more} | (
        {} if more.get("plcontinue") else {"batchcomplete": True}
    )


def test_a_generator_that_chose_enough_is_asked_no_more(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(several_batches)
    told = wiki.query(AllUsers(), Links(), generator=AllPages(), max_items=3)
    assert [one["name"] for one in told[AllUsers]] == ["U1", "U2", "U3"]
    assert [one.title for one in told.pages] == ["P1", "P2", "P3"]
    assert [[each["title"] for each in one[Links]] for one in told.pages] == [["0", "1"]] * 3
    names = ("list", "aulimit", "generator", "gaplimit", "gapcontinue", "plcontinue")
    assert scripted.params(*names) == [
        ("allusers", "3", "allpages", "3", None, None),
        ("allusers", "1", "allpages", "3", "1", "1"),
        (None, None, "allpages", "1", "3", None),
        (None, None, "allpages", "1", "3", "1"),
    ]


def test_lists_go_on_once_a_generator_chose_enough(wiki: Either, scripted: ScriptedWiki) -> None:
    def script(asked: Asked) -> Answer:
        if "generator" not in asked.params:
            assert not {"gapcontinue", "gaplimit", "prop"} & asked.params.keys()
            return {"query": {"allusers": [{"name": "U2"}]}, "batchcomplete": True}
        return {
            "query": {"allusers": [{"name": "U1"}], "pages": [page(1), page(2)]},
            "continue": {"aufrom": "U2", "gapcontinue": "3", "continue": "gapcontinue||"},
            "batchcomplete": True,
        }

    scripted.answers_by(script)
    told = wiki.query(AllUsers(), Info(), generator=AllPages(), max_items=2)
    assert [one["name"] for one in told[AllUsers]] == ["U1", "U2"]
    assert [one.title for one in told.pages] == ["P1", "P2"]
    assert len(scripted.asked) == 2


def test_a_page_of_several_batches_is_told_once(wiki: Either, scripted: ScriptedWiki) -> None:
    told = page(1, links=[link("A"), link("B")])
    scripted.answers({"query": {"pages": [told]}, "batchcomplete": True})
    answer = wiki.query(Links(), titles=["P1", *(f"x{number}" for number in range(60)), "p1"])
    assert [[each["title"] for each in one[Links]] for one in answer.pages] == [["A", "B"]]
    assert len(scripted.asked) == 2
    revisions = ([{"revid": number}] for number in (1, 2))
    scripted.answers(
        *(
            {"query": {"pages": [page(1, revisions=one)]}, "batchcomplete": True}
            for one in revisions
        )
    )
    answer = wiki.query(Revisions(prop="ids"), revids=range(60))
    assert [[each["revid"] for each in one[Revisions]] for one in answer.pages] == [[1, 2]]


def test_what_became_of_titles_is_no_part_of_a_module(wiki: Either, scripted: ScriptedWiki) -> None:
    general = {"general": {"sitename": "W"}}
    changed = {"normalized": [{"from": "p1", "to": "P1"}], "pages": [page(1)]}
    scripted.answers({"query": {**general, **changed}, "batchcomplete": True})
    assert wiki.query(SiteInfo(), Info(), titles="p1")[SiteInfo].keys() == general.keys()


def test_an_error_in_a_reply_of_status_200_is_an_error(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    errors = [
        {"code": "readapidenied", "text": "You may not.", "module": "main", "data": {"a": 1}},
        {"code": "other", "text": "…"},
    ]
    body = json.dumps({"errors": errors}).encode()
    scripted.answers(Reply(body, headers={"X-Request-Id": "r1"}))
    with pytest.raises(RightsError, match="readapidenied: You may not") as caught:
        wiki.list(AllPages())
    error = caught.value
    assert (error.code, error.module, error.data, error.request_id) == (
        "readapidenied",
        "main",
        {"a": 1},
        "r1",
    )
    assert (error.others, error.retry) == (("other",), False)
    assert len(scripted.asked) == 1


def test_what_passes_is_tried_again(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"errors": [{"code": "maxlag", "text": "Waiting"}]},
        Reply(b"<html>502</html>", status=502),
        Reply(b'{"query": {"allpa', status=200),
        {"query": {"allpages": [page(1)]}},
    )
    assert [one["pageid"] for one in wiki.list(AllPages())] == [1]
    assert len(scripted.asked) == 4


def test_what_a_server_before_the_wiki_says_may_pass(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"<html>", status=522), {"query": {"allpages": [page(1)]}})
    assert [one["pageid"] for one in wiki.list(AllPages())] == [1]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ({"errors": [{"code": "internal_api_error_DBQueryError", "text": "x"}]}, BusyError),
        (Reply(b"<html>", status=502, headers={"Content-Type": "text/html"}), ResponseError),
    ],
)
def test_what_does_not_pass_is_an_error_after_all_attempts(
    client: Callable[..., Either], scripted: ScriptedWiki, reply: Answer, kind: type[Exception]
) -> None:
    scripted.answers(reply)
    with pytest.raises(kind):
        client(scripted.api_url, retries=2).list(AllPages())
    assert len(scripted.asked) == 3


def test_a_redirect_is_not_followed(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"", status=301, headers={"Location": "http://elsewhere.example/x"}))
    with pytest.raises(ResponseError, match=r"redirects to http://elsewhere\.example/x "):
        wiki.list(AllPages())
    assert len(scripted.asked) == 1


HTML = {"Content-Type": "text/html; charset=UTF-8"}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(b"<!doctype html>\n<title>Cats</title>", headers=HTML), "text/html.* titled 'Cats'"),
        (Reply(b"<title>None</title>", status=404, headers=HTML), "status 404"),
        ({"message": "Hello"}, "JSON with 'message'"),
        (Reply(b"[1]"), "3 bytes"),
    ],
)
def test_what_is_no_wiki_is_found_out_at_the_first_answer(
    wiki: Either, scripted: ScriptedWiki, reply: Answer, said: str
) -> None:
    scripted.answers(reply)
    with pytest.raises(
        ResponseError, match=rf"{said}.*no answer of a wiki's API; from_page"
    ) as told:
        wiki.list(AllPages())
    assert not told.value.retry
    assert len(scripted.asked) == 1


def test_a_page_in_place_of_a_later_answer_may_pass(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"query": {"allpages": [page(1)]}, "continue": {"apcontinue": "B"}},
        Reply(b"<title>Please wait</title>", headers=HTML),
        {"query": {"allpages": [page(2)]}},
    )
    assert [one["pageid"] for one in wiki.list(AllPages())] == [1, 2]


def test_a_proxy_that_answers_in_json_is_no_wiki(wiki: Either, scripted: ScriptedWiki) -> None:
    busy = Reply(b'{"query": "unavailable"}', status=503)
    scripted.answers(busy, {"query": {"allpages": [page(1)]}})
    assert [one["pageid"] for one in wiki.list(AllPages())] == [1]


def test_no_answer_at_all_is_an_error_of_its_own(client: Callable[..., Either]) -> None:
    with pytest.raises(TransportError) as caught:
        client("http://127.0.0.1:1/api.php", retries=1).list(AllPages())
    assert (caught.value.kind, caught.value.retry) == ("connect", True)


def test_too_large_an_answer_is_not_read(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers({"query": {"allpages": [page(n) for n in range(1000)]}})
    with pytest.raises(TransportError, match="larger than allowed"):
        client(scripted.api_url, max_response_bytes=1000).list(AllPages())


REMARK = {"warnings": [{"code": "deprecation", "text": "old", "module": "main"}]}


def test_warnings_are_collected(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(REMARK)
    wiki.list(AllPages())
    assert wiki.warnings == (("deprecation", "old", "main"),)


def test_warnings_may_be_errors_or_log_lines_or_nothing(
    client: Callable[..., Either], scripted: ScriptedWiki, caplog: pytest.LogCaptureFixture
) -> None:
    scripted.answers(REMARK)
    with pytest.raises(WarningError, match="deprecation: old"):
        client(scripted.api_url, warnings="raise").list(AllPages())
    quiet = client(scripted.api_url, warnings="ignore")
    quiet.list(AllPages())
    assert quiet.warnings == ()
    client(scripted.api_url, warnings="log").list(AllPages())
    assert [record.getMessage() for record in caplog.records if record.name == "wiki_query"] == [
        "main: deprecation: old"
    ]


def test_a_value_that_the_server_dropped_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"warnings": [{"code": "unrecognizedvalues", "text": "x", "module": "a"}]})
    with pytest.raises(WarningError, match="unrecognizedvalues"):
        wiki.list(AllPages())


def test_an_interrupted_list_goes_on_elsewhere(scripted: ScriptedWiki) -> None:
    def script(asked: Asked) -> Answer:
        start = int(asked.params.get("apcontinue", "0"))
        reply: dict[str, Any] = {"query": {"allpages": [page(start + n) for n in range(3)]}}
        if start < 9:
            reply["continue"] = {"apcontinue": str(start + 3), "continue": "-||"}
        return reply

    scripted.answers_by(script)
    for stop in range(1, 12):
        with Sync(scripted.api_url).client as wiki:
            first = wiki.list(AllPages())
            begun = [next(first)["pageid"] for _ in range(stop)]
            saved = json.loads(json.dumps(first.cursor))
        with Sync(scripted.api_url).client as wiki:
            rest = [one["pageid"] for one in wiki.list(AllPages(), cursor=saved)]
        assert begun + rest == list(range(12)), stop


def test_interrupted_pages_go_on_elsewhere(scripted: ScriptedWiki) -> None:
    def script(asked: Asked) -> Answer:
        titles = asked.params["titles"].split("|")
        pages = [{"pageid": int(title), "ns": 0, "title": title} for title in titles]
        if "plcontinue" not in asked.params:
            return {"query": {"pages": pages}, "continue": {"plcontinue": "x", "continue": "||"}}
        return {"query": {"pages": pages}, "batchcomplete": True}

    scripted.answers_by(script)
    titles = [str(number) for number in range(1, 121)]
    for stop in (1, 49, 50, 51, 100, 119):
        with Sync(scripted.api_url).client as wiki:
            first = wiki.pages(Links(), titles=titles)
            begun = [next(first).pageid for _ in range(stop)]
            saved = json.loads(json.dumps(first.cursor))
            rest = [one.pageid for one in wiki.pages(Links(), titles=titles, cursor=saved)]
        assert begun + rest == list(range(1, 121)), stop


def numbered(asked: Asked) -> Answer:
    """Pages whose titles are their ids, the later half of each request in a second reply."""
    pages = [page(int(title), title=title) for title in asked.params["titles"].split("|")]
    half = len(pages) // 2
    if "gcontinue" in asked.params:
        return {"query": {"pages": pages[half:]}, "batchcomplete": True}
    more = {"gcontinue": str(half), "continue": "||"}
    return {"query": {"pages": pages[:half]}, "continue": more, "batchcomplete": True}


@pytest.mark.parametrize("stop", [1, 24, 25, 26, 49, 50, 51, 75, 119])
@pytest.mark.parametrize("high", [False, True])
def test_who_goes_on_may_have_other_limits(scripted: ScriptedWiki, stop: int, high: bool) -> None:
    scripted.answers_by(numbered)
    titles = [str(number) for number in range(1, 121)]
    with Sync(scripted.api_url).client as wiki:
        wiki._context.state.high_limits = high
        first = wiki.pages(Links(), titles=titles)
        begun = [next(first).title for _ in range(stop)]
        saved = json.loads(json.dumps(first.cursor))
    with Sync(scripted.api_url).client as wiki:
        wiki._context.state.high_limits = not high
        rest = [one.title for one in wiki.pages(Links(), titles=iter(titles), cursor=saved)]
    assert begun + rest == titles


@pytest.mark.parametrize("stop", [1, 24, 25, 26, 50, 51, 119])
def test_what_comes_after_enough_is_not_lost(scripted: ScriptedWiki, stop: int) -> None:
    scripted.answers_by(numbered)
    titles = [str(number) for number in range(1, 121)]
    with Sync(scripted.api_url).client as wiki:
        first = wiki.pages(titles=titles, max_items=stop)
        begun = [one.title for one in first]
        assert len(begun) == stop
        rest = wiki.pages(titles=titles, cursor=first.cursor)
        assert begun + [one.title for one in rest] == titles
        assert rest.cursor is None


@pytest.mark.parametrize("stop", [1, 49, 50, 51, 119])
def test_what_is_told_in_order_goes_on_elsewhere(scripted: ScriptedWiki, stop: int) -> None:
    scripted.answers_by(numbered)
    titles = [str(number) for number in range(120, 0, -1)]
    with Sync(scripted.api_url).client as wiki:
        first = wiki.pages(titles=titles, max_items=stop).in_input_order()
        begun = [one.asked for one in first]
        assert begun == titles[:stop]
        saved = json.loads(json.dumps(first.cursor))
        after = wiki.pages(titles=titles, cursor=saved).in_input_order()
        assert begun + [one.asked for one in after] == titles
        assert after.cursor is None
        with pytest.raises(ValueError, match="belongs to another query"):
            next(wiki.pages(titles=titles, cursor=saved))


def test_a_cursor_of_another_query_is_refused(scripted: ScriptedWiki) -> None:
    scripted.answers({"query": {"allpages": [page(1)]}, "continue": {"apcontinue": "2"}})
    with Sync(scripted.api_url).client as wiki:
        first = wiki.list(AllPages())
        next(first)
        with pytest.raises(ValueError, match="belongs to another query"):
            next(wiki.list(AllPages(from_="B"), cursor=first.cursor))


def test_a_cursor_is_there_before_anything_came(scripted: ScriptedWiki) -> None:
    scripted.answers({"query": {"allpages": [page(1), page(2)]}, "batchcomplete": True})
    with Client(scripted.api_url, user_agent=USER_AGENT, retries=0) as wiki:
        first = wiki.list(AllPages()).cursor
        assert first is not None
        items = wiki.list(AllPages(), cursor=first)
        assert next(items) == page(1)
        middle = items.cursor
        assert middle is not None
        assert wiki.list(AllPages(), cursor=middle).cursor == middle
        scripted.answers(Reply(b"", 503))
        failed = wiki.list(AllPages(), cursor=middle)
        with pytest.raises(BusyError):
            next(failed)
        assert failed.cursor == middle
        titles = wiki.pages(titles=["A", "B"])
        for unread in (wiki.pages(titles=["A", "B"]), titles.in_input_order()):
            assert unread.cursor is not None
        scripted.answers({"query": {"pages": [page(1), page(2)]}, "batchcomplete": True})
        assert len([*wiki.pages(titles=["A", "B"], cursor=titles.cursor)]) == 2
        ordered = wiki.pages(titles=["A", "B"], cursor=titles.in_input_order().cursor)
        assert len([*ordered.in_input_order()]) == 2


@pytest.mark.parametrize("fault", [{"inputs": None}, {"skip": "x"}, {"batch": -1}, {"continue": 1}])
def test_a_damaged_cursor_is_refused(wiki: Either, scripted: ScriptedWiki, fault: Any) -> None:
    whole = {"version": 1, "query": "", "inputs": 0, "continue": {}, "skip": 0, "batch": 0}
    with pytest.raises(ParameterError, match="this is no cursor"):
        wiki.list(AllPages(), cursor={**whole, **fault})
    assert scripted.asked == []


def test_a_damaged_session_is_refused(scripted: ScriptedWiki) -> None:
    saved = {"api_url": scripted.api_url, "account": "A", "cookies": [{"name": "x"}]}
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        with pytest.raises(ParameterError, match="this is no session"):
            wiki.restore_session(saved)
        assert wiki.save_session()["account"] is None


def test_with_other_options_it_is_the_same_client(scripted: ScriptedWiki) -> None:
    with Sync(scripted.api_url).client as wiki:
        other = wiki.with_options(maxlag=None, headers=(("X-Me", "1"),))
        [*other.list(AllPages())]
        [*wiki.list(AllPages())]
    assert scripted.params("maxlag") == [(None,), ("5",)]
    assert [one.headers.get("X-Me") for one in scripted.asked] == ["1", None]


def test_closing_one_with_other_options_leaves_the_connections_open(
    scripted: ScriptedWiki,
) -> None:
    with Sync(scripted.api_url).client as wiki:
        with wiki.with_options(maxlag=None) as other:
            [*other.list(AllPages())]
        [*wiki.list(AllPages())]

    async def asked() -> None:
        async with AsyncClient(scripted.api_url, user_agent=USER_AGENT) as wiki:
            async with wiki.with_options(maxlag=None) as other:
                assert [one async for one in other.list(AllPages())] == []
            assert [one async for one in wiki.list(AllPages())] == []

    asyncio.run(asked())
    assert len(scripted.asked) == 4


def test_raw_replies_come_one_after_the_other(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"query": 1, "continue": {"x": "1"}}, {"query": 2})
    assert [one["query"] for one in wiki.raw_all(list="allpages")] == [1, 2]
    assert scripted.params("x") == [(None,), ("1",)]


def test_an_action_may_answer_with_a_list(wiki: Either, scripted: ScriptedWiki) -> None:
    found = ["Oa", ["Oak"], [""], ["https://wiki.example.org/Oak"]]
    scripted.answers(Reply(json.dumps(found).encode()))
    assert wiki.raw(action="opensearch", search="Oa") == found


def test_a_query_is_not_answered_with_a_list(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"[]"))
    for ask in (lambda: wiki.raw(list="allpages"), lambda: wiki.list(AllPages())):
        with pytest.raises(ResponseError, match="no answer of a wiki's API"):
            ask()


def test_a_token_is_fetched_and_once_more_when_it_is_too_old(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    tokens = iter("abc")

    def script(asked: Asked) -> Answer:
        if asked.params.get("meta") == "tokens":
            assert set(asked.params) == {
                *("action", "format", "formatversion", "errorformat", "maxlag"),
                *("meta", "type"),
            }
            return {"query": {"tokens": {"csrftoken": next(tokens)}}}
        if asked.params["token"] == "a":
            return {"errors": [{"code": "badtoken", "text": ""}]}
        return {"edit": {"result": "Success"}}

    scripted.answers_by(script)
    assert wiki.raw(action="edit", title="A", text="x", token="csrf")["edit"]
    assert wiki.raw(action="edit", title="A", text="y", token="csrf")["edit"]
    assert scripted.params("token") == [(None,), ("a",), (None,), ("b",), ("b",)]
    assert {one.method for one in scripted.asked if one.params["action"] == "edit"} == {"POST"}
    assert "Promise-Non-Write-API-Action" not in scripted.asked[1].headers


@pytest.mark.parametrize(
    "selection", [{"generator": AllPages()}, {"generator": Links(), "titles": "A"}]
)
def test_what_a_generator_chooses_has_no_order(
    wiki: Either, scripted: ScriptedWiki, selection: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="needs titles, pageids or revids, and no generator"):
        wiki.ordered(Info(), **selection)
    assert scripted.asked == []


def test_page_ids_come_in_their_order_too(wiki: Either, scripted: ScriptedWiki) -> None:
    pages = [page(2), {"pageid": 9, "missing": True}, page(1)]
    scripted.answers({"batchcomplete": True, "query": {"pages": pages}})
    told = wiki.ordered(Info(), pageids=[1, 9, 2, 7])
    assert [(one.asked, one.state, one.title) for one in told] == [
        (1, "existing", "P1"),
        (9, "missing", None),
        (2, "existing", "P2"),
        (7, "unknown", None),
    ]


def test_threads_share_a_client(scripted: ScriptedWiki) -> None:
    def script(asked: Asked) -> Answer:
        return {"query": {"allpages": [page(int(asked.params["apfrom"]))]}}

    scripted.answers_by(script)
    with Sync(scripted.api_url).client as wiki, ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda n: next(wiki.list(AllPages(from_=str(n))))["pageid"], range(80))
        assert list(found) == list(range(80))


def test_a_call_ends_at_its_deadline_however_often_the_server_continues(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    def more(asked: Asked) -> Answer:
        return {"query": {"allpages": []}, "continue": {"apcontinue": str(len(scripted.asked))}}

    scripted.answers_by(more)
    with pytest.raises(TransportError) as caught:
        client(scripted.api_url, deadline=0.3).query(AllPages())
    assert caught.value.kind == "deadline"
    assert len(scripted.asked) > 1


class Expiring:
    """A wiki that forgets a session when it is told to."""

    def __init__(self) -> None:
        self.known = True
        self.logins = 0
        self.strangers = 0

    def __call__(self, asked: Asked) -> Answer:
        if asked.params.get("meta") == "tokens":
            return {"query": {"tokens": {"logintoken": "t"}}}
        if asked.params["action"] == "clientlogin":
            self.known = True
            self.logins += 1
            return {"clientlogin": {"status": "PASS", "username": "A"}}
        if asked.params.get("assert") != "user":
            self.strangers += 1
        if not self.known:
            return {"errors": [{"code": "assertuserfailed", "text": "gone"}]}
        return {"query": {"userinfo": {"name": "A", "rights": []}}}


def test_threads_renew_a_session_once_for_all(scripted: ScriptedWiki) -> None:
    server = Expiring()
    scripted.answers_by(server)
    with Sync(scripted.api_url).client as wiki, ThreadPoolExecutor(8) as pool:
        wiki.login("A", "secret")
        server.known = False
        told = list(pool.map(lambda _: wiki.meta(UserInfo())["name"], range(16)))
    assert told == ["A"] * 16
    assert (server.logins, server.strangers) == (2, 0)


def test_tasks_renew_a_session_once_for_all(scripted: ScriptedWiki) -> None:
    server = Expiring()
    scripted.answers_by(server)

    async def asked() -> list[str]:
        async with AsyncClient(scripted.api_url, user_agent=USER_AGENT, **PATIENT) as wiki:
            await wiki.login("A", "secret")
            server.known = False
            told = await asyncio.gather(*(wiki.meta(UserInfo()) for _ in range(16)))
            return [one["name"] for one in told]

    assert asyncio.run(asked()) == ["A"] * 16
    assert (server.logins, server.strangers) == (2, 0)


def test_a_restored_session_is_not_renewed_as_somebody_else(scripted: ScriptedWiki) -> None:
    server = Expiring()
    scripted.answers_by(server)
    with Sync(scripted.api_url).client as wiki:
        wiki.login("A", "secret")
        own = wiki.save_session()
        wiki.restore_session({**own, "account": "B"})
        server.known = False
        with pytest.raises(SessionError):
            wiki.meta(UserInfo())
        assert server.logins == 1


def test_an_own_session_that_was_restored_is_renewed(scripted: ScriptedWiki) -> None:
    server = Expiring()
    scripted.answers_by(server)
    with Sync(scripted.api_url).client as wiki:
        wiki.login("A", "secret")
        wiki.restore_session(wiki.save_session())
        server.known = False
        assert wiki.meta(UserInfo())["name"] == "A"


def test_a_restored_session_takes_the_place_of_another(scripted: ScriptedWiki) -> None:
    headers = {"Set-Cookie": "old=1; path=/"}
    scripted.answers(Reply(b'{"batchcomplete": true}', headers=headers))
    cookie = {"name": "new", "value": "2", "domain": "127.0.0.1", "path": "/"}
    with Client(scripted.api_url, user_agent=USER_AGENT) as wiki:
        list(wiki.list(AllPages()))
        list(wiki.list(AllPages()))
        wiki.restore_session({"api_url": scripted.api_url, "cookies": [cookie]})
        list(wiki.list(AllPages()))
    assert [one.headers.get("Cookie") for one in scripted.asked] == [None, "old=1", "new=2"]


def test_an_iteration_that_is_cancelled_lets_others_renew_the_session(
    scripted: ScriptedWiki,
) -> None:
    server = Expiring()
    hung: list[str] = []

    def script(asked: Asked) -> Answer:
        if not server.known and asked.params.get("meta") == "tokens" and not hung:
            hung.append("a login that does not get on")
            return Reply(b"", 503, {"Retry-After": "600"})
        if asked.params.get("list") == "allpages" and server.known:
            return {"query": {"allpages": [page(1)]}, "batchcomplete": True}
        return server(asked)

    scripted.answers_by(script)

    async def main() -> list[Any]:
        async with AsyncClient(
            scripted.api_url, user_agent=USER_AGENT, timeout=60, deadline=None, max_retry_after=600
        ) as wiki:
            await wiki.login("A", "secret")
            server.known = False

            async def listed() -> list[Any]:
                return [one async for one in wiki.list(AllPages())]

            first = asyncio.create_task(listed())
            while not hung:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            first.cancel()
            kept: BaseException | None = None
            try:
                await first
            except asyncio.CancelledError as error:
                kept = error  # with its traceback, which holds all that was going on
            told = await asyncio.wait_for(listed(), 30)
            assert kept is not None
            return told

    assert asyncio.run(main()) == [page(1)]
