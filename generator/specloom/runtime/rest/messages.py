"""Finds the message for people in the body of an error, by the members that APIs have for it."""

from typing import cast

import msgspec

_MEMBERS = (
    *("message", "detail", "title", "error_description", "error", "msg", "description", "reason"),
    *("errors", "errorMessage", "error_message"),
)
"""Members that have a message, or hold something that does; the first that has one counts."""
_DEEPEST = 4
_NAMELESS = "the API sent an error in place of an item"


def error_in(item: bytes) -> str | None:
    """The message of an item of a stream that is an error, as its member `error` says; None for any other item."""
    try:
        members: object = msgspec.json.decode(item)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    problem = cast("dict[str, object]", members).get("error") if isinstance(members, dict) else None
    return (message_of(problem) or _NAMELESS) if problem else None


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
