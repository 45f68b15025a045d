"""Values of parameters: as Python writes them, and as they travel."""

import re
from collections.abc import Iterable
from typing import TypeAlias
from urllib.parse import quote

from specloom.languages.safe import Plain
from specloom.model import scalars
from specloom.model.structs import Parameter, Wire
from specloom.rendering.render import View

Scalar: TypeAlias = str | int | float | bool
Value: TypeAlias = Scalar | tuple[Scalar, ...]

_WHOLE = re.compile(r"-?[0-9]{1,15}")
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,4})?")
INTEGERS = scalars.INTEGERS | {"limit", "namespace"}
FILE = "upload"
"""The type of a parameter that takes a file; in a sample, its value is a path."""
NUMBERS = scalars.NUMBERS - INTEGERS


class Argument(View, frozen=True):
    """A value that a call is given by name."""

    name: str
    """Name in Python."""
    value: Plain | tuple[Plain, ...]
    """Several in a tuple, if there is more than one."""
    is_file: bool = False
    """True if the value is the path of a file."""


def single_values(value: Value) -> tuple[Scalar, ...]:
    """Each of several values, or the one."""
    return value if isinstance(value, tuple) else (value,)


def python_value(parameter: Parameter, value: Value) -> Plain | tuple[Plain, ...]:
    """A value as a caller writes it."""
    if not isinstance(value, tuple):
        return _python_scalar(parameter, value)
    values = tuple(_python_scalar(parameter, item) for item in value)
    return values[0] if len(values) == 1 else values


def _python_scalar(parameter: Parameter, value: Scalar) -> Plain:
    if parameter.kind == "boolean":
        return value is not False
    if not isinstance(value, str):
        return value if parameter.kind in INTEGERS | NUMBERS or parameter.reference else str(value)
    if parameter.kind in INTEGERS and _WHOLE.fullmatch(value):
        return int(value)
    if parameter.kind in NUMBERS and _NUMBER.fullmatch(value):
        return float(value) if "." in value else int(value)
    return value


def wire_value(value: Value, wire: Wire | None = None) -> str:
    """A value as sent; several are joined as a wiki reads them."""
    if isinstance(value, bool):
        return "1" if wire is not None else str(value).lower()
    if not isinstance(value, tuple):
        return str(value)
    texts = [wire_value(item, wire) for item in value]
    bar, other = (",", ",") if wire is None else (wire.separator, wire.alternative_separator)
    if any(bar in text for text in texts):
        return "".join(other + text for text in texts)
    return bar.join(texts)


def encoded(pairs: Iterable[tuple[str, str]]) -> str:
    """The query of an address; readable characters that are allowed there stay."""
    return "&".join(f"{encoded_text(name)}={encoded_text(value)}" for name, value in pairs)


def encoded_text(text: str) -> str:
    """A name or a value as the query of an address has it."""
    return quote(text, safe=":/|")
