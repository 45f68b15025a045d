"""The Markdown of additions: which of it is allowed, and how pages print it.

What is allowed is taken apart and each text of it encoded like any other text of a specification, so that nothing of it
can be markup that the author of a page did not write.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from specloom.languages.address import is_web_address
from specloom.languages.description import commonmark_parser
from specloom.languages.markdown import (
    Markdown,
    is_fence,
    md_address,
    md_code,
    md_inline,
    md_lines,
    md_list,
    md_text,
)
from specloom.languages.safe import composed, joined

if TYPE_CHECKING:  # an import takes a while, and few runs need it
    from markdown_it.tree import SyntaxTreeNode

MOST = 50_000
"""Characters of a file, and of an addition."""
_DEEPEST = 3
"""Lists inside each other."""


class Problem(NamedTuple):
    """Something that an addition cannot hold."""

    line: int
    """1-based."""
    message: str
    hint: str


_NOT_ALLOWED = {
    "blockquote": ("a quotation", "write it as a paragraph"),
    "code_block": ("an indented block", "put code between lines of three backticks"),
    "hardbreak": ("a line break", "begin a new paragraph or a list"),
    "heading": ("a heading", "only `## ` and the name of a parameter begin a section"),
    "hr": ("a line across the page", "leave it out; an addition has no front matter"),
    "html_block": ("HTML", "put it between backticks to show it as it is"),
    "html_inline": ("HTML", "put it between backticks to show it as it is"),
    "image": ("an image", "link to its page"),
    "table": ("a table", "write a list"),
}
_SOURCE = "Source: "
"""Begins a paragraph that tells where a note is from; pages show it small."""
_LISTS = ("bullet_list", "ordered_list")
_LANGUAGE = re.compile(r"[a-z0-9]*")
_LINK = "write it with the whole address: `[text](https://example.org/)`"


class Heading(NamedTuple):
    """A heading that begins the addition to a parameter."""

    line: int
    text: str


def headings(text: str) -> list[Heading]:
    """The headings `## …` of a file."""
    return [
        Heading(_line(node), node.children[0].content.strip(" `"))
        for node in _parsed(text.rstrip()).tree.children
        if node.type == "heading" and node.markup == "##"
    ]


def problems(text: str) -> list[Problem]:
    """Constructs that an addition cannot contain, in the order of its lines."""
    if len(text) > MOST:
        return [Problem(1, f"it has more than {MOST:,} characters", "shorten it")]
    if not text.strip():
        return [Problem(1, "it is empty", "write something, or leave it out")]
    parsed = _parsed(text.rstrip())
    problems_ = [
        *(problem for node in parsed.tree.walk(include_self=False) for problem in _of_node(node)),
        *(
            Problem(
                reference["map"][0] + 1, "a link and its address are in different places", _LINK
            )
            for reference in parsed.links.get("references", {}).values()
        ),
    ]
    return sorted(dict.fromkeys(problems_), key=lambda problem: problem.line)


def _of_node(node: "SyntaxTreeNode") -> Iterator[Problem]:
    if node.map is None:
        return  # part of a line
    line = _line(node)
    if node.type in _NOT_ALLOWED:
        yield _not_allowed(node.type, line)
    elif node.type in _LISTS and node.level >= 2 * _DEEPEST:
        yield Problem(line, "lists are nested too deeply", "use fewer levels")
    elif node.type == "list_item" and [child.type for child in node.children][:1] != ["paragraph"]:
        yield Problem(line, "an item of a list does not begin with a text", "begin it with one")
    elif node.type == "fence":
        yield from _of_fence(node, line)
    elif node.type == "inline":
        yield from _of_line(node, line)


def _of_fence(fence: "SyntaxTreeNode", line: int) -> Iterator[Problem]:
    language = fence.info.strip()
    if not _LANGUAGE.fullmatch(language):
        message = f"`{language}` is not a language for a code block"
        yield Problem(line, message, "write one word, such as `python`")
    if not fence.content.strip():
        yield Problem(line, "a block of code is empty", "leave it out")
    for number, code_line in enumerate(fence.content.split("\n"), line + 1):
        if is_fence(code_line):
            yield Problem(number, "this line looks like the end of its block", "leave it out")


def _of_line(inline: "SyntaxTreeNode", line: int) -> Iterator[Problem]:
    for node in inline.walk(include_self=False):
        if node.type in _NOT_ALLOWED:
            yield _not_allowed(node.type, line)
        elif node.type == "link" and not is_web_address(_target(node)):
            yield Problem(line, f"`{_target(node)}` is not a web address", _LINK)
        elif node.type == "link" and not node.children:
            yield Problem(line, "a link lacks a text", _LINK)
        elif node.type == "link" and any(
            part.type == "link" for part in node.walk(include_self=False)
        ):
            yield Problem(line, "a link contains a link", "leave one of them out")
        line += node.type.endswith("break") + node.content.count("\n")


def _not_allowed(kind: str, line: int) -> Problem:
    what, hint = _NOT_ALLOWED[kind]
    return Problem(line, f"{what} is not allowed in an addition", hint)


def _target(link: "SyntaxTreeNode") -> str:
    return str(link.attrs["href"])


def _line(node: "SyntaxTreeNode") -> int:
    assert node.map is not None, "a block has lines"
    return node.map[0] + 1


class _Parsed(NamedTuple):
    tree: "SyntaxTreeNode"
    links: dict[str, Any]


@lru_cache(maxsize=256)
def _parsed(text: str) -> _Parsed:
    """A text that is asked for its headings, its problems and its page, one after the other."""
    from markdown_it.tree import SyntaxTreeNode

    links: dict[str, Any] = {}
    return _Parsed(SyntaxTreeNode(commonmark_parser("table").parse(text, links)), links)


# --- On pages ------------------------------------------------------------------------------------------


def md_addition(text: str) -> Markdown:
    """An addition as part of a page, its texts encoded; it must not have problems."""
    return _blocks(_parsed(text.rstrip()).tree)


def _blocks(node: "SyntaxTreeNode") -> Markdown:
    return joined(Markdown("\n\n"), map(_block, node.children))


def _block(node: "SyntaxTreeNode") -> Markdown:
    match node.type:
        case "paragraph":
            line = _pieces(node.children[0], begins=True)
            return Markdown(f"{line}\n{{ .sl-source }}") if line.startswith(_SOURCE) else line
        case "fence":
            code = md_lines(node.content.expandtabs(4).removesuffix("\n"))
            return Markdown(f"```{node.info.strip()}\n{code}\n```")
        case "bullet_list" | "ordered_list":
            is_tight = all(len(item.children) == 1 for item in node.children)
            items = map(_blocks, node.children)
            return md_list(items, is_ordered=node.type == "ordered_list", is_tight=is_tight)
        case _:
            raise ValueError(f"{node.type} is not allowed in an addition")


def _pieces(node: "SyntaxTreeNode", *, begins: bool = False) -> Markdown:
    """The content of a paragraph, on one line; `begins`: it begins the line."""
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
        case "code_inline":
            return md_code(node.content)
        case "em" | "strong":
            # Asterisks would have another meaning beside others.
            return Markdown(f"<{node.type}>{_pieces(node)}</{node.type}>")
        case "link":
            return composed(Markdown("[{}]({})"), _pieces(node), md_address(_target(node)))
        case _:
            raise ValueError(f"{node.type} is not allowed in an addition")


def _text(text: str, begins: bool, ends: bool) -> Markdown:
    text = re.sub(r"\s", " ", text)
    if not ends and text.endswith("!"):  # a link behind it would be an image
        return Markdown(_text(text[:-1], begins, ends=True) + "&#33;")
    if not begins:
        return md_inline(text)
    return Markdown(md_text(text) + (" " if text.endswith(" ") else ""))
