"""What changed from MediaWiki 1.39 to 1.43, as a page of the guides: made from both catalogues and the overlays.

`python -m tests.guides.versions` writes the page; a test holds that it is up to date.
"""

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from specloom.changes.change import Change
from specloom.cli.commands.changes import Wanted, changes, told
from specloom.diagnostics import Diagnostics

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "guide" / "wiki" / "versions.md"
HEAD = """\
---
tags: [what changed, "1.39", "1.43", MediaWiki version, version differences, new in, newer wiki, upgrade, LTS, release notes]
---

# MediaWiki 1.39 and 1.43

This is what changed in the query modules and in the results of actions, for programs that were written for 1.39. The page is made
from the module lists of both versions, as new wikis without extensions serve them, and from what is known of their results.

[`check_catalogue`](other-wikis.md) compares your own wiki with the package.
[`specloom changes`](../commands.md#changes) compares any two models, and made the tables of this page.
"""
OLD, NEW = (
    f"{ROOT}/spec/wiki/paraminfo.json@1.39",
    f"{ROOT}/spec/wiki/paraminfo-1.43.json@1.43",
)
WANTED = Wanted(OLD, NEW, str(ROOT / "spec" / "apis.yaml"), "wiki", "page", "none")


def found() -> Sequence[Change]:
    """What changed."""
    made = told(WANTED, Diagnostics())
    assert made is not None
    return made.changes


def text() -> str:
    """The whole page: its beginning, and what the command prints."""
    with redirect_stdout(io.StringIO()) as printed:
        assert changes(WANTED) == 0
    return f"{HEAD}\n{printed.getvalue()}"


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
