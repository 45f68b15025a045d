"""Rules between the parameters of a wiki's modules, as Python."""

from specloom import model
from specloom.safe import py_literal
from specloom.views.python.layout import Brackets, Tree, call, keyword, literal, parenthesized
from specloom.views.python.mediawiki_types import Scope


def rule(scope: Scope, one: model.Rule) -> Brackets:
    """A rule as the call that makes it."""
    parts: list[Tree] = [py_literal(term) for term in one.terms]
    if one.others:
        parts.append(parenthesized([py_literal(term) for term in one.others], "others="))
    if one.pairs:
        parts.append(parenthesized([py_literal(pair) for pair in one.pairs], "pairs="))
    for key, value in (
        ("value", one.value),
        ("limit", one.limit),
        ("high_limit", one.high_limit),
        ("code", one.code),
        ("none", one.code_when_none),
    ):
        if value is not None:
            parts.append(keyword(key, py_literal(value)))
    if one.effect is not None:
        parts.append(keyword("effect", literal(one.effect)))
    return call(scope.rule(one.kind), parts)
