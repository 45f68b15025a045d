"""Words of a command for a POSIX shell."""

import re

from specloom.languages.characters import is_printable
from specloom.languages.python import py_character
from specloom.languages.safe import Safe


class Shell(Safe):
    """Words of a command for a POSIX shell, or one that knows `$'…'` where they hold control characters."""

    __slots__ = ()


def sh_word(text: str, variable: str = "", after: str = "") -> Shell:
    """A word of a command; it may contain an environment variable."""
    if not variable:
        return Shell(text if _PLAIN_WORD.fullmatch(text) else _sh_quoted(text))
    if not after and _PLAIN_WORDS.fullmatch(text):
        return Shell(f'"{text}${variable}"')
    return Shell(f'{_sh_quoted(text)}"${variable}"{_sh_quoted(after)}')


_PLAIN_WORD = re.compile(r"[A-Za-z0-9_:./=,@-]+")


_PLAIN_WORDS = re.compile(r"[A-Za-z0-9_:./=,@ -]*")


def _sh_quoted(text: str) -> str:
    if is_printable(text):
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + "".join(py_character(character, "'") for character in text) + "'"
