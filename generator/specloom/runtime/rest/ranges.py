"""Ranges of bytes: the rest of a download that broke."""

import re
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from ..core.steps import Pairs, Reply

_CONTENT_RANGE = re.compile(r"bytes ([0-9]+)-([0-9]+)/([0-9]+)")
_SHORTEST_AGE = timedelta(seconds=1)
"""Age from which on no other version can have the same `Last-Modified`."""


def range_headers(reply: Reply, position: int) -> Pairs | None:
    """Headers that ask for the rest of a reply, unless it has changed; None if that is not possible.

    The reply must be the whole of one version, as it is stored, from a server that sends ranges.
    """
    version = _version(reply)
    is_sendable = reply.headers.get("accept-ranges", "").strip().lower() == "bytes"
    if reply.status != 200 or version is None or not is_sendable or not _is_plain(reply):
        return None
    return (
        ("Accept-Encoding", "identity"),
        ("If-Range", version),
        ("Range", f"bytes={position}-"),
    )


def is_rest(reply: Reply, rest: Reply, position: int) -> bool:
    """Return whether another reply is what follows in a reply from a position on, to its end."""
    match = _CONTENT_RANGE.fullmatch(rest.headers.get("content-range", ""))
    if rest.status != 206 or match is None or not _is_plain(rest):
        return False
    first, last, size = map(int, match.groups())
    etag, length = rest.headers.get("etag"), reply.headers.get("content-length")
    return (
        (first, last) == (position, size - 1)
        and length in (None, str(size))
        and etag in (None, reply.headers.get("etag"))
    )


def _is_plain(reply: Reply) -> bool:
    return reply.headers.get("content-encoding", "identity") == "identity"


def _version(reply: Reply) -> str | None:
    """The tag of a version, or the time of its last change, where no other version can have the same."""
    etag = reply.headers.get("etag")
    if etag is not None:
        return None if etag.startswith("W/") else etag
    text = reply.headers.get("last-modified", "")
    change_time, reply_time = _time(text), _time(reply.headers.get("date", ""))
    is_old = (
        change_time is not None
        and reply_time is not None
        and reply_time - change_time >= _SHORTEST_AGE
    )
    return text if is_old else None


def _time(text: str) -> datetime | None:
    try:
        time = parsedate_to_datetime(text)
    except ValueError:
        return None
    return None if time.tzinfo is None else time
