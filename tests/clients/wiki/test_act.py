"""Actions as values: what is sent, what is sent again, what comes back, and what is refused."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from wiki_query import (
    AllPages,
    Blocked,
    Captcha,
    EditConflict,
    Exists,
    Filtered,
    NotDone,
    ParameterError,
    Protected,
    ServerError,
    replace,
)
from wiki_query.actions import (
    Compare,
    CreateAccount,
    Edit,
    Help,
    Logout,
    OpenSearch,
    Parse,
    Purge,
    Rsd,
    Upload,
    Watch,
)

from tests.clients.wiki.conftest import PACKAGE
from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import Answer, Asked, Reply, ScriptedWiki, part, refusal

DONE = {"edit": {"result": "Success", "pageid": 1, "title": "A", "newrevid": 7}}


def editing(*replies: Answer) -> Any:
    """A wiki that gives a new token whenever it is asked for one, and answers edits with these."""
    left, given = list(replies), iter(range(1, 100))

    def script(asked: Asked) -> Answer:
        if asked.params.get("meta") == "tokens":
            return part(tokens={f"{asked.params['type']}token": f"token{next(given)}+\\"})
        return left.pop(0) if len(left) > 1 else left[0]

    return script


def test_an_edit_sends_what_it_was_given_and_a_token(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(DONE))
    done = wiki.act(Edit(title="A", text="Hello", minor=True, bot=False, tags=["x", "y"]))
    assert done == DONE["edit"]
    asked = scripted.asked[-1]
    assert asked.method == "POST"
    sent = {"action": "edit", "title": "A", "text": "Hello", "minor": "1", "tags": "x|y"}
    assert sent.items() <= asked.params.items()
    assert asked.params["token"] == "token1+\\"
    assert not {"bot", "watchlist", "summary"} & asked.params.keys()


def test_a_token_is_fetched_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(DONE))
    for text in ("one", "two"):
        wiki.act(Edit(title="A", text=text))
    assert [asked.params["action"] for asked in scripted.asked] == ["query", "edit", "edit"]


def test_a_token_that_is_refused_is_fetched_anew_once(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing(refusal("badtoken"), DONE, refusal("badtoken")))
    assert wiki.act(Edit(title="A", text="one")) == DONE["edit"]
    with pytest.raises(ServerError, match="badtoken"):
        wiki.act(Edit(title="A", text="two"))
    tokens = [asked.params["token"] for asked in scripted.asked if "token" in asked.params]
    assert tokens == ["token1+\\", "token2+\\", "token2+\\", "token3+\\"]


def test_an_action_that_only_reads_is_a_query_unless_it_is_long(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers({"parse": {"title": "API", "text": "<p>"}})
    assert wiki.act(Parse(text="x"))["text"] == "<p>"
    wiki.act(Parse(text="x" * 10_000))
    assert [asked.method for asked in scripted.asked] == ["GET", "POST"]
    assert "token" not in scripted.asked[-1].params


def test_templates_of_parameters_are_filled(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers({"compare": {"body": ""}})
    wiki.act(Compare(fromrev=1, toslots="main", totext_slot={"main": "x"}))
    assert scripted.asked[0].params["totext-main"] == "x"


def test_pages_are_chosen_by_a_query_module(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers_by(editing({"watch": [{"title": "A", "ns": 0, "watched": True}]}))
    wiki.act(Watch(generator=AllPages(prefix="A", page_size=5)))
    sent = scripted.asked[-1].params
    assert (sent["generator"], sent["gapprefix"], sent["gaplimit"]) == ("allpages", "A", "5")
    with pytest.raises(ParameterError, match=r"Purge\.generator: a query module that may choose"):
        Purge(generator="allpages")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_what_only_the_wiki_knows_is_sent_and_not_shown(
    wiki: Either, scripted: ScriptedWiki
) -> None:
    scripted.answers_by(editing({"createaccount": {"status": "PASS", "username": "Bob"}}))
    fields = {"username": "Bob", "password": "bobspass-1234", "retype": "bobspass-1234"}
    action = CreateAccount(returnurl="https://example.org/", fields=fields)
    assert "bobspass" not in repr(action)
    assert wiki.act(action)["status"] == "PASS"
    sent = scripted.asked[-1].params
    assert fields.items() <= sent.items()
    assert sent["createreturnurl"] == "https://example.org/"
    assert sent["createtoken"] == "token1+\\"
    with pytest.raises(ParameterError, match="`format` is a parameter of the action itself"):
        wiki.act(CreateAccount(fields={"format": "xml"}))


def test_a_file_is_sent(wiki: Either, scripted: ScriptedWiki, tmp_path: Path) -> None:
    scripted.answers_by(editing({"upload": {"result": "Success", "filename": "A.png"}}))
    path = tmp_path / "a.png"
    path.write_bytes(b"content of a file")
    for file in (path, b"content of a file", path.open("rb")):
        wiki.act(Upload(filename="A.png", file=file))
        assert b"content of a file" in scripted.asked[-1].body
        assert b'filename="A.png"' in scripted.asked[-1].body
    assert repr(Upload(file=b"abc")) == "Upload(file=<3 bytes>)"
    with pytest.raises(ParameterError, match=r"Upload\.file: a path, an open file or bytes"):
        Upload(file="a.png")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ParameterError, match=r"none\.png: No such file"):
        wiki.act(Upload(filename="A.png", file=tmp_path / "none.png"))


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
    assert scripted.asked[0].params["limit"] == "5"


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
    assert len(scripted.asked) == 2


def test_a_result_that_refuses_is_an_error(wiki: Either, scripted: ScriptedWiki) -> None:
    captcha = {"type": "simple", "mime": "text/plain", "id": "1", "question": "2+2"}
    warned = {"result": "Warning", "warnings": {"exists": "A.png"}, "filekey": "f"}
    scripted.answers_by(
        editing({"edit": {"result": "Failure", "captcha": captcha}}, {"upload": warned})
    )
    with pytest.raises(Captcha) as asked:
        wiki.act(Edit(title="A", text="x"))
    assert asked.value.captcha == captcha
    with pytest.raises(NotDone, match=r"upload-warning: .* exists") as caught:
        wiki.act(Upload(filename="A.png", file=b"x"))
    assert caught.value.result == warned


def test_what_cannot_be_right_is_not_sent(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(ParameterError, match="Edit: one of title and pageid is needed"):
        wiki.act(Edit(text="x"))
    with pytest.raises(ParameterError, match="Edit has no parameter 'sumary'; did you mean"):
        Edit(title="A", sumary="x")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(ParameterError, match=r"act\(\) takes an action, not AllPages"):
        wiki.act(AllPages())
    with pytest.raises(ParameterError, match=r"the class Logout; write Logout\(…\)"):
        wiki.act(Logout)
    assert scripted.asked == []
    scripted.answers_by(editing(refusal("missingparam")))
    with pytest.raises(ServerError, match="missingparam"):
        wiki.act(Edit(text="x"), insist=True)


def test_an_action_is_a_value() -> None:
    edit = Edit(title="A", text="x", tags=["b", "a"])
    assert edit == Edit(title="A", text="x", tags=("b", "a"))
    assert len({edit, replace(edit, text="x"), replace(edit, text="y")}) == 2
    assert repr(replace(edit, tags=None)) == "Edit(title='A', text='x')"
    compare = Compare(fromrev=1, totext_slot={"main": "x"})
    assert replace(compare, fromrev=2) == Compare(fromrev=2, totext_slot={"main": "x"})


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
