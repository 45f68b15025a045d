"""Answers to clients over real HTTP, from a server that replies as a wiki would."""

import asyncio
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
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
    ServerError,
    SessionError,
    SiteInfo,
    Tokens,
    TransportError,
    UserInfo,
    WarningError,
    WatchlistRaw,
)
from wiki_query._runtime.mediawiki.results.result import beside_type
from wiki_query.actions import Parse

from tests.clients.seller.script import reset
from tests.clients.wiki.either import Either, Sync, with_defaults
from tests.clients.wiki.live.validate import misfits
from tests.clients.wiki.scripted import (
    Answer,
    Reply,
    ScriptedWiki,
    WikiRequest,
    continued,
    links,
    page,
    part,
    refusal,
)

STATES = yaml.safe_load(Path(__file__).with_name("states.yaml").read_text("utf-8"))
TITLES = [str(number) for number in range(1, 121)]


def titles_of(items: Any) -> list[str]:
    return [item["title"] for item in items]


@pytest.mark.promise(
    "All of them continue to the last result",
    "A call continues until there are no more items, or until `max_items`",
)
def test_a_list_continues_to_its_end(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        continued({"apcontinue": "P2"}, allpages=[page(1)]),
        continued({"apcontinue": "P3"}, allpages=[]),
        part(allpages=[page(3)]),
    )
    assert titles_of(wiki.list(AllPages(from_="P"))) == ["P1", "P3"]
    assert scripted.params("apcontinue", "continue", "apfrom") == [
        (None, None, "P"),
        ("P2", "||", "P"),
        ("P3", "||", "P"),
    ]


@pytest.mark.promise("A call continues until there are no more items, or until `max_items`")
def test_a_list_ends_where_enough_was_found(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        continued({"apcontinue": "P3"}, allpages=[page(1), page(2)]),
        continued({"apcontinue": "P5"}, allpages=[page(3), page(4)]),
    )
    assert titles_of(wiki.list(AllPages(page_size=2), max_items=3)) == ["P1", "P2", "P3"]
    assert scripted.params("aplimit") == [("2",), ("1",)]


def test_what_continues_replaces_what_was_asked(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        continued({"siprop": "namespaces"}, general={}),
        part(namespaces={"0": {}}),
    )
    site = wiki.meta(SiteInfo(prop=["general", "namespaces"]))
    assert site == {"general": {}, "namespaces": {"0": {}}}
    assert scripted.params("siprop") == [("general|namespaces",), ("namespaces",)]


