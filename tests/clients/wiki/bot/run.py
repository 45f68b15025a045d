"""Lets a bot edit pages and upload files of a wiki in trouble, and reads from the wiki's history what it has saved."""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import httpx2

from tests.clients.wiki.bot.account import ACCOUNT, BOT, BOT_PASSWORD, OLD, PASSWORD
from tests.mediawiki.seed import heavy_picture
from tests.mediawiki.server import SOURCE, Wiki, install, serve
from tests.mediawiki.trouble import TroubledWiki, plan

GUIDE = Path(__file__).parents[4] / "docs/guide/wiki"
ADDRESS = "https://wiki.example.org/w/api.php"

Bot: TypeAlias = Callable[[TroubledWiki, str, Path], None]
"""Edits all pages whose titles begin so, and uploads the files of a folder."""


@dataclass(frozen=True)
class Outcome:
    """What the wiki's history says after a run."""

    error: str | None
    """With which the bot ended; None: it finished."""
    once: int
    twice: int
    """Pages that were saved more than once."""
    missing: int
    files: tuple[int, int, int]
    """The same of files: saved once, more than once, not at all."""
    requests: int
    unmet: int
    """Troubles of the plan that the bot did not live to see."""
    seconds: float


@contextmanager
def troubled_wiki(folder: Path, source: Path = SOURCE) -> Iterator[TroubledWiki]:
    """A new wiki with an account, behind the server that makes trouble."""
    wiki = install(folder / "wiki", source)
    wiki.maintain("createAndPromote.php", ACCOUNT, PASSWORD)
    grants = ("--appid=backup", "--grants=basic,editpage,createeditmovepage,highvolume,uploadfile")
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


def run(
    troubled: TroubledWiki, bot: Bot, prefix: str, pages: int, sizes: Sequence[int] = ()
) -> Outcome:
    """One run of a bot over pages and files of its own."""
    fill(troubled.wiki, prefix, pages)
    folder = troubled.wiki.folder / f"{prefix} pictures"
    paint(folder, prefix, sizes)
    troubled.plays(plan(pages, len(sizes)))
    started, error = time.monotonic(), None
    try:
        bot(troubled, prefix, folder)
    except Exception as failure:  # what ends a bot is what is measured
        error = f"{type(failure).__name__}: {failure}"
    seconds = time.monotonic() - started
    requests = troubled.requests
    saved, kept = edits(troubled.wiki, prefix), uploads(troubled.wiki, prefix)
    return Outcome(
        error=error,
        once=sum(count == 1 for count in saved.values()),
        twice=sum(count > 1 for count in saved.values()),
        missing=pages - len(saved),
        files=(
            sum(count == 1 for count in kept.values()),
            sum(count > 1 for count in kept.values()),
            len(sizes) - len(kept),
        ),
        requests=requests,
        unmet=len(troubled.plan),
        seconds=seconds,
    )


def paint(folder: Path, prefix: str, sizes: Iterable[int]) -> None:
    """Make pictures, each of at least so many bytes, which no two have in common."""
    folder.mkdir()
    for number, size in enumerate(sizes):
        rest = random.Random(f"{prefix} {number}").randbytes(size)
        (folder / f"{prefix}_{number:03d}.png").write_bytes(heavy_picture(rest))


def uploads(wiki: Wiki, prefix: str) -> Counter[str]:
    """Title → how often a file was saved, as the wiki's log says."""
    asked = {"action": "query", "list": "logevents", "letype": "upload", "lelimit": "max"}
    asked |= {"leprop": "title", "format": "json", "formatversion": "2"}
    reply = httpx2.get(wiki.api_url, params=asked, timeout=60).json()
    titles = (listed["title"] for listed in reply["query"]["logevents"])
    return Counter(title for title in titles if title.startswith(f"File:{prefix}"))


def edits(wiki: Wiki, prefix: str) -> Counter[str]:
    """Title of a page → revisions that the account has saved, as the wiki itself says."""
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


def programs(api_url: str, prefix: str, folder: Path) -> Iterator[str]:
    """The bots of the guide, for this wiki."""
    own = {ADDRESS: api_url, "Alice@backup": BOT}
    for part, more in {
        "def replace": {'"Sandbox"': repr(prefix)},
        "wiki.upload(": {'"pictures"': repr(str(folder))},
    }.items():
        yield _changed(shown_program("programs", part), own | more)


def _changed(shown: str, own: Mapping[str, str]) -> str:
    for printed, here in own.items():
        assert printed in shown
        shown = shown.replace(printed, here)
    return shown


def guides_bot(troubled: TroubledWiki, prefix: str, folder: Path) -> None:
    """Run both; the password is in the environment."""
    for program in programs(troubled.api_url, prefix, folder):
        exec(compile(program, "programs.md", "exec"), {})
