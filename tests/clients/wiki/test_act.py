"""Actions as values: what is sent, what is sent again, what comes back, and what is refused."""

import asyncio
import pickle
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from wiki_query import (
    AllPages,
    AsyncClient,
    Blocked,
    Captcha,
    Client,
    ContinuationError,
    EditConflict,
    Exists,
    Filtered,
    NotDone,
    ParameterError,
    Partial,
    Protected,
    RightsError,
    ServerError,
    TransportError,
    Uncertain,
    replace,
)
from wiki_query.actions import (
    Block,
    Compare,
    CreateAccount,
    Edit,
    Help,
    Logout,
    Move,
    OpenSearch,
    Options,
    Parse,
    Protect,
    Purge,
    Rsd,
    Upload,
    UserRights,
    Watch,
)
from wiki_query.testing import FakeWiki

from tests.clients.seller.script import reset
from tests.clients.wiki.conftest import PACKAGE
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Answer, Reply, ScriptedWiki, WikiRequest, part, refusal

DONE = {"edit": {"result": "Success", "pageid": 1, "title": "A", "newrevid": 7}}


def editing(*replies: Answer) -> Any:
    """A wiki that gives a new token whenever it is asked for one, and answers edits with these."""
    remaining, numbers = list(replies), iter(range(1, 100))

    def script(request: WikiRequest) -> Answer:
        if request.params.get("meta") == "tokens":
            token = f"token{next(numbers)}+\\"
            return part(
                tokens={f"{kind}token": token for kind in request.params["type"].split("|")}
            )
        return remaining.pop(0) if len(remaining) > 1 else remaining[0]

    return script


@pytest.mark.promise(
    "Each action is a class in `wiki_query.actions`, and `wiki.act` carries it out"
)
def test_an_edit_sends_what_it_was_given_and_a_token(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(DONE))
    done = wiki.act(Edit(title="A", text="Hello", minor=True, bot=False, tags=["x", "y"]))
    assert done == DONE["edit"]
    request = scripted.requests[-1]
    assert request.method == "POST"
    parameters = {"action": "edit", "title": "A", "text": "Hello", "minor": "1", "tags": "x|y"}
    assert parameters.items() <= request.params.items()
    assert request.params["token"] == "token1+\\"
    assert not {"bot", "watchlist", "summary"} & request.params.keys()


@pytest.mark.promise("So is `expiry` of `Block`, `Protect`, `UserRights` and `wiki.watch`")
def test_an_expiry_is_a_time_or_text(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing({"block": {}, "protect": {}, "userrights": {}}))
    time = datetime(2030, 1, 2, tzinfo=UTC)
    for action, expiry in (
        (Block(user="A", expiry=time), "2030-01-02T00:00:00Z"),
        (Block(user="A", expiry="1 week"), "1 week"),
        (
            Protect(title="A", protections=["edit=sysop"], expiry=[time, "infinite"]),
            "2030-01-02T00:00:00Z|infinite",
        ),
        (UserRights(user="A", add=["bot"], expiry=time), "2030-01-02T00:00:00Z"),
    ):
        with suppress(NotDone):
            wiki.act(action)
        assert scripted.requests[-1].params["expiry"] == expiry
    with pytest.raises(ParameterError, match="aware of its zone"):
        Block(user="A", expiry=datetime(2030, 1, 2))  # noqa: DTZ001 - which is refused


def test_a_token_is_fetched_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(DONE))
    for text in ("one", "two"):
        wiki.act(Edit(title="A", text=text))
    assert [request.params["action"] for request in scripted.requests] == ["query", "edit", "edit"]


def test_tokens_of_a_session_are_fetched_together(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(DONE, {"watch": []}))
    wiki.act(Edit(title="A", text="B"))
    wiki.act(Watch(titles="A"))
    assert [request.params["action"] for request in scripted.requests] == ["query", "edit", "watch"]


def test_a_token_that_is_refused_is_fetched_anew_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(refusal("badtoken"), DONE, refusal("badtoken")))
    assert wiki.act(Edit(title="A", text="one")) == DONE["edit"]
    with pytest.raises(ServerError, match="badtoken"):
        wiki.act(Edit(title="A", text="two"))
    tokens = [request.params["token"] for request in scripted.requests if "token" in request.params]
    assert tokens == ["token1+\\", "token2+\\", "token2+\\", "token3+\\"]


