"""Turns rendered texts into the content of files: Python in one style, JSON from YAML.

Each needs the text alone, so that what it made once need not be made again, and nothing that another
process lacks.
"""

import gc
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias, assert_never

import msgspec

from specloom.languages.characters import revealed_in_json
from specloom.languages.json import encoded

Form: TypeAlias = Literal["python", "json"]

STYLE = 26
"""The year of black's style that the committed outputs have."""


class FormattingError(Exception):
    """A text is not what the name of its file promises."""


class WrongFormatterError(Exception):
    """The black that is installed formats otherwise than the outputs are formatted."""


@cache
def rules() -> str:
    """A hash of what forms texts: a text is known only by the rules that formed it."""
    folder = Path(__file__).parent
    sources = ((folder / name).read_bytes() for name in ("formatting.py", "imports.py"))
    return sha256(b"".join(sources)).hexdigest()


def prepare() -> None:
    """Import black, ahead of a fork: where no text is remembered, each worker would import it by itself."""
    import_module("black")


def formatted(form: Form, content: bytes) -> bytes:
    """The content of a file in its final form."""
    match form:
        case "python":
            return python(content.decode()).encode()
        case "json":
            return json_of_yaml(content.decode())
        case _:
            assert_never(form)


def python(text: str) -> str:
    """Python without unused imports, laid out by black."""
    # Imported here, since it takes longer than a run for which all texts are known.
    from black import __version__ as installed  # type: ignore[attr-defined]  # not listed as exported

    # `format_str` lays each text that it has changed out again, for commas that it took as they were. None
    # is here (`magic_trailing_comma`), so that the second pass changes nothing and takes half of the time.
    from black import _format_str_once  # pyright: ignore[reportPrivateUsage]  # no public name
    from black.mode import Mode, TargetVersion
    from black.parsing import InvalidInput

    from specloom.rendering.imports import without_unused

    if not installed.startswith(f"{STYLE}."):
        raise WrongFormatterError(f"black {STYLE} is needed; {installed} is installed")
    gc.collect(0)  # the trees of the last text are cycles, and a run collects nothing by itself
    mode = Mode(
        line_length=100,
        target_versions={TargetVersion.PY311},
        magic_trailing_comma=False,  # templates write a comma after every item
    )
    try:
        return _format_str_once(without_unused(text), mode=mode)
    except SyntaxError as error:
        raise FormattingError(f"not Python: {error.msg} (line {error.lineno})") from None
    except InvalidInput as error:
        raise FormattingError(f"not Python: {error}") from None


def data_of_yaml(text: str) -> Any:
    """The data of a YAML text, as a strict reader of YAML 1.2 reads it."""
    from specloom.diagnostics import Diagnostics
    from specloom.documents.limits import HIGHEST
    from specloom.documents.yaml_text import parse_yaml

    diagnostics = Diagnostics()
    document = parse_yaml(text, "", diagnostics, HIGHEST)
    if document is None:
        fault = diagnostics.found[0]
        raise FormattingError(f"not valid YAML: {fault.message} (line {fault.line})")
    return document.data


def json_of_yaml(text: str) -> bytes:
    """The YAML document as JSON, in the same order."""
    content = encoded(data_of_yaml(text))
    del text  # that of a large wiki takes tens of megabytes
    content = revealed_in_json(content.decode()).encode()
    return msgspec.json.format(content, indent=1) + b"\n"
