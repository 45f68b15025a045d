"""What templates of a user's own have made: whether it is still what the file's name promises."""

import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.readers.document import parse_yaml
from specloom.readers.position import Pointer
from specloom.rendering.render import Output, Renderer

_FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
"""What a page begins with, for the program that makes the site."""


def faults(
    outputs: Iterable[Output], made: Mapping[str, bytes], renderer: Renderer, own: Path
) -> Iterator[Diagnostic]:
    """Outputs that a template of the folder has spoilt; each is told at the first of its templates."""
    used: dict[str, list[Path]] = {}
    for output in outputs:
        if output.path not in made:
            continue
        if output.template not in used:
            paths = (own / name for name in renderer.used(output.template))
            used[output.template] = [path for path in paths if path.is_file()]
        templates = used[output.template]
        if not templates:
            continue
        problem = _problem(output.path, made)
        if problem is not None:
            first, *others = map(str, templates)
            hint = f"or the fault is in {', '.join(others)}" if others else None
            message = f"what it makes of {output.path} is {problem}"
            yield Diagnostic(first, 0, 0, "template-fault", message, hint)


def _problem(path: str, made: Mapping[str, bytes]) -> str | None:
    text = made[path].decode()
    match path.rpartition(".")[2]:
        case "py":
            return _python_problem(path, text)
        case "toml":
            return _toml_problem(text)
        case "yaml" | "yml":
            twin = path.rpartition(".")[0] + ".json"
            return _yaml_problem(text, twin, made.get(twin))
        case "md":
            front = _FRONT.match(text)
            return _yaml_problem(front[1], "", None) if front else None
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


def _yaml_problem(text: str, twin: str, expected: bytes | None) -> str | None:
    diagnostics = Diagnostics()
    document = parse_yaml(text, "", diagnostics)
    if document is None:
        first = diagnostics.found[0]
        return f"no sound YAML: {first.message} (line {first.line})"
    if expected is None:
        return None
    where = _difference(document.data, json.loads(expected))
    if where is None:
        return None
    line, _ = document.position(where)
    shown = "/".join(map(str, where)) or "the top"
    return f"another document than {twin}: they differ at {shown} (line {line})"


def _difference(left: object, right: object) -> Pointer | None:
    """The way to a place where two documents differ, if they do."""
    here, there = dict(_leaves(left, ())), dict(_leaves(right, ()))
    places = dict.fromkeys([*here, *there])
    return next((one for one in places if here.get(one) != there.get(one)), None)


def _leaves(data: object, at: Pointer) -> Iterator[tuple[Pointer, object]]:
    """Every value that holds no other, with its type: 1 and true are equal for Python."""
    kind = type(data)
    inside: Collection[tuple[str | int, object]] = ()
    if kind is dict:
        inside = cast("Mapping[str, object]", data).items()
    elif kind is list:
        inside = list(enumerate(cast("Sequence[object]", data)))
    for key, value in inside:
        yield from _leaves(value, (*at, key))
    if not inside:
        yield at, (kind, data)
