"""Names of classes in Python packages: which those of an API may have."""

import re

from specloom.diagnostics import Code
from specloom.model.naming import class_name

_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


PUBLIC = _names("""
    ApiError AsyncClient AsyncDownload AsyncStream Attempt CallTimeoutError Client ClientCredentials ConfigurationError
    ConnectError DecodeError Download EnvelopeError Error HttpError NotJsonError OddRow Options ParameterError RedirectError Reply Response ResponseError ResponseTooLargeError
    ServerSentEvent StatusError Stream TransportError UNSET UnknownRecord UnsetType
    """)
"""Public names of every client of a REST API: a type of the same name is in the module `models` alone."""
OF_MODULES = _names("API OptionFields Sandbox")
"""Names that modules of a client have for other things, and that they import under another name."""
_NEEDED = _names("Literal TypeAlias Unpack True False None")
"""Names that the module `models` cannot do without."""


def error_problem(name: str) -> tuple[Code, str, str] | None:
    """Fault and remedy of the class name of an error, which a package shows; None if it is possible."""
    return _meaning(name) if name in PUBLIC | OF_MODULES else problem(name)


def problem(name: str) -> tuple[Code, str, str] | None:
    """Fault and remedy of the class name of a type; None if it is possible."""
    if not _CLASS.fullmatch(name):
        message = f"`{name}` cannot be the name of a class"
        hint = f"begin with a capital, and use letters and digits: `{class_name(name) or 'Item'}`"
        return "invalid-name", message, hint
    return _meaning(name) if name in _NEEDED else None


def _meaning(name: str) -> tuple[Code, str, str]:
    return (
        "invalid-name",
        f"`{name}` has another meaning in every client",
        "choose another name",
    )
