"""The filters of each language, as a page of the guides: read from the program.

`python -m tests.guides.filters` writes the page; a test holds that it is up to date.
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from specloom.rendering.languages import LANGUAGES

PAGE = Path(__file__).parents[2] / "docs/guide/template-filters.md"
HEAD = """\
---
search:
  exclude: true
---

# Template filters

Here are the filters of the [templates](templates.md), by the language that a template writes. The page is made from the program.
"""


def page() -> str:
    """The page, whole."""
    return "\n".join([HEAD, *_filters()])


def _filters() -> Iterator[str]:
    for row in LANGUAGES.values():
        endings = ", ".join(f"`{ending}`" for ending in row.endings)
        yield f"## {row.name}: {endings}\n"
        yield "| Filter | What it prints |\n|---|---|"
        for name, encode in row.filters.items():
            about = (encode.__doc__ or "").strip().split("\n")[0]
            yield f"| `{name}` | {_cell(about)} |"
        yield ""


def _cell(text: str) -> str:
    return re.sub(r"`([^`]*)`", lambda code: _code(code[1]), _paragraph(text))


def _code(text: str) -> str:
    """Code in a cell: between backticks, a backslash in front of `|` would be shown."""
    return f"<code>{escape(text).replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _paragraph(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
