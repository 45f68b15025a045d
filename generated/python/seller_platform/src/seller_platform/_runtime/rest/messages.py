"""Finds the message for people in the body of an error, by the members that APIs have for it."""

from typing import cast

_MEMBERS = (
    *("message", "detail", "title", "error_description", "error", "msg", "description", "reason"),
    *("errors", "errorMessage", "error_message"),
)
"""Members that have a message, or hold something that does; the first that has one counts."""
_DEEPEST = 4


def message_of(body: object, depth: int = 0) -> str | None:
    """The message in a body; None if no member is one."""
    if depth > _DEEPEST:
        return None
    match body:
        case str():
            return body.strip() or None
        case dict():
            members = cast("dict[str, object]", body)
            parts = [members[name] for name in _MEMBERS if name in members]
        case list():
            parts = cast("list[object]", body)[:1]
        case _:
            return None
    return next(filter(None, (message_of(part, depth + 1) for part in parts)), None)
