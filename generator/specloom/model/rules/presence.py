"""When fields are there: conditions that exist, and circumstances in words."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.rules.findings import At, unknown
from specloom.model.structs import Presence, Record


def presence_faults(at: At, record: Record, presence: Presence) -> Iterator[Finding]:
    """Faults of the presence of a field of a record."""
    conditions = [condition.name for condition in record.conditions]
    for key, names in (("only_if", presence.only_if), ("omitted_if", presence.omitted_if)):
        for index, name in enumerate(names):
            if name not in conditions:
                yield unknown((*at, key, index), f"condition in {record.name}", name, conditions)
    for name in presence.only_if:
        if name in presence.omitted_if:
            message = f"`{name}` cannot both bring the field and omit it"
            yield Finding((*at, "omitted_if"), "conflicting-facts", message)
    if presence.requested and presence.when is None:
        message = "`requested` is about a circumstance, and `when` is missing"
        yield Finding(at, "missing-key", message)
