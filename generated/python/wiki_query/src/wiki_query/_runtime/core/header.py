"""Headers that a request can carry."""

import re

from .steps import Pairs

TRANSPORT_HEADERS = frozenset({
    "connection", "content-length", "content-type", "expect", "host", "http2-settings", "keep-alive",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
})  # fmt: skip
"""Headers that say how a request is carried, in small letters: only what carries it can know them."""
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LONGEST_NAME = 100
"""Characters of a name that messages show."""


def name_fault(name: str) -> str | None:
    """Why no header can have this name, as a predicate; None if one can."""
    if _NAME.fullmatch(name) is not None:
        return None
    return "is not the name of a header, which has letters, digits and hyphens of ASCII only"


def carrier_fault(name: str) -> str | None:
    """Why a caller cannot set a header of requests, as a predicate; None if it can."""
    # `Connection` harms nothing: it ends the connection after the reply.
    if name.lower() in TRANSPORT_HEADERS - {"connection"}:
        return "cannot be set: it follows from the address and the body of each request"
    return None


def value_fault(text: str) -> str | None:
    """Why no header can have this value, as a predicate that does not repeat it; None if one can."""
    fault = character_fault(text)
    if fault is None and text != text.strip():
        fault = "begins or ends with a blank"
    return None if fault is None else f"{fault}, which no header can carry"


def character_fault(text: str) -> str | None:
    """The kind of character in a text that cannot be in any header, as a predicate; None if there is none."""
    if "\r" in text or "\n" in text:
        return "holds a line break"
    if not text.isascii():
        return "holds a character outside ASCII"
    if not text.replace("\t", " ").isprintable():
        return "holds a control character"
    return None


def overridden(headers: Pairs, by: Pairs) -> Pairs:
    """Headers, of which others of the same name take the place."""
    names = {name.lower() for name, _ in by}
    return (*(pair for pair in headers if pair[0].lower() not in names), *by)


def quoted(name: str) -> str:
    """A header's name in a message."""
    return repr(name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…")
