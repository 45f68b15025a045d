"""Addresses of servers, to which clients add paths."""

import re
from urllib.parse import urlsplit

_ADDRESS = re.compile(
    r"(?i:https?)://[^/\s\x00-\x20\x7f\"<>?#\\^`{|}]+(/[^\s\x00-\x20\x7f\"<>?#\\^`{|}]*)?"
)


def problem(address: str) -> tuple[str, str] | None:
    """What is wrong with an address, and what would be right."""
    if "@" in address.partition("//")[2].partition("/")[0]:
        # Not repeated, since logs of build services may be public.
        message = "the address holds a user or a password, which every client and page would show"
        return message, "leave both out: clients are given what is secret when they are made"
    if _is_right(address):
        return None
    return f"`{address}` is no address of a server", "write `https://`, a host, and at most a path"


def _is_right(address: str) -> bool:
    try:
        return _ADDRESS.fullmatch(address) is not None and urlsplit(address).port != 0
    except ValueError:  # a port that is no number
        return False
