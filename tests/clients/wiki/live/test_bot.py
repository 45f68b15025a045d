"""The bot of the guide finishes, whatever happens to the wiki, and saves each edit once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from wiki_query import Client, Revisions

from tests.clients.wiki.bot.account import ACCOUNT, BOT_PASSWORD, PASSWORD
from tests.clients.wiki.bot.run import edits, fill, guides_bot, run, shown_program, troubled_wiki
from tests.clients.wiki.bot.workers import let_work
from tests.clients.wiki.either import USER_AGENT
from tests.mediawiki.server import NEWER, SOURCE, missing
from tests.mediawiki.trouble import Planned, Trouble, TroubledWiki, bad_gateway, lost_reply
from tests.missing import skip_without

PAGES = 44
SIZES = [300_000 + 250_000 * number for number in range(9)]
"""Bytes of files, so that seven of nine have several chunks."""


@pytest.fixture
def troubled(tmp_path: Path) -> Iterator[TroubledWiki]:
    """A wiki for one test, since it is restarted."""
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    with troubled_wiki(tmp_path) as wiki:
        yield wiki


@pytest.mark.promise(
    "It survives a wiki that is restarted, lags or loses a reply, and saves every edit once",
    "The saved edits and files are counted in the wiki's history",
    "lets these two programs edit 200 pages and upload 20 files on a wiki with such faults",
)
@pytest.mark.timeout(600)
def test_a_bot_survives_a_wiki_in_trouble_and_saves_each_edit_once(
    troubled: TroubledWiki, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WIKI_BOT_PASSWORD", BOT_PASSWORD)
    outcome = run(troubled, guides_bot, "Letter", PAGES, SIZES)
    lines = capsys.readouterr().out.splitlines()
    assert (outcome.error, outcome.unmet) == (None, 0)
    assert (outcome.once, outcome.twice, outcome.missing) == (PAGES, 0, 0)
    assert outcome.files == (len(SIZES), 0, 0)
    assert lines[:PAGES] == [f"Letter {number:03d} replaced" for number in range(PAGES)]


@pytest.mark.promise(
    "several workers can use one account and one summary",
    "none was lost, doubled, or reported wrongly",
)
@pytest.mark.parametrize(
    "source", [pytest.param(SOURCE, marks=pytest.mark.exhaustive), NEWER], ids=["1.39", "1.43"]
)
def test_workers_of_one_account_report_what_the_history_says(source: Path, tmp_path: Path) -> None:
    """The short form of `benchmarks/long_run.py --workers 6`."""
    if lacking := missing():
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    if not (source / "api.php").exists():
        skip_without("MediaWiki 1.43", "`sh tests/setup/wikis.sh` fetches it")
    with troubled_wiki(tmp_path, source) as troubled:
        verdict = let_work(troubled, "Crew", workers=6, edits=18, files=2)
    assert (verdict.lost, verdict.doubled, verdict.misreported) == ((), (), ())
    assert verdict.saved + verdict.uncertain >= 20
    assert verdict.refused == 3 * 6


@pytest.mark.promise("look for a revision of yours after the one that you have read")
@pytest.mark.parametrize(
    ("trouble", "message", "saved"), [(lost_reply, "saved", 1), (bad_gateway, "not saved", 0)]
)
def test_an_edit_whose_reply_was_lost_is_found(
    troubled: TroubledWiki,
    capsys: pytest.CaptureFixture[str],
    trouble: Trouble,
    message: str,
    saved: int,
) -> None:
    program = shown_program("editing", "def add_line")
    fill(troubled.wiki, "Sandbox", 1)
    troubled.plays([Planned(0, "edit", trouble)])
    with Client(troubled.api_url, user_agent=USER_AGENT) as wiki:
        wiki.login(ACCOUNT, PASSWORD)
        program = program.replace('"Alice"', repr(ACCOUNT)).replace('"Sandbox"', '"Sandbox 000"')
        exec(compile(program, "editing.md", "exec"), {"wiki": wiki, "Revisions": Revisions})
    assert capsys.readouterr().out == f"{message}\n"
    assert edits(troubled.wiki, "Sandbox").total() == saved
