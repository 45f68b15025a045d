"""Pauses that a server asks for."""

import math
import time
from collections.abc import Callable

from .steps import Reply


def requested_pause(reply: Reply, *, now: Callable[[], float] = time.time) -> float | None:
    """The pause that a server asks for, in seconds; None when it asks for none, or unreadably."""
    text = reply.headers.get("retry-after", "").strip()
    if not text:
        return None
    if text.isascii() and text.isdecimal():
        return float(text)
    from email.utils import parsedate_to_datetime  # rare, and slow to import

    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now())
    except (ValueError, OverflowError):
        return None


def pause_text(seconds: float | None) -> str:
    """The end of an error's text where the server asks for a pause."""
    if seconds is None:
        return ""
    if math.isinf(seconds):  # a number of more than 308 digits
        return "; the server asks to wait without end"
    whole = math.ceil(seconds)
    return f"; the server asks to wait {whole:,} second{'' if whole == 1 else 's'}"
