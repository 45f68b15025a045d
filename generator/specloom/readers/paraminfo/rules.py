"""Rules between parameters, and the query's own parameters: from the overlays to the model."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, fault
from specloom.model.naming import is_constant_name
from specloom.model.structs import Action, Field, Multiple, Parameter, Rule, Wire
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_set import ModuleSet
from specloom.readers.paraminfo.overlay import Overlays, Place
from specloom.readers.paraminfo.overlay_format import QueryParameterForm, WireForm
from specloom.readers.parts import part

_TERM = re.compile(r"(?:(?P<module>[^.=!]+)\.)?(?P<name>[^.=!]+)(?:!?=(?P<value>.*))?")


def read_rules(sets: Sequence[ModuleSet], found: Diagnostics) -> dict[str, tuple[Rule, ...]]:
    """The rules of every module that has some, by its path."""
    found.found.extend(_misnamed(sets))
    told: dict[str, tuple[Rule, ...]] = {}
    for each in sets:
        terms = _Terms(each.entries, each.overlays, found)
        for module in each.modules:
            rules = each.overlays.module(module.name).rules
            if rules is not None:
                place = each.overlays.places["modules", module.name, "rules"]
                told[module.path] = tuple(terms.rules(rules, place, (), module.name))
    return told


def _misnamed(sets: Sequence[ModuleSet]) -> Iterator[Diagnostic]:
    """Names of rules that cannot be, that two rules share, or that are one of two for the same rule."""
    rules: dict[str, Rule] = {}
    names: dict[Rule, str] = {}
    for place, index, rule in _named(sets):
        name, unnamed = rule.name or "", replace(rule, name=None, source=None)
        if not is_constant_name(name):
            message = f"`{name}` cannot be the name of a rule"
            hint = "write it like a constant: `START_NEEDS_USER`"
            yield place.fault("invalid-name", message, hint, index, "name")
        elif rules.setdefault(name, unnamed) != unnamed:
            message = f"another rule has the name `{name}`"
            yield place.fault("duplicate-name", message, None, index, "name")
        elif names.setdefault(unnamed, name) != name:
            message = f"the same rule has the name `{names[unnamed]}` elsewhere"
            yield place.fault("conflicting-facts", message, "give it one name", index, "name")


def _named(sets: Sequence[ModuleSet]) -> Iterator[tuple[Place, int, Rule]]:
    """Rules with a name and where they stand, shipped ones first, so that faults are the user's."""
    told = [
        (place, each.overlays.module(module.name).rules or ())
        for each in sets
        for module in sorted(each.modules, key=_name)
        if (place := each.overlays.places.get(("modules", module.name, "rules"))) is not None
    ]
    for place, rules in sorted(told, key=_is_own):
        for index, rule in enumerate(rules):
            if rule.name is not None:
                yield place, index, rule


def _name(module: Module) -> str:
    return module.name


def _is_own(told: tuple[Place, Sequence[Rule]]) -> bool:
    return told[0].own


def read_wire(
    document: Document,
    modules: Mapping[str, ModuleEntry],
    resolutions: tuple[Field, ...],
    overlays: Overlays,
    found: Diagnostics,
) -> Wire | None:
    """How the modules are called; without it no client can be made."""
    form = overlays.told.wire
    if form is None:
        message = "no overlay tells how query modules are called (`wire`)"
        hint = "add `overlays: [builtin:mediawiki]` to this API in the list of APIs"
        found.add(fault(document, [], "missing-key", message, hint))
        return None
    place = overlays.places["wire",]
    return part(
        Wire,
        form,
        parameters=tuple(_parameters(form, place, overlays, found)),
        resolutions=resolutions,
        actions=tuple(
            part(Action, action, name=name) for name, action in overlays.told.actions.items()
        ),
        rules=tuple(_Terms(modules, overlays, found).rules(form.rules, place, ("rules",), None)),
        source=form.source or place.source,
    )


def _parameters(
    form: WireForm, place: Place, overlays: Overlays, found: Diagnostics
) -> Iterator[Parameter]:
    lists = overlays.told.value_lists
    for name, parameter in form.parameters.items():
        if parameter.values is not None and parameter.values not in lists:
            message = f"there is no value list `{parameter.values}`"
            at = ("parameters", name, "values")
            found.add(place.unknown(message, parameter.values, lists, *at))
        yield _parameter(name, parameter, place)


def _parameter(name: str, form: QueryParameterForm, place: Place) -> Parameter:
    limits = Multiple(limit=form.limit, low_limit=form.limit, high_limit=form.high_limit)
    return part(
        Parameter,
        form,
        without=("values", "limit", "high_limit"),
        name=name,
        enumeration=form.values,
        multiple=limits if form.multiple else None,
        default=msgspec.UNSET if form.default is None else form.default,
        source=form.source or place.source,
    )


