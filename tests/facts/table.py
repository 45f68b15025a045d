"""A fact of a specification: how it is changed, and what each output then says."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec import Struct

from specloom.changes.kinds import ChangeKind
from specloom.model.structs import (
    Api,
    Authentication,
    Enumeration,
    Envelope,
    Error,
    Field,
    Helper,
    Http,
    HttpParameter,
    Limits,
    Module,
    ModuleField,
    ModuleParameter,
    Operation,
    Parameter,
    Presence,
    Record,
    Result,
    Server,
    Wire,
)
from specloom.model.structs import Fact as StatedFact
from tests.changes.facts import ASIDE, kinds, kinds_of_fact

from .build import Built, Source, Spec, committed
from .saying import KEYS, ONE_SIDED, OUTPUTS, changed, faults

Path: TypeAlias = tuple[str | int, ...]
Target: TypeAlias = tuple[str, ...]
"""A part of an API: its kind and its names, `("parameter", "items.get", "item_id")`."""


@dataclass(frozen=True)
class _Place:
    """Place of an edit."""

    file: str
    path: Path

    @property
    def module(self) -> str:
        """The module of a wiki at the place: in a catalogue, in a list of modules, or of a short text."""
        match self.path:
            case ("paraminfo", "modules", str(name), *_) | ("modules", str(name), *_):
                return name
            case ("briefs", str(name)):
                return name.partition(".")[0]
            case _:
                return ""


@dataclass(frozen=True)
class Put(_Place):
    """Write a value at a place of a file; None removes what is there."""

    value: Any

    def apply(self, document: Any) -> None:
        """Change the file."""
        place = _step_to(document, self.path[:-1])
        if self.value is None:
            del place[self.path[-1]]
        else:
            place[self.path[-1]] = copy.deepcopy(self.value)


@dataclass(frozen=True)
class Rename(_Place):
    """Give a key of a mapping another name, in the same place of the order."""

    name: str

    def apply(self, document: Any) -> None:
        """Change the file."""
        place = _step_to(document, self.path[:-1])
        assert self.path[-1] in place
        items = [
            (self.name if key == self.path[-1] else key, value) for key, value in place.items()
        ]
        place.clear()
        place.update(items)


Edit: TypeAlias = Put | Rename

MEMBERS = {value: key for key, value in KEYS.items()}
"""Members of the model by the key in these tables, where that is another."""
_OF_PARAMETERS: tuple[type[Struct], ...] = (Parameter, Limits, HttpParameter, ModuleParameter)
STRUCTS: Mapping[str, tuple[type[Struct], ...]] = {
    "parameter": _OF_PARAMETERS,
    "query parameter": _OF_PARAMETERS,
    "operation": (Operation, Http, Module),
    "field": (Field, ModuleField, Presence),
    "record": (Record,),
    "value list": (Enumeration,),
    "helper": (Helper,),
    "api": (Api,),
    "result": (Result,),
    "server": (Server,),
    "authentication": (Authentication,),
    "envelope": (Envelope,),
    "fact": (StatedFact,),
    "wire": (Wire,),
    "error code": (Error,),
}
"""Structs of the model that hold the facts of a kind of part."""


def _step_to(place: Any, path: Path) -> Any:
    """Walk a path: mappings on the way are made; in a list, a text is the `name` of an item."""
    for step in path:
        if isinstance(step, int):
            place = place[step]
        elif isinstance(place, list):
            place = next(item for item in place if item["name"] == step)
        else:
            place = place.setdefault(step, {})
    return place


def edited(spec: Spec, edits: tuple[Edit, ...]) -> Spec:
    """The specification after edits; files that none is about are not copied."""
    files = {edit.file for edit in edits}
    changed = {
        path: copy.deepcopy(document) if path in files else document
        for path, document in spec.items()
    }
    for edit in edits:
        edit.apply(changed[edit.file])
    return changed


@dataclass(frozen=True, eq=False)
class Fact:
    """A row of the table: each output says `after` in place of `before` once the spec was edited.

    Before, `...` stands for what the specification holds where the first edit is made.
    """

    target: Target
    key: str
    before: Any
    after: Any
    edits: tuple[Edit, ...]
    needs: tuple[Edit, ...] = ()
    """Made before both readings: facts that the changed one needs beside it."""
    silent: Mapping[str, str] = field(default_factory=dict[str, str])
    """Outputs that rightly do not tell the fact, with the reason; `changes` is the comparison of versions."""
    kind: ChangeKind | None = None
    """Kind of the change, where it differs from the table of the model's facts."""

    @property
    def name(self) -> str:
        """Of the test."""
        return f"{' '.join(self.target)}: {self.key}"

    def modules(self, source: Source) -> frozenset[str]:
        """The modules of a wiki that the edits are about; some that show all of it, if about none."""
        if source.trim is None:
            return frozenset()
        modules_edited = {edit.module for edit in (*self.needs, *self.edits)} - {""}
        return frozenset(modules_edited) or source.some

    def is_one_sided(self, source: Source) -> bool:
        """Return True if only one of two documents shows the fact."""
        return source.reader != "rest" and (self.target[0], self.key) in ONE_SIDED


