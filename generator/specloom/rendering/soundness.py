"""Whether a text is what the language of its file asks: `not TOML: …`, for files that people's own templates make."""

import re
import tomllib

from specloom.diagnostics import Diagnostics
from specloom.documents.json_text import parse_json
from specloom.documents.limits import HIGHEST
from specloom.rendering.formatting import FormattingError, data_of_yaml

_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
"""What a page begins with, for the program that makes the site."""


def python_problem(text: str) -> str | None:
    """What a text is, if it is no Python."""
    try:
        compile(text, "module", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        return f"not Python: {getattr(error, 'msg', error)}{line}"
    return None


def toml_problem(text: str) -> str | None:
    """What a text is, if it is no TOML."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return f"not TOML: {error}"
    return None


def json_problem(text: str) -> str | None:
    """What a text is, if it is no JSON as everybody reads it."""
    diagnostics = Diagnostics()
    if parse_json(text, "", diagnostics, HIGHEST) is not None:
        return None
    first = diagnostics.found[0]
    return f"no sound JSON: {first.message} (line {first.line})"


def yaml_problem(text: str) -> str | None:
    """What a text is, if it is no YAML as everybody reads it."""
    try:
        data_of_yaml(text)
    except FormattingError as error:
        return str(error)
    return None


def front_matter_problem(text: str) -> str | None:
    """What the beginning of a page is, if it is no YAML."""
    front = _FRONT.match(text)
    return yaml_problem(front[1]) if front else None