@pytest.mark.promise("the wiki continues in a circle")
def test_a_server_that_continues_in_a_circle_is_found_out(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    again = continued({"apcontinue": "P1"}, allpages=[page(1)])
    scripted.answers(again, continued({"apcontinue": "P2"}, allpages=[page(2)]), again)
    with pytest.raises(ContinuationError, match="apcontinue=P1"):
        wiki.list(AllPages())
    assert len(scripted.requests) == 3


@pytest.mark.promise(
    "`existing`, `missing`, `invalid` or `special`",
    "`page[Links]` raises an `AbsentError` where `page.get(Links)` is `None`",
)
def test_pages_know_what_they_are(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(STATES)
    gone, wrong, special, whole, _ = wiki.pages(Links(), titles=["…"])
    states = ["missing", "invalid", "special", "existing"]
    assert [page.state for page in (gone, wrong, special, whole)] == states
    assert (whole.exists, gone.exists) == (True, False)
    assert (gone.pageid, gone.ns, wrong.ns) == (None, 0, None)
    assert wrong.invalid_reason == "no <"
    assert gone[Links] == []
    assert (special.get(Links), wrong.get(Links)) == (None, None)
    with pytest.raises(AbsentError, match="Links tells nothing of Page"):
        special[Links]
    with pytest.raises(TypeError, match="expected a class"):
        whole["links"]  # type: ignore[index]  # that is the point
    with pytest.raises(AbsentError, match="Info was not requested; Links was"):
        whole[Info]


def test_fields_spread_into_a_page_are_told_apart(wiki: Either, scripted: ScriptedWiki) -> None:
    whole = page(1, contentmodel="wikitext", links=[], anoncontributors=3, contributors=[], new=1)
    scripted.answers(part(pages=[whole]))
    (answered_page,) = wiki.pages(Info(), Links(), Contributors(), CategoryInfo(), titles="P1")
    assert answered_page[Info] == {"contentmodel": "wikitext", "new": 1}
    assert answered_page.beside(Contributors) == {"anoncontributors": 3}
    assert answered_page.get(CategoryInfo) is None
    with pytest.raises(AbsentError, match="CategoryInfo tells nothing"):
        answered_page[CategoryInfo]


@pytest.mark.promise(
    "which value of `prop` the key comes with, or when the wiki sends it",
    "Reading a key that you did not request raises an error",
)
def test_what_was_not_asked_for_says_how_to_ask(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(categorymembers=links("A")))
    (item,) = wiki.list(CategoryMembers(title="Category:X", prop=["title"]))
    assert item == {"ns": 0, "title": "A"}
    assert json.loads(json.dumps(item)) == item
    with pytest.raises(AbsentError, match=r"prop=….* with 'sortkey' brings it"):
        item["sortkey"]
    with pytest.raises(AbsentError, match="did you mean 'title'"):
        item["titel"]
    assert item.get("sortkey") is None


@pytest.mark.promise(
    "which value of `prop` the key comes with, or when the wiki sends it",
    "so does the error that is raised when an absent field is read",
)
def test_what_is_absent_says_when_it_is_there(wiki: Either, scripted: ScriptedWiki) -> None:
    gone = {"ns": 0, "title": "P", "missing": True, "contentmodel": "wikitext"}
    scripted.answers(part(pages=[gone]))
    (page,) = wiki.pages(Info(), titles="P")
    with pytest.raises(AbsentError, match="no 'length' here; Info brings it when the page exists"):
        page[Info]["length"]
    with pytest.raises(
        AbsentError, match="no 'redirect' here; Info brings it when it is a redirect"
    ):
        page[Info]["redirect"]


@pytest.mark.promise("which value of `prop` the key comes with, or when the wiki sends it")
def test_what_is_absent_inside_of_a_result_says_why(wiki: Either, scripted: ScriptedWiki) -> None:
    hidden = {"texthidden": True, "contentmodel": "wikitext"}
    slots = {"main": {"size": 3}, "other": hidden}
    scripted.answers(part(pages=[page(1, revisions=[{"slots": slots}])]))
    (answered_page,) = wiki.pages(Revisions(prop="slotsize", slots="*"), titles="P1")
    (revision,) = answered_page[Revisions]
    assert dict(revision) == {"slots": slots}
    assert answered_page.raw["revisions"] == [{"slots": slots}]
    for copy in (revision, pickle.loads(pickle.dumps(revision))):
        with pytest.raises(AbsentError, match=r"prop=….* with 'content' brings it"):
            copy["slots"]["main"]["content"]
    with pytest.raises(AbsentError, match="withholds 'content' from this account: 'texthidden'"):
        revision["slots"]["other"]["content"]


def test_what_a_restriction_of_a_block_names_may_be_gone(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    restrictions = {"pages": [{"id": 7}, {"id": 8, "ns": 0, "title": "B"}]}
    scripted.answers(part(blocks=[{"restrictions": restrictions}, {"restrictions": []}]))
    partial, whole = wiki.list(Blocks(prop="restrictions"))
    assert (partial["restrictions"], whole["restrictions"]) == (restrictions, [])
    with pytest.raises(AbsentError, match="no 'title' here; Blocks brings it when the page exists"):
        partial["restrictions"]["pages"][0]["title"]


@pytest.mark.promise("which value of `prop` the key comes with, or when the wiki sends it")
def test_every_part_of_a_result_says_what_it_lacks(wiki: Either, scripted: ScriptedWiki) -> None:
    values = {"namespaces": {"0": {"id": 0}}, "usergroups": [{"name": "user"}]}
    scripted.answers(part(**values))
    site = wiki.meta(SiteInfo(prop=["namespaces", "usergroups"]))
    assert site == values
    with pytest.raises(AbsentError, match="no 'canonical' here; SiteInfo brings it when"):
        site["namespaces"]["0"]["canonical"]
    with pytest.raises(AbsentError, match="did you mean 'rights'"):
        site["usergroups"][0]["right"]


@pytest.mark.promise("Some modules return data beside their items")
def test_what_lies_beside_a_list_is_told_without_it(scripted: ScriptedWiki) -> None:
    kept_list = {"name": "Longpages", "cached": True, "results": [{"value": "7"}]}
    scripted.answers(part(querypage=kept_list), part(search=[], searchinfo={"totalhits": 0}))
    with Sync(scripted.api_url).client as wiki:
        items = wiki.list(QueryPage(page="Longpages"))
        assert list(map(dict, items)) == [{"value": "7"}]
        assert items.beside(QueryPage) == {"name": "Longpages", "cached": True}
        with pytest.raises(AbsentError, match="QueryPage brings it when the list is kept"):
            items.beside(QueryPage)["maxresults"]
        results = wiki.list(Search(search="x"))
        assert list(results) == []
        assert results.beside(Search)["searchinfo"]["totalhits"] == 0
        with pytest.raises(AbsentError, match="no 'interwikisearch' here; Search brings it when"):
            results.beside(Search)["interwikisearch"]
        with pytest.raises(AbsentError, match="brings it when there is a `suggestion`"):
            results.beside(Search)["searchinfo"]["suggestionsnippet"]


def test_what_a_search_finds_in_other_wikis_is_told(scripted: ScriptedWiki) -> None:
    hit = {"ns": 0, "title": "X", "pageid": 0, "namespace": "", "url": "https://fr.example.org/X"}
    values = {
        "search": [page(1)],
        "searchinfo": {"totalhits": 1},
        "interwikisearchinfo": {"totalhits": 2},
        "interwikisearch": {"fr": [{**hit, "snippet": "x"}], "de": [hit]},
    }
    scripted.answers(part(**values))
    search = Search(search="x", interwiki=True, prop="snippet")
    with Sync(scripted.api_url).client as wiki:
        results = wiki.list(search)
        assert titles_of(results) == ["P1"]
        for beside in (results.beside(Search), wiki.query(search).beside(Search)):
            missing = ".interwikisearch{}[].snippet: missing"
            assert misfits(beside, beside_type(Search), search) == [missing]
            assert beside["searchinfo"]["totalhits"] == 1
            assert beside.get("interwikisearch", {})["fr"][0]["url"] == "https://fr.example.org/X"


def test_revisions_in_groups_come_one_by_one(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(allrevisions=[page(1, revisions=[{"revid": 4}, {"revid": 5}]), page(2)]))
    assert wiki.list(AllRevisions()) == [page(1, revid=4), page(1, revid=5)]


def test_a_result_is_found_where_it_lies(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        {"watchlistraw": links("A")},
        part(querypage={"name": "Longpages", "results": [{"value": "7"}]}),
        part(tokens={"csrftoken": "x+\\"}),
    )
    assert wiki.list(WatchlistRaw()) == links("A")
    assert wiki.list(QueryPage(page="Longpages")) == [{"value": "7"}]
    assert wiki.meta(Tokens(type=["csrf"])) == {"csrftoken": "x+\\"}


@pytest.mark.promise(
    "All of them continue to the last result", "Ask the answer for each part by its class"
)
def test_several_modules_continue_each_to_its_end(wiki: Either, scripted: ScriptedWiki) -> None:
    changed = [{"from": "p9", "to": "P9"}]
    scripted.answers(
        continued(
            {"aufrom": "B", "plcontinue": "x"},
            allusers=[{"name": "A"}],
            allpages=[page(1)],
            general={"sitename": "W"},
            pages=[page(9, links=links("A"))],
            normalized=changed,
        ),
        part(allusers=[{"name": "B"}], pages=[page(9, links=links("B"))], normalized=changed),
    )
    answer = wiki.query(AllUsers(), AllPages(), SiteInfo(), Links(), titles="p9")
    assert [user["name"] for user in answer[AllUsers]] == ["A", "B"]
    assert answer[AllPages] == [page(1)]
    assert answer[SiteInfo]["general"]["sitename"] == "W"
    assert titles_of(answer.pages[0][Links]) == ["A", "B"]
    assert answer.raw["query"]["normalized"] == changed
    assert len(scripted.requests) == 2


def test_a_list_that_has_enough_is_asked_no_more(wiki: Either, scripted: ScriptedWiki) -> None:
    more = {"aufrom": "B", "apcontinue": "P3", "continue": "-||"}
    first = continued(more, allusers=[{"name": "A"}], allpages=[page(1), page(2)])
    scripted.answers(first, part(allusers=[{"name": "B"}]))
    answer = wiki.query(AllUsers(), AllPages(), max_items=2)
    assert [len(answer[AllUsers]), len(answer[AllPages])] == [2, 2]
    names = ("list", "apcontinue")
    assert scripted.params(*names) == [("allusers|allpages", None), ("allusers", None)]


def several_batches(request: WikiRequest) -> Answer:
    """Users and pages, two at a time, the pages in two replies each."""
    chosen = int(request.params.get("gapcontinue", "1")) if "generator" in request.params else 0
    users = int(request.params.get("aufrom", "1"))
    query: dict[str, Any] = {}
    more: dict[str, str] = {}
    if "list" in request.params:
        query["allusers"] = [{"name": f"U{users}"}, {"name": f"U{users + 1}"}]
        more = {"aufrom": str(users + 2), "continue": "-||"}
    if chosen:
        half = request.params.get("plcontinue", "0")
        query["pages"] = [page(number, links=links(half)) for number in (chosen, chosen + 1)]
        begun = {"gapcontinue": str(chosen), "plcontinue": "1"}
        more |= begun if half == "0" else {"gapcontinue": str(chosen + 2)}
        more["continue"] = "gapcontinue||"
    is_complete = "plcontinue" not in more
    return continued(more, **query) | ({"batchcomplete": True} if is_complete else {})


def test_a_generator_that_chose_enough_is_asked_no_more(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(several_batches)
    answer = wiki.query(AllUsers(), Links(), generator=AllPages(), max_items=3)
    assert [user["name"] for user in answer[AllUsers]] == ["U1", "U2", "U3"]
    assert [page.title for page in answer.pages] == ["P1", "P2", "P3"]
    assert [titles_of(page[Links]) for page in answer.pages] == [["0", "1"]] * 3
    names = ("list", "aulimit", "generator", "gaplimit", "gapcontinue", "plcontinue")
    assert scripted.params(*names) == [
        ("allusers", "3", "allpages", "3", None, None),
        ("allusers", "1", "allpages", "3", "1", "1"),
        (None, None, "allpages", "1", "3", None),
        (None, None, "allpages", "1", "3", "1"),
    ]


def test_lists_go_on_once_a_generator_chose_enough(wiki: Either, scripted: ScriptedWiki) -> None:
    first = {"allusers": [{"name": "U1"}], "pages": [page(1), page(2)]}
    more = {"aufrom": "U2", "gapcontinue": "3"}
    scripted.answers(part(**first) | continued(more, **first), part(allusers=[{"name": "U2"}]))
    answer = wiki.query(AllUsers(), Info(), generator=AllPages(), max_items=2)
    assert [user["name"] for user in answer[AllUsers]] == ["U1", "U2"]
    assert [page.title for page in answer.pages] == ["P1", "P2"]
    names = ("generator", "gapcontinue", "gaplimit", "prop")
    assert scripted.params(*names) == [("allpages", None, "2", "info"), (None,) * 4]


def test_a_page_of_several_batches_is_told_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(pages=[page(1, links=links("A", "B"))]))
    answer = wiki.query(Links(), titles=["P1", *(f"x{number}" for number in range(60)), "p1"])
    assert [titles_of(page[Links]) for page in answer.pages] == [["A", "B"]]
    assert len(scripted.requests) == 2
    scripted.answers(*(part(pages=[page(1, revisions=[{"revid": each}])]) for each in (1, 2)))
    answer = wiki.query(Revisions(prop="ids"), revids=range(60))
    (whole_page,) = answer.pages
    assert [revision["revid"] for revision in whole_page[Revisions]] == [1, 2]


def test_what_became_of_titles_is_no_part_of_a_module(wiki: Either, scripted: ScriptedWiki) -> None:
    changed = [{"from": "p1", "to": "P1"}]
    scripted.answers(part(general={"sitename": "W"}, normalized=changed, pages=[page(1)]))
    assert wiki.query(SiteInfo(), Info(), titles="p1")[SiteInfo].keys() == {"general"}


@pytest.mark.promise("the account may not do this, or is blocked")
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
    assert (error.code, error.module, error.data) == ("readapidenied", "main", {"a": 1})
    assert (error.request_id, error.others, error.retryable) == ("r1", ("other",), False)
    assert len(scripted.requests) == 1


HTML = {"Content-Type": "text/html; charset=UTF-8"}
PASSING: dict[str, Answer] = {
    "reset": reset,
    "half of an object": Reply(b'{"query": {"allpa'),
    "page": Reply(b"<title>Please wait</title>", headers=HTML),
    "nothing": Reply(b"", headers=HTML),
    "too many requests": Reply(b"slow down", 429, {"Retry-After": "0"}),
    "bad gateway": Reply(b"<html>", 502, HTML),
    "object of a proxy": Reply(b'{"query": "unavailable"}', 503),
    "maxlag": refusal("maxlag"),
    "readonly": refusal("readonly"),
    "ratelimited": refusal("ratelimited"),
    "database": refusal("internal_api_error_DBQueryError"),
}
LATER = ("page", "nothing")
"""Replies that pass only after an answer of the wiki: a first answer of these forms shows that there is no wiki."""


@pytest.mark.promise(
    "The client has already retried a temporary error, with backoff, before you see it",
    "The client waits and [retries](errors.md#retries) by itself",
)
@pytest.mark.parametrize("fault", PASSING)
def test_what_passes_costs_one_more_request(
    wiki: Either, scripted: ScriptedWiki, fault: str
) -> None:
    first = [] if fault in LATER else [PASSING[fault]]
    begun = continued({"apcontinue": "P2"}, allpages=[page(1)])
    scripted.answers(*first, begun, PASSING[fault], part(allpages=[page(2)]))
    assert titles_of(wiki.list(AllPages())) == ["P1", "P2"]
    assert len(scripted.requests) == 3 + len(first)


@pytest.mark.promise(
    "The client has already retried a temporary error, with backoff, before you see it"
)
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("page", ResponseError),
        ("bad gateway", ResponseError),
        ("too many requests", BusyError),
        ("maxlag", BusyError),
        ("database", BusyError),
    ],
)
def test_what_does_not_pass_is_an_error_after_all_attempts(
    client: Callable[..., Either], scripted: ScriptedWiki, fault: str, kind: type[Any]
) -> None:
    scripted.answers(continued({"apcontinue": "P2"}, allpages=[page(1)]), PASSING[fault])
    with pytest.raises(kind) as caught:
        client(scripted.api_url, retries=2).list(AllPages())
    assert caught.value.retryable
    assert len(scripted.requests) == 4


@pytest.mark.promise("sends each step only once")
@pytest.mark.parametrize("fault", ["reset", "bad gateway", "half of an object"])
def test_a_login_is_never_sent_twice(wiki: Either, scripted: ScriptedWiki, fault: str) -> None:
    scripted.answers(part(tokens={"logintoken": "t"}), PASSING[fault])
    with pytest.raises((TransportError, ResponseError)):
        wiki.login("A", "secret")
    assert scripted.params("action") == [("query",), ("clientlogin",)]


@pytest.mark.promise(
    "an answer that does not come from a wiki's API: a web page, a proxy's message, a redirect",
    "Redirects are not followed",
)
@pytest.mark.parametrize("status", [300, 301, 399])
@pytest.mark.parametrize("body", [b"", b'{"query": {}}'])
def test_a_redirect_is_not_followed(
    wiki: Either, scripted: ScriptedWiki, status: int, body: bytes
) -> None:
    scripted.answers(Reply(body, status, {"Location": "http://elsewhere.example/x"}))
    with pytest.raises(ResponseError, match=r"redirects to http://elsewhere\.example/x "):
        wiki.list(AllPages())
    assert len(scripted.requests) == 1


@pytest.mark.promise(
    "an answer that does not come from a wiki's API: a web page, a proxy's message, a redirect"
)
@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(b"<!doctype html>\n<title>Cats</title>", headers=HTML), "text/html.* titled 'Cats'"),
        (Reply(b"<title>None</title>", status=404, headers=HTML), "status 404"),
        (Reply(b'{"query": {}}', status=400, headers={"Location": "/x"}), "status 400"),
        ({"message": "Hello"}, "JSON with 'message'"),
        (Reply(b"[1]"), "3 bytes"),
    ],
)
def test_what_is_no_wiki_is_found_out_at_the_first_answer(
    wiki: Either, scripted: ScriptedWiki, reply: Answer, message: str
) -> None:
    scripted.answers(reply)
    no_wiki = rf"{message}.*not an answer of a wiki's API; from_page"
    with pytest.raises(ResponseError, match=no_wiki) as caught:
        wiki.list(AllPages())
    assert not caught.value.retryable
    assert len(scripted.requests) == 1


