"""Dates in the sitemap: of the commit that changed a page last, not of the build."""

import subprocess
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files

_LOG = get_plugin_logger("specloom")
_COMMIT = "commit "
"""Before the date of each commit; files stand on the lines after it."""


def set_dates(files: Files, config: MkDocsConfig) -> None:
    """Set `last_commit`, a date, on each page that is in a commit; the template of the sitemap reads it.

    The attribute of MkDocs is the day of the build, and each page needs one.
    """
    dates = _dates(Path(config.docs_dir)) if config.site_url else {}
    for file in files.documentation_pages():
        if file.page is not None and file.src_uri in dates:
            file.page.meta["last_commit"] = dates[file.src_uri]


def _dates(folder: Path) -> dict[str, str]:
    """Path below the folder → date of its last commit; nothing without git or the whole history."""
    history = _git(folder, "log", "--relative", "--name-only", f"--format={_COMMIT}%cs", "--", ".")
    if history is None or _git(folder, "rev-parse", "--is-shallow-repository") == "true\n":
        _LOG.info(
            "the sitemap lacks dates: it takes them from git and the whole history of the repository"
        )
        return {}
    dates: dict[str, str] = {}
    date = ""
    for line in history.splitlines():
        if line.startswith(_COMMIT):
            date = line.removeprefix(_COMMIT)
        elif line:
            dates.setdefault(line, date)
    return dates


def _git(folder: Path, *arguments: str) -> str | None:
    """The output of git; None if it fails or is not installed."""
    try:
        done = subprocess.run(  # noqa: S603 - git alone, and arguments of this module
            ["git", "-c", "core.quotePath=false", *arguments],  # noqa: S607 - the one on PATH
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
