"""Times in results: they stay as the server sent them until somebody wants to reckon with them."""

from datetime import UTC, datetime
from typing import overload

from ..modules.types import TimeText

NEVER = frozenset({"infinity", "infinite", "indefinite", "never"})


@overload
def parse_time(text: TimeText) -> datetime: ...
@overload
def parse_time(text: str | bool | None) -> datetime | None: ...
def parse_time(text: str | bool | None) -> datetime | None:
    """Read a time as the wiki sends it. None if it is missing, or means never.

    These are None: `infinity` and similar words, an empty text, false and null.
    """
    if not text or text in NEVER or text is True:
        return None
    return datetime.fromisoformat(text).astimezone(UTC)
