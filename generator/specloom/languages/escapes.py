"""Character escapes that several languages share."""

import re
from collections.abc import Callable, Iterator

from specloom.languages.characters import JOINERS, is_printable

ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def by_number(match: re.Match[str]) -> str:
    """A character as YAML and TOML escape it."""
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def with_variable(
    quoted: Callable[[str], str], text: str, variable: str, after: str
) -> Iterator[str]:
    """The terms of an expression for a text, then for what an environment variable holds, then for another text."""
    if text or not variable:
        yield quoted(text)
    if variable:
        yield variable
    if after:
        yield quoted(after)


def with_braces(character: str) -> str:
    """A character as PHP and JavaScript escape it, if it needs that."""
    is_plain = character in JOINERS or is_printable(character)
    return character if is_plain else f"\\u{{{ord(character):x}}}"
