"""Names and values within the sentences about a change: marked as code, and printed as plain text or as Markdown."""

import re

from specloom.languages.markdown import Markdown, md_code, md_inline
from specloom.languages.safe import joined
from specloom.views import words

_TICK = "\ufdd0"
"""A backtick that does not mark code: a code point that is not a character, so that no source contains it."""
_CODE = re.compile("`([^`]*)`")


def code(value: object) -> str:
    """A name or a value, marked."""
    text = str(value)
    return f"`{text.replace('`', _TICK)}`" if text else "the empty string"


def prose(text: str) -> str:
    """A text of a source, which has its own code between backticks."""
    return text.replace("`", _TICK) if text.count("`") % 2 else text


def text_of(text: words.Text) -> str:
    """Words, with the names between them marked; names of types stay words."""
    return "".join(
        (
            code(part.text)
            if isinstance(part, words.Name) and part.kind != "type"
            else prose(part if isinstance(part, str) else part.text)
        )
        for part in text
    )


def plain(text: str) -> str:
    """A marked text for terminals and other programs: code between backticks, or quotes if it holds such."""
    return _unmarked(_CODE.sub(lambda match: words.code(_unmarked(match[1])), text))


def markdown(text: str) -> Markdown:
    """A marked text within a line of Markdown."""
    parts = enumerate(_CODE.split(text))
    printed = (
        md_code(_unmarked(part)) if number % 2 else md_inline(_unmarked(part))
        for number, part in parts
    )
    return joined(Markdown(""), printed)


def _unmarked(text: str) -> str:
    return text.replace(_TICK, "`")
