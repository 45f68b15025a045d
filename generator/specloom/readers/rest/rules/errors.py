"""Errors: told apart by their message at each operation."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.rules.findings import unknown


def faults(described: RestFile) -> Iterator[Finding]:
    """What is wrong with errors."""
    seen: dict[tuple[str, str], str] = {}
    for name, error in described.errors.items():
        if described.envelope is None:
            message = "messages are told apart by the envelope, and there is none"
            yield Finding(
                ("errors", name), "conflicting-facts", message, "add `envelope`", key=True
            )
        for index, id_ in enumerate(error.operations):
            at = ("errors", name, "operations", index)
            if id_ not in described.operations:
                yield unknown(at, "operation", id_, described.operations)
            elif (id_, error.message) in seen:
                other = seen[id_, error.message]
                message = f"`{id_}` has the message `{error.message}` from `{other}` already"
                yield Finding(at, "duplicate-name", message)
            seen.setdefault((id_, error.message), name)
