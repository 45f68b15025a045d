"""What parameters of one module ask of each other, as data, and whether a call keeps to it.

A term is a parameter (`start`), a value (`sort=timestamp`), anything else (`sort!=name`), or the same
of the query itself (`query.titles`). A rule without a code is a trap: the server accepts the request
and answers wrongly, or with nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from .field import several_of

Terms: TypeAlias = tuple[str, ...]


class Rule(msgspec.Struct, frozen=True):
    """One rule; `kind` is the name of what makes it."""

    kind: str
    terms: Terms = ()
    others: Terms = ()
    """What the terms need, or exclude."""
    code: str | None = None
    none: str | None = None
    """The code where none of the terms is given, if it differs."""
    pairs: tuple[tuple[str, str], ...] = ()
    value: str | int | None = None
    limit: int | None = None
    high_limit: int | None = None
    effect: str | None = None
    """What happens otherwise, in words."""


class Given(msgspec.Struct, frozen=True):
    """What a call gives, as the rules of one module see it."""

    values: Mapping[str, object]
    """Parameter → value in its checked form; `query.titles` and its like for the query itself."""
    defaults: Mapping[str, object]
    """What the server takes for a parameter that is not given."""
    generator: bool = False
    """Whether the module chooses the pages."""
    single_page: bool | None = None
    """Whether the query has one page only; None: it cannot be known."""
    names: Mapping[str, str] = {}
    """Parameter → its name in Python."""

    def holds(self, term: str) -> bool:
        """Whether a term is true of the call."""
        name, unequal, value = term.partition("!=")
        if not unequal:
            name, equal, value = term.partition("=")
            if not equal:
                return name in self.values and self.values[name] != ()
        actual = self.values.get(name, self.defaults.get(name))
        return (value in map(str, several_of(actual))) is not bool(unequal)

    def shown(self, terms: Terms | list[str], word: str = "and") -> str:
        """Terms as the caller knows them."""
        *first, last = map(self._in_python, terms)
        return f"{', '.join(first)} {word} {last}" if first else last

    def _in_python(self, term: str) -> str:
        wire = term.partition("=")[0].removesuffix("!")
        return self.names.get(wire, wire) + term.removeprefix(wire)

    def which(self, terms: Terms) -> list[str]:
        """The terms that are true, in order."""
        return [term for term in terms if self.holds(term)]


class Breach(msgspec.Struct, frozen=True):
    """A rule that a call does not keep to."""

    rule: Rule
    code: str | None
    text: str


def breaches(rules: tuple[Rule, ...], given: Given) -> Iterator[Breach]:
    """The rules that are not kept, each with what is wrong."""
    for rule in rules:
        for code, text in CHECKS[rule.kind](rule, given) if rule.kind in CHECKS else ():
            yield Breach(rule, code, f"{text} ({rule.effect})" if rule.effect else text)


Found: TypeAlias = Iterator[tuple[str | None, str]]


def _too_many(rule: Rule, given: Given) -> Found:
    have = given.which(rule.terms)
    if len(have) > 1:
        yield rule.code, f"only one of {given.shown(rule.terms)}; given: {given.shown(have)}"


def _none(rule: Rule, given: Given) -> Found:
    if not given.which(rule.terms):
        yield rule.none or rule.code, f"one of {given.shown(rule.terms)} is needed"


def _not_exactly_one(rule: Rule, given: Given) -> Found:
    yield from _too_many(rule, given)
    yield from _none(rule, given)


def _lacks(rule: Rule, given: Given) -> Found:
    have = given.which(rule.terms)
    if have and not given.which(rule.others):
        yield rule.code, f"{given.shown(have)} works only with {given.shown(rule.others, 'or')}"


def _useless(rule: Rule, given: Given) -> Found:
    if rule.others:
        yield from _lacks(rule, given)


def _clashes(rule: Rule, given: Given) -> Found:
    have, other = given.which(rule.terms), given.which(rule.others)
    if have and other:
        yield rule.code, f"{given.shown(have)} does not go with {given.shown(other)}"


def _contradicts_itself(rule: Rule, given: Given) -> Found:
    for name in rule.terms:
        for value, other in rule.pairs:
            if given.holds(f"{name}={value}") and given.holds(f"{name}={other}"):
                yield rule.code, f"{given.shown([name])}: {value!r} does not go with {other!r}"


def _with_revision_ids(rule: Rule, given: Given) -> Found:
    have = given.which(rule.terms)
    if have and given.holds("query.revids"):
        yield rule.code, f"{given.shown(have)} does not go with revids"


def _with_many_pages(rule: Rule, given: Given) -> Found:
    have = given.which(rule.terms)
    if have and given.single_page is False:
        yield rule.code, f"{given.shown(have)} works only with a single page"


def _as_generator(rule: Rule, given: Given) -> Found:
    have = given.which(rule.terms) if given.generator else []
    if have:
        yield rule.code, f"as generator it does not go with {given.shown(have)}"


def _with_bad_value(rule: Rule, given: Given) -> Found:
    if not isinstance(rule.value, str):
        return
    for name in rule.terms:
        for value in several_of(given.values.get(name)):
            if isinstance(value, str) and rule.value in value:
                yield rule.code, f"{given.shown([name])}: {value!r} must not hold {rule.value!r}"


def _in_wrong_namespace(rule: Rule, given: Given) -> Found:
    """A title without a prefix, or with one that is another namespace's on every wiki."""
    from .namespace import named  # few calls need it

    for name in rule.terms:
        title = given.values.get(name)
        if not isinstance(rule.value, int) or not isinstance(title, str):
            continue
        prefix, colon, _ = title.lstrip(" _:").partition(":")
        if not colon or named(prefix) not in (None, rule.value):
            yield rule.code, f"{given.shown([name])}: {title!r} is not in {_named(rule.value)}"


