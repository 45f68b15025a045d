"""Parameters of a catalogue that are odd: those that a client cannot have, and warnings of the others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Finding
from specloom.model import oddities, query_names
from specloom.model.structs import Enumeration, Operation
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import ParameterEntry, keys_of
from specloom.readers.paraminfo.overlay import Overlays

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


def of_query(overlays: Overlays) -> Caller:
    """A query, with its own parameters."""
    wire = overlays.told.wire
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


def of_call(overlays: Overlays) -> Caller:
    """The call of an action, with the parameters that all calls have."""
    wire, main = overlays.told.wire, overlays.told.actions.get(query_names.MAIN)
    fixed = {} if wire is None else wire.fixed_parameters
    own = frozenset({*fixed, *(() if main is None else main.parameters)})
    return Caller("call", own, "", fixed.get(_FORMAT, ""))


def without_taken(
    modules: Sequence[Module], caller: Caller, overlays: Overlays, found: Diagnostics
) -> list[Module]:
    """The modules, without parameters that would be sent in place of one that the caller has itself."""
    return [_without(module, caller, overlays, found) for module in modules]


def _without(module: Module, caller: Caller, overlays: Overlays, found: Diagnostics) -> Module:
    entry, corrections = module.entry, overlays.module(module.name).corrections
    unwanted = {} if corrections is None else corrections.parameters
    leads = query_names.leads(bool(entry.generator), caller.generator_prefix)
    taken: set[int] = set()
    for index, parameter in enumerate(entry.parameters):
        if unwanted.get(parameter.name, {}) is None:
            taken.add(index)
            continue
        name = query_names.taken_name(parameter.name, entry.prefix, leads, caller.own)
        if name is not None:
            taken.add(index)
            values = parameter.type if isinstance(parameter.type, list) else ()
            if name == _FORMAT and caller.format in values:
                continue  # it lists the formats that answers have, and clients read this one
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
    module: Module, operation: Operation, enumerations: Mapping[str, Enumeration]
) -> Iterator[Finding]:
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
                at = (key, names.index(parameter.name), keys_of(ParameterEntry).get(member, "name"))
                yield Finding(at, code, f"{module.name}.{parameter.name}: {message}")


def _in_file(module: Module, key: str) -> Sequence[Mapping[str, str]]:
    listed = module.document.data
    for step in (*module.pointer, key):
        listed = listed[step]
    found: Sequence[Mapping[str, str]] = listed
    return found