@dataclass(frozen=True)
class Part:
    """A part of the spec that facts are about: what readers call it, and where it stands."""

    target: Target
    file: str
    path: Path
    needs: tuple[Edit, ...] = ()
    silent: Mapping[str, str] = field(default_factory=dict[str, str])

    def put(self, *path: str | int, to: Any) -> Put:
        """Write a value below the part."""
        return Put(self.file, (*self.path, *path), to)

    def fact(
        self,
        key: str,
        after: Any,
        before: Any = ...,
        *,
        at: str | Path | None = None,
        to: Any = ...,
        also: tuple[Edit, ...] = (),
        needs: Mapping[str, Any] | None = None,
        kind: ChangeKind | None = None,
        **silent: str,
    ) -> Fact:
        """A fact of this part; the spec has the expected value, unless `after` is given.

        `needs` are other keys of the part; the keywords that are left name silent outputs.
        """
        path = (key,) if at is None else (at,) if isinstance(at, str) else at
        return Fact(
            self.target,
            key,
            before,
            after,
            (self.put(*path, to=after if to is ... else to), *also),
            (*self.needs, *(self.put(name, to=value) for name, value in (needs or {}).items())),
            {**self.silent, **silent},
            kind,
        )

    def facts(self, **values: Any) -> list[Fact]:
        """Facts that are written as they are expected, each at its key."""
        return [self.fact(key, value) for key, value in values.items()]

    def edited(self, key: str, after: Any, before: Any, *edits: Edit, **silent: str) -> Fact:
        """A fact that takes other edits than a value at its key."""
        return Fact(self.target, key, before, after, edits, self.needs, {**self.silent, **silent})


def check(source: Source, fact: Fact) -> None:
    """Compare every output before and after the change; a silent one must stay as it is."""
    start = _start(source, fact)
    after = _built(source, fact.modules(source), (*fact.needs, *fact.edits))
    expected = _expected_before(source, fact)
    assert expected != fact.after
    missing: list[str] = []
    for output in OUTPUTS[source.reader]:
        change = changed(start, after, output)
        if output in fact.silent or (output == "codegen" and "openapi" in fact.silent):
            missing += [] if change == ("", "") else [f"{output} says it, and is to be silent"]
        elif output != "openapi" or not fact.is_one_sided(source):
            messages = faults(
                change, output, source.reader, fact.target[0], fact.key, expected, fact.after
            )
            missing += messages if change != ("", "") else [f"{output} does not tell {fact.key}"]
    assert not missing, "\n".join(missing)
    _check_kind_of_change(start.api, after.api, fact)


def _check_kind_of_change(before: Api, after: Api, fact: Fact) -> None:
    """A comparison of versions finds the change, of the kind that the table of the model's facts says."""
    part, *_ = fact.target
    name = MEMBERS.get(fact.key, fact.key)
    structs = STRUCTS.get(part, ())
    names = {name, *(f"{struct.__name__}.{name}" for struct in structs)}
    compared = set(kinds(before, after))
    if "changes" in fact.silent or (fact.kind is None and not names.isdisjoint(ASIDE)):
        assert not compared, f"a change of {fact.name} is to go unnoticed"
        return
    assert compared, f"a comparison of versions does not find {fact.name}"
    # What a type becomes is a matter of both types, each pair of which `test_changes.py` has.
    kind = {fact.kind} if fact.kind else kinds_of_fact(structs, name) if name != "type" else ()
    assert not kind or compared.intersection(kind), f"{fact.name}: {compared}, expected {kind}"


def _expected_before(source: Source, fact: Fact) -> Any:
    if fact.before is not ...:
        return fact.before
    edit = fact.edits[0]
    document = copy.deepcopy(edited(committed(source), fact.needs)[edit.file])
    return _step_to(document, edit.path) or None


_BUILT: dict[tuple[str, frozenset[str], str], Built] = {}


def _start(source: Source, fact: Fact) -> Built:
    """The API before a change, which facts share that need the same."""
    modules = fact.modules(source)
    key = (source.id, modules, repr(fact.needs))
    if key not in _BUILT:
        _BUILT[key] = _built(source, modules, fact.needs)
    return _BUILT[key]


def _built(source: Source, modules: frozenset[str], edits: tuple[Edit, ...]) -> Built:
    spec = edited(committed(source, modules), edits)
    return Built(source, spec, package=f"{source.id}_facts")
