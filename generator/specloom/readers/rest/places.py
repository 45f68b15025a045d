"""Where the parameters of a REST operation go: what a key that was left out means."""

import re

from specloom.readers.rest.format import Encoding, OperationEntry, ParameterEntry, Place

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
"""The methods that send a body."""

VARIABLE = re.compile(r"\{([^{}]*)\}")
"""A name in braces."""


def variables(text: str) -> list[str]:
    """The names in braces, in order: of a path, of the server's address."""
    return VARIABLE.findall(text)


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


def braces_are_left(text: str) -> bool:
    """Whether braces enclose no name."""
    return bool(re.search(r"[{}]", VARIABLE.sub("", text)))