@pytest.mark.promise(
    "The text of an error contains the operation, the HTTP status, and the wiki's own message"
)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"<title>Wait\x1b[2J</title>", r"23 bytes, titled 'Wait\x1b[2J'"),
        (b"<br />\n<b>Notice</b>: Odd{}", "27 bytes, beginning with 'Notice : Odd{}'"),
        (b"\xef\xbb\xbf{", r"4 bytes, beginning with '\ufeff{'"),
        (b"slow \x1b]0;down\x07", r"14 bytes, beginning with 'slow \x1b]0;down\x07'"),
        (b"[1]", "3 bytes, beginning with '[1]'"),
        (b'{"message": "x"}', "16 bytes, JSON with 'message'"),
        (b'{"csrftoken": "canary', """21 bytes, beginning with '{"csrftoken": "***'"""),
        (b"", "text/plain, 0 bytes"),
    ],
    ids=str,
)
@pytest.mark.parametrize("status", [200, 502, 503])
def test_an_error_tells_what_was_asked_and_what_came(
    client: Callable[..., Either], scripted: ScriptedWiki, body: bytes, message: str, status: int
) -> None:
    scripted.answers(Reply(body, status, {"Content-Type": "text/plain", "Retry-After": "7"}))
    with pytest.raises((ResponseError, BusyError)) as caught:
        client(scripted.api_url, retries=0).list(AllPages())
    error: Any = caught.value
    assert message in str(error)
    assert all(part in str(error) for part in ("list=allpages", f"status {status}", "text/plain"))
    assert str(error).isprintable()
    assert (error.operation, error.status, error.retry_after) == ("list=allpages", status, 7.0)


