"""What a real wiki answered once is answered again without it, a login and continuations included."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wiki_query import AllPages, Info, Links, UserInfo
from wiki_query._runtime.mediawiki.testing import API_URL
from wiki_query.testing import FakeWiki, Recording

from tests.clients.wiki.either import Either
from tests.mediawiki.seed import ALICE
from tests.mediawiki.server import Wiki


def asked(wiki: Either) -> list[Any]:
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
    told = asked(client(live_wiki.api_url, transport=recording.transport()))
    assert (told[0], len(told[1]), len(told[2])) == (ALICE[0], 130, 10)
    recording.save(tmp_path / "wiki.json")
    text = (tmp_path / "wiki.json").read_text()
    assert ALICE[1] not in text
    again = FakeWiki.load(tmp_path / "wiki.json")
    assert asked(client(API_URL, transport=again.transport())) == told
    assert len(again.asked) == len(recording.exchanges)
