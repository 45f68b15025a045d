"""Lays Python source out as black does, so that black has nothing left to do.

A tree of brackets is written on one line where it fits. Where it does not, a call or subscript gets
its content on a line of its own, and only then one line for each part; a tuple, a dictionary or an
import gets one line for each part at once, as black has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from specloom.safe import Python, composed, joined

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


Tree: TypeAlias = Python | Brackets


def call(name: Python, parts: Sequence[Tree]) -> Brackets:
    """A call, or the head of a class."""
    return Brackets(composed(Python("{}("), name), parts, Python(")"))


def subscript(name: Python, parts: Sequence[Tree]) -> Brackets:
    """A generic type with its arguments."""
    return Brackets(composed(Python("{}["), name), parts, Python("]"))


def parenthesized(parts: Sequence[Tree], before: str = "") -> Brackets:
    """A tuple, after text such as `code=`."""
    return Brackets(Python(f"{before}("), parts, Python(")"), own_lines=True)


def keyword(name: str, value: Tree) -> Tree:
    """`name=value`, as an argument."""
    if isinstance(value, Python):
        return composed(Python("{}={}"), Python(name), value)
    opening = composed(Python("{}={}"), Python(name), value.opening)
    return Brackets(opening, value.parts, value.closing, value.own_lines)


def flat(tree: Tree) -> Python:
    """The tree on one line."""
    if isinstance(tree, Python):
        return tree
    parts = [flat(part) for part in tree.parts]
    inside = joined(Python(", "), parts)
    lone = len(parts) == 1 and tree.own_lines and tree.opening.endswith("(")
    return Python(f"{tree.opening}{inside}{',' if lone else ''}{tree.closing}")


def laid_out(tree: Tree, *, indent: int = 0, before: int = 0, after: int = 0) -> Python:
    """The tree as text, where the first line has `before` and the last `after` more characters."""
    line = flat(tree)
    if isinstance(tree, Python) or indent + before + len(line) + after <= WIDTH or not tree.parts:
        return line
    inner = indent + _STEP
    margin = " " * inner
    content = joined(Python(", "), [flat(part) for part in tree.parts])
    if not tree.own_lines and inner + len(content) <= WIDTH:
        return Python(f"{tree.opening}\n{margin}{content}\n{' ' * indent}{tree.closing}")
    lines = "".join(f"{margin}{laid_out(part, indent=inner, after=1)},\n" for part in tree.parts)
    return Python(f"{tree.opening}\n{lines}{' ' * indent}{tree.closing}")


def assignment(head: Python, value: Tree, *, indent: int = 0) -> Python:
    """`head = value`."""
    return composed(Python("{} = {}"), head, laid_out(value, indent=indent, before=len(head) + 3))


def annotated(name: Python, annotation: Tree, default: Tree | None, *, indent: int) -> Python:
    """`name: annotation = default`, the default opened first, then the annotation."""
    shown = flat(annotation)
    if default is None:
        text = laid_out(annotation, indent=indent, before=len(name) + 2)
        return composed(Python("{}: {}"), name, text)
    head = composed(Python("{}: {}"), name, shown)
    if isinstance(default, Brackets) and indent + len(head) + 4 <= WIDTH:
        return assignment(head, default, indent=indent)
    after = len(flat(default)) + 3
    text = laid_out(annotation, indent=indent, before=len(name) + 2, after=after)
    return assignment(composed(Python("{}: {}"), name, text), default, indent=indent)


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
