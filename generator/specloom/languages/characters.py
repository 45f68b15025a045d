"""Characters that do not show, or change how others show: which there are, and how they are shown.

Control characters but tabs and line ends, those that turn the direction of writing, and tags, which can say anything
unseen. Joiners stay: Persian and emoji are written with them.
"""

import json
import re

JOINERS = "\u200c\u200d"
"""Zero-width: the one keeps letters apart, the other joins them."""
HIDDEN = re.compile(
    r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
    r"\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
)


_WHITE = (
    " \t\n\r\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
    "\u202f\u205f\u3000"
)
VERBATIM = "\ufdd1"
"""Begins a line of a text for a docstring that is not wrapped. It is not a character, so no text has it."""


def stripped(text: str) -> str:
    """The text without white space around it; for Python, some control characters are such, too."""
    return text.strip(_WHITE)


def revealed(text: str) -> str:
    r"""The text with each such character written as Python escapes it: `\u202e`."""
    return HIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def revealed_in_json(text: str) -> str:
    """An equivalent JSON text without such characters."""
    return HIDDEN.sub(lambda match: _json_escaped(match[0]), text)


_UNPRINTABLE = re.compile(
    r"[\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f"
    r"\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    r"\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f\U000f0000-\U0010ffff]"
)


def is_printable(text: str) -> bool:
    """The result of `str.isprintable`, equal in every version of Python.

    Each version knows another Unicode, and takes a character that is not yet in its own for unprintable.
    """
    if text.isascii():
        return text.isprintable()
    return _UNPRINTABLE.search(text) is None


def printable_json(text: str) -> str:
    """An equivalent JSON text with visible characters only; joiners stay."""
    return _UNPRINTABLE.sub(
        lambda match: match[0] if match[0] in JOINERS else _json_escaped(match[0]), text
    )


def _json_escaped(character: str) -> str:
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")


def on_one_line(text: str) -> str:
    """The text with each stretch of blanks and line ends as one blank, and what does not show shown."""
    if "  " not in text and is_printable(text):
        return text
    return re.sub(r"\s+", " ", revealed(text))
