"""Parameters of a catalogue that are odd and can be worked with."""

from collections.abc import Iterator, Mapping, Sequence

from specloom.model.rules import oddities
from specloom.model.structs import Enumeration, Operation
from specloom.readers.paraminfo.fault import Fault
from specloom.readers.paraminfo.format import ParameterEntry, keys_of
from specloom.readers.paraminfo.module_set import Module

_KEYS = keys_of(ParameterEntry)


def odd_parameters(
    modules: Sequence[Module], operations: Sequence[Operation], types: Sequence[Enumeration]
) -> Iterator[Fault]:
    """Warnings of the parameters of operations that modules became."""
    enumerations = {each.name: each.values for each in types}
    for module, operation in zip(modules, operations, strict=True):
        for key, parameters in (
            ("parameters", operation.parameters),
            ("templatedparameters", operation.call.templated_parameters),
        ):
            for parameter in parameters:
                values = enumerations.get(parameter.reference or "", ())
                for member, code, odd in oddities.of_parameter(parameter, values):
                    # By name, since the file still has the parameters that are left out.
                    names = [raw["name"] for raw in _in_file(module, key)]
                    at = (key, names.index(parameter.name), _KEYS.get(member, "name"))
                    message = f"{module.name}.{parameter.name}: {odd}"
                    yield Fault(module.place, code, message, at=at)


def _in_file(module: Module, key: str) -> Sequence[Mapping[str, str]]:
    data = module.place.document.data
    for step in (*module.place.entry, key):
        data = data[step]
    entries: Sequence[Mapping[str, str]] = data
    return entries
