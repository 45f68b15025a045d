"""Replies that a page shows: the examples of an operation, as JSON that fits beside the text."""

import json
from typing import Any

from specloom.model import Example, Operation
from specloom.rendering.render import View

WIDTH = 52
"""Columns of the panel beside the text on a screen of 1280 pixels."""


class ReplyView(View, frozen=True):
    """What is answered to a call."""

    example: Example
    json: str


def replies(operation: Operation, *, error: bool) -> tuple[ReplyView, ...]:
    """The successes or the errors among an operation's examples."""
    return tuple(
        ReplyView(example, compact(example.reply))
        for example in operation.examples
        if example.error == error and example.reply is not None
    )


def compact(value: Any, indent: int = 0, taken: int = 0) -> str:
    """JSON with whatever fits the width on one line; `taken` of it stand before or after the value."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + taken + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + 2
    if isinstance(value, list):
        parts = [compact(item, inner, 1) for item in value]
        opening, closing = "[]"
    else:
        keys = {key: json.dumps(key, ensure_ascii=False) + ": " for key in value}
        parts = [keys[key] + compact(value[key], inner, len(keys[key]) + 1) for key in value]
        opening, closing = "{}"
    lines = ",\n".join(" " * inner + part for part in parts)
    return f"{opening}\n{lines}\n{' ' * indent}{closing}"