ODD, ESCAPED = "a\x1b[2J\nb\u202ec\u200cd", "a\\x1b[2J\\nb\\u202ec\u200cd"


@pytest.mark.promise("Control characters are escaped")
def test_control_characters_of_a_wikis_texts_are_escaped(
    client: Callable[..., Either], scripted: ScriptedWiki, caplog: pytest.LogCaptureFixture
) -> None:
    scripted.answers(refusal("odd", text=ODD))
    with pytest.raises(ServerError, match=r"^odd: .* \(list=allpages, status 200\)$") as caught:
        client(scripted.api_url).list(AllPages())
    assert caught.value.text == ESCAPED
    scripted.answers(part() | {"warnings": [{"code": "odd", "text": ODD, "module": "main"}]})
    wiki = client(scripted.api_url)
    wiki.list(AllPages())
    assert wiki.warnings == (("odd", ESCAPED, "main"),)
    wiki.with_options(warnings="log").list(AllPages())
    assert caplog.messages == [f"main: odd: {ESCAPED}"]
    with pytest.raises(WarningError, match=r"^odd: .* \(list=allpages\)$"):
        wiki.with_options(warnings="raise").list(AllPages())


REMARK = {"warnings": [{"code": "deprecation", "text": "old", "module": "main"}]}


@pytest.mark.promise("a warning that you made an error", "writes them to the logger `wiki_query`")
def test_warnings_are_collected_or_errors_or_log_lines_or_nothing(
    client: Callable[..., Either], scripted: ScriptedWiki, caplog: pytest.LogCaptureFixture
) -> None:
    scripted.answers(REMARK)
    wiki = client(scripted.api_url)
    wiki.list(AllPages())
    assert wiki.warnings == (("deprecation", "old", "main"),)
    with pytest.raises(WarningError, match="deprecation: old"):
        client(scripted.api_url, warnings="raise").list(AllPages())
    quiet = client(scripted.api_url, warnings="ignore")
    quiet.list(AllPages())
    assert quiet.warnings == ()
    client(scripted.api_url, warnings="log").list(AllPages())
    assert [record.getMessage() for record in caplog.records if record.name == "wiki_query"] == [
        "main: deprecation: old"
    ]


def search_reply(total: int, **more: object) -> dict[str, Any]:
    return part(search=[{"ns": 0, "title": "A"}], searchinfo={"totalhits": total}) | more


@pytest.mark.promise(
    "A search that ends at the server's limit has a warning of the client's own, `search-limit`"
)
@pytest.mark.parametrize("mode", ["collect", "raise"])
def test_a_search_that_ends_at_the_limit_says_so(
    client: Callable[..., Either], scripted: ScriptedWiki, mode: str
) -> None:
    wiki = client(scripted.api_url, warnings=mode)
    scripted.answers(search_reply(10_000))
    wiki.list(Search(search="oak"))
    assert wiki.warnings == ()
    scripted.answers(
        search_reply(12_345, **{"continue": {"sroffset": 500, "continue": "-||"}}),
        search_reply(12_345),
    )
    assert len(wiki.list(Search(search="oak"))) == 2
    ((code, text, module),) = wiki.warnings
    assert (code, module) == ("search-limit", "search")
    assert text.startswith("the search ended after 10000 results")


@pytest.mark.promise(
    "A search that ends at the server's limit has a warning of the client's own, `search-limit`"
)
def test_a_search_that_chooses_pages_says_so_at_its_end(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    pages = part(pages=[page(number) for number in range(500)])
    following = {"continue": {"gsroffset": 9500, "continue": "gsroffset||"}}
    scripted.answers(pages | following, pages)
    assert len(wiki.pages(generator=Search(search="oak"))) == 1000
    assert [warning.code for warning in wiki.warnings] == ["search-limit"]


@pytest.mark.promise("are therefore always a `WarningError`")
def test_a_value_that_the_server_dropped_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"warnings": [{"code": "unrecognizedvalues", "text": "x", "module": "a"}]})
    with pytest.raises(WarningError, match="unrecognizedvalues"):
        wiki.list(AllPages())


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\n\xef\xbb\xbf\xef\xbb\xbf \r\n"])
def test_a_byte_order_mark_before_an_answer_is_passed_over(
    wiki: Either, scripted: ScriptedWiki, before: bytes
) -> None:
    scripted.answers(Reply(before + json.dumps(part(allpages=[page(1)])).encode()))
    assert titles_of(wiki.list(AllPages())) == ["P1"]
    assert len(scripted.requests) == 1


