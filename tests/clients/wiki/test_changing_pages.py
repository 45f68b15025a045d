"""A page is changed on exactly what was read, and saved once."""

from collections.abc import Callable
from typing import Any

import pytest
from wiki_query import (
    AbsentError,
    BusyError,
    EditConflict,
    Excluded,
    Exists,
    ParameterError,
    ResponseError,
    Revisions,
    SessionError,
    TransportError,
    Uncertain,
    WikiError,
)

from tests.clients.seller.script import reset
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Asked, Reply, ScriptedWiki, part, refusal

AT = "2026-01-02T03:04:05Z"
TOKEN = part(tokens={"csrftoken": "t+\\"})
LOST = Reply(b"<title>Bad Gateway</title>", 502)
SAVED = {"title": "A", "pageid": 5, "oldrevid": 7, "newrevid": 8, "newtimestamp": AT}


def text(content: str, revid: int = 7) -> dict[str, Any]:
    slots = {"main": {"contentmodel": "wikitext", "content": content}}
    page = {"pageid": 5, "ns": 0, "title": "A", "revisions": [{"revid": revid, "slots": slots}]}
    return {"curtimestamp": AT, **part(pages=[page])}


SAME = {"edit": {"result": "Success", "nochange": True, "title": "A", "pageid": 5}}
MISSING = {"curtimestamp": AT, **part(pages=[{"ns": 0, "title": "A", "missing": True}])}


def edited(**more: Any) -> dict[str, Any]:
    return {"edit": {"result": "Success", **SAVED, **more}}


def history(*revisions: dict[str, Any], name: str = "Me") -> dict[str, Any]:
    listed = [{"revid": 7, "user": "Other", "comment": "", "parentid": 6}, *revisions]
    page = {"pageid": 5, "ns": 0, "title": "A", "revisions": listed}
    return part(pages=[page], userinfo={"id": 1, "name": name})


MINE = {"revid": 8, "parentid": 7, "user": "Me", "comment": "why", "timestamp": AT}


def appended(before: str) -> str:
    return before + " and more"


def edits(scripted: ScriptedWiki) -> list[Asked]:
    return [asked for asked in scripted.asked if asked.params["action"] == "edit"]


@pytest.mark.promise(
    "The methods of `AsyncClient` are the same",
    "saves the result on exactly the revision that it has read",
)
def test_what_was_read_is_what_is_changed(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("Text"), TOKEN, edited())
    saved = wiki.change_page(
        "a", appended, summary=" why ", minor=True, bot=True, tags=["x", "y"], watchlist="nochange"
    )
    assert saved == SAVED
    read, _, edit = scripted.asked
    assert {name: read.params[name] for name in ("prop", "rvprop", "rvslots", "titles")} == {
        "prop": "revisions",
        "rvprop": "ids|content",
        "rvslots": "main",
        "titles": "a",
    }
    assert edit.method == "POST"
    own = {name: value for name, value in edit.params.items() if name not in _OF_ALL}
    assert own == {
        "action": "edit",
        "title": "A",
        "text": "Text and more",
        "summary": "why",
        "starttimestamp": AT,
        "baserevid": "7",
        "nocreate": "1",
        "minor": "1",
        "bot": "1",
        "tags": "x|y",
        "watchlist": "nochange",
        "token": "t+\\",
    }


_OF_ALL = ("format", "formatversion", "errorformat", "maxlag")


@pytest.mark.parametrize("change", [lambda before: None, lambda before: before])
@pytest.mark.promise("`None` means that there was nothing to save")
def test_nothing_is_sent_where_nothing_is_changed(
    wiki: Either, scripted: ScriptedWiki, change: Any
) -> None:
    scripted.answers(text("Text"))
    assert wiki.change_page("A", change) is None
    assert len(scripted.asked) == 1


def test_a_text_that_the_wiki_finds_the_same_is_no_edit(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, SAME)
    assert wiki.change_page("A", lambda before: before + "\n") is None


@pytest.mark.promise("After an edit conflict, it reads the page again")
def test_it_begins_again_after_a_conflict(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        text("One"), TOKEN, refusal("editconflict"), text("Two", 9), edited(oldrevid=9)
    )
    wiki.change_page("A", appended)
    assert [asked.params["text"] for asked in edits(scripted)] == ["One and more", "Two and more"]
    assert [asked.params["baserevid"] for asked in edits(scripted)] == ["7", "9"]


def test_it_gives_up_after_so_many_conflicts(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        text("One"), TOKEN, refusal("editconflict"), text("Two"), refusal("editconflict")
    )
    with pytest.raises(EditConflict):
        wiki.change_page("A", appended, attempts=2)
    assert len(edits(scripted)) == 2


