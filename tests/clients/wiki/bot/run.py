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
    """Edits and uploads in the wiki's history after a run."""

    error: str | None
    """With which the bot ended; None: it finished."""
    once: int
    twice: int
    """Pages that were saved more than once."""
    missing: int
    files: tuple[int, int, int]
    """Numbers of files saved once, saved more than once, and not saved."""
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
    pages_xml = "".join(page.format(f"{prefix} {number:03d}", OLD) for number in range(pages))
    dump = wiki.folder / f"{prefix}.xml"
    space = "http://www.mediawiki.org/xml/export-0.11/"
    dump.write_text(f'<mediawiki xmlns="{space}" version="0.11">{pages_xml}</mediawiki>', "utf-8")
    wiki.maintain("importDump.php", "--no-updates", str(dump))


def run(
    troubled: TroubledWiki, bot: Bot, prefix: str, pages: int, sizes: Sequence[int] = ()
) -> Outcome:
    """One run of a bot over pages and files that no other run has."""
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
    saved, upload_counts = edits(troubled.wiki, prefix), uploads(troubled.wiki, prefix)
    return Outcome(
        error=error,
        once=sum(count == 1 for count in saved.values()),
        twice=sum(count > 1 for count in saved.values()),
        missing=pages - len(saved),
        files=(
            sum(count == 1 for count in upload_counts.values()),
            sum(count > 1 for count in upload_counts.values()),
            len(sizes) - len(upload_counts),
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
    parameters = {"action": "query", "list": "logevents", "letype": "upload", "lelimit": "max"}
    parameters |= {"leprop": "title", "format": "json", "formatversion": "2"}
    reply = httpx2.get(wiki.api_url, params=parameters, timeout=60).json()
    titles = (event["title"] for event in reply["query"]["logevents"])
    return Counter(title for title in titles if title.startswith(f"File:{prefix}"))


def edits(wiki: Wiki, prefix: str) -> Counter[str]:
    """Title of a page → revisions that the account has saved, as the wiki itself says."""
    parameters = {"action": "query", "list": "usercontribs", "ucuser": ACCOUNT, "uclimit": "max"}
    parameters |= {"ucprop": "title", "format": "json", "formatversion": "2"}
    edit_counts: Counter[str] = Counter()
    more: dict[str, str] | None = {}
    while more is not None:
        reply = httpx2.get(wiki.api_url, params=parameters | more, timeout=60).json()
        titles = (contribution["title"] for contribution in reply["query"]["usercontribs"])
        edit_counts.update(title for title in titles if title.startswith(prefix))
        more = reply.get("continue")
    return edit_counts


def shown_program(page: str, part: str) -> str:
    """The one program on a page of the guide that has this in it."""
    text = (GUIDE / f"{page}.md").read_text("utf-8")
    blocks: list[str] = re.findall(r"^```python\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    (program,) = [block for block in blocks if part in block]
    return program


def programs(api_url: str, prefix: str, folder: Path) -> Iterator[str]:
    """The bots of the guide, for this wiki."""
    replacements = {ADDRESS: api_url, "Alice@backup": BOT}
    for part, more in {
        "def replace": {'"Sandbox"': repr(prefix)},
        "wiki.upload(": {'"pictures"': repr(str(folder))},
    }.items():
        yield _changed(shown_program("programs", part), replacements | more)


def _changed(program: str, replacements: Mapping[str, str]) -> str:
    for printed, here in replacements.items():
        assert printed in program
        program = program.replace(printed, here)
    return program


def guides_bot(troubled: TroubledWiki, prefix: str, folder: Path) -> None:
    """Run both; the password is in the environment."""
    for program in programs(troubled.api_url, prefix, folder):
        exec(compile(program, "programs.md", "exec"), {})
