"""Reading of YAML as YAML 1.2 has it: plain data, each key once."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.document import Document, read_text, too_deep
from specloom.documents.limits import HIGHEST, STANDARD, Limits, NumberError, number
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
_PROPERTY = re.compile(r"[&*!](?<![^\s\[{,:?-].)")
"""What may begin an anchor, an alias or a tag: nearly all texts are spared a second look."""


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


class _DepthError(Exception):
    """A node is nested too deeply."""

    def __init__(self, mark: Any) -> None:
        super().__init__()
        self.position = mark_position(mark)


class _Composer(_Parser):  # type: ignore[misc]  # chosen at run time
    """Builds nodes; resolves plain scalars by the rules above, and refuses what is nested too deeply.

    libyaml would overflow its stack without an error at some ten thousand levels.
    """

    depth = 0
    deepest = HIGHEST.depth

    def resolve(self, kind: type[Any], value: str, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _scalar_tag(value) if implicit[0] else _TAG + "str"
        return _TAG + ("seq" if kind is yaml.SequenceNode else "map")

    def descend_resolver(self, parent: Any, index: Any) -> None:
        self.depth += 1
        if self.depth > self.deepest + 1:
            raise _DepthError(parent.start_mark)

    def ascend_resolver(self) -> None:
        self.depth -= 1


def compose(text: str, deepest: int = HIGHEST.depth) -> Any:
    """PyYAML's nodes of a text."""
    loader = _Composer(text)
    loader.deepest = deepest
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _places(text: str) -> Places:
    return yaml_places(compose(text))


def load_yaml(
    path: Path, shown: str, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Document | None:
    """Read a YAML file; None when it could not be read, with the reason in the diagnostics."""
    text = read_text(path, shown, diagnostics, limits)
    return None if text is None else parse_yaml(text, shown, diagnostics, limits)


def parse_yaml(
    text: str, shown: str, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Document | None:
    """The same for a text that is at hand."""
    try:
        root = compose(text, limits.depth)
        beyond_json = list(_beyond_json(text, shown)) if _PROPERTY.search(text) else []
    except _DepthError as error:
        diagnostics.add(too_deep(shown, error.position, limits))
        return None
    except yaml.YAMLError as error:
        diagnostics.add(_yaml_fault(error, text, shown))
        return None
    if beyond_json:
        diagnostics.found.extend(beyond_json)
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


_BEYOND_JSON = {
    "anchor": ("anchors and aliases are not read", "write the value out in each place"),
    "alias": ("anchors and aliases are not read", "write the value out in each place"),
    "tag": ("tags are not read", "put a text in quotes, and leave tags of other types out"),
}
"""What YAML has and JSON has not → why it is refused, and what to write."""


def _beyond_json(text: str, shown: str) -> Iterator[Diagnostic]:
    """The first anchor, the first alias, the first tag."""
    told: set[str] = set()
    for event in yaml.parse(text, _Parser):
        if isinstance(event, yaml.AliasEvent):
            used = [("alias", f"*{event.anchor}")]
        else:
            anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
            used = [("anchor", f"&{anchor}")] if anchor is not None else []
            used += [("tag", tag)] if tag is not None else []
        for kind, name in used:
            if kind not in told:
                told.add(kind)
                problem, hint = _BEYOND_JSON[kind]
                message = f"`{name}`: {problem}"
                position = mark_position(event.start_mark)
                yield Diagnostic(shown, *position, "malformed-yaml", message, hint)


class _YamlBuilder:
    """Turns nodes into data and collects what a JSON-like document cannot hold."""

    def __init__(self, shown: str) -> None:
        self.faults: list[Diagnostic] = []
        self._shown = shown

    def build(self, node: Any) -> Any:
        if node.id == "scalar":
            return self._scalar(node)
        return self._mapping(node) if node.id == "mapping" else self._sequence(node)

    def _mapping(self, node: Any) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self._refuse(key, "malformed-yaml", "a key must be a single word or text")
                continue
            if key.value == "<<" and not key.style:
                hint = "write its members out, and put a key of this name in quotes"
                self._refuse(key, "malformed-yaml", "merge keys are not read", hint)
                continue
            if key.value in result:
                self._refuse(key, "duplicate-key", f"`{key.value}` stands here a second time")
                continue
            result[key.value] = self.build(value)
        return result

    def _sequence(self, node: Any) -> list[Any]:
        return [self.build(item) for item in node.value]

    def _scalar(self, node: Any) -> Any:
        tag, text = node.tag.removeprefix(_TAG), node.value
        if tag == "str":
            return text
        if tag == "null":
            return None
        if tag == "bool":
            return text[0] in "tT"
        try:
            return number(text)
        except NumberError as error:
            return self._refuse(node, "over-limit", str(error))

    def _refuse(self, node: Any, code: Code, message: str, hint: str | None = None) -> None:
        position = mark_position(node.start_mark)
        self.faults.append(Diagnostic(self._shown, *position, code, message, hint))
