"""Actions of a wiki in trouble: no change is made twice, and of each it is known whether it is certain."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from wiki_query import Client, Uncertain
from wiki_query.actions import Edit, Move

from tests.clients.wiki.bot.account import ACCOUNT, PASSWORD
from tests.clients.wiki.bot.run import edits, troubled_wiki
from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.mediawiki.server import missing
from tests.mediawiki.trouble import (
    Planned,
    Trouble,
    TroubledWiki,
    bad_gateway,
    lag,
    lost_reply,
    restart_behind,
    restart_unreachable,
    too_many,
)

TROUBLES: list[Trouble] = [
    lag,
    lost_reply,
    too_many,
    bad_gateway,
    restart_unreachable,
    lost_reply,
    restart_behind,
    lag,
]
"""In this order, each met by one edit."""
UNCERTAIN = {lost_reply, bad_gateway, restart_behind, restart_unreachable}
"""Trouble after which the outcome is not known; after other trouble, an edit is sent again."""


@pytest.fixture
def troubled(tmp_path: Path) -> Iterator[TroubledWiki]:
    """A wiki for one test, since it is restarted."""
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    with troubled_wiki(tmp_path) as wiki:
        yield wiki


@pytest.mark.timeout(600)
def test_no_change_is_made_twice_and_each_is_certain_or_said_not_to_be(
    troubled: TroubledWiki,
) -> None:
    with Client(troubled.api_url, user_agent=USER_AGENT, patience=120.0, **PATIENT) as wiki:
        wiki.login(ACCOUNT, PASSWORD)
        wiki.act(Edit(title="Page", text="begun"))
        troubled.plays([])
        certain, uncertain = [], []
        for number, trouble in enumerate(TROUBLES):
            troubled.plays([Planned(0, "edit", trouble)])
            try:
                wiki.act(Edit(title=f"Page {number}", appendtext="once "))
            except Uncertain as error:
                uncertain.append(number)
                assert error.sent["appendtext"] == "once "
            else:
                certain.append(number)
            assert not troubled.plan
        assert uncertain == [n for n, trouble in enumerate(TROUBLES) if trouble in UNCERTAIN]
        saved = edits(troubled.wiki, "Page ")
    assert set(saved.values()) == {1}
    assert {f"Page {number}" for number in certain} <= saved.keys()
    lost = {f"Page {n}" for n, trouble in enumerate(TROUBLES) if trouble is lost_reply}
    refused = {f"Page {n}" for n, trouble in enumerate(TROUBLES) if trouble is bad_gateway}
    assert lost <= saved.keys()
    assert not refused & saved.keys()


@pytest.mark.timeout(600)
def test_a_session_that_ends_is_opened_again_and_nothing_is_saved_by_an_address(
    troubled: TroubledWiki,
) -> None:
    with Client(troubled.api_url, user_agent=USER_AGENT, **PATIENT) as wiki:
        wiki.login(ACCOUNT, PASSWORD)
        wiki.act(Edit(title="Mine 1", text="x"))
        wiki._driver.http.cookies.clear()
        wiki.act(Edit(title="Mine 2", text="x"))
        wiki._driver.http.cookies.clear()
        wiki.act(Move(from_="Mine 2", to="Mine 3"))
        saved = edits(troubled.wiki, "Mine")
    assert {"Mine 1", "Mine 3"} <= saved.keys()
