"""CommonMark, the prose of OpenAPI documents."""

import re

from specloom.languages.characters import on_one_line, revealed
from specloom.languages.safe import Safe


class Commonmark(Safe):
    """Prose of an OpenAPI document, which is text yet to be encoded where it stands."""

    __slots__ = ()


_OPENS_HTML = re.compile(r"<(?=[A-Za-z/!?])")


def commonmark(text: str) -> Commonmark:
    """A text of the model as CommonMark: inline code stays inline code, and nothing becomes an HTML element."""
    parts = revealed(text).split("`")
    return Commonmark(
        "`".join(
            part if number % 2 else _OPENS_HTML.sub("&lt;", part)
            for number, part in enumerate(parts)
        )
    )


def commonmark_code(value: object) -> Commonmark:
    """A value as a code span, on one line; an empty one as words, since an empty span would end its paragraph."""
    text = on_one_line(str(value))
    if not text:
        return Commonmark("the empty string")
    return Commonmark(f"`` {text} ``" if "`" in text else f"`{text}`")
