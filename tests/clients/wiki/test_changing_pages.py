"""A page is changed on exactly what was read, and saved once."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import wiki_query._runtime.mediawiki.writing.change_page as change_page_module
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
from wiki_query._runtime.mediawiki.writing import claims

from tests.clients.seller.script import reset
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Reply, ScriptedWiki, WikiRequest, part, refusal

AT = "2026-01-02T03:04:05Z"
TOKEN = part(tokens={"csrftoken": "t+\\"})
LOST = Reply(b"<title>Bad Gateway</title>", 502)
SAVED = {"title": "A", "pageid": 5, "oldrevid": 7, "newrevid": 8, "newtimestamp": AT}


def text(content: str, revid: int = 7) -> dict[str, Any]:
    slots = {"main": {"contentmodel": "wikitext", "content": content}}
    page = {"pageid": 5, "ns": 0, "title": "A", "revisions": [{"revid": revid, "slots": slots}]}
    return {"curtimestamp": AT, **part(pages=[page])}


SAME = {"edit": {"result": "Success", "nochange": True, "title": "A", "pageid": 5}}
MISSING_PAGE = {"ns": 0, "title": "A", "missing": True}
MISSING = {"curtimestamp": AT, **part(pages=[MISSING_PAGE])}


def edited(**more: Any) -> dict[str, Any]:
    return {"edit": {"result": "Success", **SAVED, **more}}


def appended(before: str) -> str:
    return before + " and more"


def edits(scripted: ScriptedWiki) -> list[WikiRequest]:
    return [request for request in scripted.requests if request.params["action"] == "edit"]


@pytest.mark.promise(
    "The methods of `AsyncClient` are the same",
    "saves the result against exactly the revision that it has read",
)
def test_what_was_read_is_what_is_changed(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("Text"), TOKEN, edited())
    saved = wiki.change_page(
        "a", appended, summary=" why ", minor=True, bot=True, tags=["x", "y"], watchlist="nochange"
    )
    assert saved == SAVED
    read, _, edit = scripted.requests
    assert {name: read.params[name] for name in ("prop", "rvprop", "rvslots", "titles")} == {
        "prop": "revisions",
        "rvprop": "ids|content",
        "rvslots": "main",
        "titles": "a",
    }
    assert edit.method == "POST"
    edit_params = {name: value for name, value in edit.params.items() if name not in _OF_ALL}
    assert edit_params == {
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
    assert len(scripted.requests) == 1


def test_a_text_that_the_wiki_finds_the_same_is_no_edit(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, SAME, text("Text"))
    assert wiki.change_page("A", lambda before: before + "!") is None
    scripted.requests.clear()
    assert wiki.change_page("A", lambda before: before + " \n") is None  # which a wiki takes off
    assert edits(scripted) == []


def test_the_same_text_of_somebody_else_is_changed_again(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), TOKEN, SAME, text("Text and more", 8), edited(oldrevid=8))
    wiki.change_page("A", appended)
    assert [request.params["text"] for request in edits(scripted)][-1] == "Text and more and more"
    scripted.answers(text("Text"), SAME, text("Text and more", 8))
    with pytest.raises(EditConflict, match="the same text"):
        wiki.change_page("A", appended, attempts=1)


@pytest.mark.promise("After an edit conflict, it reads the page again")
def test_it_begins_again_after_a_conflict(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        text("One"), TOKEN, refusal("editconflict"), text("Two", 9), edited(oldrevid=9)
    )
    wiki.change_page("A", appended)
    assert [request.params["text"] for request in edits(scripted)] == [
        "One and more",
        "Two and more",
    ]
    assert [request.params["baserevid"] for request in edits(scripted)] == ["7", "9"]


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
    redirected = text("Text")
    redirected["query"]["redirects"] = [{"from": "R", "to": "A", "tofragment": "S"}]
    scripted.answers(redirected, TOKEN, edited())
    assert wiki.change_page("R", appended, redirects=True) == {**SAVED, "tofragment": "S"}
    assert scripted.params("titles", "redirects", "title") == [
        ("R", "1", None),
        (None, None, None),
        (None, None, "A"),
    ]


@pytest.mark.promise("If redirects lead in a circle, the error is an `AbsentError`")
def test_a_circle_of_redirects_is_told(wiki: Either, scripted: ScriptedWiki) -> None:
    steps = [{"from": "R", "to": "S", "tofragment": "x"}, {"from": "S", "to": "R"}]
    scripted.answers(part(redirects=steps))
    message = "'R': its redirects lead in a circle: R → S → R"
    with pytest.raises(AbsentError, match=message):
        wiki.change_page("R", appended, redirects=True)
    with pytest.raises(AbsentError, match=message):
        wiki.page("R", redirects=True)


@pytest.mark.promise("`page.fragment` is `Leaves`")
@pytest.mark.parametrize(
    ("fragments", "fragment"), [(["x", "y"], "y"), (["x", None], "x"), ([None, None], None)]
)
def test_a_page_has_the_section_of_the_redirect_that_led_to_it(
    wiki: Either, scripted: ScriptedWiki, fragments: list[str | None], fragment: str | None
) -> None:
    steps = [{"from": "R", "to": "S"}, {"from": "S", "to": "A"}]
    for step, name in zip(steps, fragments, strict=True):
        step |= {} if name is None else {"tofragment": name}
    page = {"pageid": 5, "ns": 0, "title": "A"}
    scripted.answers(part(redirects=steps, pages=[page]))
    assert wiki.page("R", redirects=True).fragment == fragment
    scripted.answers(part(pages=[page]))
    assert wiki.page("A").fragment is None


@pytest.mark.promise("With `create=True`, a missing page is created")
def test_a_missing_page_is_made_where_that_is_asked_for(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(MISSING)
    with pytest.raises(AbsentError, match="the page does not exist; create=True makes it"):
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
    ("page", "message"),
    [
        ({"title": "Special:X", "special": True}, "not the title of a page that can be edited"),
        (
            {"title": "A", "revisions": [{"revid": 7, "slots": {"main": {"texthidden": True}}}]},
            "hidden",
        ),
        (
            {"title": "A", "revisions": [{"revid": 7, "slots": {"main": {"nosuchsection": True}}}]},
            "section '9' does not exist",
        ),
    ],
)
def test_what_cannot_be_read_is_not_changed(
    wiki: Either, scripted: ScriptedWiki, page: Any, message: str
) -> None:
    scripted.answers(part(pages=[page]))
    with pytest.raises(AbsentError, match=message):
        wiki.change_page("A", appended, section="9" if "section" in message else None)
    assert len(scripted.requests) == 1


@pytest.mark.promise("raises `Excluded` for a page that keeps it away")
def test_a_page_that_keeps_bots_away_is_left(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("{{bots|deny=My Bot}} Text"))
    with pytest.raises(Excluded, match=r"'A' keeps this bot away: {{bots\|deny=My Bot}}") as caught:
        wiki.change_page("A", appended, respect_bots="My bot")
    assert (caught.value.title, caught.value.template) == ("A", "{{bots|deny=My Bot}}")
    assert len(scripted.requests) == 1
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
    reply = text(content, revid)
    del reply["curtimestamp"]
    return reply


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
    assert len(scripted.requests) == 1


# --- Without an answer -------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for a history that stays as it is."""
    monkeypatch.setattr(change_page_module, "_LOOKS", (0.0,))