class _Missing(msgspec.Struct, frozen=True):
    """What a term names that does not exist."""

    message: str
    name: str
    known: Sequence[str]
    """What it could have been."""
    hint: str | None = None
    """How to write a term, where it is none."""
    in_catalogue: bool = True
    """Where it would have to be; otherwise the overlays themselves lack it."""
    module: str | None = None
    """The module, if that is what is missing."""
    inside: tuple[str | int, ...] = ()
    removes: tuple[str | int, ...] = ()
    """What would have to go."""


@dataclass(frozen=True, slots=True)
class _Terms:
    """Checks that what rules name exists."""

    modules: Mapping[str, ModuleEntry]
    overlays: Overlays
    found: Diagnostics

    def rules(
        self, rules: Sequence[Rule], place: Place, inside: tuple[str, ...], module: str | None
    ) -> Iterator[Rule]:
        """The rules, without those that name what this wiki lacks."""
        for index, rule in enumerate(rules):
            missing: list[_Missing] = []
            terms = self._known(rule.terms, (index, "terms"), module, missing)
            others = self._known(rule.others, (index, "others"), module, missing)
            pairs = tuple(self._known_pairs(rule, (index, "pairs"), module, missing))
            cut = [(rule.terms, terms), (rule.others, others), (rule.pairs, pairs)]
            stays = all(bool(told) == bool(left) for told, left in cut)
            stays = stays and (len(terms) == len(rule.terms) or not rule.row.needs_each_term)
            for problem in missing if place.own else ():
                gone = None if stays else index
                self.found.found.extend(self._faults(problem, place, inside, gone))
            if stays:
                source = rule.source or place.source
                yield replace(rule, terms=terms, others=others, pairs=pairs, source=source)

    def _faults(
        self, missing: _Missing, place: Place, inside: tuple[str, ...], rule: int | None
    ) -> Iterator[Diagnostic]:
        """What is wrong with a term; `rule` if nothing is left of the rule without it."""
        message, name, known = missing.message, missing.name, missing.known
        at = (*inside, *missing.inside)
        if missing.hint is not None:
            yield place.fault("unknown-name", message, missing.hint, *at)
        elif not missing.in_catalogue:
            yield place.unknown(message, name, known, *at)
        elif missing.module not in self.overlays.left_out:
            left: tuple[str | int, ...] = missing.removes if rule is None else (rule,)
            yield place.left_over(message, name, known, *at, removes=(*inside, *left))

    def _known(
        self,
        terms: Sequence[str],
        inside: tuple[str | int, ...],
        module: str | None,
        missing: list[_Missing],
    ) -> tuple[str, ...]:
        known: list[str] = []
        for index, term in enumerate(terms):
            problem = self._missing(term, module)
            if problem is None:
                known.append(term)
            else:
                at = (*inside, index)
                missing.append(replace(problem, inside=at, removes=at))
        return tuple(known)

    def _known_pairs(
        self,
        rule: Rule,
        inside: tuple[str | int, ...],
        module: str | None,
        missing: list[_Missing],
    ) -> Iterator[tuple[str, str]]:
        parameter = rule.terms[0] if rule.terms else ""
        for index, pair in enumerate(rule.pairs):
            values = [f"{parameter}={value}" for value in pair]
            lacking: list[_Missing] = []
            if len(self._known(values, (*inside, index), module, lacking)) == len(pair):
                yield pair
            missing.extend(replace(problem, removes=(*inside, index)) for problem in lacking)

    def _missing(self, term: str, module: str | None) -> _Missing | None:
        """What a term names that does not exist."""
        found = _TERM.fullmatch(term)
        owner = (found["module"] if found else None) or module
        if found is None or owner is None:
            form = "write `parameter`, `parameter=value` or `query.titles`"
            return _Missing(f"`{term}` is not a term", term, (), hint=form)
        if owner == "query":
            wire = self.overlays.told.wire
            names = list(wire.parameters) if wire else []
        elif owner in self.modules:
            names = [parameter.name for parameter in self.modules[owner].parameters]
        else:
            message = f"there is no module `{owner}`"
            return _Missing(message, owner, list(self.modules), module=owner)
        if found["name"] not in names:
            message = f"there is no parameter `{found['name']}`"
            return _Missing(message, found["name"], names, in_catalogue=owner != "query")
        return self._missing_value(owner, found["name"], found["value"])

    def _missing_value(self, owner: str, name: str, value: str | None) -> _Missing | None:
        if value is None or owner not in self.modules:
            return None
        for parameter in self.modules[owner].parameters:
            known = parameter.values if parameter.name == name else None
            if known is not None and value not in known:
                return _Missing(f"`{name}` has no value `{value}`", value, known)
        return None
