"""Whether a call keeps to the rules between parameters."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

import msgspec

from .field import several_of
from .rules import (
    AS_GENERATOR,
    KINDS,
    SEVERAL_PAGES,
    Counted,
    Kind,
    Ordered,
    Rule,
    Terms,
    Valued,
    Way,
)


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
                return self._has(name)
        return (value in self.texts(name)) is not bool(unequal)

    def _has(self, name: str) -> bool:
        if name == AS_GENERATOR:
            return self.generator
        if name == SEVERAL_PAGES:
            return self.single_page is False
        return name in self.values and self.values[name] != ()

    def which(self, terms: Terms) -> Terms:
        """The terms that are true, in order."""
        return tuple(term for term in terms if self.holds(term))

    def texts(self, name: str) -> list[str]:
        """The values of a parameter, or what the server takes instead."""
        values = several_of(self.values.get(name, self.defaults.get(name)))
        return [str(value) for value in values if value is not None]

    def shown(self, *terms: str) -> "_Listed":
        """Terms as the caller knows them."""
        return _Listed(map(self._in_python, terms))

    def _in_python(self, term: str) -> str:
        wire = term.partition("=")[0].removesuffix("!")
        return self.names.get(wire, wire) + term.removeprefix(wire)


class _Listed(tuple[str, ...]):
    """Terms in a sentence: `{terms}`, or with another word before the last one, `{terms:or}`."""

    __slots__ = ()

    def __format__(self, word: str) -> str:
        return f" {word or 'and'} ".join(filter(None, [", ".join(self[:-1]), *self[-1:]]))


class Breach(msgspec.Struct, frozen=True):
    """A rule that a call does not keep to."""

    rule: Rule
    code: str | None
    text: str


Found: TypeAlias = Iterator[tuple[str | None, str]]


def breaches(rules: tuple[Rule, ...], given: Given) -> Iterator[Breach]:
    """The rules that are not kept, each with what is wrong."""
    for rule in rules:
        for code, text in broken_by(rule, KINDS[rule.kind], given):
            yield Breach(rule, code, f"{text} ({rule.effect})" if rule.effect else text)


def broken_by(rule: Rule, kind: Kind, given: Given) -> Found:
    """How a call breaks one rule, each with its code."""
    for way in kind.broken:
        yield from _found(rule, kind, way, given)


def _found(rule: Rule, kind: Kind, way: Way, given: Given) -> Found:
    match way:
        case Counted():
            return _counted(rule, kind.others or rule.others, way, given)
        case Valued():
            return _valued(rule, way, given)
        case Ordered():
            return _ordered(rule, way, given)
        case _:
            assert_never(way)


def _counted(rule: Rule, others: Terms, way: Counted, given: Given) -> Found:
    have = given.which(rule.terms)
    if not way.terms.fits(len(have), len(rule.terms)):
        return
    opposed = given.which(others)
    if way.others is None or way.others.fits(len(opposed), len(others)):
        lists = {"terms": rule.terms, "others": others, "given": have, "opposed": opposed}
        shown = {name: given.shown(*terms) for name, terms in lists.items()}
        yield rule.code if have else rule.none or rule.code, way.said.format_map(shown)


def _valued(rule: Rule, way: Valued, given: Given) -> Found:
    for name in given.which(rule.terms):
        for item, wrong in _clashes(rule, way, given.texts(name)):
            shown = given.shown(name)
            yield rule.code, way.said.format(term=shown, item=repr(item), wrong=wrong)


def _clashes(rule: Rule, way: Valued, items: list[str]) -> Iterator[tuple[str, str]]:
    """Values of a term that break a rule, and what is wrong with each."""
    match way.values:
        case "pair":
            yield from ((one, repr(two)) for one, two in rule.pairs if {one, two} <= {*items})
        case "part":
            part = rule.value
            if isinstance(part, str):
                yield from ((item, repr(part)) for item in items if part in item)
        case "lacking":
            part = rule.value
            if isinstance(part, str):
                yield from ((item, repr(part)) for item in items if part not in item)
        case "namespace":
            number = rule.value
            if isinstance(number, int):
                outside = [title for title in items if not _may_be_in(number, title)]
                yield from ((title, namespace_in_words(number)) for title in outside)
        case _:
            assert_never(way.values)


def _may_be_in(namespace: int, title: str) -> bool:
    """Whether a title has a prefix, and none that is another namespace's on every wiki."""
    from .namespace import named  # few calls need it

    prefix, colon, _ = title.lstrip(" _:").partition(":")
    return bool(colon) and named(prefix) in (None, namespace)


def namespace_in_words(namespace: int) -> str:
    """A namespace, with a title in it where the name is the same on every wiki."""
    example = {6: ", such as 'File:X.png'", 14: ", such as 'Category:X'"}.get(namespace, "")
    return f"namespace {namespace}{example}"


def _ordered(rule: Rule, way: Ordered, given: Given) -> Found:
    """A first value beyond the last one, where it is certain that the wiki orders them like that."""
    from .extent import compared  # few calls have both

    if len(rule.terms) != 2:
        return
    first, last = map(given.values.get, rule.terms)
    order = compared(first, last, str(rule.value))
    ascends = not rule.others or bool(given.which(rule.others))
    if order != (1 if ascends else -1):
        return
    terms = given.shown(*rule.terms)
    if not rule.others:
        yield rule.code, way.said.format(terms=terms)
        return
    name = rule.others[0].partition("=")[0]
    values = given.texts(name)
    setting = given.shown(f"{name}={'|'.join(values)}" if values else name)
    yield rule.code, way.directed.format(terms=terms, setting=setting, by=given.shown(name))
