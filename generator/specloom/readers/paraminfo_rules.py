"""Rules between parameters, and the query's own parameters: from the overlays to the model."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document, fault
from specloom.documents.suggestion import did_you_mean
from specloom.model import Field, Multiple, Parameter, Rule, Wire
from specloom.readers import overlay
from specloom.readers.overlay import Fact, MalformedTypeError, Overlays
from specloom.readers.overlay_format import QueryParameterForm, RuleForm, WireForm
from specloom.readers.paraminfo_format import ModuleEntry

_TERM = re.compile(r"(?:(?P<module>[^.=!]+)\.)?(?P<name>[^.=!]+)(?:!?=(?P<value>.*))?")


def read_rules(
    modules: Mapping[str, ModuleEntry], overlays: Overlays, found: Diagnostics
) -> dict[str, tuple[Rule, ...]]:
    """The rules of every module that has some."""
    terms = _Terms(modules, overlays, found)
    return {
        name: tuple(terms.rules(fact.value, fact, (), name))
        for name in modules
        if (fact := overlays.get("modules", name, "rules")) is not None
    }


def read_wire(
    document: Document,
    modules: Mapping[str, ModuleEntry],
    overlays: Overlays,
    found: Diagnostics,
) -> Wire | None:
    """How the modules are called; without it no client can be made."""
    fact = overlays.get("wire")
    if fact is None:
        message = "no overlay tells how query modules are called (`wire`)"
        hint = "add `overlays: [builtin:mediawiki]` to this API in the list of APIs"
        found.add(fault(document, [], "missing-key", message, hint))
        return None
    form: WireForm = fact.value
    return Wire(
        fixed_parameters=form.fixed_parameters,
        group_parameters=form.group_parameters,
        generator_parameter=form.generator_parameter,
        generator_prefix=form.generator_prefix,
        separator=form.separator,
        alternative_separator=form.alternative_separator,
        post_above_bytes=form.post_above_bytes,
        post_header=form.post_header,
        error_header=form.error_header,
        parameters=tuple(_parameters(form, fact, overlays, found)),
        page=form.page,
        resolutions=tuple(_resolutions(form)),
        rules=tuple(_Terms(modules, overlays, found).rules(form.rules, fact, ("rules",), None)),
        source=form.source or fact.source,
    )


def _resolutions(form: WireForm) -> Iterator[Field]:
    for name, one in form.resolutions.items():
        try:
            yield overlay.field(name, one)
        except MalformedTypeError:  # told by the reader of results
            continue


def _parameters(
    form: WireForm, fact: Fact, overlays: Overlays, found: Diagnostics
) -> Iterator[Parameter]:
    for name, one in form.parameters.items():
        if one.values is not None and overlays.get("value_lists", one.values) is None:
            hint = did_you_mean(one.values, overlays.under("value_lists"))
            message = f"there is no value list `{one.values}`"
            found.add(fact.fault("unknown-name", message, hint, "parameters", name, "values"))
        yield _parameter(name, one, fact)


def _parameter(name: str, form: QueryParameterForm, fact: Fact) -> Parameter:
    return Parameter(
        name=name,
        type=form.type,
        enumeration=form.values,
        multiple=(
            Multiple(limit=form.limit, low_limit=form.limit, high_limit=form.high_limit)
            if form.multiple
            else None
        ),
        default=msgspec.UNSET if form.default is None else form.default,
        deprecated=form.deprecated,
        extra_namespaces=tuple(form.extra_namespaces),
        summary=form.summary,
        source=form.source or fact.source,
    )


@dataclass(frozen=True, slots=True)
class _Terms:
    """Checks that what rules name exists."""

    modules: Mapping[str, ModuleEntry]
    overlays: Overlays
    found: Diagnostics

    def rules(
        self, forms: Sequence[RuleForm], fact: Fact, inside: tuple[str, ...], module: str | None
    ) -> Iterator[Rule]:
        """The rules, without those of a shipped overlay that name what this wiki lacks."""
        for index, form in enumerate(forms):
            terms = self._known(form.terms, fact, (*inside, index, "terms"), module)
            others = self._known(form.others, fact, (*inside, index, "others"), module)
            pairs = tuple(self._known_pairs(form, fact, (*inside, index, "pairs"), module))
            cut = [(form.terms, terms), (form.others, others), (form.pairs, pairs)]
            if all(bool(told) == bool(left) for told, left in cut):
                yield Rule(
                    kind=form.kind,
                    terms=terms,
                    others=others,
                    pairs=pairs,
                    value=form.value,
                    limit=form.limit,
                    high_limit=form.high_limit,
                    code=form.code,
                    code_when_none=form.code_when_none,
                    effect=form.effect,
                    source=form.source or fact.source,
                )

    def _known(
        self, terms: Sequence[str], fact: Fact, inside: tuple[str | int, ...], module: str | None
    ) -> tuple[str, ...]:
        known: list[str] = []
        for index, term in enumerate(terms):
            missing = self._missing(term, module)
            if missing is None:
                known.append(term)
            elif fact.own:
                message, hint = missing
                self.found.add(fact.fault("unknown-name", message, hint, *inside, index))
        return tuple(known)

    def _known_pairs(
        self, form: RuleForm, fact: Fact, inside: tuple[str | int, ...], module: str | None
    ) -> Iterator[tuple[str, str]]:
        parameter = form.terms[0] if form.terms else ""
        for index, pair in enumerate(form.pairs):
            values = [f"{parameter}={value}" for value in pair]
            if len(self._known(values, fact, (*inside, index), module)) == len(pair):
                yield pair

    def _missing(self, term: str, module: str | None) -> tuple[str, str | None] | None:
        """What a term names that does not exist, with the nearest that does."""
        found = _TERM.fullmatch(term)
        owner = (found["module"] if found else None) or module
        if found is None or owner is None:
            return (
                f"`{term}` is not a term",
                "write `parameter`, `parameter=value` or `query.titles`",
            )
        if owner == "query":
            wire = self.overlays.value("wire")
            names = list(wire.parameters) if wire else []
        elif owner in self.modules:
            names = [one.name for one in self.modules[owner].parameters]
        else:
            return f"there is no module `{owner}`", did_you_mean(owner, self.modules)
        if found["name"] not in names:
            return f"there is no parameter `{found['name']}`", did_you_mean(found["name"], names)
        return self._missing_value(owner, found["name"], found["value"])

    def _missing_value(
        self, owner: str, name: str, value: str | None
    ) -> tuple[str, str | None] | None:
        if value is None or owner not in self.modules:
            return None
        for one in self.modules[owner].parameters:
            if one.name == name and not isinstance(one.type, str):
                values = [str(known) for known in one.type]
                if value not in values:
                    return f"`{name}` has no value `{value}`", did_you_mean(value, values)
        return None
