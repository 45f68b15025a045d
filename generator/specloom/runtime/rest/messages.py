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
    """The message of an item of a stream that is an error, as its member `error` says; None for any other item.

    It is a text, an object, or `true` beside a message: a number or a list may be any value of the API.
    """
    try:
        decoded: object = msgspec.json.decode(item)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    members = cast("dict[str, object]", decoded) if isinstance(decoded, dict) else {}
    problem = members.get("error")
    if not problem or type(problem) not in (bool, str, dict):
        return None
    return message_of(members if problem is True else problem) or _NAMELESS


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
