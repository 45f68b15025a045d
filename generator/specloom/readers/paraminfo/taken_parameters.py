"""Parameters of a catalogue that a client cannot have: in a request they would replace its own."""

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
    """The call that contains a module's parameters."""

    called: str
    own: frozenset[str]
    """The names that it has itself."""
    generator_prefix: str
    format: str
    """Format that it requests for replies."""


def caller(kind: Kind, form: OverlayForm) -> Caller:
    """The call of modules of a kind."""
    return _call(form) if kind is ACTIONS else _query(form)


def _query(form: OverlayForm) -> Caller:
    """A query, with its own parameters."""
    wire = form.wire
    if wire is None:
        return Caller("query", frozenset(), "", "")
    reserved = query_names.own_names(
        wire.fixed_parameters,
        wire.group_parameters.values(),
        wire.generator_parameter,
        wire.parameters,
        wire.rules,
    )
    return Caller("query", reserved, wire.generator_prefix, wire.fixed_parameters.get(_FORMAT, ""))


def _call(form: OverlayForm) -> Caller:
    """The call of an action, with the parameters that all calls have."""
    main = form.actions.get(query_names.MAIN)
    fixed = {} if form.wire is None else form.wire.fixed_parameters
    reserved = frozenset({*fixed, *(() if main is None else main.parameters)})
    return Caller("call", reserved, "", fixed.get(_FORMAT, ""))


def without_taken(modules: Sequence[Module], caller: Caller) -> tuple[list[Module], list[Fault]]:
    """The modules without parameters that would be sent in place of one of the call's own."""
    usable: list[Module] = []
    faults: list[Fault] = []
    for module in modules:
        clashes = _clashes(module, caller)
        usable.append(_without(module, clashes.keys()) if clashes else module)
        faults += [fault for fault in clashes.values() if fault is not None]
    return usable, faults


def _clashes(module: Module, caller: Caller) -> dict[int, Fault | None]:
    """Parameters to leave out, each with a warning unless the overlays or the format of replies explain it."""
    entry, corrections = module.entry, module.told.corrections
    unwanted = {} if corrections is None else corrections.parameters
    leads = query_names.leads(bool(entry.generator), caller.generator_prefix)
    clashes: dict[int, Fault | None] = {}
    for index, parameter in enumerate(entry.parameters):
        if unwanted.get(parameter.name, {}) is None:
            clashes[index] = None
            continue
        name = query_names.taken_name(parameter.name, entry.prefix, leads, caller.own)
        values = parameter.type if isinstance(parameter.type, list) else ()
        if name == _FORMAT and caller.format in values:
            clashes[index] = (
                None  # it lists the formats that answers have, and clients read this one
            )
        elif name is not None:
            message = (
                f"`{parameter.name}` of `{entry.name}` is left out: in a request it would take the "
                f"place of the {caller.called}'s own `{name}`"
            )
            at = ("parameters", index, "name")
            clashes[index] = Fault(module.place, "left-out-parameter", message, at=at)
    return clashes


def _without(module: Module, left_out: Set[int]) -> Module:
    indexes = [index for index in range(len(module.entry.parameters)) if index not in left_out]
    raw = module.raw["parameters"]
    return replace(
        module,
        entry=msgspec.structs.replace(
            module.entry, parameters=[module.entry.parameters[index] for index in indexes]
        ),
        raw={**module.raw, "parameters": [raw[index] for index in indexes]},
    )
