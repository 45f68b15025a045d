"""Revisions that calls of this process claim as theirs, so that no two calls return the same one.

Two workers that save the very same text on the same revision make one revision. Its history cannot tell whose it is, and
MediaWiki itself may answer both with its number.
"""

from collections import deque
from typing import TypeAlias

_Revision: TypeAlias = tuple[str, int, str]
"""The address of a wiki's API, the id of a revision, and its time: a wiki that is installed anew begins to count again."""

_MOST = 10_000
"""Far more than a process saves while a reply is lost and looked for."""

_calls: dict[_Revision, object] = {}
_order: deque[_Revision] = deque()


def is_claimed(api_url: str, revid: int, timestamp: str) -> bool:
    """True if a call returns a revision as its own."""
    return (api_url, revid, timestamp) in _calls


def claim(api_url: str, revid: int, timestamp: str) -> bool:
    """Note that a call returns a revision as its own; False if another call does. Safe between threads."""
    revision, call = (api_url, revid, timestamp), object()
    if _calls.setdefault(revision, call) is not call:
        return False
    _order.append(revision)
    if len(_order) > _MOST:
        _calls.pop(_order.popleft(), None)
    return True
