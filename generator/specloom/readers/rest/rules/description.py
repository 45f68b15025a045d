"""Every fault of a description whose form is right."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic
from specloom.documents.document import Document
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.rules import enumerations, errors, head, names, operations, records
from specloom.readers.rest.rules.check import Check


def faults(document: Document, described: RestFile) -> Iterator[Diagnostic]:
    """Everything that is wrong, in the order of a file."""
    check = Check(document, described)
    for part in (head, names, operations, errors, records, enumerations):
        yield from part.faults(check)
