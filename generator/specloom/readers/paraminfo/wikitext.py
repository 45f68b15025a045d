"""The wikitext of a wiki's help, as the model's texts: plain words, with code between backticks.

The text is a stranger's. Nothing of its markup is kept but what is code, and each output encodes the words as it does all
others.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from specloom.languages.characters import HIDDEN, JOINERS

LONGEST = 50_000
"""Characters of one text that are read; no help has as many."""
_CODE = ("code", "kbd", "samp", "var", "tt")
_INVISIBLE = re.compile(f"{HIDDEN.pattern}|[\xad\u200b\u2060\ufeff{JOINERS}]")
_SIGN = re.compile(r"(<!--|-->|<[^<>\n]{1,300}>|\[\[|\]\]|\[(?=(?:https?:)?//)|\]|'{2,5})")
_TAG = re.compile(r"<(/?)([A-Za-z]+)")
_TERM = re.compile(r";\s*(?:<span[^<>]*>(?P<span>.*?)</span>|(?P<plain>[^:]*?))\s*:(?P<text>.*)")
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])")
"""Between sentences."""
_ITEM = re.compile(r"[*#:]+\s*")


@dataclass(frozen=True, slots=True)
class HelpText:
    """Text of a message of the help."""

    paragraphs: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """Value of the parameter → what it means."""

    @property
    def whole(self) -> str | None:
        """All of it, but the values."""
        return " ".join(self.paragraphs) or None

    @property
    def first_sentence(self) -> str | None:
        """The beginning that fits on one line."""
        return _END.split(self.paragraphs[0], maxsplit=1)[0] if self.paragraphs else None

    @property
    def after_it(self) -> str | None:
        """The rest, in paragraphs."""
        if not self.paragraphs:
            return None
        first, *further_paragraphs = self.paragraphs
        rest = _END.split(first, maxsplit=1)[1:]
        return "\n\n".join([*rest, *further_paragraphs]) or None


def help_text(wikitext: str) -> HelpText:
    """Read a message."""
    values: dict[str, str] = {}
    paragraphs: list[list[str]] = [[]]
    last: str | None = None
    for line in wikitext[:LONGEST].splitlines():
        term = _TERM.match(line)
        if term is not None:
            last = bare(term["span"] if term["span"] is not None else term["plain"])
            values.setdefault(last, plain(term["text"]))
        elif not line.strip():
            last = None
            paragraphs.append([])
        elif last is not None:
            values[last] = _joined([values[last], line])
        else:
            paragraphs[-1].append(line)
    texts = [text for text in map(_joined, paragraphs) if text]
    if values and texts and texts[-1].endswith(":"):
        texts[-1] = f"{texts[-1][:-1]}."  # the list that it led to is gone
    return HelpText(
        tuple(texts),
        {value: text for value, text in values.items() if text},
    )


def _joined(lines: list[str]) -> str:
    """Lines as one text; the items of a list are parts of a sentence."""
    parts: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        text = plain(line[item.end() :] if item else line)
        if item and parts and parts[-1][-1:].isalnum():
            parts[-1] += ";"
        if text:
            parts.append(text)
    return " ".join(parts)


def bare(wikitext: str) -> str:
    """The words alone, without code: what a value is called."""
    return plain(wikitext).replace("`", "")


def plain(wikitext: str) -> str:
    """One stretch of wikitext as words, with code between backticks."""
    reading = _Reading()
    for sign in _SIGN.split(wikitext[:LONGEST]):
        reading.take(sign)
    return " ".join(reading.text().split())


class _Reading:
    """The text that has been read so far. Nothing is nested: each stretch of text is looked at once."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._code: list[str] | None = None
        self._code_tag = ""
        self._link: list[str] | None = None
        self._is_outer = False
        """True if the link leads to an address, which a blank ends."""
        self._verbatim = False
        self._comment = False

    def take(self, sign: str) -> None:
        """Read on."""
        tag = _TAG.match(sign)
        if self._comment or sign == "<!--":
            self._comment = sign != "-->"
        elif self._verbatim:
            self._verbatim = not (tag and tag[1] and tag[2].lower() == "nowiki")
            if self._verbatim:
                self._add(sign)
        elif tag is not None and sign.endswith(">"):
            self._take_tag(is_end=bool(tag[1]), name=tag[2].lower())
        elif sign in ("[[", "[") and self._link is None:
            self._link, self._is_outer = [], sign == "["
        elif sign == ("]" if self._is_outer else "]]") and self._link is not None:
            self._end_link()
        elif not (sign.startswith("''") and not sign.strip("'")):
            self._add(sign)

    def _take_tag(self, *, is_end: bool, name: str) -> None:
        if name == "nowiki":
            self._verbatim = not is_end
        elif name == "br":
            self._add(" ")
        elif name in _CODE and not is_end and self._code is None:
            self._code, self._code_tag = [], name
        elif name == self._code_tag and is_end and self._code is not None:
            self._end_code()

    def _add(self, text: str) -> None:
        visible = _INVISIBLE.sub("", html.unescape(text)).replace("`", "'")
        into = next(part for part in (self._link, self._code, self._words) if part is not None)
        into.append(visible)

    def _end_link(self) -> None:
        text = "".join(self._link or ())
        target, separator, label = text.partition(" " if self._is_outer else "|")
        self._link = None
        (self._words if self._code is None else self._code).append(
            label if separator and label else target.removeprefix(":")
        )

    def _end_code(self) -> None:
        code = " ".join("".join(self._code or ()).split())
        self._code = None
        self._words.append(f"`{code}`" if code else "")

    def text(self) -> str:
        """All of it, what was not closed included."""
        if self._link is not None:
            self._end_link()
        if self._code is not None:
            self._end_code()
        return "".join(self._words)
