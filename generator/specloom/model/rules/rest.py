"""Every rule of an API of the protocol `rest`."""

from collections.abc import Iterator
from typing import get_args

from specloom.diagnostics import WarningCode
from specloom.documents.document import Finding
from specloom.model.rules import enumerations, errors, head, names, operations, records, sandbox
from specloom.model.structs import Api

_PARTS = (head, names, operations, errors, records, enumerations)
_WARNINGS = frozenset(get_args(WarningCode))


def faults(api: Api) -> Iterator[Finding]:
    """Faults of a REST API, at pointers into it; those of a sandbox if the types that its rows have are sound."""
    is_sound = True
    for part in _PARTS:
        for finding in part.faults(api):
            is_sound = is_sound and finding.code in _WARNINGS
            yield finding
    if is_sound:
        yield from sandbox.faults(api)