def _named(namespace: int) -> str:
    example = {6: ", such as 'File:X.png'", 14: ", such as 'Category:X'"}.get(namespace, "")
    return f"namespace {namespace}{example}"


def _in_wrong_order(rule: Rule, given: Given) -> Found:
    """A first value beyond the last one, where it is certain that the wiki orders them like that."""
    from .extent import compared  # few calls have both

    first, last = (given.values.get(name) for name in rule.terms)
    order = compared(first, last, str(rule.value))
    ascends = not rule.others or bool(given.which(rule.others))
    if order is None or order == 0 or (order > 0) is not ascends:
        return
    text = f"nothing is between {given.shown(rule.terms)}"
    if not rule.others:
        yield rule.code, f"{text}: exchange them"
        return
    name = rule.others[0].partition("=")[0]
    direction = given.values.get(name, given.defaults.get(name))
    yield rule.code, f"{text} with {name}={direction}: exchange them, or change {name}"


CHECKS: Mapping[str, Callable[[Rule, Given], Found]] = {
    "at_least_one": _none,
    "bad_value": _with_bad_value,
    "conflicting_values": _contradicts_itself,
    "exactly_one": _not_exactly_one,
    "generator_not_with": _as_generator,
    "ignored": _useless,
    "max_one": _too_many,
    "namespace": _in_wrong_namespace,
    "not_with": _clashes,
    "not_with_revids": _with_revision_ids,
    "ordered": _in_wrong_order,
    "requires": _lacks,
    "single_page": _with_many_pages,
}
"""The kinds of rules that a caller can break; the others only tell what the server does."""


class _Kind:
    """Makes rules of one kind."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(
        self,
        *terms: str,
        others: Terms = (),
        code: str | None = None,
        none: str | None = None,
        pairs: tuple[tuple[str, str], ...] = (),
        value: str | int | None = None,
        limit: int | None = None,
        high_limit: int | None = None,
        effect: str | None = None,
    ) -> Rule:
        return Rule(self._name, terms, others, code, none, pairs, value, limit, high_limit, effect)


class Rules:
    """What makes the rules, one for each kind."""

    at_least_one = _Kind("at_least_one")
    """One of the terms, or more."""
    bad_value = _Kind("bad_value")
    """The server knows better which values it takes."""
    conflicting_values = _Kind("conflicting_values")
    """Values of one parameter that exclude each other."""
    count = _Kind("count")
    """So many values at most."""
    exactly_one = _Kind("exactly_one")
    """One of the terms, and only one."""
    generator_not_with = _Kind("generator_not_with")
    """As generator the module does not go with the terms."""
    ignored = _Kind("ignored")
    """The terms have no effect without one of the others."""
    limit_depends = _Kind("limit_depends")
    """How many the server brings depends on other parameters."""
    login = _Kind("login")
    """Only for those who are logged in."""
    max_one = _Kind("max_one")
    """One of the terms at most."""
    namespace = _Kind("namespace")
    """A title of one namespace only."""
    not_with = _Kind("not_with")
    """The terms do not go with the others."""
    not_with_revids = _Kind("not_with_revids")
    """The terms do not go with the query's revids."""
    ordered = _Kind("ordered")
    """The first term is not beyond the second one if one of the others holds; else not before it."""
    recommended = _Kind("recommended")
    """Better given than not."""
    requires = _Kind("requires")
    """The terms need one of the others."""
    right = _Kind("right")
    """Only for those who have a right."""
    single_page = _Kind("single_page")
    """The terms need a query with one page only."""
    site_config = _Kind("site_config")
    """The wiki's configuration decides."""
    wire_collision = _Kind("wire_collision")
    """The wire name means something else as well."""
