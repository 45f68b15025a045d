"""Parameters of a catalogue that are odd: those that a client cannot have, and warnings of the others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model import oddities, query_names
from specloom.model.structs import Enumeration, Operation
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.operations import is_set
from specloom.readers.paraminfo.overlay import Overlays

_KEYS: Mapping[oddities.Key, str] = {
    "default": "default",
    "minimum": "min",
    "minimum_characters": "name",
    "high_maximum": "highmax",
}
"""A parameter's member in the model → in a catalogue."""


def without_taken(
    modules: Sequence[Module], overlays: Overlays, found: Diagnostics
) -> list[Module]:
    """The query modules, without parameters that would be sent in place of one of the query's own."""
    wire = overlays.told.wire
    if wire is None:
        return list(modules)
    own = query_names.own_names(
        wire.fixed_parameters,
        wire.group_parameters.values(),
        wire.generator_parameter,
        wire.parameters,
        wire.rules,
    )
    query = _Caller("query", own, wire.generator_prefix)
    return [_without(module, query, overlays, found) for module in modules]


def without_shared(
    modules: Sequence[Module], overlays: Overlays, found: Diagnostics
) -> list[Module]:
    """The actions, without parameters that would be sent in place of one that all calls have."""
    wire, main = overlays.told.wire, overlays.told.actions.get(query_names.MAIN)
    fixed = () if wire is None else wire.fixed_parameters
    own = frozenset({*fixed, *(() if main is None else main.parameters)})
    call = _Caller("call", own, "")
    told = overlays.of_actions
    return [_without(module, call, told, found) for module in modules]


@dataclass(frozen=True, slots=True)
class _Caller:
    """What a parameter stands in."""

    called: str
    own: frozenset[str]
    """The names that it has itself."""
    generator_prefix: str


def _without(module: Module, caller: _Caller, overlays: Overlays, found: Diagnostics) -> Module:
    entry, corrections = module.entry, overlays.module(module.name).corrections
    unwanted = {} if corrections is None else corrections.parameters
    leads = query_names.leads(is_set(entry.generator), caller.generator_prefix)
    taken: set[int] = set()
    for index, parameter in enumerate(entry.parameters):
        if unwanted.get(parameter.name, {}) is None:
            taken.add(index)
            continue
        name = query_names.taken_name(parameter.name, entry.prefix, leads, caller.own)
        if name is not None:
            taken.add(index)
            message = (
                f"`{parameter.name}` of `{entry.name}` is left out: in a request it would stand in "
                f"place of the {caller.called}'s own `{name}`"
            )
            at = ("parameters", index, "name")
            found.add(module.fault("left-out-parameter", message, at=at))
    if not taken:
        return module
    kept = [index for index in range(len(entry.parameters)) if index not in taken]
    raw = module.raw["parameters"]
    return replace(
        module,
        entry=msgspec.structs.replace(
            entry, parameters=[entry.parameters[index] for index in kept]
        ),
        raw={**module.raw, "parameters": [raw[index] for index in kept]},
    )


def odd_parameters(
    module: Module,
    operation: Operation,
    enumerations: Mapping[str, Enumeration],
) -> Iterator[Diagnostic]:
    """Warnings of what can be worked with."""
    for key, parameters in (
        ("parameters", operation.parameters),
        ("templatedparameters", operation.templated_parameters),
    ):
        for parameter in parameters:
            named = enumerations.get(parameter.enumeration or "")
            values = () if named is None else named.values
            for member, code, message in oddities.of_parameter(parameter, values):
                # By name, since the file still has the parameters that are left out.
                names = [raw["name"] for raw in _in_file(module, key)]
                at = (key, names.index(parameter.name), _KEYS[member])
                yield module.fault(code, f"{module.name}.{parameter.name}: {message}", at=at)


def _in_file(module: Module, key: str) -> Sequence[Mapping[str, str]]:
    listed = module.document.data
    for step in (*module.pointer, key):
        listed = listed[step]
    found: Sequence[Mapping[str, str]] = listed
    return found
