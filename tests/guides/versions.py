"""Changes from one MediaWiki to the next, as pages of the guides: made from the catalogues and the overlays.

`python -m tests.guides.versions` writes the pages; a test requires that they are up to date.
"""

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

from specloom.changes.change import Change
from specloom.cli.commands.changes import ChangesArguments, changes, compare
from specloom.diagnostics import Diagnostics

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide" / "wiki"
HEAD = """\
---
tags: [what changed, "{old}", "{new}", MediaWiki version, version differences, new in, {tags}, upgrade, LTS, release notes]
search:
  boost: 0.3
---

# MediaWiki {old} and {new}

This is what changed in the query modules and actions from {old} to {new}. The page is made from the module lists of both versions, as
new wikis without extensions serve them, and from the known types of their results.{aside}

[`check_catalogue`](other-wikis.md) compares your own wiki with the package.
[`specloom changes`](../commands.md#changes) compares any two models, and made the tables of this page.
"""


ODD = """

MediaWiki 1.35 also sends `watched` of `info` and `anon` of `watchlist` only if they are true, and `value` of `querypage` as an
integer."""


class Page(NamedTuple):
    """Changes from one version to another."""

    file: Path
    old: str
    new: str
    before: str
    """The earlier version; an empty text means the APIs as they are."""
    after: str
    tags: str
    aside: str

    @property
    def options(self) -> ChangesArguments:
        """The command."""
        return ChangesArguments(
            self.before, self.after, str(ROOT / "spec" / "apis.yaml"), "wiki", "page", "none"
        )


PAGES = (
    Page(
        GUIDE / "versions.md",
        *("1.39", "1.43"),
        *("", f"{ROOT}/spec/wiki/paraminfo-1.43.json@1.43"),
        "newer wiki",
        "",
    ),
    Page(
        GUIDE / "versions-1.35.md",
        *("1.35", "1.39"),
        *(f"{ROOT}/spec/wiki/paraminfo-1.35.json@1.35", ""),
        "older wiki",
        ODD,
    ),
)


def compared(page: Page) -> Sequence[Change]:
    """Changes of a page."""
    report = compare(page.options, Diagnostics())
    assert report is not None
    return report.changes


def text(page: Page) -> str:
    """The whole page: its beginning, and what the command prints."""
    with redirect_stdout(io.StringIO()) as printed:
        assert changes(page.options) == 0
    head = HEAD.format(old=page.old, new=page.new, tags=page.tags, aside=page.aside)
    return f"{head}\n{printed.getvalue()}"


if __name__ == "__main__":
    for page in PAGES:
        page.file.write_text(text(page), "utf-8")
