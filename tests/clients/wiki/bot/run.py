"""Lets a bot edit the pages of a wiki in trouble, and reads from the wiki's history what it has saved."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import httpx2

from tests.clients.wiki.bot.account import ACCOUNT, BOT, BOT_PASSWORD, OLD, PASSWORD
from tests.mediawiki.server import Wiki, install, serve
from tests.mediawiki.trouble import TroubledWiki, plan

GUIDE = Path(__file__).parents[4] / "docs/guide/wiki"
ADDRESS = "https://wiki.example.org/w/api.php"

Bot: TypeAlias = Callable[[TroubledWiki, str], None]
"""Edits all pages whose titles begin so."""


@dataclass(frozen=True)
class Outcome:
    """What the wiki's history says after a run."""

    error: str | None
    """With which the bot ended; None: it finished."""
    once: int
    twice: int
    """Pages that were saved more than once."""
    missing: int
    unmet: int
    """Troubles of the plan that the bot did not live to see."""
    seconds: float


@contextmanager
def troubled_wiki(folder: Path) -> Iterator[TroubledWiki]:
    """A new wiki with an account, behind the server that makes trouble."""
    wiki = install(folder / "wiki")
    wiki.maintain("createAndPromote.php", ACCOUNT, PASSWORD)
    grants = ("--appid=backup", "--grants=basic,editpage,highvolume")
    wiki.maintain("createBotPassword.php", *grants, ACCOUNT, BOT_PASSWORD)
    with TroubledWiki(wiki, serve(wiki)) as troubled:
        yield troubled


def fill(wiki: Wiki, prefix: str, pages: int) -> None:
    """Make pages that each hold the old text."""
    page = "<page><title>{}</title><revision><text>Hello and {}.</text></revision></page>"
    listed = "".join(page.format(f"{prefix} {number:03d}", OLD) for number in range(pages))
    dump = wiki.folder / f"{prefix}.xml"
    space = "http://www.mediawiki.org/xml/export-0.11/"
    dump.write_text(f'<mediawiki xmlns="{space}" version="0.11">{listed}</mediawiki>', "utf-8")
    wiki.maintain("importDump.php", "--no-updates", str(dump))


def run(troubled: TroubledWiki, bot: Bot, prefix: str, pages: int) -> Outcome:
    """One run of a bot over pages of its own."""
    fill(troubled.wiki, prefix, pages)
    troubled.plays(plan(pages))
    started, error = time.monotonic(), None
    try:
        bot(troubled, prefix)
    except Exception as failure:  # what ends a bot is what is measured
        error = f"{type(failure).__name__}: {failure}"
    seconds = time.monotonic() - started
    saved = edits(troubled.wiki, prefix)
    return Outcome(
        error=error,
        once=sum(count == 1 for count in saved.values()),
        twice=sum(count > 1 for count in saved.values()),
        missing=pages - len(saved),
        unmet=len(troubled.plan),
        seconds=seconds,
    )


def edits(wiki: Wiki, prefix: str) -> Counter[str]:
    """Title → revisions that the account has saved, as the wiki itself says."""
    asked = {"action": "query", "list": "usercontribs", "ucuser": ACCOUNT, "uclimit": "max"}
    asked |= {"ucprop": "title", "format": "json", "formatversion": "2"}
    found: Counter[str] = Counter()
    more: dict[str, str] | None = {}
    while more is not None:
        reply = httpx2.get(wiki.api_url, params=asked | more, timeout=60).json()
        titles = (listed["title"] for listed in reply["query"]["usercontribs"])
        found.update(title for title in titles if title.startswith(prefix))
        more = reply.get("continue")
    return found


def shown_program(page: str, part: str) -> str:
    """The one program on a page of the guide that has this in it."""
    text = (GUIDE / f"{page}.md").read_text("utf-8")
    blocks: list[str] = re.findall(r"^```python\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    (shown,) = [block for block in blocks if part in block]
    return shown


def program(api_url: str, prefix: str) -> str:
    """The bot of the guide, for this wiki."""
    shown = shown_program("programs", "def replace_text")
    own = {ADDRESS: api_url, "Alice@backup": BOT, '"Sandbox"': repr(prefix)}
    for printed, here in own.items():
        assert printed in shown
        shown = shown.replace(printed, here)
    return shown


def guides_bot(troubled: TroubledWiki, prefix: str) -> None:
    """Run it; its password is in the environment."""
    exec(compile(program(troubled.api_url, prefix), "programs.md", "exec"), {})
