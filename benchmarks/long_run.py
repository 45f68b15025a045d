"""Lets bots edit the pages of a wiki in trouble: `python -m benchmarks.long_run [--pages 200] [--only LIBRARY]`.

The wiki is restarted twice, lags five times, answers 429 and 502, and loses the reply to one edit. The bot of the guide
runs, and beside it the same program with other libraries, each in an environment of its own. What was saved is read from the
wiki's own history. Fails if the guide's bot does not finish with every edit saved once.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.clients.wiki.bot.account import BOT_PASSWORD
from tests.clients.wiki.bot.run import Bot, Outcome, guides_bot, run, troubled_wiki
from tests.mediawiki.server import missing
from tests.mediawiki.trouble import TroubledWiki

from benchmarks.migration import PACKAGE, REPOSITORY, VERSIONS

OURS = "wiki_query"
OTHERS = ("mwclient", "pywikibot")
LONGEST = 900
"""Seconds that another library's bot is given."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--only", choices=[OURS, *OTHERS])
    given = parser.parse_args()
    if lacking := missing():
        print(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
        return 2
    sys.path.insert(0, str(PACKAGE))
    os.environ["WIKI_BOT_PASSWORD"] = BOT_PASSWORD
    bots: dict[str, Bot] = {OURS: guides_bot, **{library: _other(library) for library in OTHERS}}
    told: dict[str, Outcome] = {}
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        troubled_wiki(Path(folder)) as troubled,
    ):
        for library, bot in bots.items():
            if given.only in (None, library):
                told[library] = run(troubled, bot, _prefix(library), given.pages)
    _show(told)
    ours = told.get(OURS)
    return 0 if ours is None or (ours.error is None and ours.once == given.pages) else 1


def _prefix(library: str) -> str:
    """Of its pages, as the wiki writes titles."""
    return library.replace("_", " ").capitalize()


def _other(library: str) -> Bot:
    """The bot that uses a library, in an environment that has it."""

    def bot(troubled: TroubledWiki, prefix: str) -> None:
        command = [sys.executable, "-m", "uv", "run", "--quiet", "--no-project", "--isolated"]
        command += ["--python", sys.executable, "--with", f"{library}=={VERSIONS[library]}"]
        command += ["python", "-m", f"tests.clients.wiki.bot.with_{library}", troubled.url, prefix]
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


def _show(told: dict[str, Outcome]) -> None:
    print(f"{'library':20}{'saved once':>11}{'twice':>7}{'never':>7}{'seconds':>9}  end")
    for library, outcome in told.items():
        name = f"{library} {VERSIONS.get(library, '')}"
        end = outcome.error or "finished"
        unmet = f"; {outcome.unmet} troubles not met" if outcome.unmet else ""
        print(
            f"{name:20}{outcome.once:11}{outcome.twice:7}{outcome.missing:7}{outcome.seconds:9.0f}"
            f"  {end}{unmet}"
        )


if __name__ == "__main__":
    sys.exit(main())
