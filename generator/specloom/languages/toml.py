"""TOML: strings and arrays of them."""

import json
from collections.abc import Iterable

from specloom.languages.characters import HIDDEN
from specloom.languages.escapes import by_number
from specloom.languages.safe import Safe


class Toml(Safe):
    """A TOML value."""

    __slots__ = ()


def toml_array(values: Iterable[str]) -> Toml:
    """A TOML array of strings, on one line."""
    return Toml(f"[{', '.join(map(toml_string, values))}]")


def toml_string(value: str) -> Toml:
    """A TOML basic string."""
    return Toml(HIDDEN.sub(by_number, json.dumps(value, ensure_ascii=False)))
