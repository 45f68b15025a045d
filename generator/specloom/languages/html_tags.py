"""Tags of HTML within a line of CommonMark, as the tokens of CommonMark that say the same: links, code and emphasis."""

import html
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an import takes a while, and few runs need it
    from markdown_it.token import Token

_TAG = re.compile(r"<(/?)(a|b|code|em|i|strong|tt)((?:\s[^<>]*)?)>", re.IGNORECASE)
_HREF = re.compile(r"""\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_EMPHASIS = {"b": "strong", "em": "em", "i": "em", "strong": "strong"}
"""Tag of HTML → that of CommonMark."""
_DEEPEST = 20
"""Tags within one another, as the parser of CommonMark takes other signs."""


def with_signs_for_tags(tokens: Sequence["Token"]) -> Iterator["Token"]:
    """Tokens of a line, in which pairs of tags that CommonMark has a sign for are tokens of CommonMark."""
    from markdown_it.token import Token

    pairs = dict(_pairs(tokens))
    ends: dict[int, Token] = {}
    after = 0
    for index, token in enumerate(tokens):
        if index < after:
            continue
        if index in ends:
            yield ends[index]
            continue
        tag = _TAG.fullmatch(token.content) if index in pairs else None
        if tag is None:
            yield token
            continue
        name, href = tag[2].lower(), _HREF.search(tag[3])
        content = tokens[index + 1 : pairs[index]]
        if name in ("code", "tt"):
            if content and all(each.type in ("text", "softbreak") for each in content):
                text = " ".join(each.content for each in content)
                yield Token("code_inline", "code", 0, content=" ".join(text.split()))
                after = pairs[index] + 1
        elif name in _EMPHASIS and content:
            kind = _EMPHASIS[name]
            yield Token(f"{kind}_open", kind, 1)
            ends[pairs[index]] = Token(f"{kind}_close", kind, -1)
        elif href is not None:
            address = html.unescape(next(filter(None, href.groups()), "")).strip()
            yield Token("link_open", "a", 1, attrs={"href": address})
            ends[pairs[index]] = Token("link_close", "a", -1)


def _pairs(tokens: Sequence["Token"]) -> Iterator[tuple[int, int]]:
    """Index of each tag that begins something → that of the tag that ends it, where nothing overlaps with them."""
    begun: list[tuple[str, int, int]] = []
    depth = 0
    for index, token in enumerate(tokens):
        depth += token.nesting
        while begun and begun[-1][2] > depth:
            begun.pop()
        tag = _TAG.fullmatch(token.content) if token.type == "html_inline" else None
        if tag is None:
            continue
        name = tag[2].lower()
        if not tag[1]:
            if len(begun) < _DEEPEST:
                begun.append((name, index, depth))
        elif begun and (begun[-1][0], begun[-1][2]) == (name, depth):
            yield begun.pop()[1], index
