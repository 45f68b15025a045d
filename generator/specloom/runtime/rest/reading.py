"""Decodes JSON with exact numbers, and finds in the decoder's words what is wrong, and where."""

import re
from decimal import Decimal
from functools import cache
from typing import Any

import msgspec

UNREADABLE = (msgspec.MsgspecError, ValueError, ArithmeticError, RecursionError)
"""What a decoder may raise on a hostile body."""
_PLACED = r"(?s)(?P<text>.*) - at `(?P<path>[^`]*)`"
_MISSING = r"(?s)Object missing required field `(?P<member>.*)`"
_MEMBER = r"(?s)`(?P<member>[^`]*)`: (?P<text>.*)"


def placed(problem: str) -> tuple[str, str]:
    """What the decoder complains of, and the path of the member itself."""
    found = re.fullmatch(_PLACED, problem)
    text, path = (found["text"], found["path"]) if found else (problem, "$")
    if missing := re.fullmatch(_MISSING, text):
        return "a required member is missing", f"{path}.{missing['member']}"
    if member := re.fullmatch(_MEMBER, text):
        return member["text"], f"{path}.{member['member']}"
    return text, path


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Decoder for a type, with exact numbers."""
    return msgspec.json.Decoder(kind, float_hook=Decimal)
