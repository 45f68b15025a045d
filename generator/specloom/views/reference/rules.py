"""Rules between parameters, as a page lists them and as one of the parameters sees them."""

from collections.abc import Iterable

from specloom.model.structs import Rule
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.reference.links import Links, Part


class RuleView(View, frozen=True):
    """One rule."""

    rule: Rule
    id: str
    """Tells it apart from the others on its page."""
    text: tuple[Part, ...]
    """What is asked."""
    otherwise: tuple[Part, ...]
    """Which error comes else."""


class AskedView(View, frozen=True):
    """What a rule asks of one parameter."""

    rule: Rule
    text: tuple[Part, ...]
    """Empty where the rule's effect tells it all."""


def rule_views(links: Links, rules: Iterable[Rule]) -> tuple[RuleView, ...]:
    """Rules in the order of the model."""
    taken: dict[str, int] = {}
    found: list[RuleView] = []
    for rule in rules:
        first = [words.Name(term).parameter.removeprefix(words.QUERY) for term in rule.terms[:1]]
        id_ = "-".join([rule.kind.replace("_", "-"), *first])
        taken[id_] = taken.get(id_, 0) + 1
        unique = f"{id_}-{taken[id_]}" if taken[id_] > 1 else id_
        text, otherwise = words.rule_text(rule), words.otherwise(rule)
        found.append(RuleView(rule, unique, links.parts(text), links.parts(otherwise)))
    return tuple(found)


def asked_of(links: Links, rules: Iterable[Rule], parameter: str) -> tuple[AskedView, ...]:
    """What rules ask of one parameter; one of the query itself has `query.` before its name."""
    texts = ((rule, words.asked_of(parameter, rule)) for rule in rules)
    return tuple(AskedView(rule, links.parts(text)) for rule, text in texts if text is not None)
