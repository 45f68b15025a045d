"""Words of a command for a POSIX shell."""

import re

from specloom.languages.characters import JOINERS, is_printable
from specloom.languages.escapes import ESCAPES
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


# zsh takes a word that begins with `=` for the path of a program.
_PLAIN_WORD = re.compile(r"(?!=)[A-Za-z0-9_:./=,@-]+")
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9_:./=,@ -]*")

# An argument of a command ends at a NUL, and a lone surrogate has no UTF-8: a wiki, too, reads U+FFFD in their place.
_NO_ARGUMENT = re.compile(r"[\0\ud800-\udfff]")


def _sh_quoted(text: str) -> str:
    text = _NO_ARGUMENT.sub("\ufffd", text)
    if is_printable(text):
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + "".join(map(_sh_character, text)) + "'"


def _sh_character(character: str) -> str:
    """A character between `$'` and `'`; one that does not show in octal bytes.

    Shells read `\\u` by their locale, and some read more than two digits after `\\x`.
    """
    if character == "'" or character in ESCAPES:
        return ESCAPES.get(character, "\\'")
    if character in JOINERS or is_printable(character):
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode())
