"""Texts that match a regular expression, as short as it allows.

No library has them: rstr and exrex choose at random, and both need the private parser of one version of Python, whereas
samples must be the same in each.
"""

import re
from typing import NamedTuple

from specloom.runtime.rest.limits import compiled

_LONGEST = 200
_DEEPEST = 20
_BACKSLASHED = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a", "n": "\n", "t": "\t"}
"""Letter after a backslash → a text that it matches."""
_PLACES = frozenset("bBAZzG")
"""Letters after a backslash that match a place."""
_COUNT = re.compile(r"\{(\d*)(,?)(\d*)\}")
_GROUP_HEAD = re.compile(r"\?(?::|P?<[A-Za-z_]\w*>)")
_CLASS_ITEM = re.compile(r"\\?.-\\?[^\]]|\\?.", re.DOTALL)
_OPEN = {"*": 0, "+": 1, "?": 0}


class _UnreadableError(Exception):
    """The expression has a part that is not read here, such as a lookahead."""


class Made(NamedTuple):
    """A text of a pattern."""

    text: str
    is_exact: bool
    """True if there is one way to match: no alternatives, and nothing is repeated more or less often. Trying the text
    takes few steps then."""


def text_of(pattern: str, more: int = 0) -> Made | None:
    """A text for a pattern, with some more repetitions where it allows any number; None if it cannot be made.

    The caller tries whether it matches.
    """
    reading = _Reading(pattern, more)
    try:
        text = reading.alternatives()
    except (_UnreadableError, IndexError):
        return None
    return Made(text, reading.is_exact) if reading.is_at_end else None


class _Reading:
    def __init__(self, pattern: str, more: int) -> None:
        self._pattern, self._at, self._more, self._depth = pattern, 0, more, 0
        self.is_exact = True

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._pattern)

    def alternatives(self) -> str:
        """The text of the first alternative; the others are read over."""
        first = self._sequence()
        while self._takes("|"):
            self.is_exact = False
            self._sequence()
        return first

    def _sequence(self) -> str:
        text = ""
        while not self.is_at_end and self._pattern[self._at] not in "|)":
            part = self._part()
            count = self._count()
            if len(text) + len(part) * count > _LONGEST:
                raise _UnreadableError
            text += part * count
        return text

    def _part(self) -> str:
        character = self._next()
        match character:
            case "^" | "$":
                return ""
            case ".":
                return "a"
            case "(":
                return self._group()
            case "[":
                return self._class()
            case "\\":
                return self._backslashed()
            case _:
                return character

    def _group(self) -> str:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _UnreadableError
        if head := _GROUP_HEAD.match(self._pattern, self._at):
            self._at = head.end()
        elif self._pattern[self._at] == "?":
            raise _UnreadableError
        text = self.alternatives()
        if not self._takes(")"):
            raise _UnreadableError
        self._depth -= 1
        return text

    def _backslashed(self) -> str:
        letter = self._next()
        if letter in _PLACES:
            return ""
        if letter.isalnum() and letter not in _BACKSLASHED:
            raise _UnreadableError
        return _BACKSLASHED.get(letter, letter)

    def _class(self) -> str:
        """The first character of a class that it has; of a class that excludes some, any other one."""
        begin, is_negated = self._at - 1, self._takes("^")
        self._takes("]")
        while self._next() != "]":
            if self._pattern[self._at - 1] == "\\":
                self._next()
        text = self._pattern[begin : self._at]
        if is_negated:
            candidates = ["a", "0", "-", " "]
        else:
            items = _CLASS_ITEM.findall(text[1:-1])
            candidates = [
                _BACKSLASHED.get(item[1:2], item[1:2]) if item[0] == "\\" else item[0]
                for item in items
            ]
        try:
            matches = compiled(text).fullmatch
        except re.error as error:
            raise _UnreadableError from error
        fitting = next(
            (candidate for candidate in candidates if candidate and matches(candidate)), None
        )
        if fitting is None:
            raise _UnreadableError
        return fitting

    def _count(self) -> int:
        """Repetitions of what was read last."""
        if self.is_at_end:
            return 1
        if (counts := _COUNT.match(self._pattern, self._at)) and (counts[1] or counts[3]):
            self._at = counts.end()
            least, most = int(counts[1] or 0), counts[3] if counts[2] else counts[1]
        elif (sign := self._pattern[self._at]) in _OPEN:
            self._at += 1
            least, most = _OPEN[sign], "1" if sign == "?" else ""
        else:
            return 1
        if not self.is_at_end and self._pattern[self._at] in "?+":  # lazy, or possessive
            self._at += 1
        self.is_exact = self.is_exact and str(least) == most
        return max(least, min(self._more, int(most or self._more)))

    def _takes(self, character: str) -> bool:
        if self.is_at_end or self._pattern[self._at] != character:
            return False
        self._at += 1
        return True

    def _next(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1]
