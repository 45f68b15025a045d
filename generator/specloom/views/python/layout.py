"""Lays Python source out as black does, so that black need not.

A tree of brackets is written on one line where it fits. Where it does not, a call or subscript gets
its content on a line of its own, and only then one line for each part; a tuple, a dictionary or an
import gets one line for each part at once, as black has it. A text that is too long for its line stands in brackets,
as several literals where need be.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from specloom.safe import Python, composed, joined, py_literal

WIDTH = 100
_STEP = 4


@dataclass(frozen=True, slots=True)
class Brackets:
    """Parts between an opening and a closing bracket."""

    opening: Python
    """With what stands before it: `Literal[`, `("`, `code=(`."""
    parts: Sequence["Tree"]
    closing: Python
    own_lines: bool = False
    """Never the whole content on one line of its own: a tuple, a dictionary, an import."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string literal, with what stands before it: `help=`, `"key": `."""

    before: Python
    value: str


Tree: TypeAlias = Python | Text | Brackets


def call(name: Python, parts: Sequence[Tree]) -> Brackets:
    """A call, or the head of a class."""
    return Brackets(composed(Python("{}("), name), parts, Python(")"))


def subscript(name: Python, parts: Sequence[Tree]) -> Brackets:
    """A generic type with its arguments."""
    return Brackets(composed(Python("{}["), name), parts, Python("]"))


def parenthesized(parts: Sequence[Tree], before: str = "") -> Brackets:
    """A tuple, after text such as `code=`."""
    return Brackets(Python(f"{before}("), parts, Python(")"), own_lines=True)


def literal(value: str) -> Text:
    """A string literal that may need several lines."""
    return Text(Python(""), value)


def keyword(name: str, value: Tree) -> Tree:
    """`name=value`, as an argument."""
    return headed(Python(f"{name}="), value)


def entry(key: str, value: Tree) -> Tree:
    """`"key": value`, in a dictionary."""
    return headed(composed(Python("{}: "), py_literal(key)), value)


def headed(head: Python, value: Tree) -> Tree:
    """A tree with something before it that stays on its first line."""
    match value:
        case Text(before, text):
            return Text(Python(f"{head}{before}"), text)
        case Brackets(opening, parts, closing, own_lines):
            return Brackets(Python(f"{head}{opening}"), parts, closing, own_lines)
        case _:
            return Python(f"{head}{value}")


def flat(tree: Tree) -> Python:
    """The tree on one line."""
    if isinstance(tree, Python):
        return tree
    if isinstance(tree, Text):
        return Python(f"{tree.before}{py_literal(tree.value)}")
    parts = [flat(part) for part in tree.parts]
    inside = joined(Python(", "), parts)
    lone = len(parts) == 1 and tree.own_lines and tree.opening.endswith("(")
    return Python(f"{tree.opening}{inside}{',' if lone else ''}{tree.closing}")


def laid_out(tree: Tree, *, indent: int = 0, before: int = 0, after: int = 0) -> Python:
    """The tree as text, where the first line has `before` and the last `after` more characters."""
    line = flat(tree)
    if isinstance(tree, Python) or indent + before + len(line) + after <= WIDTH:
        return line
    inner = indent + _STEP
    margin = " " * inner
    if isinstance(tree, Text):
        return Python(f"{tree.before}(\n{_literals(tree.value, inner)}{' ' * indent})")
    if not tree.parts:
        return line
    content = joined(Python(", "), [flat(part) for part in tree.parts])
    if not tree.own_lines and inner + len(content) <= WIDTH:
        return Python(f"{tree.opening}\n{margin}{content}\n{' ' * indent}{tree.closing}")
    lone = tree.parts[0]
    if len(tree.parts) == 1 and isinstance(lone, Text) and not lone.before and not tree.own_lines:
        return Python(f"{tree.opening}\n{_literals(lone.value, inner)}{' ' * indent}{tree.closing}")
    lines = "".join(f"{margin}{laid_out(part, indent=inner, after=1)},\n" for part in tree.parts)
    return Python(f"{tree.opening}\n{lines}{' ' * indent}{tree.closing}")


def _literals(value: str, indent: int) -> str:
    """Lines of literals that make up the text, each of as many words as fit."""
    pieces = [""]
    for word in re.findall(r" *[^ ]* ?", value):
        if pieces[-1] and indent + len(py_literal(pieces[-1] + word)) > WIDTH:
            pieces.append("")
        pieces[-1] += word
    return "".join(f"{' ' * indent}{py_literal(piece)}\n" for piece in pieces)


def assignment(head: Python, value: Tree, *, indent: int = 0) -> Python:
    """`head = value`."""
    return composed(Python("{} = {}"), head, laid_out(value, indent=indent, before=len(head) + 3))


def annotated(name: Python, annotation: Tree, default: Tree | None, *, indent: int) -> Python:
    """`name: annotation = default`: the default on lines of its own first, then the annotation."""
    shown = flat(annotation)
    if default is None:
        text = laid_out(annotation, indent=indent, before=len(name) + 2)
        return composed(Python("{}: {}"), name, text)
    head = composed(Python("{}: {}"), name, shown)
    after = len(flat(default)) + 3
    if indent + len(head) + after > WIDTH and indent + len(head) + 4 <= WIDTH:
        if isinstance(default, Python):
            margin = " " * indent
            return Python(f"{head} = (\n{margin}    {default}\n{margin})")
        return assignment(head, default, indent=indent)
    text = laid_out(annotation, indent=indent, before=len(name) + 2, after=after)
    return assignment(composed(Python("{}: {}"), name, text), default, indent=indent)


def function_head(
    name: Python, parameters: Sequence[Tree], result: Python, *, asynchronous: bool, indent: int
) -> Python:
    """The line `def name(parameters) -> result:` of a function."""
    opening = composed(Python("{} {}("), Python("async def" if asynchronous else "def"), name)
    closing = composed(Python(") -> {}:"), result)
    head = laid_out(Brackets(opening, parameters, closing), indent=indent)
    if len(parameters) > 1 or "\n" not in head:
        return head
    margin = " " * indent
    return Python(f"{opening}\n{margin}    {flat(parameters[0])},\n{margin}{closing}")


def import_from(source: Python, names: Sequence[Python], *, indent: int = 0) -> Python:
    """An import of some names, sorted as isort sorts them: constants, classes, functions."""
    ordered = sorted(names, key=_import_order)
    line = composed(Python("from {} import {}"), source, joined(Python(", "), ordered))
    if indent + len(line) <= WIDTH:
        return line
    margin = " " * indent
    lines = "".join(f"{margin}    {name},\n" for name in ordered)
    return Python(f"from {source} import (\n{lines}{margin})")


def _import_order(name: str) -> tuple[int, str]:
    rank = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return rank, name
