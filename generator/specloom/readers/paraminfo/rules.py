"""Rules between parameters, and the query's own parameters: from the overlays to the model."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from specloom.diagnostics import Code
from specloom.documents.suggestion import Hint, Meant
from specloom.model.naming import is_constant_name
from specloom.model.rules import wiki_names
from specloom.model.structs import Action, Field, Limits, ModuleParameter, Parameter, Rule, Wire
from specloom.readers.paraminfo.fault import At, Fault, Place
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_kind import QUERIES
from specloom.readers.paraminfo.module_set import ModuleSet
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import QueryParameterForm, WireForm
from specloom.readers.paraminfo.parameter_type import module_type, value_type
from specloom.readers.parts import part

_TERM = re.compile(r"(?:(?P<module>[^.=!]+)\.)?(?P<name>[^.=!]+)(?:!?=(?P<value>.*))?")


def read_rules(
    sets: Sequence[ModuleSet], overlays: Overlays
) -> tuple[dict[str, tuple[Rule, ...]], list[Fault]]:
    """The rules of every module that has some, by its path."""
    rules_by_path: dict[str, tuple[Rule, ...]] = {}
    faults = list(_misnamed(sets))
    for each in sets:
        names = _Names.of(each, overlays)
        for module in each.modules:
            if module.told.rules is not None:
                place = module.places["rules"]
                rules_by_path[module.path], wrong = _known_rules(
                    module.told.rules, place, (), module.name, names
                )
                faults += wrong
    return rules_by_path, faults


def _misnamed(sets: Sequence[ModuleSet]) -> Iterator[Fault]:
    """Names of rules that cannot be, that two rules share, or that are one of two for the same rule."""
    rules: dict[str, Rule] = {}
    names: dict[Rule, str] = {}
    for place, index, rule in _named_rules(sets):
        name, unnamed = rule.name or "", replace(rule, name=None, source=None)
        at = (index, "name")
        if not is_constant_name(name):
            message = f"`{name}` cannot be the name of a rule"
            hint = "write it like a constant: `START_NEEDS_USER`"
            yield Fault(place, "invalid-name", message, hint, at)
        elif rules.setdefault(name, unnamed) != unnamed:
            message = f"another rule has the name `{name}`"
            yield Fault(place, "duplicate-name", message, at=at)
        elif names.setdefault(unnamed, name) != name:
            message = f"the same rule has the name `{names[unnamed]}` elsewhere"
            yield Fault(place, "conflicting-facts", message, "give it one name", at)


def _named_rules(sets: Sequence[ModuleSet]) -> Iterator[tuple[Place, int, Rule]]:
    """Rules with a name and where they stand, shipped ones first, so that faults are the user's."""
    placed_rules = [
        (module.places["rules"], module.told.rules)
        for each in sets
        for module in sorted(each.modules, key=lambda module: module.name)
        if module.told.rules is not None
    ]
    for place, rules in sorted(placed_rules, key=lambda each: each[0].own):
        for index, rule in enumerate(rules):
            if rule.name is not None:
                yield place, index, rule


def read_wire(
    queries: ModuleSet, resolutions: tuple[Field, ...], overlays: Overlays, catalogue: Place
) -> tuple[Wire | None, list[Fault]]:
    """Facts about calls of modules, without which no client can be made."""
    form = overlays.told.wire
    if form is None:
        message = "no overlay tells how query modules are called (`wire`)"
        hint = "add `overlays: [builtin:mediawiki]` to this API in the list of APIs"
        return None, [Fault(catalogue, "missing-key", message, hint)]
    place = overlays.places["wire",]
    names = _Names.of(queries, overlays)
    rules, faults = _known_rules(form.rules, place, ("rules",), None, names)
    faults += _unknown_lists(form, place, overlays.told.value_lists)
    parameters = [_parameter(name, form_, place) for name, form_ in form.parameters.items()]
    actions = [part(Action, form_, name=name) for name, form_ in overlays.told.actions.items()]
    wire = part(
        Wire,
        form,
        parameters=tuple(parameters),
        resolutions=resolutions,
        actions=tuple(actions),
        rules=rules,
        source=form.source or place.source,
    )
    return wire, [*faults, *_impossible_names(wire, form, overlays)]


def _impossible_names(wire: Wire, form: WireForm, overlays: Overlays) -> Iterator[Fault]:
    """Faults of names, by the check of the model, at their places in overlays."""
    place = overlays.places["wire",]
    name_lists = {"parameters": tuple(form.parameters), "resolutions": tuple(form.resolutions)}
    for finding in wiki_names.wire_faults((), wire):
        key, *at = finding.at
        if key == "actions":
            name = wire.actions[int(at[0])].name
            yield Fault(
                overlays.places["actions", name], finding.code, finding.message, finding.hint
            )
        elif key in name_lists:
            of_entry = (key, name_lists[str(key)][int(at[0])])
            yield Fault(place, finding.code, finding.message, finding.hint, of_entry)
        else:
            yield Fault(place, finding.code, finding.message, finding.hint, (key, *at))


