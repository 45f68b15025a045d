"""The actions that the client knows are those of the wiki."""

from wiki_query.protocol import PROTOCOL

from tests.mediawiki.actions import served
from tests.mediawiki.server import Wiki


def test_every_action_and_parameter_of_the_wiki_is_known(live_wiki: Wiki) -> None:
    for name, action in served(live_wiki.api_url).items():
        known = PROTOCOL.actions[name]
        assert set(action["parameters"]) <= set(known.parameters), name
        assert (known.post, known.token) == (action.get("post", False), action.get("token"))
