"""Replies that a page shows: the examples of an operation, as JSON that fits beside the text."""

import json
from decimal import Decimal
from typing import Any, TypeAlias, cast

from specloom.model.structs import BodyExample, Example, Operation
from specloom.rendering.render import View

Json: TypeAlias = Any
WIDTH = 52
"""Columns of the panel beside the text on a screen of 1280 pixels."""
MEMBERS, SHOWN = 16, 12
"""An object with more members is shown with so many of them."""
LEFT_OUT = "…"
_encoded = json.JSONEncoder(ensure_ascii=False).encode


class ReplyView(View, frozen=True):
    """The reply to a call."""

    example: Example
    json: str
    """Long objects shortened."""


class BodyExampleView(View, frozen=True):
    """A body of a request."""

    example: BodyExample
    json: str
    """Long objects shortened."""


def body_examples(operation: Operation) -> tuple[BodyExampleView, ...]:
    """The bodies that an operation's source shows."""
    examples = operation.call.body_examples
    return tuple(BodyExampleView(example, compact(example.value)) for example in examples)


def replies(operation: Operation, *, error: bool) -> tuple[ReplyView, ...]:
    """The successes or the errors among an operation's examples."""
    return tuple(
        ReplyView(example, compact(example.reply))
        for example in operation.examples
        if example.error == error and example.reply is not None
    )


def compact(value: Json, indent: int = 0, used_width: int = 0) -> str:
    """JSON with values that fit the width on one line; `used_width` characters are before or after the value."""
    line = _on_one_line(value)
    if indent + used_width + len(line) <= WIDTH or line[0] not in "[{" or not value:
        return line
    inner = indent + 2
    if line[0] == "[":
        return _lines("[]", [compact(item, inner, 1) for item in value], indent)
    members = cast("dict[str, object]", value)
    shown_members = list(members)[: SHOWN if len(members) > MEMBERS else None]
    parts: list[str] = []
    for key in shown_members:
        name = f"{_encoded(key)}: "
        parts.append(name + compact(members[key], inner, len(name) + 1))
    return _lines("{}", parts, indent, "" if len(shown_members) == len(members) else LEFT_OUT)


def _on_one_line(value: object) -> str:
    match value:
        case Decimal():
            return str(value)
        case dict():
            members = cast("dict[str, object]", value)
            parts = (
                f"{_encoded(name)}: {_on_one_line(member)}" for name, member in members.items()
            )
            return f"{{{', '.join(parts)}}}"
        case list():
            items = cast("list[object]", value)
            return f"[{', '.join(map(_on_one_line, items))}]"
        case _:
            return _encoded(value)


def _lines(brackets: str, parts: list[str], indent: int, last: str = "") -> str:
    margin = " " * (indent + 2)
    lines = ",\n".join(margin + part for part in parts) + (f",\n{margin}{last}" if last else "")
    return f"{brackets[0]}\n{lines}\n{' ' * indent}{brackets[1]}"
