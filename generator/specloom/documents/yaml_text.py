"""Reading of YAML as YAML 1.2 has it: plain data, each key once."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.document import Document, read_text
from specloom.documents.position import Places, line_and_column, mark_position, yaml_places

_SCALARS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"~|null|Null|NULL|"), "null"),
    (re.compile(r"true|True|TRUE|false|False|FALSE"), "bool"),
    (re.compile(r"[-+]?(?:0|[1-9][0-9]*)"), "int"),
    (
        re.compile(
            r"[-+]?(?:(?:\.[0-9]+|(?:0|[1-9][0-9]*)\.[0-9]*)(?:[eE][-+]?[0-9]+)?"
            r"|(?:0|[1-9][0-9]*)[eE][-+]?[0-9]+)"
        ),
        "float",
    ),
)
"""Plain scalars that are not strings: YAML 1.2's core schema without octal, hexadecimal, `.inf`."""

_TAG = "tag:yaml.org,2002:"
_DEEPEST = 100
"""Levels of a document; libyaml overflows its stack without an error at some ten thousand."""


@lru_cache(maxsize=4096)
def _scalar_tag(text: str) -> str:
    for pattern, name in _SCALARS:
        if pattern.fullmatch(text):
            return _TAG + name
    return _TAG + "str"


def plain_kind(text: str) -> str:
    """What a text would be read as if it stood without quotes: `bool`, `float`, `int`, `null`, `str`."""
    return _scalar_tag(text).removeprefix(_TAG)


_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser; Python's own where PyYAML was built without it."""


class _Composer(_Parser):  # type: ignore[misc]  # chosen at run time
    """Builds nodes; resolves plain scalars by the rules above, and refuses what would overflow."""

    depth = 0

    def resolve(self, kind: type[Any], value: str, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _scalar_tag(value) if implicit[0] else _TAG + "str"
        return _TAG + ("seq" if kind is yaml.SequenceNode else "map")

    def descend_resolver(self, parent: Any, index: Any) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise yaml.MarkedYAMLError(problem="nested too deeply", problem_mark=parent.start_mark)

    def ascend_resolver(self) -> None:
        self.depth -= 1


def _compose(text: str) -> Any:
    loader = _Composer(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _places(text: str) -> Places:
    return yaml_places(_compose(text))


def load_yaml(path: Path, shown: str, diagnostics: Diagnostics) -> Document | None:
    """Read a YAML file; None when it could not be read, with the reason in the diagnostics."""
    text = read_text(path, shown, diagnostics)
    return None if text is None else parse_yaml(text, shown, diagnostics)


def parse_yaml(text: str, shown: str, diagnostics: Diagnostics) -> Document | None:
    """The same for a text that is at hand."""
    try:
        root = _compose(text)
    except yaml.YAMLError as error:
        diagnostics.add(_yaml_fault(error, text, shown))
        return None
    if root is None:
        diagnostics.add(Diagnostic(shown, 0, 0, "empty-file", "the file holds no data"))
        return None
    builder = _YamlBuilder(shown)
    data = builder.build(root)
    diagnostics.found.extend(builder.faults)
    return None if builder.faults else Document(shown, data, text, "yaml", _places)


def _yaml_fault(error: yaml.YAMLError, text: str, shown: str) -> Diagnostic:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    if mark is not None:
        line, column = mark_position(mark)
    else:
        offset = getattr(error, "position", None)
        line, column = (0, 0) if offset is None else line_and_column(text, offset)
    context = getattr(error, "context", None)
    message = f"not well-formed YAML: {problem}{f' ({context})' if context else ''}"
    return Diagnostic(shown, line, column, "malformed-yaml", message)


class _YamlBuilder:
    """Turns nodes into data and collects what a JSON-like document cannot hold."""

    def __init__(self, shown: str) -> None:
        self.faults: list[Diagnostic] = []
        self._shown = shown
        self._built: dict[int, Any] = {}
        self._open: set[int] = set()

    def build(self, node: Any) -> Any:
        if node.id == "scalar":
            return self._scalar(node)
        identity = id(node)
        if identity in self._built:
            return self._built[identity]
        if identity in self._open:
            return self._refuse(node, "malformed-yaml", "an alias stands inside what it names")
        self._open.add(identity)
        built: Any = self._mapping(node) if node.id == "mapping" else self._sequence(node)
        self._open.remove(identity)
        self._built[identity] = built
        return built

    def _mapping(self, node: Any) -> dict[str, Any]:
        if node.tag != _TAG + "map":
            self._refuse(node, "malformed-yaml", f"tag {node.tag} is not supported")
        result: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self._refuse(key, "malformed-yaml", "a key must be a single word or text")
                continue
            if key.value in result:
                self._refuse(key, "duplicate-key", f"`{key.value}` stands here a second time")
                continue
            result[key.value] = self.build(value)
        return result

    def _sequence(self, node: Any) -> list[Any]:
        if node.tag != _TAG + "seq":
            self._refuse(node, "malformed-yaml", f"tag {node.tag} is not supported")
        return [self.build(item) for item in node.value]

    def _scalar(self, node: Any) -> Any:
        tag, text = node.tag.removeprefix(_TAG), node.value
        if tag == "str":
            return text
        if tag != plain_kind(text):
            return self._refuse(node, "malformed-yaml", f"tag {node.tag} does not fit `{text}`")
        if tag == "null":
            return None
        if tag == "bool":
            return text[0] in "tT"
        return int(text) if tag == "int" else float(text)

    def _refuse(self, node: Any, code: Code, message: str) -> None:
        line, column = mark_position(node.start_mark)
        self.faults.append(Diagnostic(self._shown, line, column, code, message))
