"""Texts of others as a terminal or a log may hold them."""

LONGEST = 200
"""Characters of an excerpt."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_JOINERS = "\u200c\u200d"
"""Part of words in some scripts."""


def escaped(text: str) -> str:
    """A text without characters that steer a terminal, begin a line or do not show: escaped, as in code."""
    if text.isprintable():
        return text
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return character.encode("unicode_escape").decode("ascii")


def excerpt(body: bytes) -> str:
    """The beginning of a body."""
    text = body[: 8 * LONGEST].decode("utf-8", "replace").strip()
    return escaped(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")
