"""Recorded answers of a real wiki are answered again without it, a login and continuations included."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wiki_query import AllPages, Info, Links, UserInfo
from wiki_query._runtime.mediawiki.testing import API_URL
from wiki_query.actions import FeedRecentChanges, FeedWatchlist, Help, OpenSearch, Rsd
from wiki_query.testing import FakeWiki, Recording

from tests.clients.wiki.either import Either
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import Wiki


def answers_of(wiki: Either) -> list[Any]:
    name = wiki.login(*ALICE)
    titles = [page["title"] for page in wiki.list(AllPages(prefix="Bulk", page_size=50))]
    pages = wiki.pages(Links(page_size=20), Info(), generator=AllPages(prefix="Bulk 01"))
    links = {page.title: (page[Links], page[Info]) for page in pages}
    states = [(answer.asked, answer.state) for answer in wiki.ordered(titles=["B", "None", "A"])]
    return [name, titles, links, states, wiki.meta(UserInfo())["name"]]


@pytest.mark.promise("A recording made with one client serves both")
def test_a_recorded_wiki_answers_like_the_real_one(
    client: Callable[..., Either], live_wiki: Wiki, tmp_path: Path
) -> None:
    recording = Recording()
    real_answers = answers_of(client(live_wiki.api_url, transport=recording.transport()))
    assert (real_answers[0], len(real_answers[1]), len(real_answers[2])) == (ALICE[0], 130, 10)
    recording.save(tmp_path / "wiki.json")
    text = (tmp_path / "wiki.json").read_text()
    assert ALICE[1] not in text
    again = FakeWiki.load(tmp_path / "wiki.json")
    assert answers_of(client(API_URL, transport=again.transport())) == real_answers
    assert len(again.asked) == len(recording.exchanges)


@pytest.mark.promise("It also has feeds and other replies that are not JSON")
def test_what_is_not_json_is_recorded_too(
    client: Callable[..., Either], live_wiki: Wiki, tmp_path: Path
) -> None:
    token = "0123456789abcdef0123456789abcdef01234567"
    before = client(live_wiki.api_url)
    before.login(*ALICE)
    before.raw(action="options", change=f"watchlisttoken={token}", token="csrf")
    recording = Recording()
    wiki = client(live_wiki.api_url, transport=recording.transport())
    wiki.login(*ALICE)
    shared = FeedWatchlist(wlowner=ALICE[0], wltoken=token)
    actions = [FeedRecentChanges(), shared, Help(modules="edit"), Rsd(), OpenSearch(search="A")]
    real_answers = [wiki.act(action) for action in actions]
    recording.save(tmp_path / "wiki.json")
    text = (tmp_path / "wiki.json").read_text()
    assert token not in text
    csrf = wiki.raw(meta="tokens")["query"]["tokens"]["csrftoken"]
    assert csrf[:20] not in text
    again = client(API_URL, transport=FakeWiki.load(tmp_path / "wiki.json").transport())
    again.login(*ALICE)
    for action, before in zip(actions, real_answers, strict=True):
        after = again.act(action)
        if isinstance(before, bytes):
            assert after.startswith(b"<")
            assert abs(len(after) - len(before)) < 500  # but for tokens
        else:
            assert after == before
