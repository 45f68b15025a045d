"""Descriptions of APIs, which are CommonMark: how pages and docstrings print them.

A description is taken apart, and each text of it is encoded like any other text, so that nothing of it can be markup
that the author of a page did not write. Tags of HTML are left out, and what else looks like a tag stays text.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from specloom.languages.address import is_mailbox, is_web_address
from specloom.languages.characters import VERBATIM, on_one_line, revealed
from specloom.languages.html_tags import with_signs_for_tags
from specloom.languages.markdown import (
    Markdown,
    html_text,
    is_fence,
    md_address,
    md_code,
    md_inline,
    md_lines,
    md_list,
    md_paragraphs,
    md_prose,
    md_text,
)
from specloom.languages.safe import composed, joined

if TYPE_CHECKING:  # an import takes a while, and few runs need it
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_MARKUP = re.compile(
    r"[*_\[\]<|~\\&#]|^\s*(?:[-+>=]|\d+[.)]|```)|\n(?:    |\t)| {2}\n", re.MULTILINE
)
"""Signs of markup other than code spans and paragraphs."""
_EXTENSIONS = ("table", "strikethrough")
_LANGUAGE = re.compile(r"[a-z0-9]+")
_DECLARATION = re.compile(r"<[?!][^<>]*>")
_TAGS = (
    "a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|"
    "script|section|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var"
)
_TAG = re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_NO_SIGN = re.compile(
    rf"</?(?!(?:a|b|code|em|i|strong|tt)\b)(?:{_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE
)
"""Tags without a sign of CommonMark within a line."""
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_PART = re.compile(
    r"</?(?:p|div|ul|ol|dl|table|tr|pre|blockquote|h[1-6]|hr)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_ITEM = re.compile(r"<(?:li|dt|dd)(?:\s[^<>]*)?>(?:\s*<p(?:\s[^<>]*)?>)?", re.IGNORECASE)
_RUNS = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)


def has_markup(text: str) -> bool:
    """Return whether a text may have more markup than code spans and paragraphs."""
    return bool(_MARKUP.search(text))


def _tree(text: str) -> "SyntaxTreeNode":
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_tokens(commonmark_parser(*_EXTENSIONS), text.strip()))


def _tokens(parser: "MarkdownIt", text: str) -> "list[Token]":
    """Tokens of a text, those of its lines with signs of CommonMark in place of tags."""
    tokens = parser.parse(text)
    for token in tokens:
        if token.children and "<" in token.content:
            token.children = list(with_signs_for_tags(token.children))
    return tokens


@cache
def commonmark_parser(
    *extensions: str, has_html: bool = True, has_blocks: bool = True
) -> "MarkdownIt":
    """A parser that takes every address of a link, so that none is shown as text; without blocks of HTML if asked."""
    from markdown_it import MarkdownIt

    class Parser(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
            """Take any address: who asks for the tree decides what becomes of it."""
            del url
            return True

    parser = Parser("commonmark", {"html": has_html}).enable(extensions)
    return parser if has_blocks else parser.disable("html_block")


def _of_html(text: str) -> "SyntaxTreeNode":
    """A block of HTML as the text and the lists that it shows."""
    from markdown_it.tree import SyntaxTreeNode

    text = _DECLARATION.sub("", _without_comments(_RUNS.sub("", text)))
    text = _BREAK.sub("\n", _PART.sub("\n\n", _ITEM.sub("\n- ", text)))
    lines = "\n".join(line.strip() for line in _NO_SIGN.sub("", text).split("\n"))
    return SyntaxTreeNode(_tokens(commonmark_parser(*_EXTENSIONS, has_blocks=False), lines))


def _without_comments(text: str) -> str:
    """The text without comments of HTML; each sign is looked at once, however many begin and do not end."""
    parts: list[str] = []
    at = 0
    while (begins := text.find("<!--", at)) >= 0 and (ends := text.find("-->", begins)) >= 0:
        parts.append(text[at:begins])
        at = ends + 3
    return "".join([*parts, text[at:]])


def _children(node: "SyntaxTreeNode") -> Iterator["SyntaxTreeNode"]:
    """Blocks within a block, those of HTML as what they show."""
    for child in node.children:
        if child.type == "html_block":
            yield from _of_html(child.content).children
        else:
            yield child


def _rows(table: "SyntaxTreeNode") -> Iterator[list["SyntaxTreeNode"]]:
    """Cells of each row, the first that of the head."""
    for part in table.children:
        for row in part.children:
            yield [cell.children[0] for cell in row.children]


def _address(node: "SyntaxTreeNode") -> str | None:
    """Address of a link to a page of the web or a mailbox; None for any other, which leads nowhere from here."""
    address = str(node.attrs.get("href", ""))
    return address if is_web_address(address) or is_mailbox(address) else None


# --- On pages ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def md_description(text: str) -> Markdown:
    """A description as blocks of a page."""
    return _blocks(_tree(revealed(text))) if has_markup(text) else md_paragraphs(text)


@lru_cache(maxsize=4096)
def md_description_line(text: str) -> Markdown:
    """A description on one line, as in a cell of a table; its lists are HTML."""
    if not has_markup(text):
        return md_prose(text)
    return joined(Markdown(" "), map(_in_line, _children(_tree(revealed(text)))))


def _blocks(node: "SyntaxTreeNode") -> Markdown:
    return joined(Markdown("\n\n"), filter(None, map(_block, _children(node))))


def _block(node: "SyntaxTreeNode") -> Markdown:
    match node.type:
        case "paragraph":
            return _pieces(node.children[0], begins=True)
        case "heading":
            return Markdown(f"<strong>{_pieces(node.children[0])}</strong>")
        case "fence" | "code_block":
            return _code(node)
        case "bullet_list" | "ordered_list":
            is_tight = all(len(item.children) == 1 for item in node.children)
            items = map(_blocks, node.children)
            return md_list(items, is_ordered=node.type == "ordered_list", is_tight=is_tight)
        case "blockquote":
            return Markdown(re.sub(r"(?m)^", "> ", _blocks(node)))
        case "table":
            head, *rows = [joined(Markdown(" | "), map(_pieces, row)) for row in _rows(node)]
            line = "|---" * len(next(_rows(node)))
            return Markdown("\n".join([f"| {head} |", f"{line}|", *(f"| {row} |" for row in rows)]))
        case _:  # a line across the page
            return Markdown("")


def _code(node: "SyntaxTreeNode") -> Markdown:
    lines = node.content.expandtabs(4).removesuffix("\n")
    if not lines.strip():
        return Markdown("")
    if any(map(is_fence, lines.split("\n"))):
        code = joined(Markdown("&#10;"), map(html_text, lines.split("\n")))
        return Markdown(f"<pre><code>{code}</code></pre>")
    return Markdown(f"```{_language(node)}\n{md_lines(lines)}\n```")


def _language(node: "SyntaxTreeNode") -> str:
    language = _LANGUAGE.fullmatch(node.info.strip().lower().partition(" ")[0])
    return language[0] if language else ""


def _in_line(node: "SyntaxTreeNode") -> Markdown:
    match node.type:
        case "paragraph" | "heading":
            return _pieces(node.children[0])
        case "fence" | "code_block":
            return md_code(" ".join(node.content.split()))
        case "bullet_list" | "ordered_list":
            name = "ul" if node.type == "bullet_list" else "ol"
            items = (
                joined(Markdown(" "), map(_in_line, _children(item))) for item in node.children
            )
            return Markdown(f"<{name}>{''.join(f'<li>{item}</li>' for item in items)}</{name}>")
        case "blockquote":
            return joined(Markdown(" "), map(_in_line, _children(node)))
        case "table":
            rows = (joined(Markdown(": "), map(_pieces, row)) for row in _rows(node))
            return Markdown(f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>")
        case _:
            return Markdown("")


def _pieces(node: "SyntaxTreeNode", *, begins: bool = False) -> Markdown:
    """Content of a paragraph on one line; `begins`: it begins the line."""
    last = len(node.children) - 1
    return joined(
        Markdown(""),
        (
            _piece(child, begins=begins and index == 0, ends=index == last)
            for index, child in enumerate(node.children)
        ),
    )


def _piece(node: "SyntaxTreeNode", *, begins: bool, ends: bool) -> Markdown:
    match node.type:
        case "text":
            return _text(node.content, begins, ends)
        case "softbreak":
            return Markdown(" ")
        case "hardbreak":
            return Markdown("<br>")
        case "code_inline":
            return md_code(node.content)
        case "em" | "strong" | "s":
            # Asterisks would have another meaning beside others.
            return Markdown(f"<{node.type}>{_pieces(node)}</{node.type}>")
        case "link":
            address, label = _address(node), _pieces(node)
            if address is None:
                return label
            return composed(Markdown("[{}]({})"), label or md_inline(address), md_address(address))
        case "image":
            return md_inline(node.content)
        case "html_inline":
            if _BREAK.fullmatch(node.content):
                return Markdown("<br>")
            if _parts(node.content):
                return Markdown(" ")
            return Markdown("") if _is_tag(node.content) else _text(node.content, begins, ends)
        case _:
            raise ValueError(f"{node.type} is not a part of a line")


def _parts(tag: str) -> bool:
    """Return whether a tag within a line begins or ends a block, whose text is apart from what stands around it."""
    return bool(_PART.fullmatch(tag) or _ITEM.fullmatch(tag))


def _is_tag(text: str) -> bool:
    is_comment = text.startswith("<!--") and text.endswith("-->")
    return is_comment or bool(_TAG.fullmatch(text) or _DECLARATION.fullmatch(text))


def _text(text: str, begins: bool, ends: bool) -> Markdown:
    text = re.sub(r"\s", " ", text)
    if not ends and text.endswith("!"):  # a link behind it would be an image
        return Markdown(_text(text[:-1], begins, ends=True) + "&#33;")
    if not begins:
        return md_inline(text)
    return Markdown(md_text(text) + (" " if text.endswith(" ") else ""))


# --- As text -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def plain_description(text: str) -> str:
    """A description as text that reads well in an editor: paragraphs, lists, code, tables, and addresses in brackets."""
    text = revealed(text)
    if not has_markup(text):
        return text
    return "\n\n".join(part for block in _children(_tree(text)) if (part := _plain_block(block)))


@lru_cache(maxsize=4096)
def plain_description_line(text: str) -> str:
    """A description as text on one line."""
    text = revealed(text)
    if not has_markup(text):
        return on_one_line(text)
    return " ".join(part for block in _children(_tree(text)) if (part := _plain_line(block)))


def _plain_block(node: "SyntaxTreeNode") -> str:
    match node.type:
        case "fence" | "code_block":
            lines = node.content.expandtabs(4).rstrip().split("\n")
            return _verbatim([f"```{_language(node)}", *lines, "```"])
        case "bullet_list" | "ordered_list":
            return "\n".join(_plain_items(node))
        case "blockquote":
            return "\n\n".join(map(_plain_block, _children(node)))
        case "table":
            head, *rows = [f"| {' | '.join(map(_plain_pieces, row))} |" for row in _rows(node)]
            line = "|---" * len(next(_rows(node)))
            return _verbatim([head, f"{line}|", *rows])
        case _:
            return _plain_line(node)


def _verbatim(lines: Iterable[str]) -> str:
    return "\n".join(VERBATIM + line for line in lines)


def _plain_items(node: "SyntaxTreeNode") -> Iterator[str]:
    """Lines of a list, those of inner lists after theirs."""
    for item in node.children:
        blocks = list(_children(item))
        inner = [block for block in blocks if block.type.endswith("_list")]
        line = " ".join(_plain_line(block) for block in blocks if block not in inner)
        yield f"- {line}"
        for each in inner:
            yield from _plain_items(each)


def _plain_line(node: "SyntaxTreeNode") -> str:
    match node.type:
        case "paragraph" | "heading":
            return _plain_pieces(node.children[0])
        case "fence" | "code_block":
            return f"`{' '.join(node.content.split())}`"
        case "bullet_list" | "ordered_list":
            items = (_joined_lines(_children(item)) for item in node.children)
            return "; ".join(item.rstrip(".;,") for item in items) + "."
        case "blockquote":
            return _joined_lines(_children(node))
        case "table":
            rows = (": ".join(map(_plain_pieces, row)) for row in _rows(node))
            return "; ".join(rows) + "."
        case _:
            return ""


def _joined_lines(nodes: Iterable["SyntaxTreeNode"]) -> str:
    return " ".join(filter(None, map(_plain_line, nodes)))


def _plain_pieces(node: "SyntaxTreeNode") -> str:
    return "".join(map(_plain_piece, node.children))


def _plain_piece(node: "SyntaxTreeNode") -> str:
    match node.type:
        case "text" | "image":
            return node.content
        case "softbreak" | "hardbreak":
            return " "
        case "code_inline":
            return f"`{node.content}`"
        case "link":
            address, label = (_address(node) or "").removeprefix("mailto:"), _plain_pieces(node)
            return label if address in ("", label) else f"{label} ({address})".strip()
        case "html_inline":
            is_break = _BREAK.fullmatch(node.content) or _parts(node.content)
            return " " if is_break else "" if _is_tag(node.content) else node.content
        case _:
            return _plain_pieces(node)
