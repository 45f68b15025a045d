"""HTML outside Markdown: text, addresses."""

from html import escape

from specloom.languages.characters import on_one_line
from specloom.languages.markdown import md_address
from specloom.languages.safe import Safe


class Html(Safe):
    """HTML."""

    __slots__ = ()


def html(value: str | float) -> Html:
    """Text or a number inside an element or a quoted attribute, on one line."""
    return Html(escape(on_one_line(value if isinstance(value, str) else str(value).lower())))


def html_address(address: str) -> Html:
    """The address of a link: a page beside this one, a part of a page, or a page of the web."""
    return Html(escape(md_address(address)))
