"""Decodes JSON of another side, however deep it is nested."""

from typing import Any, cast

import msgspec

MOST_LEVELS = 250
"""Deepest nesting that is read. What walks through a value takes up to two calls for each level, of the 1,000 that
Python allows and of which the caller needs some."""


def _is_container(value: object) -> bool:
    return isinstance(value, dict | list)


class TooDeepError(msgspec.DecodeError):
    """A JSON text is nested too deeply."""

    def __init__(self) -> None:
        super().__init__(f"JSON nested deeper than {MOST_LEVELS} levels")


def decoded(text: bytes, decoder: msgspec.json.Decoder[Any] | None = None) -> Any:
    """The value of a JSON text.

    A `msgspec.DecodeError`, also a `ValueError`, if it is not JSON; a `TooDeepError` of that kind if it is too deep.
    """
    try:
        value: Any = msgspec.json.decode(text) if decoder is None else decoder.decode(text)
    except RecursionError:
        value = None
    else:
        if _is_shallow(text, value):
            return value
    raise TooDeepError


def _is_shallow(text: bytes, value: object) -> bool:
    """Return whether the value of a text is nested no deeper than what walks through it can bear."""
    if text.count(b"[") + text.count(b"{") <= MOST_LEVELS:
        return True
    level: list[object] = [value]
    for _ in range(MOST_LEVELS + 1):
        inner: list[object] = []
        for around in level:  # in place, since a large reply has thousands of objects
            if isinstance(around, dict):
                inner += cast("dict[str, object]", around).values()
            elif isinstance(around, list):
                inner += cast("list[object]", around)
        level = list(filter(_is_container, inner))
        if not level:
            return True
    return False
