"""Times in results: they stay as the server sent them until somebody wants to reckon with them."""

from datetime import UTC, datetime
from typing import overload

from .types import TimeText

NEVER = frozenset({"infinity", "infinite", "indefinite", "never"})


@overload
def parse_time(text: TimeText) -> datetime: ...
@overload
def parse_time(text: str | bool | None) -> datetime | None: ...
def parse_time(text: str | bool | None) -> datetime | None:
    """A time as the server sends it; None where it says that there is none, or that it never comes.

    The last are `infinity` and its like, an empty text, false and null.
    """
    if not text or text in NEVER or text is True:
        return None
    return datetime.fromisoformat(text).astimezone(UTC)
