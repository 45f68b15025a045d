"""Enumerations: each value once, all of one kind."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.readers.rest.format import EnumerationEntry, RestFile
from specloom.readers.rest.rules.findings import list_faults, unknown


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with enumerations."""
    for name, enumeration in described.enumerations.items():
        yield from _enumeration_faults(name, enumeration)


def _enumeration_faults(name: str, enumeration: EnumerationEntry) -> Iterator[Finding]:
    at = ("enumerations", name)
    yield from list_faults((*at, "values"), enumeration.values)
    if len({type(value) for value in enumeration.values}) > 1:
        message = "the values are partly texts and partly integers"
        yield Finding((*at, "values"), "wrong-type", message, "put all of them in quotes")
    for index, value in enumerate(enumeration.deprecated_values):
        if value not in enumeration.values:
            where = (*at, "deprecated_values", index)
            yield unknown(where, "value", value, map(str, enumeration.values))