@dataclass
class Past:
    """The history of the page A, which the account Me and others change; each edit is answered as planned."""

    plan: list[Any]
    """Replies to edits, and revisions that are there from then on."""
    revisions: list[dict[str, Any]] = field(default_factory=lambda: [revision(7, "Text", "Other")])
    transformed: str | None = None
    """The text that the wiki makes of each that it transforms; None: it changes nothing."""

    def __call__(self, request: WikiRequest) -> Any:
        params = request.params
        if params["action"] == "edit":
            reply = self.plan.pop(0)
            while self.plan and isinstance(self.plan[0], list):
                self.revisions += self.plan.pop(0)
            return reply
        if params["action"] == "parse":
            text = params["text"] if self.transformed is None else self.transformed
            return {"parse": {"title": "A", "text": text}}
        if params.get("meta") == "tokens":
            return TOKEN
        revisions = self.revisions
        if "revids" in params:
            revisions = [
                each for each in revisions if str(each["revid"]) in params["revids"].split("|")
            ]
        elif "rvdir" in params:
            start = int(params.get("rvstartid", 0))
            revisions = [each for each in revisions if each["revid"] >= start]
        else:
            revisions = revisions[-1:]
        page = {"pageid": 5, "ns": 0, "title": "A", "revisions": revisions}
        query_reply = part(
            pages=[page if revisions else MISSING_PAGE], userinfo={"id": 1, "name": "Me"}
        )
        return {"curtimestamp": AT, **query_reply}


