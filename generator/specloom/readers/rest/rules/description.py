"""Every fault of a description whose form is right."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.rules import enumerations, errors, head, names, operations, records


def faults(described: RestFile) -> Iterator[Finding]:
    """Everything that is wrong, in the order of a file."""
    for part in (head, names, operations, errors, records, enumerations):
        yield from part.faults(described)
