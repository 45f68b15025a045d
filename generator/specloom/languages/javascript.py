"""JavaScript source: texts and data."""

import re

from specloom.languages.escapes import ESCAPES, with_braces, with_variable
from specloom.languages.json import json_text
from specloom.languages.safe import Safe


class JavaScript(Safe):
    """JavaScript source."""

    __slots__ = ()


def js_text(text: str, variable: str = "", after: str = "") -> JavaScript:
    """An expression for a text; it may contain an environment variable, as Node.js reads it."""
    return JavaScript(
        " + ".join(with_variable(_js_string, text, variable and f"process.env.{variable}", after))
    )


def js_data(value: object) -> JavaScript:
    """A value that JSON can express, without invisible characters."""
    text = json_text(value)
    return JavaScript(_PROTOTYPE.sub('["__proto__"]:', text))


# In JavaScript, a member of this name sets the prototype, unless an expression says the name.
_PROTOTYPE = re.compile(r'(?<!\\)"__proto__":')


def _js_string(text: str) -> str:
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_js_character(character, quote) for character in text) + quote


def _js_character(character: str, quote: str) -> str:
    if character == quote:
        return "\\" + character
    return ESCAPES.get(character) or with_braces(character)
