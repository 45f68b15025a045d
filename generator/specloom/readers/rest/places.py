"""Places of the parameters of a REST operation, with the defaults of keys that are left out."""

from specloom.model.request_path import variables
from specloom.readers.rest.format import Encoding, OperationEntry, ParameterEntry, Place

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
"""The methods that send a body."""


def body_place(operation: OperationEntry, encoding: Encoding) -> Encoding:
    """Default place of an operation's parameters, without those in its path."""
    return encoding if operation.method in WITH_BODY else "query"


def place(
    operation: OperationEntry, name: str, parameter: ParameterEntry, encoding: Encoding
) -> Place:
    """Place of one parameter."""
    if parameter.place is not None:
        return parameter.place
    return "path" if name in variables(operation.path) else body_place(operation, encoding)
