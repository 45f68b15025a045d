"""What templates of a user's own have made: whether it is still what the file's name promises."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import parse_yaml
from specloom.rendering.render import Output, Renderer

_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
"""What a page begins with, for the program that makes the site."""


def faults(
    outputs: Iterable[Output], made: Mapping[str, str], renderer: Renderer, own: Path
) -> Iterator[Diagnostic]:
    """Outputs that a template of the folder has spoilt; each is told at the first of its templates."""
    used: dict[str, list[Path]] = {}
    for output in outputs:
        if output.path not in made:
            continue
        if output.template not in used:
            paths = (own / name for name in renderer.templates.used(output.template))
            used[output.template] = [path for path in paths if path.is_file()]
        templates = used[output.template]
        if not templates:
            continue
        problem = _problem(output.path, made[output.path])
        if problem is not None:
            first, *others = map(str, templates)
            hint = f"or the fault is in {', '.join(others)}" if others else None
            message = f"what it makes of {output.path} is {problem}"
            yield Diagnostic.of_file(first, "template-fault", message, hint)


def _problem(path: str, text: str) -> str | None:
    match path.rpartition(".")[2]:
        case "py":
            return _python_problem(path, text)
        case "toml":
            return _toml_problem(text)
        case "yaml" | "yml":
            return _yaml_problem(text)
        case "md":
            front = _FRONT.match(text)
            return _yaml_problem(front[1]) if front else None
        case _:
            return None


def _python_problem(path: str, text: str) -> str | None:
    try:
        compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) else ""
        return f"not Python: {getattr(error, 'msg', error)}{line}"
    return None


def _toml_problem(text: str) -> str | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return f"not TOML: {error}"
    return None


def _yaml_problem(text: str) -> str | None:
    diagnostics = Diagnostics()
    if parse_yaml(text, "", diagnostics, HIGHEST) is not None:
        return None
    first = diagnostics.found[0]
    return f"no sound YAML: {first.message} (line {first.line})"
