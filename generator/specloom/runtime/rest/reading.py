"""Decodes JSON with exact numbers, and finds in the decoder's words what is wrong, and where."""

import re
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec

from .others import OTHERS

UNREADABLE = (msgspec.MsgspecError, ValueError, ArithmeticError, RecursionError)
"""Errors that a decoder may raise on a hostile body."""
_PLACED = r"(?s)(?P<text>.*) - at `(?P<path>[^`]*)`"
_MISSING = r"(?s)Object missing required field `(?P<member>.*)`"
_MEMBER = r"(?s)`(?P<member>[^`]*)`: (?P<text>.*)"


def text_and_path(problem: str) -> tuple[str, str]:
    """The decoder's complaint, and the path of the member."""
    match = re.fullmatch(_PLACED, problem)
    text, path = (match["text"], match["path"]) if match else (problem, "$")
    path = path.replace(f".{OTHERS}", "")
    if missing := re.fullmatch(_MISSING, text):
        return "a required member is missing", f"{path}.{missing['member']}"
    while member := re.fullmatch(_MEMBER, text):  # one within the other
        inner = member["member"]
        text, path = member["text"], f"{path}{inner if inner[:1] == '[' else f'.{inner}'}"
    return text, path


def placed(text: str, path: str) -> str:
    """A complaint with the path of the member before it, as `text_and_path` reads it."""
    inner = path.removeprefix("$").removeprefix(".")
    return f"`{inner}`: {text}" if inner else text


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Decoder for a type, with exact numbers."""
    return msgspec.json.Decoder(kind, float_hook=Decimal)
