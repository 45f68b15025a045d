"""Addresses of the web: what is one, and what a theme would make a link of."""

import html
import re
from urllib.parse import urlsplit


def is_web_address(address: str) -> bool:
    """Return whether a text is plainly the address of a page of the web."""
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket of IPv6 that is left open
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def is_mailbox(address: str) -> bool:
    """Return whether a text is plainly the address of a mailbox, as links have it."""
    return _MAILBOX.fullmatch(address) is not None


_MAILBOX = re.compile(r"mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


def is_link(address: str) -> bool:
    """Return whether a theme that encodes nothing makes a link of an address, to a page beside, of the web, or to a mailbox."""
    # As browsers read an attribute: references first, then no character that does not show.
    scheme = _SCHEME.match(re.sub(r"[\0- ]", "", html.unescape(address)))
    return (scheme is None or scheme[1].lower() in _LINKED) and not _NO_LINK.search(address)


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


_LINKED = ("http", "https", "mailto")


_NO_LINK = re.compile(r"""["<>]""")
