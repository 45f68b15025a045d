"""Rules between parameters, in sentences."""

from specloom.model import Operation, Rule, RuleKind
from specloom.rendering.render import View
from specloom.safe import Markdown, composed, joined
from specloom.views.reference.places import Places
from specloom.views.reference.text import EMPTY, anchor, code, link, listed, path_to, sentence

QUERY = "query."
"""Begins a term that names a parameter of the query itself."""

WHOLE: dict[RuleKind, str] = {
    "at_least_one": "Give at least one of {0}.",
    "bad_value": "{0} must {2}.",
    "conflicting_values": "Of {0}, {2} exclude each other.",
    "count": "{0}: at most {2}.",
    "exactly_one": "Give exactly one of {0}.",
    "generator_not_with": "As a generator, not together with {0}.",
    "ignored": "{0}: no effect without {1}.",
    "limit_depends": "{0}: at most {2}.",
    "login": "Only for a user who is logged in.",
    "max_one": "Give at most one of {0}.",
    "namespace": "{0} must lie in namespace {2}.",
    "not_with": "{0} not together with {1}.",
    "not_with_revids": "{0} not when `revids` chooses the pages.",
    "recommended": "Better give {0}.",
    "requires": "{0} only together with {1}.",
    "right": "{0} only with {2}.",
    "single_page": "{0} only with a single page.",
    "site_config": "{0}: depends on the configuration of the site.",
    "wire_collision": "{0} and {1} have one name on the wire.",
}
"""What each kind asks: {0} the terms, {1} what they need or exclude, {2} the details."""

OWN: dict[RuleKind, str] = {
    "at_least_one": "at least one of this and {0}.",
    "bad_value": "must {2}.",
    "conflicting_values": "{2} exclude each other.",
    "count": "at most {2}.",
    "exactly_one": "either this or {0}.",
    "ignored": "no effect without {1}.",
    "limit_depends": "at most {2}.",
    "max_one": "not together with {0}.",
    "namespace": "must lie in namespace {2}.",
    "not_with": "not together with {1}.",
    "not_with_revids": "not when `revids` chooses the pages.",
    "recommended": "better given.",
    "requires": "only together with {1}.",
    "right": "only with {2}.",
    "single_page": "only with a single page.",
    "site_config": "depends on the configuration of the site.",
    "wire_collision": "has one name on the wire with {1}.",
}
"""The same from the side of one term: {0} its partners."""

BACK: dict[RuleKind, str] = {
    "not_with": "not together with {0}.",
    "wire_collision": "has one name on the wire with {0}.",
}
"""The same from the side of what the terms exclude: {0} the terms."""


class RuleView(View, frozen=True):
    """One rule as an item of a list."""

    anchor: Markdown
    text: Markdown
    """What is asked."""
    otherwise: Markdown
    """What happens else."""


