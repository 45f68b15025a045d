"""Markdown of pages, and HTML inside it: text, code, tables, fenced blocks, links."""

import html
import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from specloom.languages.address import is_mailbox, is_web_address
from specloom.languages.characters import on_one_line, revealed, stripped
from specloom.languages.json import json_text
from specloom.languages.safe import Safe, joined


class Markdown(Safe):
    """Markdown or HTML inside Markdown."""

    __slots__ = ()


def html_text(text: str) -> Markdown:
    """Text inside an HTML element or a quoted attribute, on one line."""
    return Markdown(_HTML_SPECIAL.sub(lambda match: _reference(match[0]), on_one_line(text)))


# Signs of Markdown, too: it is read within HTML elements that stand in a line.
_HTML_SPECIAL = re.compile(r"""[&<>"'\\`*_{}\[\]|~^$:=#+!@]""")


def _reference(character: str) -> str:
    """A character as HTML refers to it."""
    return html.escape(character) if character in "&<>" else f"&#{ord(character)};"


_INLINE = re.compile(
    r"""
      [\\`*\[\]{}<|~^$@]            # emphasis, links, attributes, tables, marks
    | (?<![^\W_])_ | _(?![^\W_])     # emphasis, but not within a word
    | &(?=[\w#])                    # a character reference
    | :(?=[\w+-]+:)                 # an emoji
    | =(?==) | (?<==)=              # a mark
    | \+(?=\+) | (?<=\+)\+          # a key
    | (?<=!)! | !(?=!)              # an admonition
    | \#                            # a heading, or the end of one
    """,
    re.VERBOSE,
)


_LINE_START = re.compile(r"""(\d*)((?<!\d)[>+:?/%"=-]|(?<=\d)[.)])(.*)""")


def md_text(text: str) -> Markdown:
    """Text in a Markdown paragraph, heading or table cell, on one line, with as few escapes as possible."""
    flat = on_one_line(text).strip()
    line_start = _LINE_START.match(flat)
    if line_start is None:
        return md_inline(flat)
    digits, mark, rest = line_start.groups()
    return Markdown(f"{digits}{_escaped(mark)}{md_inline(rest)}")


def md_inline(text: str) -> Markdown:
    """Text within a line of Markdown; blanks at its ends stay."""
    return Markdown(_INLINE.sub(_md_escape, on_one_line(text)))


def _md_escape(match: re.Match[str]) -> str:
    return _escaped(match[0])


def _escaped(character: str) -> str:
    return f"\\{character}" if character in "\\`*_{}[]()>#+-.!" else _reference(character)


# `#!` and `:::` would name a language to the highlighter, and `|` would end the cell of a table; `&#` confuses the
# parser of HTML around it.
_CODE_SPAN = re.compile(r"(?! |#!|:::)(?:[^`<|\\&]|&(?!#))+(?<! )")


def md_code(value: str | float, anchor: str = "") -> Markdown:
    """A name or value as inline code: a code span, or an HTML element if a span cannot hold it.

    Links can lead to it by an anchor, of which `md_anchor` makes what a page can hold.
    """
    flat = on_one_line(value if isinstance(value, str) else str(value).lower())
    if _CODE_SPAN.fullmatch(flat):
        return Markdown(f"`{flat}`{{ #{md_anchor(anchor)} }}" if anchor else f"`{flat}`")
    opening = f'<code id="{md_anchor(anchor)}">' if anchor else "<code>"
    return Markdown(f"{opening}{html_text(flat)}</code>")


_BETWEEN_BACKTICKS = re.compile(r"`([^`]+)`")


@lru_cache(maxsize=4096)  # each page of an operation has the texts of all records in its result
def md_prose(text: str) -> Markdown:
    """Text as from `md`, with inline code between backticks."""
    parts = _BETWEEN_BACKTICKS.split(on_one_line(text).strip())
    return Markdown("".join(_prose_part(number, part) for number, part in enumerate(parts)))


def _prose_part(number: int, part: str) -> Markdown:
    if number % 2:
        return md_code(part)
    return (
        md_inline(part) if number else Markdown(md_text(part) + (" " if part[-1:] == " " else ""))
    )


def md_list(items: Iterable[Markdown], *, is_ordered: bool, is_tight: bool) -> Markdown:
    """A list of Markdown: each item is one block or several."""
    mark = "1.  " if is_ordered else "-   "
    entries = (Markdown(mark + re.sub(r"\n(?!\n)", "\n    ", item)) for item in items)
    return joined(Markdown("\n" if is_tight else "\n\n"), entries)


def md_sentence(text: str | None) -> Markdown:
    """Text as from `prose`, with a capital at its beginning and a full stop at its end."""
    flat = stripped(text or "")
    if not flat:
        return Markdown("")
    ended = flat if flat[-1] in ".!?:" else f"{flat}."
    return md_prose(ended if ended.startswith("`") else ended[0].upper() + ended[1:])


def md_paragraphs(text: str) -> Markdown:
    """Text as from `prose`, as several paragraphs, separated at empty lines."""
    parts = (part for part in re.split(r"\n\s*\n", text) if stripped(part))
    return Markdown("\n\n".join(map(md_prose, parts)))


def md_verbatim(text: str) -> Markdown:
    """Text on a line of a fenced block; it cannot close the block."""
    if is_fence(text):
        raise ValueError(f"{text!r} would close its block")
    return Markdown(re.sub(r"[^\S ]", " ", revealed(text)))


def is_fence(line: str) -> bool:
    """Return whether a line could close a fenced block."""
    return bool(_FENCE.match(line))


def md_data(value: object) -> Markdown:
    """JSON in an attribute between single quotes, of an HTML element that begins its line."""
    text = json_text(value)
    return Markdown(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def md_lines(text: str, indent: int = 0) -> Markdown:
    """Lines of a fenced block; all lines after the first have this indent."""
    margin = " " * indent
    return joined(
        Markdown("\n"),
        [
            Markdown(margin + line if number and line else line)
            for number, line in enumerate(md_verbatim(line) for line in text.split("\n"))
        ],
    )


_FENCE = re.compile(r"\s*(```|~~~)")


def md_anchor(name: str) -> Markdown:
    """A name as a part of an element's id; different names give different ids."""
    return Markdown(_NO_ANCHOR.sub(lambda match: f".{ord(match[0]):x}.", name))


_NO_ANCHOR = re.compile(r"[^A-Za-z0-9_-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


def md_address(address: str) -> Markdown:
    """The address of a link: a page beside this one, a part of a page, a page of the web, or a mailbox."""
    if _BESIDE.fullmatch(address) or is_mailbox(address):
        return Markdown(address)
    if not is_web_address(address):
        raise ValueError(f"{address!r} is not an address of a page")
    return Markdown(quote(address, safe="/:?#@!$&,;=%+"))  # no quotes and no brackets


_BESIDE = re.compile(r"(?!//)[A-Za-z0-9_./-]*(#[A-Za-z0-9_.-]+)?")
