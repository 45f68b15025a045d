"""Names of classes in Python packages: which those of an API may have."""

import re

from specloom.diagnostics import Code
from specloom.model.naming import class_name

_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RESERVED = _names("""
    API ApiError AsyncClient Attempt CallTimeoutError Client ClientCredentials ConfigurationError ConnectError DecodeError
    EnvelopeError Error HttpError Literal OddRow NotJsonError OptionFields Options ParameterError Reply
    ResponseError ResponseTooLargeError Sandbox StatusError TransportError TypeAlias Unpack
    """)
"""Public names of every client of a REST API, and those that its modules cannot do without."""


def problem(name: str) -> tuple[Code, str, str] | None:
    """Fault and remedy of a class name; None if it is possible."""
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
