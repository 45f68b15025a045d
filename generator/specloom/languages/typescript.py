"""TypeScript source: literals, names, comments."""

import re

from specloom.languages.characters import on_one_line
from specloom.languages.json import json_text
from specloom.languages.safe import Safe


class TypeScript(Safe):
    """TypeScript source."""

    __slots__ = ()


def ts_literal(value: object) -> TypeScript:
    """A literal of a value: text, number, list, mapping."""
    return TypeScript(json_text(value))


def ts_name(name: str) -> TypeScript:
    """The name of a type or of a variable; anything else is an error."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a name in TypeScript")
    return TypeScript(name)


def ts_key(name: str) -> TypeScript:
    """The name of a property, in quotes if it needs them."""
    return TypeScript(name) if _NAME.fullmatch(name) else ts_literal(name)


def ts_comment(text: str) -> TypeScript:
    """Text in a comment, on one line; it cannot end the comment."""
    return TypeScript(on_one_line(text).strip().replace("*/", "*\\/"))


_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