class Rules(View, frozen=True):
    """The rules of one operation, or of the query itself, as one page tells them."""

    places: Places
    page: str
    home: str
    """The page of the parameters."""
    mark: str
    """Begins a term that names one of these parameters."""
    own: frozenset[str]
    """Names of the parameters."""
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, places: Places, operation: Operation, page: str) -> "Rules":
        """The rules of an operation."""
        own = frozenset(parameter.name for parameter in operation.parameters)
        return cls(places, page, places.operation(operation), "", own, operation.rules)

    @classmethod
    def of_query(cls, places: Places, page: str) -> "Rules":
        """The rules of the query itself."""
        wire = places.api.wire
        rules = wire.rules if wire else ()
        return cls(places, page, places.page("calling"), QUERY, _query_names(places), rules)

    def views(self) -> tuple[RuleView, ...]:
        """All of them, in the order of the model."""
        taken: dict[str, int] = {}
        found: list[RuleView] = []
        for rule in self.rules:
            name = anchor("rule", rule.kind.replace("_", "-"), *map(_name, rule.terms[:1]))
            taken[name] = taken.get(name, 0) + 1
            unique = Markdown(f"{name}-{taken[name]}") if taken[name] > 1 else name
            found.append(RuleView(unique, self._whole(rule), self._otherwise(rule)))
        return tuple(found)

    def about(self, name: str) -> Markdown:
        """What the rules ask of one parameter."""
        parts = [self._asked_of(self.mark + name, rule) for rule in self.rules]
        return joined(Markdown(" "), [part for part in parts if part])

    def _whole(self, rule: Rule) -> Markdown:
        terms = listed([self._linked(term) for term in rule.terms])
        if rule.kind == "ignored" and not rule.others:
            return _fill("{}:", terms)
        return _fill(WHOLE[rule.kind], terms, self._others(rule), self._details(rule))

    def _asked_of(self, name: str, rule: Rule) -> Markdown:
        """A rule from the side of one parameter; empty where it asks nothing of that one."""
        own = [term for term in rule.terms if _bare(term) == name]
        forms = OWN if own else BACK
        sides = own or [term for term in rule.others if _bare(term) == name]
        if not sides or rule.kind not in forms:
            return EMPTY
        partners = [term for term in rule.terms if _bare(term) != name]
        shown = listed([self._linked(term) for term in partners], "or")
        text = _fill(forms[rule.kind], shown, self._others(rule), self._details(rule))
        if rule.kind == "ignored" and not rule.others:
            text = EMPTY
        valued = [code(term.removeprefix(QUERY)) for term in sides if term != name]
        if valued:
            text = _fill("with {}: {}", listed(valued, "or"), text)
        shown = Markdown(text[:1].upper() + text[1:])
        return joined(Markdown(" "), [part for part in (shown, sentence(rule.effect)) if part])

    def _others(self, rule: Rule) -> Markdown:
        return listed([self._linked(term) for term in rule.others], "or")

    def _linked(self, term: str) -> Markdown:
        """A term, linked to the parameter it names."""
        name, shown = _name(term), code(term.removeprefix(QUERY))
        if term.startswith(QUERY):
            known, home = _query_names(self.places), self.places.page("calling")
        else:
            known, home = self.own, self.home
        if name not in known:
            return shown
        return link(shown, path_to(self.page, home, anchor("param", name)))

    def _otherwise(self, rule: Rule) -> Markdown:
        parts: list[Markdown] = []
        if rule.code is not None and rule.code_when_none is not None:
            several, none = self._error(rule.code), self._error(rule.code_when_none)
            parts.append(_fill("Error {} with several, {} with none.", several, none))
        elif rule.code is not None:
            parts.append(_fill("Otherwise error {}.", self._error(rule.code)))
        if rule.effect:
            parts.append(sentence(rule.effect))
        return joined(Markdown(" "), parts)

    def _error(self, name: str) -> Markdown:
        """A code, linked where the page of errors explains it."""
        if name not in {one.code for one in self.places.api.errors}:
            return code(name)
        return link(
            code(name), path_to(self.page, self.places.page("errors"), anchor("error", name))
        )

    def _details(self, rule: Rule) -> Markdown:
        match rule.kind:
            case "namespace":
                return code(rule.value if rule.value is not None else 0)
            case "right":
                return (
                    _fill("the right {}", code(rule.value)) if rule.value else Markdown("a right")
                )
            case "bad_value" if rule.value is not None:
                return _fill("not hold {}", code(rule.value))
            case "bad_value":
                return Markdown("be a value that the server knows")
            case "conflicting_values":
                pairs = [_fill("{} and {}", code(left), code(right)) for left, right in rule.pairs]
                return joined(Markdown("; "), pairs) if pairs else Markdown("some values")
            case "limit_depends":
                when = (
                    _fill("with {}", self._others(rule)) if rule.others else Markdown("as a rule")
                )
                return _fill("{}, {}", _count(rule), when)
            case "count":
                return _count(rule)
            case _:
                return EMPTY


def _query_names(places: Places) -> frozenset[str]:
    wire = places.api.wire
    return frozenset(parameter.name for parameter in wire.parameters) if wire else frozenset()


def _bare(term: str) -> str:
    """A term without its value."""
    return term.split("!=", 1)[0].split("=", 1)[0]


def _name(term: str) -> str:
    return _bare(term).removeprefix(QUERY)


def _fill(form: str, *parts: Markdown) -> Markdown:
    return composed(Markdown(form), *parts)


def _count(rule: Rule) -> Markdown:
    low = Markdown(str(rule.limit) if rule.limit is not None else "a few")
    if rule.high_limit in (None, rule.limit):
        return low
    return _fill("{}, {} for accounts with high limits", low, Markdown(str(rule.high_limit)))
