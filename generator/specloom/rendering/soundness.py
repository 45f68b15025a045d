"""Checks of files made by custom templates: faults such as `not TOML: …`, by language."""

import re
import tomllib

from specloom.diagnostics import Diagnostics
from specloom.documents.json_text import parse_json
from specloom.documents.limits import HIGHEST
from specloom.rendering.formatting import FormattingError, data_of_yaml

_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
"""Front matter of a page, for the site generator."""


def python_problem(text: str) -> str | None:
    """The fault of a text that is not Python."""
    try:
        compile(text, "module", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        return f"not Python: {getattr(error, 'msg', error)}{line}"
    return None


def toml_problem(text: str) -> str | None:
    """The fault of a text that is not TOML."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return f"not TOML: {error}"
    return None


def json_problem(text: str) -> str | None:
    """The fault of a text that is not JSON, or that parsers read differently."""
    diagnostics = Diagnostics()
    if parse_json(text, "", diagnostics, HIGHEST) is not None:
        return None
    first = diagnostics.found[0]
    return f"not valid JSON: {first.message} (line {first.line})"


def yaml_problem(text: str) -> str | None:
    """The fault of a text that is not YAML, or that parsers read differently."""
    try:
        data_of_yaml(text)
    except FormattingError as error:
        return str(error)
    return None


def front_matter_problem(text: str) -> str | None:
    """The fault of a page's front matter that is not YAML."""
    front = _FRONT.match(text)
    return yaml_problem(front[1]) if front else None
