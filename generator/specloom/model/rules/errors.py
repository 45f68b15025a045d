"""Errors: told apart by their status, or by their message at each operation."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.rules.findings import repeated, unknown
from specloom.model.structs import Api


def faults(api: Api) -> Iterator[Finding]:
    """Faults of the errors of a REST API."""
    errors = {error.name: error for error in api.errors}
    yield from repeated(("errors",), "name", [error.name for error in api.errors])
    if api.envelope is None:
        for index, error in enumerate(api.errors):
            if error.status is None:
                message = "messages are distinguished by the envelope, which is missing"
                place = ("errors", index, "name")
                yield Finding(place, "conflicting-facts", message, "add `envelope`")
    for index, operation in enumerate(api.operations):
        messages: dict[str, str] = {}
        for number, name in enumerate(operation.errors):
            at = ("operations", index, "errors", number)
            if name not in errors:
                yield unknown(at, "error", name, errors)
                continue
            if errors[name].status is not None:
                continue
            message = errors[name].message
            if message in messages:
                text = f"`{operation.id}` has the message `{message}` from `{messages[message]}` already"
                yield Finding(at, "duplicate-name", text)
            messages.setdefault(message, name)
        for name in operation.http.error_messages:
            if name not in operation.errors:
                where = ("operations", index, "call", "error_messages", name)
                yield unknown(where, "error", name, operation.errors)
