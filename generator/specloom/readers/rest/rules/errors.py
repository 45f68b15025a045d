"""Errors: told apart by their message at each operation."""

from collections.abc import Iterator

from specloom.diagnostics import Diagnostic
from specloom.readers.rest.rules.check import Check


def faults(check: Check) -> Iterator[Diagnostic]:
    """What is wrong with errors."""
    described = check.described
    seen: dict[tuple[str, str], str] = {}
    for name, error in described.errors.items():
        if described.envelope is None:
            message = "messages are told apart by the envelope, and there is none"
            yield check.key_fault(("errors", name), "conflicting-facts", message, "add `envelope`")
        for index, id_ in enumerate(error.operations):
            at = ("errors", name, "operations", index)
            if id_ not in described.operations:
                yield check.unknown(at, "operation", id_, described.operations)
            elif (id_, error.message) in seen:
                other = seen[id_, error.message]
                message = f"`{id_}` has the message `{error.message}` from `{other}` already"
                yield check.fault(at, "duplicate-name", message)
            seen.setdefault((id_, error.message), name)
