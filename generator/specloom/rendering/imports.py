"""Imports of generated Python: a template lists what its files may need, and here goes what one does not, or has already.

Only imports at the top of a file, in it or under `if TYPE_CHECKING`, are touched. `import name as name`
and `from x import name as name` are exports and stay.
"""

import ast
import re
from collections.abc import Iterator
from typing import TypeAlias

_BLANK = re.compile(r"\n{3,}")
_Import: TypeAlias = ast.Import | ast.ImportFrom


def without_unused(text: str) -> str:
    """The source without unused imports, and without repeated ones."""
    module = ast.parse(text)
    statements = list(_imports(module))
    if not statements:
        return text
    used = set(_used(module))
    lines: list[str | None] = list(text.split("\n"))  # as ast counts; splitlines() knows more ends
    end = 0
    bound: set[str] = set()
    for statement in statements:
        aliases = [alias for alias in statement.names if _is_needed(alias, used)]
        aliases = [
            alias for alias in aliases if _import_line(statement, [alias]).strip() not in bound
        ]
        bound.update(_import_line(statement, [alias]).strip() for alias in aliases)
        first, end = statement.lineno - 1, statement.end_lineno or statement.lineno
        if len(aliases) < len(statement.names):
            lines[first:end] = [None] * (end - first)
            lines[first] = _import_line(statement, aliases) if aliases else None
    head, rest = (
        "\n".join(line for line in part if line is not None) for part in (lines[:end], lines[end:])
    )
    return f"{_BLANK.sub(chr(10) * 2, head)}\n{rest}"


def _imports(module: ast.Module) -> Iterator[_Import]:
    for statement in module.body:
        statements = statement.body if isinstance(statement, ast.If) else [statement]
        for inner in statements:
            if isinstance(inner, _Import) and getattr(inner, "module", None) != "__future__":
                yield inner


def _is_needed(alias: ast.alias, used: set[str]) -> bool:
    """Return whether what is imported is used, or named anew as what it is, which makes it an export."""
    bound = alias.asname or alias.name.partition(".")[0]
    return bound in used or alias.asname == alias.name


def _used(module: ast.AST) -> Iterator[str]:
    """Names that the source mentions: as such, in an annotation that is a string, in `__all__`."""
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                yield from _quoted(annotation)
            case ast.FunctionDef(returns=annotation) | ast.AsyncFunctionDef(returns=annotation):
                yield from _quoted(annotation)
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                yield from _strings(value)
            case _:
                pass


def _quoted(annotation: ast.expr | None) -> Iterator[str]:
    """Names in the strings of an annotation, which stand for what is defined later."""
    for text in _strings(annotation):
        try:
            yield from _used(ast.parse(text, mode="eval"))
        except SyntaxError:  # a value of a `Literal`
            continue


def _strings(node: ast.expr | None) -> Iterator[str]:
    """The strings in an expression, apart from the values of a `Literal` and the keys of a dict."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Subscript(value=ast.Name(id="Literal")) | None:
            return
        case ast.Dict(values=values):
            for value in values:
                yield from _strings(value)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _strings(child)


def _import_line(statement: _Import, aliases: list[ast.alias]) -> str:
    names = ", ".join(
        f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in aliases
    )
    margin = " " * statement.col_offset
    if isinstance(statement, ast.Import):
        return f"{margin}import {names}"
    return f"{margin}from {'.' * statement.level}{statement.module or ''} import {names}"
