"""Enumerations: each value once, all of one kind."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.rules.findings import At, list_faults, unknown
from specloom.model.structs import Api, Enumeration


def faults(api: Api) -> Iterator[Finding]:
    """Faults of enumerations."""
    for index, named in enumerate(api.types):
        if isinstance(named, Enumeration):
            yield from _enumeration_faults(("types", index), named)


def _enumeration_faults(at: At, enumeration: Enumeration) -> Iterator[Finding]:
    yield from list_faults((*at, "values"), enumeration.values)
    if len({type(value) for value in enumeration.values}) > 1:
        message = "the values are partly texts and partly integers"
        yield Finding((*at, "values"), "wrong-type", message, "put all of them in quotes")
    for index, value in enumerate(enumeration.deprecated_values):
        if value not in enumeration.values:
            where = (*at, "deprecated_values", index)
            yield unknown(where, "value", value, map(str, enumeration.values))