UNKNOWN = {"code": "unrecognizedparams", "text": "Unrecognized parameter: x.", "module": "main"}
SAVED: dict[str, Any] = {"edit": {"result": "Success"}}


@pytest.mark.promise("A request that changes the wiki never raises a `WarningError`")
@pytest.mark.parametrize("policy", ["collect", "raise", "log", "ignore"])
def test_what_was_changed_is_no_error_for_a_warning(
    client: Callable[..., Either],
    scripted: ScriptedWiki,
    caplog: pytest.LogCaptureFixture,
    policy: str,
) -> None:
    saved = {**SAVED, "warnings": [UNKNOWN]}
    wiki = client(scripted.api_url, warnings=policy)
    scripted.answers(part(tokens={"csrftoken": "t"}), saved)
    assert wiki.raw(action="edit", title="A", text="B", foreign="x", token="csrf") == saved
    assert wiki.raw({"action": "edit", "token": "t"}, title="A") == saved
    assert wiki.raw(action="purge", titles="A", post=True) == saved
    assert wiki.warnings == (tuple(UNKNOWN.values()),) * 3
    assert len([record for record in caplog.records if record.name == "wiki_query"]) == 3


CAPTCHA = {"result": "Failure", "captcha": {"id": "7", "question": "1 + 1"}}
EXISTS = {"result": "Warning", "warnings": {"exists": "A.png"}, "filekey": "k.png"}
REFUSALS: dict[str, tuple[dict[str, Any], str, str]] = {
    "captcha": ({"edit": CAPTCHA}, "edit-failure", "the wiki answered 'Failure': captcha"),
    "filter": (
        {"edit": {"result": "Failure", "code": "abusefilter-warning", "info": "Hit a filter"}},
        "abusefilter-warning",
        "Hit a filter",
    ),
    "upload": ({"upload": EXISTS}, "upload-warning", "the wiki answered 'Warning': exists"),
    "login": (
        {"login": {"result": "Failed", "reason": {"code": "wrong", "text": "Wrong."}}},
        "login-failed",
        "Wrong.",
    ),
    "account": (
        {"createaccount": {"status": "FAIL", "message": "Taken."}},
        "createaccount-fail",
        "Taken.",
    ),
    "nothing told": ({"edit": {"result": "Failure"}}, "edit-failure", "answered 'Failure'"),
}


@pytest.mark.promise("The client raises a `NotDone` for them, which is a `ServerError`")
@pytest.mark.parametrize("refused", REFUSALS)
def test_a_result_that_refuses_is_an_error(
    wiki: Either, scripted: ScriptedWiki, refused: str
) -> None:
    reply, code, text = REFUSALS[refused]
    (action,) = reply
    scripted.answers(part(tokens={"csrftoken": "t"}), reply)
    with pytest.raises(ServerError, match=f"^{code}: .*{text}") as caught:
        wiki.raw(action=action, token="csrf")
    error = caught.value
    assert (error.code, error.operation, error.data) == (code, action, reply[action])
    assert (error.retryable, error.maybe_sent) == (False, False)


@pytest.mark.promise("Their replies are returned as they are")
@pytest.mark.parametrize(
    "reply",
    [
        SAVED,
        {"upload": {"result": "Continue", "offset": 1}},
        {"upload": {"result": "Poll"}},
        {"clientlogin": {"status": "UI"}},
        {"watch": [{"title": "A", "invalid": True}]},
        {"purge": []},
        {"edit": None},
    ],
    ids=str,
)
def test_any_other_result_is_handed_out(
    wiki: Either, scripted: ScriptedWiki, reply: dict[str, Any]
) -> None:
    scripted.answers(part(tokens={"csrftoken": "t"}), reply)
    assert wiki.raw(action=next(iter(reply)), token="csrf") == reply


def test_what_only_reads_may_find_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    reply = {"abusefilterchecksyntax": {"status": "error", "message": "Unexpected"}}
    scripted.answers(reply)
    assert wiki.raw(action="abusefilterchecksyntax", filter="1 +") == reply


@pytest.mark.promise("so you can store it and continue in another process")
def test_an_interrupted_list_goes_on_elsewhere(scripted: ScriptedWiki) -> None:
    def script(request: WikiRequest) -> Answer:
        start = int(request.params.get("apcontinue", "0"))
        pages = [page(start + number) for number in range(3)]
        more = {"apcontinue": str(start + 3)}
        return continued(more, allpages=pages) if start < 9 else part(allpages=pages)

    scripted.answers_by(script)
    for stop in range(1, 12):
        with Sync(scripted.api_url).client as wiki:
            first = wiki.list(AllPages())
            begun = [next(first)["pageid"] for _ in range(stop)]
            saved = json.loads(json.dumps(first.cursor))
        with Sync(scripted.api_url).client as wiki:
            rest = [item["pageid"] for item in wiki.list(AllPages(), cursor=saved)]
        assert begun + rest == list(range(12)), stop


def numbered(request: WikiRequest) -> Answer:
    """Pages whose titles are their ids, the later half of each request in a second reply."""
    pages = [page(int(title), title=title) for title in request.params["titles"].split("|")]
    half = len(pages) // 2
    if "gcontinue" in request.params:
        return part(pages=pages[half:])
    return part() | continued({"gcontinue": str(half)}, pages=pages[:half])


@pytest.mark.promise(
    "so you can store it and continue in another process",
    "continues where it stopped if you interrupt it",
)
@pytest.mark.parametrize("stop", [1, 24, 25, 26, 49, 50, 51, 75, 119])
@pytest.mark.parametrize("high", [(False, False), (False, True), (True, False)], ids=str)
def test_interrupted_pages_go_on_elsewhere_whatever_the_limits(
    scripted: ScriptedWiki, stop: int, high: tuple[bool, bool]
) -> None:
    scripted.answers_by(numbered)
    with Sync(scripted.api_url).client as wiki:
        wiki._context.state.high_limits = high[0]
        first = wiki.pages(Links(), titles=TITLES)
        begun = [next(first).title for _ in range(stop)]
        saved = json.loads(json.dumps(first.cursor))
    with Sync(scripted.api_url).client as wiki:
        wiki._context.state.high_limits = high[1]
        rest = [page.title for page in wiki.pages(Links(), titles=iter(TITLES), cursor=saved)]
    assert begun + rest == TITLES


