"""Enumerations: each value once, all of one kind."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic
from specloom.readers.rest.format import EnumerationEntry
from specloom.readers.rest.rules.check import Check, list_faults


def faults(check: Check) -> Iterator[Diagnostic]:
    """What is wrong with enumerations."""
    for name, enumeration in check.described.enumerations.items():
        yield from _enumeration_faults(check, name, enumeration)


def _enumeration_faults(
    check: Check, name: str, enumeration: EnumerationEntry
) -> Iterator[Diagnostic]:
    at = ("enumerations", name)
    yield from list_faults(check, (*at, "values"), enumeration.values)
    if len({type(value) for value in enumeration.values}) > 1:
        message = "the values are partly texts and partly integers"
        yield check.fault((*at, "values"), "wrong-type", message, "put all of them in quotes")
    for index, value in enumerate(enumeration.deprecated_values):
        if value not in enumeration.values:
            where = (*at, "deprecated_values", index)
            yield check.unknown(where, "value", value, map(str, enumeration.values))
