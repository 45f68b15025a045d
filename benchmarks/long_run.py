"""Lets bots edit pages and upload files of a wiki in trouble, and reads what was saved from the wiki's history and log.

`python -m benchmarks.long_run [--pages 200] [--only LIBRARY]`: the wiki is restarted four times, lags seven times, answers 429 and 502, and
loses replies to an edit, a chunk and a publication. The bots of the guide run, and beside them the same program with other libraries, each
in another environment. Fails if the guide's bots do not finish with every edit and every file saved once.

`python -m benchmarks.long_run --workers 6 [--pages 300] [--files 30]`: several workers of one account, with one summary, change the same pages. At
random, requests and replies are lost, also those with which the client looks for an edit; outages are longer than the workers' patience; the
wiki is restarted. Fails if a task is lost or doubled, or if a report of a call contradicts the history.

`--version 1.43` takes another MediaWiki than 1.39.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.clients.wiki.bot.account import BOT_PASSWORD
from tests.clients.wiki.bot.run import Bot, Outcome, guides_bot, programs, run, troubled_wiki
from tests.mediawiki.server import NEWER, SOURCE, missing
from tests.mediawiki.trouble import TroubledWiki

from benchmarks.migration import PACKAGE, REPOSITORY, VERSIONS

OURS = "wiki_query"
OTHERS = ("mwclient", "pywikibot")
BOTS = REPOSITORY / "tests/clients/wiki/bot"
VERSIONS_OF_MEDIAWIKI = {"1.39": SOURCE, "1.43": NEWER}
LONGEST = 900
"""Seconds that another library's bot is given."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, help="pages, or edits of workers")
    parser.add_argument("--files", type=int, help="of 1 MB, 2 MB, …")
    parser.add_argument("--only", choices=[OURS, *OTHERS])
    parser.add_argument("--workers", type=int)
    parser.add_argument("--version", choices=VERSIONS_OF_MEDIAWIKI, default="1.39")
    parser.add_argument("--seed", type=int, default=0, help="of the workers' troubles")
    options = parser.parse_args()
    if lacking := missing():
        print(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
        return 2
    sys.path.insert(0, str(PACKAGE))
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        troubled_wiki(Path(folder), VERSIONS_OF_MEDIAWIKI[options.version]) as troubled,
    ):
        return _let_workers(troubled, options) if options.workers else _compare(troubled, options)


def _let_workers(troubled: TroubledWiki, options: argparse.Namespace) -> int:
    """Several workers of one account."""
    from tests.clients.wiki.bot.workers import let_work  # which needs the package

    edits = options.pages or 300
    files = 30 if options.files is None else options.files
    verdict = let_work(
        troubled,
        "Crew",
        workers=options.workers,
        edits=edits,
        files=files,
        seed=options.seed,
        restarts=3,
        patience=2,
    )
    print(
        f"{verdict.saved} saved of {edits + files}, in {verdict.tries} calls and {verdict.requests} requests"
    )
    print(f"{verdict.uncertain} calls could not tell, {verdict.refused} titles were refused")
    for name in ("lost", "doubled", "misreported"):
        faults: tuple[str, ...] = getattr(verdict, name)
        print(f"{len(faults)} {name}", *faults, sep="\n  ")
    return 1 if verdict.lost or verdict.doubled or verdict.misreported else 0


def _compare(troubled: TroubledWiki, options: argparse.Namespace) -> int:
    """The bots of the guide, and those of other libraries."""
    pages = options.pages or 200
    files = 20 if options.files is None else options.files
    os.environ["WIKI_BOT_PASSWORD"] = BOT_PASSWORD
    bots: dict[str, Bot] = {OURS: guides_bot, **{library: _other(library) for library in OTHERS}}
    sizes = [1_000_000 * number for number in range(1, files + 1)]
    outcomes = {
        library: run(troubled, bot, _prefix(library), pages, sizes)
        for library, bot in bots.items()
        if options.only in (None, library)
    }
    _show(outcomes)
    ours = outcomes.get(OURS)
    if ours is None:
        return 0
    is_whole = ours.once == pages and ours.files == (files, 0, 0)
    return 0 if ours.error is None and is_whole else 1


def _prefix(library: str) -> str:
    """Of its pages, as the wiki writes titles."""
    return library.replace("_", " ").capitalize()


def _other(library: str) -> Bot:
    """The bot that uses a library, in an environment that has it."""

    def bot(troubled: TroubledWiki, prefix: str, folder: Path) -> None:
        command = [sys.executable, "-m", "uv", "run", "--quiet", "--no-project", "--isolated"]
        command += ["--python", sys.executable, "--with", f"{library}=={VERSIONS[library]}"]
        command += ["python", "-m", f"tests.clients.wiki.bot.with_{library}"]
        command += [troubled.url, prefix, str(folder)]
        environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
        with (troubled.wiki.folder / f"{library}.log").open("wb") as log:
            subprocess.run(
                command,
                cwd=troubled.wiki.folder,
                env=environment,
                stderr=log,
                timeout=LONGEST,
                check=True,
            )

    return bot


def _lines(library: str) -> int:
    """Lines of a library's program, without blank ones and those that import."""
    if library == OURS:
        text = "".join(programs("", "", Path()))
    else:
        text = (BOTS / f"with_{library}.py").read_text("utf-8").partition("def main")[2]
    code = [line.strip() for line in text.splitlines() if line.strip()]
    return sum(not line.startswith(("import ", "from ", "if __name__", "main(")) for line in code)


def _show(outcomes: dict[str, Outcome]) -> None:
    print(
        f"{'library':20}{'edits once':>11}{'twice':>7}{'never':>7}{'files once':>11}{'twice':>7}{'never':>7}"
        f"{'requests':>9}{'lines':>6}{'seconds':>9}  end"
    )
    for library, outcome in outcomes.items():
        name = f"{library} {VERSIONS.get(library, '')}"
        end = outcome.error or "finished"
        unmet = f"; {outcome.unmet} troubles not met" if outcome.unmet else ""
        print(
            f"{name:20}{outcome.once:11}{outcome.twice:7}{outcome.missing:7}"
            f"{outcome.files[0]:11}{outcome.files[1]:7}{outcome.files[2]:7}"
            f"{outcome.requests:9}{_lines(library):6}{outcome.seconds:9.0f}  {end}{unmet}"
        )


if __name__ == "__main__":
    sys.exit(main())
