"""Templates of samples as trees of data, which the script of the request form fills with other values.

`site/try/templates.mjs` fills them. Constructs that neither supports are refused here, with the
template's line.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from jinja2 import TemplateAssertionError, nodes

Tree: TypeAlias = Any
"""JSON: a text, or a list that begins with what the rest is. A statement that is an expression is printed."""

FILTERS = frozenset(
    (
        *("dotted", "js", "name", "php", "py", "verbatim", "word"),
        *("first", "indent", "join", "last", "length", "list", "lower"),
        *("map", "max", "sort", "upper"),
    )
)
"""Filters that the script implements, with positional arguments."""


def tree(template: nodes.Template, path: str | None) -> list[Tree]:
    """The statements of a template; `path` is where it lies, for faults."""
    return _Reader(path).body(template.body)


class _Reader:
    """Reads the nodes of one template."""

    def __init__(self, path: str | None) -> None:
        self._path = path

    def body(self, statements: Sequence[nodes.Node]) -> list[Tree]:
        return [part for statement in statements for part in self._statement(statement)]

    def _statement(self, node: nodes.Node) -> Iterator[Tree]:
        match node:
            case nodes.Output():
                yield from self._values(node.nodes)
            case nodes.If():
                yield self._if(node, node.elif_)
            case nodes.For(test=None, recursive=False):
                target = node.target
                items = target.items if isinstance(target, nodes.Tuple) else ()
                targets = [self._assigned(name) for name in items or (target,)]
                rest = self._bodies(node.body, self.body(node.else_))
                yield ["for", targets, self._value(node.iter), *rest]
            case nodes.Assign():
                yield ["set", self._assigned(node.target), self._value(node.node)]
            case nodes.With():
                names = [self._assigned(name) for name in node.targets]
                yield ["with", names, self._values(node.values), self.body(node.body)]
            case nodes.FilterBlock():
                yield ["filter", self._filters(node.filter), self.body(node.body)]
            case nodes.Include(template=nodes.Const(value=name), ignore_missing=False):
                yield ["include", name]
            case _:
                raise self._refused(node, type(node).__name__)

    def _if(self, node: nodes.If, alternatives: Sequence[nodes.If]) -> Tree:
        otherwise = self.body(node.else_)
        for other in reversed(alternatives):
            otherwise = [["if", self._value(other.test), *self._bodies(other.body, otherwise)]]
        return ["if", self._value(node.test), *self._bodies(node.body, otherwise)]

    def _bodies(self, body: Sequence[nodes.Node], otherwise: list[Tree]) -> list[Tree]:
        return [self.body(body), otherwise] if otherwise else [self.body(body)]

    def _assigned(self, node: nodes.Node) -> str:
        if not isinstance(node, nodes.Name):
            raise self._refused(node, "an assignment to more than a name")
        return node.name

    def _filters(self, node: nodes.Expr | None) -> list[Tree]:
        """The filters of a block, the first of them first."""
        if not isinstance(node, nodes.Filter):
            return []
        return [*self._filters(node.node), [self._supported_filter(node), *self._values(node.args)]]

    def _supported_filter(self, node: nodes.Filter) -> str:
        if node.name not in FILTERS:
            raise self._refused(node, f"the filter `{node.name}`")
        if node.kwargs or node.dyn_args or node.dyn_kwargs:
            raise self._refused(node, f"arguments by name, of the filter `{node.name}`")
        return node.name

    def _values(self, expressions: Sequence[nodes.Node]) -> list[Tree]:
        return [self._value(expression) for expression in expressions]

    def _value(self, node: nodes.Node | None) -> Tree:
        match node:
            case None:  # of `a if b` without `else`
                return None
            case nodes.TemplateData(data=text):
                return text
            case nodes.Const():
                return node.value
            case nodes.Name():
                return [".", node.name]
            case nodes.Getattr(attr=key) | nodes.Getitem(arg=nodes.Const(value=key)):
                return [*self._path_of(node.node), key]
            case nodes.Filter(node=nodes.Expr() as inside):
                return [
                    "|",
                    self._supported_filter(node),
                    self._value(inside),
                    *self._values(node.args),
                ]
            case nodes.Compare(ops=[operand]):
                return [operand.op, self._value(node.expr), self._value(operand.expr)]
            case nodes.Test(name="none"):
                return ["eq", self._value(node.node), None]
            case _:
                return self._composed(node)

    def _path_of(self, node: nodes.Node) -> Tree:
        """A name, and what follows its dots."""
        if not isinstance(node, nodes.Name | nodes.Getattr | nodes.Getitem):
            raise self._refused(
                node, "a part of an expression; name the expression with `set` first"
            )
        return self._value(node)

    def _composed(self, node: nodes.Node) -> Tree:
        match node:
            case nodes.And() | nodes.Or() | nodes.Add():
                return [node.operator, self._value(node.left), self._value(node.right)]
            case nodes.Not():
                return ["not", self._value(node.node)]
            case nodes.CondExpr():
                return ["?", *self._values([node.test, node.expr1]), self._value(node.expr2)]
            case nodes.Concat():
                return ["~", *self._values(node.nodes)]
            case nodes.List() | nodes.Tuple():
                return ["list", *self._values(node.items)]
            case _:
                raise self._refused(node, type(node).__name__)

    def _refused(self, node: nodes.Node, what: str) -> TemplateAssertionError:
        filters = ", ".join(sorted(FILTERS))
        message = f"{what} is not supported in form samples; supported filters: {filters}"
        return TemplateAssertionError(message, node.lineno, filename=self._path)