@pytest.mark.promise("The cursor after `max_items` is the wiki's own position")
@pytest.mark.parametrize("stop", [1, 24, 25, 26, 49, 50, 51, 119])
@pytest.mark.parametrize("ordered", [False, True])
def test_what_comes_after_enough_is_not_lost(
    scripted: ScriptedWiki, stop: int, ordered: bool
) -> None:
    scripted.answers_by(numbered)
    with Sync(scripted.api_url).client as wiki:

        def pages(**options: Any) -> Any:
            query = wiki.pages(titles=TITLES, **options)
            return query.in_input_order() if ordered else query

        first = pages(max_items=stop)
        assert [page.title for page in first] == TITLES[:stop]
        rest = pages(cursor=json.loads(json.dumps(first.cursor)))
        assert [page.title for page in rest] == TITLES[stop:]
        assert rest.cursor is None


@pytest.mark.promise("with another one it is a `ParameterError`")
def test_a_cursor_of_another_query_is_refused(scripted: ScriptedWiki) -> None:
    scripted.answers(continued({"apcontinue": "2"}, allpages=[page(1)]), part(pages=[page(1)]))
    with Sync(scripted.api_url).client as wiki:
        first, ordered = wiki.list(AllPages()), wiki.pages(titles=["P1"]).in_input_order()
        for begun, other in (
            (first, lambda cursor: wiki.list(AllPages(from_="B"), cursor=cursor)),
            (ordered, lambda cursor: wiki.pages(titles=["P1"], cursor=cursor)),
        ):
            next(begun)
            with pytest.raises(ValueError, match="belongs to another query"):
                next(other(begun.cursor))


def test_a_cursor_is_there_before_anything_came(scripted: ScriptedWiki) -> None:
    scripted.answers(part(allpages=[page(1), page(2)]))
    with Sync(scripted.api_url, retries=0).client as wiki:
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
        scripted.answers(part(pages=[page(1), page(2)]))
        unread = wiki.pages(titles=["A", "B"])
        assert len([*wiki.pages(titles=["A", "B"], cursor=unread.cursor)]) == 2
        cursor = unread.in_input_order().cursor
        assert cursor is not None
        assert len([*wiki.pages(titles=["A", "B"], cursor=cursor).in_input_order()]) == 2


CURSOR = {"version": 1, "query": "", "inputs": 0, "continue": {}, "skip": 0, "batch": 0}
FAULTS: list[dict[str, Any]] = [{"inputs": None}, {"skip": "x"}, {"batch": -1}, {"continue": 1}]


@pytest.mark.parametrize("cursor", [*({**CURSOR, **fault} for fault in FAULTS), "x", []], ids=str)
def test_a_damaged_cursor_is_refused(wiki: Either, scripted: ScriptedWiki, cursor: Any) -> None:
    with pytest.raises(ParameterError, match="this is not a cursor"):
        wiki.list(AllPages(), cursor=cursor)
    assert scripted.requests == []


def test_a_damaged_session_is_refused(wiki: Either, scripted: ScriptedWiki) -> None:
    saved = {"api_url": scripted.api_url, "account": "A", "cookies": [{"name": "x"}]}
    with pytest.raises(ParameterError, match="this is not a saved session"):
        wiki.client.restore_session(saved)
    assert wiki.client.save_session()["account"] is None


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("x", "1\r\nHost: h", "holds a line break"),
        ("x", "caf\u00e9", "holds a character outside ASCII"),
        ("x\0", "1", "holds a control character"),
    ],
)
def test_a_session_with_a_cookie_that_cannot_be_sent_is_refused(
    wiki: Either, scripted: ScriptedWiki, name: str, value: str, fault: str
) -> None:
    cookie = {"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}
    saved = {"api_url": scripted.api_url, "account": "A", "cookies": [cookie]}
    with pytest.raises(ParameterError) as raised:
        wiki.client.restore_session(saved)
    assert str(raised.value) == f"a cookie of the session {fault}, which no header can carry"
    assert wiki.client.save_session()["account"] is None


@pytest.mark.promise("makes a client with other settings for the same wiki")
def test_with_other_options_it_is_the_same_client(wiki: Either, scripted: ScriptedWiki) -> None:
    wiki.with_options(maxlag=None, headers=(("X-Me", "1"),)).list(AllPages())
    wiki.list(AllPages())
    assert scripted.params("maxlag") == [(None,), ("5",)]
    assert [request.headers.get("X-Me") for request in scripted.requests] == ["1", None]


@pytest.mark.promise("`wiki.raw_iter` gives the replies to a query of yours one after the other")
def test_raw_replies_come_one_after_the_other(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"query": 1, "continue": {"x": "1"}}, {"query": 2})
    assert [reply["query"] for reply in wiki.raw_all(list="allpages")] == [1, 2]
    assert scripted.params("x") == [(None,), ("1",)]


ELSEWHERE: dict[str, tuple[Callable[[Either], Any], Answer, str]] = {
    "a list": (lambda wiki: wiki.list(AllPages()), part(pages_found=[page(1)]), "no `allpages`"),
    "a list beside the query": (
        lambda wiki: wiki.list(AllPages()),
        {"batchcomplete": True, "allpages": [page(1)]},
        "no `allpages`, but `allpages`",
    ),
    "a list as text": (lambda wiki: wiki.list(AllPages()), part(allpages="x"), "is a text"),
    "a list as null": (lambda wiki: wiki.list(AllPages()), part(allpages=None), "is null"),
    "a query as list": (
        lambda wiki: wiki.list(AllPages()),
        {"query": [1]},
        "`query` is a list, expected an object",
    ),
    "meta": (lambda wiki: wiki.meta(UserInfo()), part(user={"id": 1}), "no `userinfo`"),
    "meta as number": (lambda wiki: wiki.meta(UserInfo()), part(userinfo=5), "is a number"),
    "meta as null": (lambda wiki: wiki.meta(UserInfo()), part(userinfo=None), "is null"),
    "meta of fields": (lambda wiki: wiki.meta(SiteInfo()), {"query": "x"}, "`query` is a text"),
    "pages": (
        lambda wiki: wiki.pages(Links(), titles="P1"),
        part(page=[page(1)]),
        "no `pages`, but `page`",
    ),
    "pages as number": (
        lambda wiki: wiki.pages(Links(), titles="P1"),
        part(pages=5),
        "`pages` is a number",
    ),
    "of a page": (
        lambda wiki: wiki.page("P1", Links())[Links],
        part(pages=[page(1, linked=links("A"))]),
        "the page has no `links`, but `linked`",
    ),
    "of a page as boolean": (
        lambda wiki: wiki.page("P1", Links())[Links],
        part(pages=[page(1, links=True)]),
        "`links` is a boolean",
    ),
    "items of pages": (
        lambda wiki: wiki.prop(Links(), titles="P1"),
        part(pages=[page(1, linked=links("A"))]),
        "the page has no `links`",
    ),
    "several modules": (
        lambda wiki: wiki.query(AllPages(), AllUsers()),
        part(allpages=[page(1)], users=[{"name": "A"}]),
        "no `allusers`, but `users`",
    ),
}


