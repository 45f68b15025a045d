"""PHP source: texts."""

from specloom.languages.characters import is_printable
from specloom.languages.escapes import ESCAPES, with_braces, with_variable
from specloom.languages.safe import Safe


class Php(Safe):
    """PHP source."""

    __slots__ = ()


def php_text(text: str, variable: str = "", after: str = "") -> Php:
    """An expression for a text; it may contain an environment variable."""
    return Php(
        " . ".join(with_variable(_php_string, text, variable and f"getenv('{variable}')", after))
    )


def _php_string(text: str) -> str:
    if is_printable(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return '"' + "".join(_php_character(character) for character in text) + '"'


def _php_character(character: str) -> str:
    """A character between double quotes, where PHP fills in variables."""
    if character in '$"':
        return "\\" + character
    return ESCAPES.get(character) or with_braces(character)
