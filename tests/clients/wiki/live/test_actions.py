"""The actions that the client knows are those of the wiki, and what it does with what it does not know."""

import os

import pytest
from wiki_query import Client, ParameterError, Revisions
from wiki_query.protocol import PROTOCOL

from tests.mediawiki.actions import served
from tests.mediawiki.server import Wiki


@pytest.mark.promise("`builtin:mediawiki` has the actions of MediaWiki itself")
def test_every_action_and_parameter_of_the_wiki_is_known(live_wiki: Wiki) -> None:
    for name, action in served(live_wiki.api_url).items():
        declaration = PROTOCOL.actions[name]
        assert set(action["parameters"]) <= set(declaration.parameters), name
        assert (declaration.post, declaration.token) == (
            action.get("post", False),
            action.get("token"),
        )


def test_what_was_saved_in_spite_of_a_warning_is_returned(live_wiki: Wiki, admin: Client) -> None:
    title = f"Warned {os.getpid()}"
    wiki = admin.with_options(warnings="raise")
    done = wiki.raw(action="edit", title=title, text="A", foreign="x", token="csrf")
    assert done["edit"]["result"] == "Success"
    assert wiki.warnings[-1].code == "unrecognizedparams"
    assert wiki.page(title).exists
    with pytest.raises(ParameterError, match="did you mean 'summary'"):
        wiki.raw(action="edit", title=title, text="B", sumary="x", token="csrf")
    assert wiki.page(title, Revisions(prop="content", slots="main")).text == "A"