@pytest.mark.promise("JSON that is nested too deeply, or whose result is in an unexpected place")
@pytest.mark.parametrize(("ask", "answer", "message"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_result_that_lies_elsewhere_is_an_error_and_not_empty(
    wiki: Either,
    scripted: ScriptedWiki,
    ask: Callable[[Either], Any],
    answer: Answer,
    message: str,
) -> None:
    scripted.answers(answer)
    with pytest.raises(ResponseError, match=message) as caught:
        ask(wiki)
    assert not caught.value.retryable
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"batchcomplete": True},
        {"batchcomplete": True, "query": []},
        part(),
        part(normalized=[{"from": "p1", "to": "P1"}]),
        {"batchcomplete": True, "limits": {"allpages": 500}},
    ],
)
def test_what_is_only_absent_is_empty(wiki: Either, scripted: ScriptedWiki, answer: Answer) -> None:
    scripted.answers(answer)
    assert wiki.list(AllPages()) == []
    assert wiki.pages(Links(), titles="P1") == []


XML, PAGE = "text/xml; charset=utf-8", "text/html; charset=utf-8"
DOCUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "an export": ({"titles": "A", "export": True, "exportnowrap": True}, XML),
    "a feed": ({"action": "feedrecentchanges"}, "application/rss+xml"),
    "a feed of an extension": ({"action": "featuredfeed"}, "application/atom+xml"),
    "a page of help": ({"action": "help"}, PAGE),
    "another format": ({"list": "allpages", "format": "php"}, "application/vnd.php.serialized"),
    "a page in another format": ({"list": "allpages", "format": "jsonfm"}, PAGE),
}


