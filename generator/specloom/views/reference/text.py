"""Phrases of the reference pages: encoders and small forms that every page uses."""

import posixpath
import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote, urlsplit

from specloom.safe import Markdown, composed, joined, md_code, md_prose, md_text, yaml_title

EMPTY = Markdown("")
_ANCHOR = re.compile(r"[^A-Za-z0-9_-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_FENCE = re.compile(r"\s*(```|~~~)")


def prose(text: str | None) -> Markdown:
    """Running text, in which only code between backticks is set apart."""
    return md_prose(text) if text else EMPTY


def paragraphs(text: str | None) -> tuple[Markdown, ...]:
    """Running text cut at its empty lines."""
    return tuple(prose(part) for part in re.split(r"\n\s*\n", text or "") if part.strip())


def sentence(text: str | None) -> Markdown:
    """Running text that begins with a capital and ends with a full stop."""
    flat = (text or "").strip()
    if not flat:
        return EMPTY
    ended = flat if flat[-1] in ".!?:" else f"{flat}."
    return prose(ended if ended.startswith("`") else ended[0].upper() + ended[1:])


def clause(text: str) -> Markdown:
    """A sentence as part of another: without its full stop, its first word as within a sentence."""
    flat = text.strip().removesuffix(".")
    return prose(flat[:1].lower() + flat[1:] if flat[1:2].islower() or flat[1:2] == " " else flat)


FORMATS = {
    "uri": "URL",
    "email": "e-mail address",
    "currency-code": "currency code",
    "dotted-version": "version",
}


def with_format(kind: Markdown, format_: str | None) -> Markdown:
    """A type, and what its strings are."""
    if not format_:
        return kind
    return composed(Markdown("{}, {}"), kind, md_text(FORMATS.get(format_, format_)))


def code(text: str | float) -> Markdown:
    """A name or value as inline code."""
    if isinstance(text, bool):
        return md_code("true" if text else "false")
    return md_code(str(text))


def code_with_id(text: str, name: Markdown) -> Markdown:
    """A name as inline code that links can lead to."""
    shown = code(text)
    if shown.startswith("`"):
        return composed(Markdown("{}{{ #{} }}"), shown, name)
    return Markdown(shown.replace("<code>", f'<code id="{name}">', 1))


def codes(values: Iterable[str | float], separator: str = ", ") -> Markdown:
    """Several names or values as inline code."""
    return joined(Markdown(separator), [value_code(value) for value in values])


def value_code(value: str | float) -> Markdown:
    """A value as inline code; the empty string in words."""
    return Markdown("*empty*") if value == "" else code(value)


def listed(parts: Sequence[Markdown], last: str = "and") -> Markdown:
    """Parts with commas, the last one after a word."""
    if len(parts) <= 1:
        return joined(EMPTY, parts)
    head = joined(Markdown(", "), parts[:-1])
    return joined(Markdown(f" {last} "), [head, parts[-1]])


def counted(number: int, noun: str) -> Markdown:
    """A number of things: `1 value`, `2 values`."""
    return Markdown(f"{number} {noun}" if number == 1 else f"{number} {noun}s")


def front_matter(text: str) -> Markdown:
    """A title or description inside a page's front matter."""
    return Markdown(yaml_title(text))


def code_block(text: str, indent: int = 0) -> Markdown:
    """The inside of a fenced block, no line of which can close it."""
    lines = text.splitlines()
    for line in lines:
        if _FENCE.match(line):
            raise ValueError(f"{line!r} would close its block")
    return Markdown("\n".join(f"{' ' * indent}{line}" if line else "" for line in lines))


def anchor(kind: str, *names: str) -> Markdown:
    """An element id that depends on the names alone and differs where they differ."""
    return Markdown("-".join((kind, *(_ANCHOR.sub(_escaped, name) for name in names))))


def _escaped(found: re.Match[str]) -> str:
    return f".{ord(found[0]):x}."


def link(text: Markdown, target: Markdown) -> Markdown:
    """A link to a target that `path_to` or `external` made."""
    return composed(Markdown("[{}]({})"), text, target)


def path_to(page: str, other: str, fragment: str = "") -> Markdown:
    """The relative address of one page, or a part of it, on another page."""
    path = "" if page == other and fragment else posixpath.relpath(other, posixpath.dirname(page))
    return Markdown(f"{path}#{fragment}" if fragment else path)


def external(address: str) -> Markdown | None:
    """The address of a page elsewhere; None where it is not plainly a web address."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    return Markdown(quote(address, safe="/:?#@!$&',;=%+"))


def web_link(address: str) -> Markdown:
    """A link that shows its address, or the address alone where it cannot be one."""
    target = external(address)
    shown = re.sub(r"^https?://(www\.)?", "", address)
    return link(md_text(shown), target) if target else md_text(address)