def revision(
    revid: int, content: str, user: str = "Me", parent: int | None = None
) -> dict[str, Any]:
    """A revision with all that may be asked of it."""
    sha1 = hashlib.sha1(content.encode()).hexdigest()
    slot = {"contentmodel": "wikitext", "content": content, "sha1": sha1}
    about = {"revid": revid, "parentid": revid - 1 if parent is None else parent}
    return {**about, "user": user, "timestamp": AT, "slots": {"main": slot}}


MINE = revision(8, "Text and more")
CONFLICT = refusal("editconflict")


@pytest.mark.promise(
    "a revision of your account, after the one that was read, with the text that was sent"
)
def test_an_edit_without_an_answer_is_found_in_the_history(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(Past([LOST, [MINE]]))
    assert wiki.change_page("A", appended, summary="why") == SAVED
    assert len(edits(scripted)) == 1
    looked = scripted.requests[-1].params
    assert (looked["rvstartid"], looked["rvdir"], looked["meta"]) == ("7", "newer", "userinfo")
    assert looked["pageids"] == "5"  # under which it is found when it is moved
    assert "comment" not in looked["rvprop"]


@pytest.mark.promise("If there is none, it sends the same edit again")
def test_it_is_sent_again_if_nobody_has_saved_anything(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(Past([LOST, edited(), [MINE]]))
    assert wiki.change_page("A", appended) == SAVED
    first, second = edits(scripted)
    assert first.params == second.params


@pytest.mark.parametrize("late", [CONFLICT, SAME], ids=["refused", "same"])
def test_an_edit_that_was_late_is_found_after_the_second(
    wiki: Either, scripted: ScriptedWiki, late: Any
) -> None:
    scripted.answers_by(Past([LOST, late, [MINE]]))
    assert wiki.change_page("A", appended, summary="why") == SAVED
    assert len(edits(scripted)) == 2


def test_a_revision_without_a_change_is_not_a_second_edit(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    """The null revision of a move or of a protection, by the same account."""
    scripted.answers_by(Past([LOST, [MINE, revision(9, "Text and more")]]))
    assert wiki.change_page("A", appended) == SAVED


THEIRS = revision(8, "Text\nTheirs", "Other")
COLLEAGUE = revision(8, "Text\nof another worker")
AGAIN = edited(oldrevid=8, newrevid=9)


@pytest.mark.parametrize(
    ("plan", "texts"),
    [
        # Somebody else was first: sent again, it is merged, or begins again after the conflict.
        ([LOST, [THEIRS], AGAIN], ["Text and more"] * 2),
        ([LOST, [THEIRS], CONFLICT, AGAIN], ["Text and more"] * 2 + ["Text\nTheirs and more"]),
        # Another worker of the account was first: neither the account nor the summary says whose it is.
        (
            [LOST, [COLLEAGUE], CONFLICT, AGAIN],
            ["Text and more"] * 2 + ["Text\nof another worker and more"],
        ),
        # Somebody else has saved the same text: this edit has still to be made.
        (
            [LOST, [revision(8, "Text and more", "Other")], SAME, AGAIN],
            ["Text and more"] * 2 + ["Text and more and more"],
        ),
        # The colleague's second revision changes other lines than this edit.
        (
            [LOST, [THEIRS, revision(9, "Text\nTheirs\nof another worker")], CONFLICT, AGAIN],
            ["Text and more"] * 2 + ["Text\nTheirs\nof another worker and more"],
        ),
    ],
    ids=["merged", "others", "colleague", "the same", "later"],
)
def test_an_edit_that_was_not_made_is_made_on_what_others_have_saved(
    wiki: Either, scripted: ScriptedWiki, plan: list[Any], texts: list[str]
) -> None:
    scripted.answers_by(Past(list(plan)))
    assert wiki.change_page("A", appended, summary="why") == {**SAVED, "oldrevid": 8, "newrevid": 9}
    assert [request.params["text"] for request in edits(scripted)] == texts


HIDDEN = {**MINE, "slots": {"main": {"sha1hidden": True}}}


@pytest.mark.parametrize(
    "later",
    [
        [MINE, revision(9, "Text", "Other"), revision(10, "Text and more")],
        [THEIRS, revision(9, "Text and more\nTheirs")],
        [THEIRS, revision(9, "Text", "Other"), revision(10, "Text and more")],
        [HIDDEN],
        [{**MINE, "user": "", "userhidden": True}, MINE],
    ],
    ids=["two revisions", "a merge", "on another revision", "hidden text", "hidden user"],
)
@pytest.mark.promise("the error is `Uncertain`, and you must look yourself")
def test_it_is_not_sent_again_if_a_revision_may_be_it(
    wiki: Either, scripted: ScriptedWiki, later: list[Any]
) -> None:
    scripted.answers_by(Past([LOST, later]))
    with pytest.raises(Uncertain) as caught:
        wiki.change_page("A", appended, summary="why")
    assert (caught.value.retryable, caught.value.maybe_sent) == (False, True)
    assert len(edits(scripted)) == 1


def test_a_revision_may_be_the_edit_if_the_wiki_changes_texts_in_ways_of_its_own(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(Past([LOST, [revision(8, "TEXT AND MORE")]], transformed="TEXT AND MORE"))
    with pytest.raises(Uncertain):
        wiki.change_page("A", appended)


def test_an_edit_merged_after_one_that_was_saved_is_uncertain(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    undone = revision(9, "Text", "Other")
    again = edited(oldrevid=9, newrevid=10)
    scripted.answers_by(Past([LOST, again, [MINE, undone, revision(10, "Text and more")]]))
    with pytest.raises(Uncertain):
        wiki.change_page("A", appended)


def test_it_is_not_sent_more_often_than_it_may(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(Past([LOST, LOST, LOST]))
    with pytest.raises(Uncertain):
        wiki.change_page("A", appended, attempts=3)
    assert len(edits(scripted)) == 3


def test_a_database_that_lags_is_asked_again(wiki: Either, scripted: ScriptedWiki) -> None:
    past = Past([LOST, CONFLICT])
    looks: list[WikiRequest] = []

    def lagging(request: WikiRequest) -> Any:
        if "rvdir" in request.params:
            looks.append(request)
            past.revisions += [MINE] if len(looks) == 3 else []
        return past(request)

    scripted.answers_by(lagging)
    assert wiki.change_page("A", appended) == SAVED
    scripted.answers_by(Past([LOST, CONFLICT]))
    with pytest.raises(Uncertain):  # a conflict with nothing cannot be explained
        wiki.change_page("A", appended)


def test_a_page_that_was_made_without_an_answer_is_found(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    first = revision(8, " and more", parent=0)
    scripted.answers_by(Past([LOST, [first]], revisions=[]))
    assert wiki.change_page("A", appended, create=True) == {**SAVED, "oldrevid": 0}


@pytest.mark.promise("No two calls of a process return the same revision")
def test_two_workers_who_save_the_same_text_do_not_return_one_revision(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    """Each of them believes that the revision is its own: after a reply that was lost, and by the wiki's own reply."""
    scripted.answers_by(Past([edited(), [MINE]]))
    assert wiki.change_page("A", appended) == SAVED
    for twin in ([LOST, [MINE], SAME, AGAIN], [edited(), [MINE], AGAIN]):
        scripted.requests.clear()
        scripted.answers_by(Past(list(twin)))
        saved = wiki.change_page("A", appended)
        assert saved["newrevid"] == 9
        assert edits(scripted)[-1].params["text"] == "Text and more and more"
        forget_claim(9)


def forget_claim(revid: int) -> None:
    for revision in [each for each in claims._calls if each[1] == revid]:
        del claims._calls[revision]


# Sections.


WHOLE = "Head\n\n== S ==\nold\n\n== T ==\nold"


@pytest.mark.parametrize(
    ("section", "before", "after", "is_found"),
    [
        ("1", "== S ==\nold", "Head\n\n== S ==\nold and more\n\n== T ==\nold", True),
        ("2", "== T ==\nold", "Head\n\n== S ==\nold\n\n== T ==\nold and more", True),
        ("1", "== S ==\nold", "Head\n\n== S ==\nof another\n\n== T ==\nold", False),
        ("0", "", f" and more\n\n{WHOLE}", True),
        ("0", "Head", "Head and more\n\n== S ==\nold\n\n== T ==\nold", True),
        ("new", "", f"{WHOLE}\n\n== why ==\n\n and more", True),
        ("new", "", f"{WHOLE}\n\n and more", True),
        ("new", "", f"{WHOLE}\n\n== why ==\n\n other", False),
    ],
)
def test_a_section_without_an_answer_is_found_by_the_text_of_the_page(
    wiki: Either, scripted: ScriptedWiki, section: str, before: str, after: str, is_found: bool
) -> None:
    past = Past([LOST, [revision(8, after)], AGAIN], revisions=[revision(7, WHOLE, "Other")])

    def answer(request: WikiRequest) -> Any:
        reply = past(request)
        if "rvsection" in request.params:
            reply["query"]["pages"][0]["revisions"] = [revision(7, before)]
        return reply

    scripted.answers_by(answer)
    saved = wiki.change_page("A", appended, section=section, summary="why")
    assert saved["newrevid"] == (8 if is_found else 9)
    assert edits(scripted)[0].params["text"] == before + " and more"


def test_a_section_that_a_wiki_puts_into_a_page_in_its_own_way_is_uncertain(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    mine = revision(8, f"{WHOLE}\n-- why --\nand more\n--")
    scripted.answers_by(Past([LOST, [mine]], revisions=[revision(7, WHOLE, "Other")]))
    with pytest.raises(Uncertain):
        wiki.change_page("A", lambda text: "and more", section="new", summary="why")


# Texts that a wiki transforms.


@pytest.mark.parametrize(
    ("model", "old", "new", "is_asked", "transformed"),
    [
        ("wikitext", "Text", "Text\r\nmore e\u0301 \n", False, "Text\nmore \xe9"),
        ("wikitext", "Text", "Text ~~~~", True, "SAVED"),
        ("wikitext", "Text", "{{subst:A}} Text", True, "SAVED"),
        ("wikitext", "Text", "{{ ers:A}} Text", True, "SAVED"),
        ("wikitext", "Text", "[[A (b)|]] Text", True, "SAVED"),
        ("wikitext", "Text", "[[|A]] Text", True, "SAVED"),
        ("wikitext", "Text", "{{A|b=c:d}} [[B|b]] {{#if:a|b}} ~~", False, None),
        (
            "wikitext",
            "<nowiki>~~~~ {{lc:A}}</nowiki>",
            "<nowiki>~~~~ {{lc:A}}</nowiki>!",
            False,
            None,
        ),
        ("css", "a", "b", False, None),
        ("css", "a", "b ~~~", True, "SAVED"),
        ("json", "{}", "[]", True, "SAVED"),
        ("of-an-extension", "a", "b", True, "SAVED"),
    ],
)
@pytest.mark.promise("If the text holds `~~~`, `subst:` or a pipe trick")
def test_a_text_that_the_wiki_transforms_is_transformed_before_it_is_sent(
    wiki: Either,
    scripted: ScriptedWiki,
    model: str,
    old: str,
    new: str,
    is_asked: bool,
    transformed: str | None,
) -> None:
    base = revision(7, old, "Other")
    base["slots"]["main"]["contentmodel"] = model
    mine = revision(8, transformed or new)
    scripted.answers_by(Past([LOST, [mine]], revisions=[base], transformed="SAVED"))
    assert wiki.change_page("A", lambda before: new) == SAVED
    (edit,) = edits(scripted)
    assert edit.params["text"] == (transformed or new)
    parse_params = [each.params for each in scripted.requests if each.params["action"] == "parse"]
    assert len(parse_params) == is_asked
    for params in parse_params:
        assert (params["onlypst"], params["title"], params["contentmodel"]) == ("1", "A", model)


def test_a_text_that_the_wiki_does_not_transform_is_not_sent(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"), part(), {"errors": [], "parse": {"title": "A"}})
    with pytest.raises(ResponseError, match="has no `text`"):
        wiki.change_page("A", lambda before: before + " ~~~~")
    assert edits(scripted) == []


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
        past = Past([LOST, failure])
        scripted.answers_by(past)
    with pytest.raises(Uncertain) as caught:
        wiki.change_page("A", appended, attempts=2)
    assert isinstance(caught.value.reason, reason)
    assert (caught.value.retryable, caught.value.maybe_sent) == (False, True)
    assert caught.value.sent["text"] == "Text and more"


# --- What is refused before anything is sent ---------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, appended), "page: expected text, got int"),
        (("A", "text"), "change: expected a function, got str"),
        (("\udcfc", appended), "page: "),
    ],
)
def test_what_cannot_be_right_is_refused(
    wiki: Either, scripted: ScriptedWiki, arguments: Any, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        wiki.change_page(*arguments)
    with pytest.raises(ParameterError, match="attempts: "):
        wiki.change_page("A", appended, attempts=0)
    assert scripted.requests == []


def test_a_function_that_returns_no_text_is_refused(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(text("Text"))
    with pytest.raises(ParameterError, match="change: expected text, got bytes"):
        wiki.change_page("A", lambda before: before.encode())


def test_an_error_of_the_function_comes_out_as_itself(
    client: Callable[..., Either], scripted: ScriptedWiki
) -> None:
    scripted.answers(text("Text"))

    def clueless(before: str) -> str:
        raise LookupError(before)

    with pytest.raises(LookupError, match="Text"):
        client(scripted.api_url).change_page("A", clueless)
