"""Parameters of a catalogue that a client cannot have: in a request they would stand in place of its own."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import msgspec

from specloom.model import query_names
from specloom.readers.paraminfo.fault import Fault
from specloom.readers.paraminfo.module_kind import ACTIONS, Kind
from specloom.readers.paraminfo.module_set import Module
from specloom.readers.paraminfo.overlay_format import OverlayForm

_FORMAT = "format"


@dataclass(frozen=True, slots=True)
class Caller:
    """What the parameters of a module stand in."""

    called: str
    own: frozenset[str]
    """The names that it has itself."""
    generator_prefix: str
    format: str
    """What it asks for answers in."""


def caller(kind: Kind, told: OverlayForm) -> Caller:
    """What calls modules of a kind."""
    return _call(told) if kind is ACTIONS else _query(told)


def _query(told: OverlayForm) -> Caller:
    """A query, with its own parameters."""
    wire = told.wire
    if wire is None:
        return Caller("query", frozenset(), "", "")
    own = query_names.own_names(
        wire.fixed_parameters,
        wire.group_parameters.values(),
        wire.generator_parameter,
        wire.parameters,
        wire.rules,
    )
    return Caller("query", own, wire.generator_prefix, wire.fixed_parameters.get(_FORMAT, ""))


def _call(told: OverlayForm) -> Caller:
    """The call of an action, with the parameters that all calls have."""
    main = told.actions.get(query_names.MAIN)
    fixed = {} if told.wire is None else told.wire.fixed_parameters
    own = frozenset({*fixed, *(() if main is None else main.parameters)})
    return Caller("call", own, "", fixed.get(_FORMAT, ""))


def without_taken(modules: Sequence[Module], caller: Caller) -> tuple[list[Module], list[Fault]]:
    """The modules, without parameters that would be sent in place of one that the caller has itself."""
    kept: list[Module] = []
    faults: list[Fault] = []
    for module in modules:
        taken = _taken(module, caller)
        kept.append(_without(module, taken.keys()) if taken else module)
        faults += [fault for fault in taken.values() if fault is not None]
    return kept, faults


def _taken(module: Module, caller: Caller) -> dict[int, Fault | None]:
    """Which parameters go, each with a warning unless the overlays or the format of answers say so."""
    entry, corrections = module.entry, module.told.corrections
    unwanted = {} if corrections is None else corrections.parameters
    leads = query_names.leads(bool(entry.generator), caller.generator_prefix)
    taken: dict[int, Fault | None] = {}
    for index, parameter in enumerate(entry.parameters):
        if unwanted.get(parameter.name, {}) is None:
            taken[index] = None
            continue
        name = query_names.taken_name(parameter.name, entry.prefix, leads, caller.own)
        values = parameter.type if isinstance(parameter.type, list) else ()
        if name == _FORMAT and caller.format in values:
            taken[index] = None  # it lists the formats that answers have, and clients read this one
        elif name is not None:
            message = (
                f"`{parameter.name}` of `{entry.name}` is left out: in a request it would stand in "
                f"place of the {caller.called}'s own `{name}`"
            )
            at = ("parameters", index, "name")
            taken[index] = Fault(module.place, "left-out-parameter", message, at=at)
    return taken


def _without(module: Module, taken: Set[int]) -> Module:
    kept = [index for index in range(len(module.entry.parameters)) if index not in taken]
    raw = module.raw["parameters"]
    return replace(
        module,
        entry=msgspec.structs.replace(
            module.entry, parameters=[module.entry.parameters[index] for index in kept]
        ),
        raw={**module.raw, "parameters": [raw[index] for index in kept]},
    )