def test_a_section_is_read_and_saved(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("== S =="), TOKEN, edited())
    wiki.change_page("A", appended, section=2)
    assert scripted.params("rvsection", "section") == [("2", None), (None, None), (None, "2")]


def test_a_redirect_is_followed_where_that_is_asked_for(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, edited())
    wiki.change_page("R", appended, redirects=True)
    assert scripted.params("titles", "redirects", "title") == [
        ("R", "1", None),
        (None, None, None),
        (None, None, "A"),
    ]


@pytest.mark.promise("With `create=True`, a missing page is made")
def test_a_missing_page_is_made_where_that_is_asked_for(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(MISSING)
    with pytest.raises(AbsentError, match="no such page; with create=True it is made"):
        wiki.change_page("A", appended)
    scripted.answers(MISSING, TOKEN, edited(oldrevid=0))
    wiki.change_page("A", appended, create=True)
    (edit,) = edits(scripted)
    assert (edit.params["text"], edit.params["createonly"]) == (" and more", "1")
    assert {"baserevid", "nocreate"}.isdisjoint(edit.params)


def test_a_page_that_somebody_else_has_made_meanwhile_is_changed(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(MISSING, TOKEN, refusal("articleexists"), text("Theirs"), edited())
    wiki.change_page("A", appended, create=True)
    assert edits(scripted)[1].params["text"] == "Theirs and more"
    scripted.answers(MISSING, refusal("articleexists"))
    with pytest.raises(Exists):
        wiki.change_page("A", appended, create=True, attempts=1)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ({"title": "Special:X", "special": True}, "no title of a page that can be edited"),
        (
            {"title": "A", "revisions": [{"revid": 7, "slots": {"main": {"texthidden": True}}}]},
            "hidden",
        ),
        (
            {"title": "A", "revisions": [{"revid": 7, "slots": {"main": {"nosuchsection": True}}}]},
            "no section '9'",
        ),
    ],
)
def test_what_cannot_be_read_is_not_changed(
    wiki: Either, scripted: ScriptedWiki, page: Any, said: str
) -> None:
    scripted.answers(part(pages=[page]))
    with pytest.raises(AbsentError, match=said):
        wiki.change_page("A", appended, section="9" if "section" in said else None)
    assert len(scripted.asked) == 1


@pytest.mark.promise("raises `Excluded` for a page that keeps it away")
def test_a_page_that_keeps_bots_away_is_left(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("{{bots|deny=My Bot}} Text"))
    with pytest.raises(Excluded, match=r"'A' keeps this bot away: {{bots\|deny=My Bot}}") as caught:
        wiki.change_page("A", appended, respect_bots="My bot")
    assert (caught.value.title, caught.value.template) == ("A", "{{bots|deny=My Bot}}")
    assert len(scripted.asked) == 1
    scripted.answers(text("{{bots|deny=My Bot}} Text"), TOKEN, edited())
    assert wiki.change_page("A", appended, respect_bots=["Another", "its-messages"]) == SAVED


def test_the_template_is_looked_for_on_the_whole_page_of_a_section(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("== S =="), text("{{nobots}}\n== S =="))
    with pytest.raises(Excluded):
        wiki.change_page("A", appended, section=1, respect_bots="My bot")
    assert scripted.params("rvsection") == [("1",), (None,)]


def query(content: str, revid: int = 7) -> dict[str, Any]:
    told = text(content, revid)
    del told["curtimestamp"]
    return told


