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
    """The requirement."""
    otherwise: tuple[Part, ...]
    """The error if it is not met."""


class AskedView(View, frozen=True):
    """A rule as it applies to one parameter."""

    rule: Rule
    text: tuple[Part, ...]
    """Empty where the rule's effect tells it all."""


def rule_views(links: Links, rules: Iterable[Rule]) -> tuple[RuleView, ...]:
    """Rules in the order of the model."""
    uses: dict[str, int] = {}
    views: list[RuleView] = []
    for rule in rules:
        first = [words.Name(term).parameter.removeprefix(words.QUERY) for term in rule.terms[:1]]
        id_ = "-".join([rule.kind.replace("_", "-"), *first])
        uses[id_] = uses.get(id_, 0) + 1
        unique = f"{id_}-{uses[id_]}" if uses[id_] > 1 else id_
        text, otherwise = words.rule_text(rule), words.otherwise(rule)
        views.append(RuleView(rule, unique, links.parts(text), links.parts(otherwise)))
    return tuple(views)


def asked_of(links: Links, rules: Iterable[Rule], parameter: str) -> tuple[AskedView, ...]:
    """Rules as they apply to one parameter; one of the query itself has `query.` before its name."""
    texts = ((rule, words.asked_of(parameter, rule)) for rule in rules)
    return tuple(AskedView(rule, links.parts(text)) for rule, text in texts if text is not None)
