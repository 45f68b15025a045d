"""Where the parameters of a REST operation go: what a key that was left out means."""

from specloom.model.request_path import variables
from specloom.readers.rest.format import Encoding, OperationEntry, ParameterEntry, Place

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
"""The methods that send a body."""


def body_place(operation: OperationEntry, encoding: Encoding) -> Encoding:
    """Where an operation's parameters go unless the path or the parameter says otherwise."""
    return encoding if operation.method in WITH_BODY else "query"


def place(
    operation: OperationEntry, name: str, parameter: ParameterEntry, encoding: Encoding
) -> Place:
    """Where one parameter goes."""
    if parameter.place is not None:
        return parameter.place
    return "path" if name in variables(operation.path) else body_place(operation, encoding)