def test_an_action_that_only_reads_is_a_query_unless_it_is_long(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers({"parse": {"title": "API", "text": "<p>"}})
    assert wiki.act(Parse(text="x"))["text"] == "<p>"
    wiki.act(Parse(text="x" * 10_000))
    assert [request.method for request in scripted.requests] == ["GET", "POST"]
    assert "token" not in scripted.requests[-1].params


def test_templates_of_parameters_are_filled(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"compare": {"body": ""}})
    wiki.act(Compare(fromrev=1, toslots="main", totext_slot={"main": "x"}))
    assert scripted.requests[0].params["totext-main"] == "x"


def test_pages_are_chosen_by_a_query_module(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing({"watch": [{"title": "A", "ns": 0, "watched": True}]}))
    wiki.act(Watch(generator=AllPages(prefix="A", page_size=5)))
    parameters = scripted.requests[-1].params
    assert (parameters["generator"], parameters["gapprefix"], parameters["gaplimit"]) == (
        "allpages",
        "A",
        "5",
    )
    with pytest.raises(
        ParameterError, match=r"Purge\.generator: expected a query module that may choose"
    ):
        Purge(generator="allpages")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_number_where_text_is_wanted_is_refused_with_the_text() -> None:
    with pytest.raises(ParameterError, match=r"Edit\.section: expected text, got 1; write '1'"):
        Edit(title="A", section=1, text="x")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.promise("`act` sends more requests, up to the end")
def test_all_pages_that_a_module_chooses_are_done(wiki: Either, scripted: ScriptedWiki) -> None:
    pages = [{"title": title, "ns": 0, "purged": True} for title in "AB"]
    more = {"gapcontinue": "B", "continue": "gapcontinue||"}
    scripted.answers({"purge": pages[:1], "continue": more}, {"purge": pages[1:]})
    assert wiki.act(Purge(generator=AllPages(page_size=1))) == pages
    assert scripted.params("gapcontinue") == [(None,), ("B",)]
    redirects = [{"from": title.lower(), "to": title} for title in "AB"]
    first = {"purge": pages[:1], "redirects": redirects[:1], "continue": more}
    scripted.answers(first, {"purge": pages[1:], "redirects": redirects[1:]})
    reply = wiki.act_reply(Purge(generator=AllPages(page_size=1)))
    assert (reply.result, reply.beside(Purge)["redirects"]) == (pages, redirects)
    scripted.answers({"purge": pages[:1], "continue": more})
    with pytest.raises(Partial, match="purge: the wiki continues in a circle") as caught:
        wiki.act(Purge(generator=AllPages(page_size=1)))
    assert isinstance(caught.value.reason, ContinuationError)


