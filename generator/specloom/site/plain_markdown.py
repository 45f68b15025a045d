"""Each page as Markdown beside it: for programs, such as language models.

It is Markdown that any program understands: without front matter, forms, tabs, attributes and containers.
"""

import re
from pathlib import Path
from textwrap import dedent

from mkdocs.config.defaults import MkDocsConfig

from specloom.site.home import FRONT_MATTER, with_home_page

_TAB = re.compile(r'^=== "(.+)"\n\n((?: {4}.*\n|\n)+)', re.MULTILINE)
_CODE = re.compile(r"^ *(```+).*?^ *\1$", re.DOTALL | re.MULTILINE)
_ONLY_FOR_THE_SITE = (
    re.compile(r'^<div class="sl-try[" ].*?^</div>\n', re.DOTALL | re.MULTILINE),
    re.compile(r"^</?(?:div|section|details)\b.*\n", re.MULTILINE),
    re.compile(r"</?summary>"),
    re.compile(r" ?\{ [.#][^{}\n]*\}"),
)
_OWN_ANCHOR = re.compile(r"\[([^\]\n]+)\]\(#[^)\s]+\)")
_EMPTY_LINES = re.compile(r"\n{3,}")


def write(config: MkDocsConfig) -> None:
    """Write the texts into a built site."""
    site = Path(config.site_dir)
    for source in Path(config.docs_dir).rglob("*.md"):
        name = source.relative_to(config.docs_dir)
        folder = name.parent / ("" if name.stem == "index" else name.stem)
        if any(
            (site / page).exists() for page in (folder / "index.html", name.with_suffix(".html"))
        ):
            text = source.read_text(encoding="utf-8")
            text = plain(with_home_page(text, name.as_posix(), config))
            (site / name).write_text(text, encoding="utf-8")


def plain(markdown: str) -> str:
    """A page without what only MkDocs or a browser understands; code stays as it is."""
    text = FRONT_MATTER.sub("", markdown)
    text = _TAB.sub(lambda tab: f"{tab[1]}:\n\n{dedent(tab[2])}", text)
    parts: list[str] = []
    end = 0
    for code in _CODE.finditer(text):
        parts += [_plain_prose(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, _plain_prose(text[end:])]).lstrip("\n")


def _plain_prose(text: str) -> str:
    for pattern in _ONLY_FOR_THE_SITE:
        text = pattern.sub("", text)
    return _EMPTY_LINES.sub("\n\n", _OWN_ANCHOR.sub(r"\1", text))