def _unknown_lists(form: WireForm, place: Place, lists: Collection[str]) -> Iterator[Fault]:
    for name, parameter in form.parameters.items():
        if parameter.values is not None and parameter.values not in lists:
            message = f"there is no value list `{parameter.values}`"
            at = ("parameters", name, "values")
            yield Fault(place, "unknown-name", message, Meant(parameter.values, lists), at)


def _parameter(name: str, form: QueryParameterForm, place: Place) -> Parameter:
    limit, high_limit = (form.limit, form.high_limit) if form.multiple else (None, None)
    return part(
        Parameter,
        form,
        without=("values", "multiple", "limit", "high_limit", "extra_namespaces"),
        name=name,
        type=value_type(form.type, form.values, form.multiple),
        limits=Limits(maximum_items=limit),
        default=msgspec.UNSET if form.default is None else form.default,
        source=form.source or place.source,
        module=ModuleParameter(
            type=module_type(form.type),
            low_limit=limit,
            high_limit=high_limit,
            extra_namespaces=form.extra_namespaces,
        ),
    )


class _Missing(NamedTuple):
    """The fault of a term that names something unknown."""

    code: Code
    message: str
    hint: Hint
    is_told: bool = True
    """Not where it is about a module that is left out."""


@dataclass(frozen=True, slots=True)
class _Names:
    """Names for rules."""

    modules: Mapping[str, ModuleEntry]
    left_out: frozenset[str]
    of_query: Sequence[str]
    """Parameters of the query itself."""

    @classmethod
    def of(cls, modules: ModuleSet, overlays: Overlays) -> "_Names":
        """Names for rules of query modules, or of actions."""
        wire = overlays.told.wire if modules.kind is QUERIES else None
        return cls(modules.entries, modules.left_out, list(wire.parameters) if wire else [])

    def missing(self, term: str, module: str | None) -> _Missing | None:
        """The fault of a term of a rule, which may be that of a module."""
        match = _TERM.fullmatch(term)
        owner = (match["module"] if match else None) or module
        if match is None or owner is None:
            form = "write `parameter`, `parameter=value` or `query.titles`"
            return _Missing("unknown-name", f"`{term}` is not a term", form)
        name, value = match["name"], match["value"]
        if owner != "query" and owner not in self.modules:
            message, hint = f"there is no module `{owner}`", Meant(owner, self.modules)
            return _Missing("left-over-entry", message, hint, owner not in self.left_out)
        module_parameters = () if owner == "query" else self.modules[owner].parameters
        parameters = {parameter.name: parameter for parameter in module_parameters}
        names = self.of_query if owner == "query" else list(parameters)
        if name not in names:
            code: Code = "unknown-name" if owner == "query" else "left-over-entry"
            return _Missing(code, f"there is no parameter `{name}`", Meant(name, names))
        values = parameters[name].values if value is not None and name in parameters else None
        if value is not None and values is not None and value not in values:
            message = f"`{name}` has no value `{value}`"
            return _Missing("left-over-entry", message, Meant(value, values))
        return None


def _known_rules(
    rules: Sequence[Rule], place: Place, around: At, module: str | None, names: _Names
) -> tuple[tuple[Rule, ...], list[Fault]]:
    """The rules, without those that name what this wiki lacks."""
    usable: list[Rule] = []
    faults: list[Fault] = []
    for index, rule in enumerate(rules):
        missing = [
            (at, gone, problem)
            for at, gone, term in _terms(rule)
            if (problem := names.missing(term, module)) is not None
        ]
        remaining_rule = _without(rule, {gone for _, gone, _ in missing})
        if remaining_rule is not None:
            usable.append(replace(remaining_rule, source=rule.source or place.source))
        here = (*around, index)
        faults += [
            Fault(
                place,
                problem.code,
                problem.message,
                problem.hint,
                (*here, *at),
                removes=here if remaining_rule is None else (*here, *gone),
            )
            for at, gone, problem in missing
            if place.own and problem.is_told
        ]
    return tuple(usable), faults


def _terms(rule: Rule) -> Iterator[tuple[At, At, str]]:
    """Place of each term, the entry to remove with it, and the term."""
    for key, terms in (("terms", rule.terms), ("others", rule.others)):
        for index, term in enumerate(terms):
            yield (key, index), (key, index), term
    parameter = rule.terms[0] if rule.terms else ""
    for index, pair in enumerate(rule.pairs):
        for number, value in enumerate(pair):
            yield ("pairs", index, number), ("pairs", index), f"{parameter}={value}"


def _without(rule: Rule, gone: Set[At]) -> Rule | None:
    """A rule without some terms; None if it then requires nothing."""
    terms = tuple(term for index, term in enumerate(rule.terms) if ("terms", index) not in gone)
    other_terms = tuple(
        term for index, term in enumerate(rule.others) if ("others", index) not in gone
    )
    pairs = tuple(pair for index, pair in enumerate(rule.pairs) if ("pairs", index) not in gone)
    cut = [(rule.terms, terms), (rule.others, other_terms), (rule.pairs, pairs)]
    stays = all(bool(before) == bool(after) for before, after in cut)
    if not stays or (len(terms) < len(rule.terms) and rule.row.needs_each_term):
        return None
    return replace(rule, terms=terms, others=other_terms, pairs=pairs)