@pytest.mark.promise("If a request failed, `error.reason` has the error")
def test_what_was_done_is_told_if_a_later_request_fails(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    done, missing = {"title": "A", "purged": True}, {"title": "M", "missing": True}
    more = {"gapcontinue": "B", "continue": "gapcontinue||"}
    scripted.answers({"purge": [done, missing], "continue": more}, refusal("permissiondenied"))
    with pytest.raises(
        Partial, match=r"1 of 2 not done: M .*; then it failed: permissiondenied"
    ) as caught:
        wiki.act(Purge(generator=AllPages(page_size=1)))
    assert (caught.value.done, caught.value.failed) == ((done,), (missing,))
    assert isinstance(caught.value.reason, RightsError)
    assert not caught.value.maybe_sent
    scripted.answers({"purge": [done], "continue": more}, Reply(b"", 504))
    with pytest.raises(Partial, match="0 of 1 not done; then it failed") as caught:
        wiki.act(Purge(generator=AllPages(page_size=1)))
    assert isinstance(caught.value.reason, Uncertain)
    assert caught.value.maybe_sent
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.done == (done,)


@pytest.mark.promise("Its `repr` shows no password")
def test_what_only_the_wiki_knows_is_sent_and_not_shown(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(editing({"createaccount": {"status": "PASS", "username": "Bob"}}))
    fields = {"username": "Bob", "password": "bobspass-1234", "retype": "bobspass-1234"}
    action = CreateAccount(returnurl="https://example.org/", fields=fields)
    assert "bobspass" not in repr(action)
    assert wiki.act(action)["status"] == "PASS"
    parameters = scripted.requests[-1].params
    assert fields.items() <= parameters.items()
    assert parameters["createreturnurl"] == "https://example.org/"
    assert parameters["createtoken"] == "token1+\\"
    with pytest.raises(ParameterError, match="`format` is a parameter of the action itself"):
        wiki.act(CreateAccount(fields={"format": "xml"}))


def test_a_file_is_sent(wiki: Either, scripted: ScriptedWiki, tmp_path: Path) -> None:
    scripted.answers_by(editing({"upload": {"result": "Success", "filename": "A.png"}}))
    path = tmp_path / "a.png"
    path.write_bytes(b"content of a file")
    for file in (path, b"content of a file", path.open("rb")):
        wiki.act(Upload(filename="A.png", file=file))
        assert b"content of a file" in scripted.requests[-1].body
        assert b'filename="A.png"' in scripted.requests[-1].body
    assert repr(Upload(file=b"abc")) == "Upload(file=<3 bytes>)"
    with pytest.raises(
        ParameterError, match=r"Upload\.file: expected a path, an open file or bytes"
    ):
        Upload(file="a.png")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ParameterError, match=r"none\.png: No such file"):
        wiki.act(Upload(filename="A.png", file=tmp_path / "none.png"))


@pytest.mark.promise("A reply that is not JSON (feeds, `Help`, `Rsd`) is returned as bytes")
def test_what_is_not_json_comes_as_bytes(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(
        Reply(b"<rsd/>", headers={"Content-Type": "application/rsd+xml"}),
        Reply(b"<html>", headers={"Content-Type": "text/html; charset=utf-8"}),
        refusal("missingparam"),
    )
    assert wiki.act(Rsd()) == b"<rsd/>"
    assert wiki.act(Help()) == b"<html>"
    with pytest.raises(ServerError, match="missingparam"):
        wiki.act(Help())


def test_a_list_is_the_whole_answer(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(Reply(b'["A",["A"],[""],["https://example.org/A"]]'))
    assert wiki.act(OpenSearch(search="A", limit=5))[1] == ["A"]
    assert scripted.requests[0].params["limit"] == "5"


@pytest.mark.promise("The client never does that by itself: read the warning")
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("editconflict", EditConflict),
        ("articleexists", Exists),
        ("fileexists-forbidden", Exists),
        ("protectedpage", Protected),
        ("protectednamespace-interface", Protected),
        ("cascadeprotected", Protected),
        ("blocked", Blocked),
        ("autoblocked", Blocked),
        ("abusefilter-warning", Filtered),
        ("spamblacklist", Filtered),
        ("titleblacklist-forbidden", Filtered),
    ],
)
def test_errors_have_classes_and_are_not_sent_again(
    wiki: Either, scripted: ScriptedWiki, code: str, kind: type[ServerError]
) -> None:
    scripted.answers_by(editing(refusal(code)))
    with pytest.raises(ServerError) as caught:
        wiki.act(Edit(title="A", text="x"))
    assert type(caught.value) is kind
    assert len(scripted.requests) == 2


CAUSES: list[tuple[dict[str, Any], type[ServerError]]] = [
    ({"data": {"messages": [{"name": "edit-conflict", "parameters": []}]}}, EditConflict),
    ({"data": {"messages": [{"name": "abusefilter-disallowed"}]}}, ServerError),
    ({}, ServerError),
]


@pytest.mark.promise("also if that is the cause of a `failed-save`")
@pytest.mark.parametrize(("more", "kind"), CAUSES, ids=str)
def test_a_save_that_failed_for_a_conflict_is_a_conflict(
    wiki: Either, scripted: ScriptedWiki, more: dict[str, Any], kind: type[ServerError]
) -> None:
    failed = refusal("failed-save", **more)
    scripted.answers_by(editing(failed))
    with pytest.raises(ServerError) as caught:
        wiki.act(Edit(title="A", text="x"))
    assert (type(caught.value), caught.value.code) == (kind, "failed-save")
    failed["errors"].append({"code": "editconflict", "text": "", "module": "main"})
    with pytest.raises(EditConflict):
        wiki.act(Edit(title="A", text="x"))


def test_a_result_that_refuses_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    captcha = {"type": "simple", "mime": "text/plain", "id": "1", "question": "2+2"}
    warned = {"result": "Warning", "warnings": {"exists": "A.png"}, "filekey": "f"}
    scripted.answers_by(
        editing({"edit": {"result": "Failure", "captcha": captcha}}, {"upload": warned})
    )
    with pytest.raises(Captcha) as caught_captcha:
        wiki.act(Edit(title="A", text="x"))
    assert caught_captcha.value.captcha == captcha
    with pytest.raises(NotDone, match=r"upload-warning: .* exists") as caught:
        wiki.act(Upload(filename="A.png", file=b"x"))
    assert caught.value.result == warned


@pytest.mark.promise("combination that the wiki would refuse is a `ParameterError`")
def test_what_cannot_be_right_is_not_sent(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(ParameterError, match="Edit: one of title and pageid is needed"):
        wiki.act(Edit(text="x"))
    with pytest.raises(ParameterError, match="Edit has no parameter 'sumary'; did you mean"):
        Edit(title="A", sumary="x")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(ParameterError, match=r"act\(\) takes an action, not AllPages"):
        wiki.act(AllPages())
    with pytest.raises(ParameterError, match=r"the class Logout; write Logout\(…\)"):
        wiki.act(Logout)
    for call in (wiki.query, wiki.client.explain):
        with pytest.raises(ParameterError, match=r"query\(\) takes query modules, not Edit"):
            call(Edit(title="A", text="x"), AllPages())
    assert scripted.requests == []
    scripted.answers_by(editing(refusal("missingparam")))
    with pytest.raises(ServerError, match="missingparam"):
        wiki.act(Edit(text="x"), force=True)


@pytest.mark.promise("you can store it, compare it, and change it with `replace`")
def test_an_action_is_a_value() -> None:
    edit = Edit(title="A", text="x", tags=["b", "a"])
    assert edit == Edit(title="A", text="x", tags=("b", "a"))
    assert len({edit, replace(edit, text="x"), replace(edit, text="y")}) == 2
    assert repr(replace(edit, tags=None)) == "Edit(title='A', text='x')"
    compare = Compare(fromrev=1, totext_slot={"main": "x"})
    assert replace(compare, fromrev=2) == Compare(fromrev=2, totext_slot={"main": "x"})


def logging_in(*replies: Answer) -> Any:
    """The script of edits, for a client that logs in first."""
    script = editing(*replies)

    def answer(request: WikiRequest) -> Answer:
        if request.params["action"] == "clientlogin":
            return {"clientlogin": {"status": "PASS", "username": "Alice"}}
        if request.params.get("meta") == "userinfo":
            return part(userinfo={"id": 1, "name": "Alice", "rights": []})
        answer: Answer = script(request)
        return answer

    return answer


@pytest.mark.promise("whatever may change the wiki is sent with `assertuser`")
def test_after_a_login_a_change_is_made_in_no_other_name(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(logging_in({**DONE, "parse": {"title": "A", "pageid": 1}}))
    wiki.act(Edit(title="A", text="x"))
    wiki.login("Alice", "alicespass-1234")
    wiki.act(Edit(title="A", text="y"))
    wiki.act(Parse(page="A"))
    wiki.with_options(assert_="bot", assert_user="Bob").act(Edit(title="A", text="y"))
    changes = [
        request.params
        for request in scripted.requests
        if request.params["action"] in ("edit", "parse")
    ]
    assert [(params.get("assert"), params.get("assertuser")) for params in changes] == [
        (None, None),
        ("user", "Alice"),
        ("user", None),
        ("bot", "Bob"),
    ]


@pytest.mark.promise("fetches a new token, and sends the action once more")
@pytest.mark.parametrize("code", ["assertuserfailed", "assertnameduserfailed"])
def test_a_lost_session_is_opened_again_once_with_a_new_token(
    wiki: Either, scripted: ScriptedWiki, code: str
) -> None:
    scripted.answers_by(logging_in(DONE, refusal(code), DONE, refusal(code), refusal(code)))
    wiki.login("Alice", "alicespass-1234")
    wiki.act(Edit(title="A", text="one"))
    wiki.act(Edit(title="A", text="two"))
    with pytest.raises(ServerError, match=code):
        wiki.act(Edit(title="A", text="three"))
    tokens = [request.params["token"] for request in scripted.requests if "token" in request.params]
    # The login itself has a token, which is another one each time.
    assert tokens == ["token2+\\", "token2+\\", "token4+\\", "token4+\\", "token6+\\"]
    assert [request.params["action"] for request in scripted.requests].count("clientlogin") == 3


@pytest.mark.promise("`error.sent` has the parameters, without tokens and passwords")
@pytest.mark.parametrize(
    "answer",
    [reset, Reply(b"<html>", 502), Reply(b"{}", 504), refusal("internal_api_error_DBQueryError")],
    ids=["no answer", "bad gateway", "gateway timeout", "a fault of the wiki"],
)
def test_a_change_without_an_answer_is_uncertain_and_not_sent_again(
    wiki: Either, scripted: ScriptedWiki, answer: Answer
) -> None:
    scripted.answers_by(editing(answer))
    with pytest.raises(
        Uncertain, match=r"look before you repeat it\. Sent: action='edit', title='A'"
    ) as caught:
        wiki.act(Edit(title="A", text="x" * 100))
    error = caught.value
    assert (error.maybe_sent, error.retryable, error.operation) == (True, False, "edit")
    assert error.sent == {"action": "edit", "title": "A", "text": "x" * 100}
    assert "(100 characters)" in str(error)
    assert "token1" not in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert [request.params["action"] for request in scripted.requests] == ["query", "edit"]


@pytest.mark.parametrize("code", ["maxlag", "readonly", "ratelimited"])
def test_what_was_certainly_not_done_is_sent_again(
    wiki: Either, scripted: ScriptedWiki, code: str
) -> None:
    scripted.answers_by(editing(refusal(code), refusal(code), DONE))
    assert wiki.act(Edit(title="A", text="x")) == DONE["edit"]
    assert len(scripted.requests) == 4


def test_an_action_that_only_reads_is_sent_again(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(reset, Reply(b"<html>", 502), {"parse": {"title": "A"}})
    assert wiki.act(Parse(text="x")) == {"title": "A"}


@pytest.mark.promise("`error.done` and `error.failed` have the items")
def test_of_several_pages_those_that_were_not_done_are_told(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    done = {"title": "A", "ns": 0, "purged": True}
    failed = {"title": "B", "ns": 0, "missing": True}
    scripted.answers_by(editing({"purge": [done, failed]}, {"purge": [failed]}, {"purge": [done]}))
    with pytest.raises(Partial, match=r"purge: 1 of 2 not done: B \(missing\)") as caught:
        wiki.act(Purge(titles=["A", "B"]))
    assert (caught.value.done, caught.value.failed) == ((done,), (failed,))
    with pytest.raises(NotDone, match="1 of 1 not done") as all_of_them:
        wiki.act(Purge(titles="B"))
    assert all_of_them.value.result == [failed]
    assert wiki.act(Purge(titles="A")) == [done]


def test_what_a_move_leaves_behind_is_told(wiki: Either, scripted: ScriptedWiki) -> None:
    errors = [{"code": "articleexists", "text": "It exists."}]
    moved = {"from": "A", "to": "B", "reason": "", "redirectcreated": True}
    subpages = [{"from": "A/1", "to": "B/1"}, {"from": "A/2", "errors": errors}]
    answer = {"move": {**moved, "talkmove-errors": errors, "subpages": subpages}}
    scripted.answers_by(editing(answer))
    message = r"2 of 4 not done: talk page of A \(articleexists\), A/2 \(articleexists\)"
    with pytest.raises(Partial, match=message) as caught:
        wiki.act(Move(from_="A", to="B", movetalk=True, movesubpages=True))
    assert [item["from"] for item in caught.value.done] == ["A", "A/1"]


@pytest.mark.promise("an option that was not taken, groups that nobody was given")
def test_a_success_that_is_none_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    warning = {"code": "validationfailed", "text": "not a valid preference", "module": "options"}
    nothing = {"user": "B", "userid": 2, "added": [], "removed": []}
    scripted.answers_by(
        editing({"options": "success", "warnings": [warning]}, {"userrights": nothing})
    )
    with pytest.raises(NotDone, match="not all options were taken: not a valid preference"):
        wiki.act(Options(change="nonsense=1"))
    with pytest.raises(NotDone, match="nothing was added or removed: the account lacks") as caught:
        wiki.act(UserRights(user="B", add="bot"))
    assert caught.value.result == nothing


@pytest.mark.promise("The error repeats the wiki's warnings, if there are any")
def test_what_was_not_done_says_what_the_wiki_said(wiki: Either, scripted: ScriptedWiki) -> None:
    text = 'Unrecognized value for parameter "add": nosuchgroup.'
    warnings = [{"code": "unrecognizedvalues", "text": text, "module": "userrights"}]
    nothing = {"user": "B", "userid": 2, "added": [], "removed": []}
    missing = [{"title": "B", "missing": True}]
    scripted.answers_by(
        editing(
            {"userrights": nothing, "warnings": warnings},
            {"purge": missing, "warnings": warnings},
        )
    )
    for action in (UserRights(user="B", add="nosuchgroup"), Purge(titles="B")):
        with pytest.raises(NotDone, match=r"not done|or removed: Unrec") as caught:
            wiki.act(action)
        assert text in str(caught.value)
        assert "lacks the right" not in str(caught.value)


@pytest.mark.promise("`explain` takes an action, too, and sends nothing")
def test_an_action_is_explained_and_not_sent(wiki: Either, scripted: ScriptedWiki) -> None:
    explanation = wiki.client.explain(Upload(filename="A.png", file=b"x", comment="c"))
    assert (explanation.method, explanation.at_least) == ("POST", 2)
    assert explanation.parameters["token"] == "…"
    assert explanation.parameters["file"] == "<file A.png>"
    assert "comment=c" in explanation.sandbox
    assert "token" not in explanation.sandbox
    assert wiki.client.explain(Parse(text="x")).method == "GET"
    assert wiki.client.explain(Edit(text="x")).parameters["text"] == "x"  # it breaks a rule
    assert scripted.requests == []


@pytest.mark.promise("The call sends nothing, waits for nothing")
def test_a_method_is_explained_and_nothing_else_happens(
    client: Any, scripted: ScriptedWiki
) -> None:
    wiki = client(
        scripted.api_url,
        access_token="hunter2",
        write_interval=1000,
        on_attempt=lambda attempt: pytest.fail("something was sent"),
    ).client
    contents: list[str] = []
    explanation = wiki.explain_call(wiki.change_page, "A", contents.append, create=True)
    explanation = wiki.explain_call(
        wiki.upload, bytes(300), "A.png", chunk_bytes=20, in_background=True
    )
    assert explanation.at_least == len(explanation.requests) == 1 + 15 + 1 + 1 + 1
    assert explanation.parameters["chunk"] == "<file A.png>"
    assert [request.parameters.get("checkstatus") for request in explanation.requests[-3:]] == [
        "1",
        None,
        "1",
    ]
    assert "… 9 more …" in str(explanation)
    assert "hunter2" not in repr(explanation)
    # The limits of the account are not known yet, which is a request more.
    explanation = wiki.explain_call(wiki.purge, titles=[f"P{number}" for number in range(120)])
    assert [request.parameters["action"] for request in explanation.requests] == [
        "query",
        *["purge"] * 3,
    ]
    with pytest.raises(ParameterError, match="one of a client's methods act, act_reply"):
        wiki.explain_call(wiki.page, "A")
    with pytest.raises(ParameterError, match="one of a client's methods"):
        wiki.explain_call(print)
    with pytest.raises(ParameterError, match="titles, pageids, revids or generator"):
        wiki.explain_call(wiki.purge)
    assert (contents, scripted.requests) == ([], [])


@pytest.mark.promise("It provides tokens by itself")
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_wiki_in_memory_takes_actions(kind: Any) -> None:
    fake = FakeWiki()
    fake.add(DONE, action="edit", title="A")
    fake.add_content(b"<rsd/>", "application/rsd+xml", action="rsd")
    client = fake.client(kind)

    def act(action: Any) -> Any:
        result = client.act(action)
        return result if kind is Client else asyncio.run(result)

    assert act(Edit(title="A", text="x")) == DONE["edit"]
    assert (fake.asked[-1]["text"], fake.asked[-1]["token"]) == ("x", "+\\")
    assert act(Rsd()) == b"<rsd/>"
    with pytest.raises(TransportError, match="no reply was added for action='edit', title='B'"):
        act(Edit(title="B", text="x"))


def test_programs_that_only_read_load_no_action() -> None:
    code = """
import sys
from wiki_query import AllPages, Client
Client("https://wiki.example.org/w/api.php", user_agent="t/1 (t@example.org)").list(AllPages())
print([name for name in sys.modules if ".actions" in name])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
