"""Names of classes in the Python package of a REST API: which its records, lists of values and errors may have."""

import re

from specloom.diagnostics import Code
from specloom.model.naming import class_name

_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*")
_RESERVED = frozenset(
    {
        "API",
        "ApiError",
        "AsyncClient",
        "Attempt",
        "CallTimeoutError",
        "Client",
        "ConfigurationError",
        "ConnectError",
        "DecodeError",
        "EnvelopeError",
        "Error",
        "HttpError",
        "Literal",
        "OddRow",
        "NotJsonError",
        "OptionFields",
        "Options",
        "ParameterError",
        "Reply",
        "ResponseError",
        "ResponseTooLargeError",
        "Sandbox",
        "TransportError",
        "TypeAlias",
        "Unpack",
    }
)
"""Public names of every client, and those that its modules cannot do without."""


def problem(name: str) -> tuple[Code, str, str] | None:
    """What is wrong with a name of a class, and what would be right."""
    if not _CLASS.fullmatch(name):
        message = f"`{name}` cannot be the name of a class"
        hint = f"begin with a capital, and use letters and digits: `{class_name(name) or 'Item'}`"
        return "invalid-name", message, hint
    if name in _RESERVED or name in ("True", "False", "None"):
        return (
            "invalid-name",
            f"`{name}` has another meaning in every client",
            "choose another name",
        )
    return None