@pytest.mark.promise("A page of its result is not read again, except after a conflict")
def test_a_page_of_a_query_is_read_again_only_after_a_conflict(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(query("One"))
    (page,) = wiki.pages(Revisions(prop=["ids", "content"], slots="main"), titles="A")
    scripted.answers(TOKEN, refusal("editconflict"), text("Two", 9), edited())
    assert wiki.change_page(page, appended) == SAVED
    first, second = edits(scripted)
    assert (first.params["text"], first.params["baserevid"]) == ("One and more", "7")
    assert "starttimestamp" not in first.params
    assert (second.params["text"], second.params["baserevid"]) == ("Two and more", "9")


@pytest.mark.parametrize(
    "revisions", [[], [{"revid": 7}], [{"slots": {"main": {"content": "One"}}}]], ids=str
)
def test_a_page_of_a_query_that_has_not_told_enough_is_refused(
    wiki: Either, scripted: ScriptedWiki, revisions: Any
) -> None:
    scripted.answers(part(pages=[{"pageid": 5, "ns": 0, "title": "A", "revisions": revisions}]))
    (page,) = wiki.pages(Revisions(), titles="A")
    with pytest.raises(AbsentError, match=r"ask for Revisions\(prop=\[.*slots="):
        wiki.change_page(page, appended)
    assert len(scripted.asked) == 1


# --- Without an answer -------------------------------------------------------------------------------


@pytest.mark.promise("looks for the edit in the history")
def test_an_edit_without_an_answer_is_found_in_the_history(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, LOST, history(MINE))
    assert wiki.change_page("A", appended, summary="why") == SAVED
    assert len(edits(scripted)) == 1
    looked = scripted.asked[-1].params
    assert (looked["rvstartid"], looked["rvdir"], looked["meta"]) == ("7", "newer", "userinfo")


def test_it_is_sent_again_if_nobody_has_saved_anything(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, LOST, history(), edited())
    assert wiki.change_page("A", appended) == SAVED
    first, second = edits(scripted)
    assert first.params == second.params


@pytest.mark.parametrize("late", [refusal("editconflict"), SAME], ids=["refused", "same"])
def test_an_edit_that_was_late_is_found_after_the_second(
    wiki: Either, scripted: ScriptedWiki, late: Any
) -> None:
    scripted.answers(text("Text"), TOKEN, LOST, history(), late, history(MINE))
    assert wiki.change_page("A", appended, summary="why") == SAVED
    assert len(edits(scripted)) == 2


@pytest.mark.parametrize(
    "later",
    [{**MINE, "user": "Other"}, {**MINE, "comment": "another task"}],
    ids=["of another user", "with another summary"],
)
@pytest.mark.promise("the error is `Uncertain`, and you must look yourself")
def test_it_is_not_sent_again_if_it_cannot_be_told_what_became_of_it(
    wiki: Either, scripted: ScriptedWiki, later: Any
) -> None:
    scripted.answers(text("Text"), TOKEN, LOST, history(later))
    with pytest.raises(Uncertain):
        wiki.change_page("A", appended, summary="why")
    assert len(edits(scripted)) == 1


def test_it_is_not_sent_more_often_than_it_may(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("Text"), TOKEN, LOST, history(), LOST, history(), LOST, history())
    with pytest.raises(Uncertain):
        wiki.change_page("A", appended, attempts=3)
    assert len(edits(scripted)) == 3


def test_a_page_that_was_made_without_an_answer_is_found(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    first = {**MINE, "parentid": 0}
    page = {"pageid": 5, "ns": 0, "title": "A", "revisions": [first]}
    scripted.answers(MISSING, TOKEN, LOST, part(pages=[page], userinfo={"name": "Me"}))
    assert wiki.change_page("A", appended, create=True) == {**SAVED, "oldrevid": 0}


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Reply(b"<title>Unavailable</title>", 503), BusyError),
        (refusal("maxlag"), BusyError),
        (refusal("assertuserfailed"), SessionError),
        (refusal("internal_api_error_DBQueryError"), BusyError),
        (reset, TransportError),
        (Reply(b"no JSON", 404), ResponseError),
    ],
    ids=["503", "lag", "session", "fault", "reset", "foreign"],
)
@pytest.mark.parametrize("kind", ["query", "edit"])
@pytest.mark.promise("or if the client cannot look")
def test_what_goes_wrong_while_an_edit_is_looked_for_leaves_it_uncertain(
    client: Callable[..., Either],
    scripted: ScriptedWiki,
    failure: Any,
    reason: type[WikiError],
    kind: str,
) -> None:
    wiki = client(scripted.api_url, retries=0)
    if kind == "query":
        scripted.answers(text("Text"), TOKEN, LOST, failure)
    else:  # the edit is sent again, and the reply to that one does not help
        scripted.answers(text("Text"), TOKEN, LOST, history(), failure, history())
    with pytest.raises(Uncertain) as caught:
        wiki.change_page("A", appended, attempts=2)
    assert isinstance(caught.value.reason, reason)
    assert (caught.value.retry, caught.value.maybe_sent) == (False, True)
    assert caught.value.sent["text"] == "Text and more"


# --- What is refused before anything is sent ---------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((5, appended), "page: text is wanted, not int"),
        (("A", "text"), "change: a function is wanted, not str"),
        (("\udcfc", appended), "page: "),
    ],
)
def test_what_cannot_be_right_is_refused(
    wiki: Either, scripted: ScriptedWiki, arguments: Any, said: str
) -> None:
    with pytest.raises(ParameterError, match=said):
        wiki.change_page(*arguments)
    with pytest.raises(ParameterError, match="attempts: "):
        wiki.change_page("A", appended, attempts=0)
    assert scripted.asked == []


def test_a_function_that_returns_no_text_is_refused(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("Text"))
    with pytest.raises(ParameterError, match="change: text is wanted, not bytes"):
        wiki.change_page("A", lambda before: before.encode())


def test_an_error_of_the_function_comes_out_as_itself(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"))

    def clueless(before: str) -> str:
        raise LookupError(before)

    with pytest.raises(LookupError, match="Text"):
        client(scripted.api_url).change_page("A", clueless)