@pytest.mark.promise("A reply that is not JSON, such as a feed or an export, comes as bytes")
@pytest.mark.parametrize(("params", "media_type"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_document_is_the_answer_to_one_raw_request(
    wiki: Either, scripted: ScriptedWiki, params: dict[str, Any], media_type: str
) -> None:
    scripted.answers(part(), Reply(b"<x/>", headers={"Content-Type": media_type}))
    wiki.raw(list="allpages")
    assert wiki.raw(**params) == b"<x/>"
    assert len(scripted.requests) == 2


def test_a_document_that_no_query_can_read_is_asked_for_once(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(part(), Reply(b"<x/>", headers={"Content-Type": XML}))
    wiki.raw(list="allpages")
    for ask in (lambda: wiki.raw_all(titles="A", export=True), lambda: wiki.list(AllPages())):
        before = len(scripted.requests)
        with pytest.raises(
            ResponseError, match=r"text/xml.*not JSON; raw\(…\) returns such a reply"
        ):
            ask()
        assert len(scripted.requests) == before + 1


DEEP_CALLS: dict[str, Callable[[Either], Any]] = {
    "list": lambda wiki: wiki.list(AllPages()),
    "pages": lambda wiki: wiki.pages(Links(), titles="A")[0][Links],
    "page": lambda wiki: wiki.page("A", Info())[Info],
    "prop": lambda wiki: wiki.prop(Links(), titles="A"),
    "meta": lambda wiki: wiki.meta(SiteInfo()),
    "query": lambda wiki: wiki.query(AllPages(), SiteInfo())[AllPages],
    "raw": lambda wiki: wiki.raw(action="parse", text="x"),
    "raw_iter": lambda wiki: wiki.raw_all(list="allpages"),
    "act": lambda wiki: wiki.act(Parse(text="x")),
    "change_page": lambda wiki: wiki.change_page("A", str.upper),
    "upload": lambda wiki: wiki.upload(b"x", "A.png"),
    "login": lambda wiki: wiki.login("Alice", "secret word"),
}
DEEP_REPLIES = {
    "of nothing else": "%s",
    "in a query": '{"query": {"pages": [{"title": "A", "links": %s}], "allpages": %s, "general": %s}}',
    "in an error": '{"errors": [{"code": "x", "text": "x", "data": {"a": %s}}]}',
    "in a warning": '{"batchcomplete": true, "warnings": [{"code": %s, "text": %s}]}',
    "in how it continues": '{"continue": {"apcontinue": %s}}',
}


@pytest.mark.promise("or JSON that is nested too deeply")
@pytest.mark.parametrize("depth", [260, 600, 990, 100_000])
@pytest.mark.parametrize("shape", DEEP_REPLIES.values(), ids=DEEP_REPLIES)
def test_a_reply_that_is_nested_too_deeply_is_an_error(
    wiki: Either, scripted: ScriptedWiki, shape: str, depth: int
) -> None:
    nested = "[" * depth + "]" * depth
    scripted.answers(Reply(shape.replace("%s", nested).encode()))
    for name, call in DEEP_CALLS.items():
        before = len(scripted.requests)
        with pytest.raises(ResponseError, match="JSON nested deeper than 250 levels"):
            call(wiki)
        assert len(scripted.requests) == before + 1, name


def test_an_action_may_answer_with_a_list(wiki: Either, scripted: ScriptedWiki) -> None:
    suggestions = ["Oa", ["Oak"], [""], ["https://wiki.example.org/Oak"]]
    scripted.answers(Reply(json.dumps(suggestions).encode()))
    assert wiki.raw(action="opensearch", search="Oa") == suggestions
    scripted.answers(Reply(json.dumps(suggestions).encode(), 300, {"Location": "/x"}))
    with pytest.raises(ResponseError, match="redirects to"):
        wiki.raw(action="opensearch", search="Oa")


def test_a_query_is_not_answered_with_a_list(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b"[]"))
    for ask in (lambda: wiki.raw(list="allpages"), lambda: wiki.list(AllPages())):
        with pytest.raises(ResponseError, match="not an answer of a wiki's API"):
            ask()


@pytest.mark.promise(
    "it fetches the token and sends a POST", "fetches another one if the wiki answers `badtoken`"
)
def test_a_token_is_fetched_and_once_more_when_it_is_too_old(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    first, second = (part(tokens={"csrftoken": token}) for token in "ab")
    scripted.answers(first, refusal("badtoken"), second, {"edit": {"result": "Success"}})
    assert wiki.raw(action="edit", title="A", text="x", token="csrf")["edit"]
    assert wiki.raw(action="edit", title="A", text="y", token="csrf")["edit"]
    assert scripted.params("token") == [(None,), ("a",), (None,), ("b",), ("b",)]
    always = {"action", "format", "formatversion", "errorformat", "maxlag"}
    assert scripted.requests[0].params.keys() == {*always, "meta", "type"}
    assert [request.method for request in scripted.requests] == [
        "GET",
        "POST",
        "GET",
        "POST",
        "POST",
    ]
    assert "Promise-Non-Write-API-Action" not in scripted.requests[1].headers


@pytest.mark.promise("If the order matters: `wiki.list` keeps it")
@pytest.mark.parametrize(
    "selection", [{"generator": AllPages()}, {"generator": Links(), "titles": "A"}]
)
def test_what_a_generator_chooses_has_no_order(
    wiki: Either, scripted: ScriptedWiki, selection: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="needs titles, pageids or revids, and no generator"):
        wiki.ordered(Info(), **selection)
    assert scripted.requests == []


def test_page_ids_come_in_their_order_too(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(pages=[page(2), {"pageid": 9, "missing": True}, page(1)]))
    outcomes = wiki.ordered(Info(), pageids=[1, 9, 2, 7])
    assert [(answer.asked, answer.state, answer.title) for answer in outcomes] == [
        (1, "existing", "P1"),
        (9, "missing", None),
        (2, "existing", "P2"),
        (7, "unknown", None),
    ]


@pytest.mark.promise("Threads may share a `Client`")
def test_threads_share_a_client(scripted: ScriptedWiki) -> None:
    scripted.answers_by(lambda request: part(allpages=[page(int(request.params["apfrom"]))]))
    with Sync(scripted.api_url).client as wiki, ThreadPoolExecutor(8) as pool:
        ids = pool.map(lambda n: next(wiki.list(AllPages(from_=str(n))))["pageid"], range(80))
        assert list(ids) == list(range(80))


@pytest.mark.promise("is for a whole call, with all its requests, retries and pauses")
def test_a_call_of_many_requests_ends_at_its_deadline(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    def more(request: WikiRequest) -> Answer:
        return continued({"apcontinue": str(len(scripted.requests))}, allpages=[])

    scripted.answers_by(more)
    with pytest.raises(TransportError) as caught:
        client(scripted.api_url, deadline=1).query(AllPages())
    assert caught.value.kind == "deadline"
    assert len(scripted.requests) > 1


class Expiring:
    """A wiki that forgets a session when a test sets `is_known`."""

    def __init__(self) -> None:
        self.is_known = True
        self.logins = 0
        self.strangers = 0

    def __call__(self, request: WikiRequest) -> Answer:
        if request.params.get("meta") == "tokens":
            return part(tokens={"logintoken": "t"})
        if request.params["action"] == "clientlogin":
            self.is_known = True
            self.logins += 1
            return {"clientlogin": {"status": "PASS", "username": "A"}}
        if request.params.get("assert") != "user":
            self.strangers += 1
        if not self.is_known:
            return refusal("assertuserfailed")
        return part(userinfo={"name": "A", "rights": []})


@pytest.fixture
def expiring(scripted: ScriptedWiki) -> Expiring:
    server = Expiring()
    scripted.answers_by(server)
    return server


@pytest.mark.promise(
    "one thread or task logs in again, and the others wait for it",
    "logs in again if the session ends, once, even if threads or tasks share the client",
)
def test_threads_renew_a_session_once_for_all(scripted: ScriptedWiki, expiring: Expiring) -> None:
    with Sync(scripted.api_url).client as wiki, ThreadPoolExecutor(8) as pool:
        wiki.login("A", "secret")
        expiring.is_known = False
        names = list(pool.map(lambda _: wiki.meta(UserInfo())["name"], range(16)))
    assert names == ["A"] * 16
    assert (expiring.logins, expiring.strangers) == (2, 0)


@pytest.mark.promise(
    "one thread or task logs in again, and the others wait for it",
    "logs in again if the session ends, once, even if threads or tasks share the client",
)
def test_tasks_renew_a_session_once_for_all(scripted: ScriptedWiki, expiring: Expiring) -> None:
    async def call() -> list[str]:
        async with AsyncClient(scripted.api_url, **with_defaults({})) as wiki:
            await wiki.login("A", "secret")
            expiring.is_known = False
            users = await asyncio.gather(*(wiki.meta(UserInfo()) for _ in range(16)))
            return [user["name"] for user in users]

    assert asyncio.run(call()) == ["A"] * 16
    assert (expiring.logins, expiring.strangers) == (2, 0)


@pytest.mark.promise("and could not be renewed")
def test_a_session_that_cannot_be_renewed_is_an_error(
    wiki: Either, scripted: ScriptedWiki, expiring: Expiring
) -> None:
    wiki.login("A", "secret")
    scripted.requests.clear()
    scripted.answers(refusal("assertuserfailed"))
    with pytest.raises(SessionError):
        wiki.meta(UserInfo())
    assert scripted.params("meta", "assert") == [("userinfo", "user"), ("tokens", None)]


@pytest.mark.parametrize("account", ["A", "B"])
def test_a_restored_session_is_renewed_unless_it_is_somebody_elses(
    wiki: Either, expiring: Expiring, account: str
) -> None:
    wiki.login("A", "secret")
    wiki.client.restore_session({**wiki.client.save_session(), "account": account})
    expiring.is_known = False
    if account == "A":
        assert wiki.meta(UserInfo())["name"] == "A"
    else:
        with pytest.raises(SessionError):
            wiki.meta(UserInfo())
    assert expiring.logins == (2 if account == "A" else 1)


def test_a_restored_session_takes_the_place_of_another(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    headers = {"Set-Cookie": "old=1; path=/"}
    scripted.answers(Reply(b'{"batchcomplete": true}', headers=headers))
    cookie = {"name": "new", "value": "2", "domain": "127.0.0.1", "path": "/"}
    wiki.list(AllPages())
    wiki.list(AllPages())
    wiki.client.restore_session({"api_url": scripted.api_url, "cookies": [cookie]})
    wiki.list(AllPages())
    assert [request.headers.get("Cookie") for request in scripted.requests] == [
        None,
        "old=1",
        "new=2",
    ]


def test_an_iteration_that_is_cancelled_lets_others_renew_the_session(
    scripted: ScriptedWiki,
) -> None:
    server = Expiring()
    hung: list[str] = []

    def script(request: WikiRequest) -> Answer:
        if not server.is_known and request.params.get("meta") == "tokens" and not hung:
            hung.append("a login that does not get on")
            return Reply(b"", 503, {"Retry-After": "600"})
        if request.params.get("list") == "allpages" and server.is_known:
            return part(allpages=[page(1)])
        return server(request)

    scripted.answers_by(script)
    patient: dict[str, Any] = with_defaults({"deadline": None, "max_retry_after": 600})

    async def main() -> list[Any]:
        async with AsyncClient(scripted.api_url, **patient) as wiki:
            await wiki.login("A", "secret")
            server.is_known = False

            async def all_items() -> list[Any]:
                return [item async for item in wiki.list(AllPages())]

            first = asyncio.create_task(all_items())
            while not hung:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            first.cancel()
            kept_error: BaseException | None = None
            try:
                await first
            except asyncio.CancelledError as error:
                kept_error = error  # with its traceback, which holds all that was going on
            items = await asyncio.wait_for(all_items(), 30)
            assert kept_error is not None
            return items

    assert asyncio.run(main()) == [page(1)]
