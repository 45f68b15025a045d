"""CommonMark, the prose of OpenAPI documents."""

import re

from specloom.languages.characters import on_one_line, revealed
from specloom.languages.safe import Safe


class Commonmark(Safe):
    """Prose of an OpenAPI document, which is text yet to be encoded where it stands."""

    __slots__ = ()


_OPENS_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_ELEMENTS = (
    "a|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|ins|kbd|li|ol|p|pre|s|samp|small|span|strike|strong|sub"
    "|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var"
)
_ATTRIBUTES = r"align|class|colspan|id|lang|name|rel|rowspan|start|target|title"
_HARMLESS_TAG = re.compile(
    rf"""</?(?:{_ELEMENTS})(?:\s+(?:(?:{_ATTRIBUTES})="[^"<>]*"|href="(?:https?://|mailto:|[#/])[^"<>]*"))*\s*/?>""",
    re.IGNORECASE,
)
"""A tag of an element that lays text out or leads to a page, and neither runs nor loads anything."""


def commonmark(text: str, has_html: bool = False) -> Commonmark:
    """A text of the model as CommonMark: inline code stays inline code, and nothing becomes an HTML element.

    `has_html`: tags in it are tags, as in a description of a REST API. Those that lay text out stay as they are.
    """

    def opened(part: str) -> str:
        return _OPENS_HTML.sub(
            lambda sign: "<" if has_html and _HARMLESS_TAG.match(part, sign.start()) else "&lt;",
            part,
        )

    parts = revealed(text).split("`")
    last = len(parts) - 1  # behind a sign that nothing closes, it is no code
    return Commonmark(
        "`".join(
            part if number % 2 and number < last else opened(part)
            for number, part in enumerate(parts)
        )
    )


def commonmark_code(value: object) -> Commonmark:
    """A value as a code span, on one line; an empty one as words, since an empty span would end its paragraph."""
    text = on_one_line(str(value))
    if not text:
        return Commonmark("the empty string")
    return Commonmark(f"`` {text} ``" if "`" in text else f"`{text}`")
