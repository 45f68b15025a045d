"""Checks a call against the rules between parameters."""

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


class Call(msgspec.Struct, frozen=True):
    """The arguments of a call, as the rules of one module check them."""

    values: Mapping[str, object]
    """Parameter → value in its checked form; `query.titles` and its like for the query itself."""
    defaults: Mapping[str, object]
    """The server's values for parameters that are not sent."""
    generator: bool = False
    """True if the module chooses the pages."""
    single_page: bool | None = None
    """True if the query has one page only; None if that is unknown."""
    names: Mapping[str, str] = {}
    """Parameter → its name in Python."""

    def holds(self, term: str) -> bool:
        """Return whether a term is true of the call."""
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

    def term_text(self, *terms: str) -> "_Listed":
        """Terms by the names that the caller uses."""
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


def breaches(rules: tuple[Rule, ...], call: Call) -> Iterator[Breach]:
    """The broken rules, each with a message."""
    for rule in rules:
        for code, text in broken_by(rule, KINDS[rule.kind], call):
            yield Breach(rule, code, f"{text} ({rule.effect})" if rule.effect else text)


def broken_by(rule: Rule, kind: Kind, call: Call) -> Found:
    """The code and message of each way in which a call breaks a rule."""
    for way in kind.broken:
        yield from _ways_broken(rule, kind, way, call)


def _ways_broken(rule: Rule, kind: Kind, way: Way, call: Call) -> Found:
    match way:
        case Counted():
            return _counted(rule, kind.others or rule.others, way, call)
        case Valued():
            return _valued(rule, way, call)
        case Ordered():
            return _ordered(rule, way, call)
        case _:
            assert_never(way)


def _counted(rule: Rule, counterparts: Terms, way: Counted, call: Call) -> Found:
    have = call.which(rule.terms)
    if not way.terms.fits(len(have), len(rule.terms)):
        return
    opposed = call.which(counterparts)
    if way.others is None or way.others.fits(len(opposed), len(counterparts)):
        lists = {"terms": rule.terms, "others": counterparts, "given": have, "opposed": opposed}
        texts = {name: call.term_text(*terms) for name, terms in lists.items()}
        yield rule.code if have else rule.none or rule.code, way.message.format_map(texts)


def _valued(rule: Rule, way: Valued, call: Call) -> Found:
    for name in call.which(rule.terms):
        for item, wrong in _clashes(rule, way, call.texts(name)):
            term = call.term_text(name)
            yield rule.code, way.message.format(term=term, item=repr(item), wrong=wrong)


def _clashes(rule: Rule, way: Valued, items: list[str]) -> Iterator[tuple[str, str]]:
    """Values of a term that break a rule, and what is wrong with each."""
    match way.values:
        case "pair":
            yield from ((first, repr(two)) for first, two in rule.pairs if {first, two} <= {*items})
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
    """Return whether a title has a prefix, and none of another namespace that every wiki has."""
    from .namespace import namespace_named  # few calls need it

    prefix, colon, _ = title.lstrip(" _:").partition(":")
    return bool(colon) and namespace_named(prefix) in (None, namespace)


def namespace_in_words(namespace: int) -> str:
    """A namespace, with a title in it where the name is the same on every wiki."""
    example = {6: ", such as 'File:X.png'", 14: ", such as 'Category:X'"}.get(namespace, "")
    return f"namespace {namespace}{example}"


def _ordered(rule: Rule, way: Ordered, call: Call) -> Found:
    """A first value beyond the last one, where it is certain that the wiki orders them like that."""
    from .extent import compared  # few calls have both

    if len(rule.terms) != 2:
        return
    first, last = map(call.values.get, rule.terms)
    order = compared(first, last, str(rule.value))
    ascends = not rule.others or bool(call.which(rule.others))
    if order != (1 if ascends else -1):
        return
    terms = call.term_text(*rule.terms)
    if not rule.others:
        yield rule.code, way.message.format(terms=terms)
        return
    name = rule.others[0].partition("=")[0]
    values = call.texts(name)
    setting = call.term_text(f"{name}={'|'.join(values)}" if values else name)
    yield rule.code, way.directed.format(terms=terms, setting=setting, by=call.term_text(name))
