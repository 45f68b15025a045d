"""Impossible values are refused before anything is sent, with what would be right, and without secrets."""

from collections.abc import Callable
from typing import Any

import pytest
from wiki_query import AbsentError, Forced, ParameterError, Revisions

from tests.clients.wiki.either import Either
from tests.clients.wiki.scripted import ScriptedWiki, page, part

LOGINS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], str]] = {
    "no password": ("login", ("Alice", None), {}, "password: expected text, got NoneType"),
    "bytes": ("login", ("Alice", b"secret word"), {}, "password: expected text, got bytes"),
    "empty": ("login", ("Alice", ""), {}, "password: expected text, got an empty one"),
    "no name": ("login", (None, "secret word"), {}, "username: expected text, got NoneType"),
    "empty name": ("login", ("", "secret word"), {}, "username: expected text, got an empty one"),
    "a code": (
        "login",
        ("Alice", "secret word"),
        {"on_challenge": "1"},
        "on_challenge: expected a function",
    ),
    "bot": ("login_bot", ("Alice@app", None), {}, "password: expected text, got NoneType"),
}


@pytest.mark.parametrize(("method", "account", "options", "message"), LOGINS.values(), ids=LOGINS)
def test_a_login_that_cannot_be_right_is_refused(
    wiki: Either,
    scripted: ScriptedWiki,
    method: str,
    account: tuple[Any, ...],
    options: dict[str, Any],
    message: str,
) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        getattr(wiki, method)(*account, **options)
    assert "secret word" not in str(caught.value)
    assert scripted.requests == []


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "it is empty; leave it out"),
        ("hidden\n", "a line break"),
        ("hïdden", "no access token"),
    ],
)
def test_an_access_token_that_no_header_holds_is_refused(
    client: Callable[..., Either], scripted: ScriptedWiki, token: str, message: str
) -> None:
    with pytest.raises(ParameterError, match=f"access_token: .*{message}") as caught:
        client(scripted.api_url, access_token=token)
    assert not token or token not in str(caught.value)


def test_a_kind_of_token_that_there_is_not_is_refused(wiki: Either, scripted: ScriptedWiki) -> None:
    with pytest.raises(
        ParameterError, match=r"unknown kind 'edit'; give one of .*csrf, .*rollback"
    ):
        wiki.raw(action="edit", title="A", token="edit")
    with pytest.raises(ParameterError, match="unknown kind; give one of") as caught:
        wiki.raw(action="edit", title="A", token="0123456789+\\")
    assert "0123456789" not in str(caught.value)
    assert scripted.requests == []


def test_a_kind_of_an_extension_is_insisted_on(wiki: Either, scripted: ScriptedWiki) -> None:
    scripted.answers(part(tokens={"ofextensiontoken": "t+\\"}), {"done": {}, "batchcomplete": True})
    wiki.raw(action="someextension", token=Forced("ofextension"))
    assert scripted.params("type", "token") == [("ofextension", None), (None, "t+\\")]


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ({"slots": {"main": {"content": "x"}}}, r"'content' lies in 'slots': \['slots'\]\[…\]"),
        ({"revid": 1}, r"Revisions\(prop='content', slots=…\) brings it, in \['slots'\]\[…\]"),
    ],
)
def test_the_hint_at_content_names_slots(
    wiki: Either, scripted: ScriptedWiki, revision: dict[str, Any], message: str
) -> None:
    scripted.answers(part(pages=[page(1, revisions=[revision])]))
    revision_read = wiki.page("P1", Revisions(prop="ids"))[Revisions][0]
    with pytest.raises(AbsentError, match=message):
        revision_read["content"]
