"""Descriptions of pages for search engines and previews of links: of the front matter, or the first paragraph."""

import re
from html import escape, unescape

from mkdocs.structure.pages import Page

LONGEST = 200
"""Characters. Search engines and previews show less."""
_PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.DOTALL)
_ENDS = (".", ":", "!", "?")
"""Of sentences; without one, a paragraph is a label or a date."""
_TAG = re.compile(r"<[^>]+>")


def complete(page: Page, html: str) -> None:
    """Give a page the description that its templates read, as the value of an attribute of HTML."""
    text = page.meta.get("description") or _first_paragraph(html)
    if text:
        page.meta["description"] = escape(unescape(str(text)))


def _first_paragraph(html: str) -> str:
    texts = (" ".join(unescape(_TAG.sub("", part)).split()) for part in _PARAGRAPH.findall(html))
    return _shortened(next((text for text in texts if text.endswith(_ENDS)), ""))


def _shortened(text: str) -> str:
    """Whole sentences, or else whole words with an ellipsis."""
    if len(text) <= LONGEST:
        return f"{text[:-1]}." if text.endswith(":") else text
    end = text.rfind(". ", 0, LONGEST)
    return text[: end + 1] if end > 0 else f"{text[:LONGEST].rpartition(' ')[0]} …"
