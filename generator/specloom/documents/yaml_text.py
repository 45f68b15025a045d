"""Reading of YAML as YAML 1.2 has it: plain data, each key once."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.document import Document, read_text, too_deep
from specloom.documents.hidden import hidden_characters
from specloom.documents.limits import STANDARD, Grammar, Limits, NumberError, number
from specloom.documents.position import Places, line_and_column, mark_position, yaml_places
from specloom.documents.values import items_of, members_of

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


@lru_cache(maxsize=4096)
def plain_kind(text: str) -> str:
    """The type of a text without quotes: `bool`, `float`, `int`, `null` or `str`."""
    return next((name for pattern, name in _SCALARS if pattern.fullmatch(text)), "str")


_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser; Python's own where PyYAML was built without it."""


def compose(text: str) -> Any:
    """PyYAML's nodes of a text that was found to be sound."""
    return yaml.compose(text, _Parser)


def _places(text: str) -> Places[Any]:
    return yaml_places(compose(text))


def load_yaml(
    path: Path,
    display_path: str,
    diagnostics: Diagnostics,
    limits: Limits = STANDARD,
    grammar: Grammar = "json",
) -> Document | None:
    """Read a YAML file; None if that fails, with the reason in the diagnostics. Warns of invisible characters."""
    text = read_text(path, display_path, diagnostics, limits)
    document = (
        None if text is None else parse_yaml(text, display_path, diagnostics, limits, grammar)
    )
    if document is not None:
        diagnostics.found.extend(document.diagnostics(hidden_characters(document)))
    return document


def parse_yaml(
    text: str,
    display_path: str,
    diagnostics: Diagnostics,
    limits: Limits = STANDARD,
    grammar: Grammar = "json",
) -> Document | None:
    """Read a YAML text; None if that fails, with the reason in the diagnostics."""
    builder = _Builder(display_path, limits, grammar)
    try:
        builder.read(yaml.parse(text, _Parser))
    except yaml.YAMLError as error:
        diagnostics.add(_yaml_fault(error, text, display_path))
        return None
    if builder.is_empty:
        diagnostics.add(Diagnostic.of_file(display_path, "empty-file", "the file contains no data"))
        return None
    diagnostics.found.extend(builder.faults)
    return None if builder.faults else Document(display_path, builder.data, text, "yaml", _places)


def _yaml_fault(error: yaml.YAMLError, text: str, display_path: str) -> Diagnostic:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    if mark is not None:
        line, column = mark_position(mark)
    else:
        # Of a character that YAML cannot hold, which has no mark.
        line, column = line_and_column(text, getattr(error, "position", len(text)))
    context = getattr(error, "context", None)
    message = f"not well-formed YAML: {problem}{f' ({context})' if context else ''}"
    return Diagnostic(display_path, line, column, "malformed-yaml", message)


_BEYOND_JSON = {
    "anchor": ("anchors and aliases are not read", "write the value out in each place"),
    "alias": ("anchors and aliases are not read", "write the value out in each place"),
    "tag": ("tags are not read", "put a text in quotes, and leave tags of other types out"),
}
"""Constructs that YAML has and JSON lacks → the reason against each in files for specloom, and the replacement."""

_MOST_NODES = 5_000_000
"""Values of a document with every alias written out; GitHub's description has a fifth of them."""

_NEXT = object()
"""Stands for the key of a mapping whose next key has not been read."""
_DROPPED = object()
"""Stands for a key that cannot be, whose value is read and stays out."""
_MERGE = object()
"""Stands for the key `<<`."""


class _Open:
    """A mapping or a list whose end has not been read."""

    __slots__ = ("anchor", "data", "key", "merged", "nodes_before")

    def __init__(
        self, data: dict[Any, Any] | list[Any], anchor: str | None, nodes_before: int
    ) -> None:
        self.data = data
        self.key: object = _NEXT
        self.anchor = anchor
        self.nodes_before = nodes_before
        self.merged: list[Any] = []
        """What is under the key `<<`: a mapping, or a list of them."""


class _Builder:
    """Makes data of the parser's events, and collects what a JSON-like document cannot hold.

    Nodes would take several times the memory of a large document, and the program's stack for a deep one.
    """

    def __init__(self, display_path: str, limits: Limits, grammar: Grammar) -> None:
        self.data: Any = None
        self.is_empty = True
        self.faults: list[Diagnostic] = []
        self._display_path = display_path
        self._limits = limits
        self._grammar: Grammar = grammar
        self._anchors: dict[str, tuple[Any, int]] = {}
        """Anchor → its value, and how many values that has."""
        self._nodes = 0
        self._open: list[_Open] = []
        self._reported: set[str] = set()
        self._texts: dict[str, str] = {}
        """Each text once, since most occur in many places."""

    def read(self, events: Iterable[Any]) -> None:
        """Read all events, unless the document is nested too deeply or is not the only one."""
        for event in events:
            kind = cast("type[object]", type(event))
            if kind is yaml.ScalarEvent:
                self._refuse_properties(event)
                if self._expects_key():
                    self._open[-1].key = self._key(event)
                else:
                    value = self._scalar(event)
                    if event.anchor is not None:
                        self._anchors[event.anchor] = value, 1
                    self._put(value)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close(self._open.pop())
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._refuse_properties(event)
                if len(self._open) == self._limits.depth:
                    position = mark_position(event.start_mark)
                    self.faults.append(too_deep(self._display_path, position, self._limits))
                    return
                self._begin(event, {} if kind is yaml.MappingStartEvent else [])
            elif kind is yaml.AliasEvent:
                value = self._alias(event)
                if self._expects_key():
                    self._open[-1].key = _DROPPED
                else:
                    self._put(value)
                if self._nodes > _MOST_NODES:
                    message = f"aliases make more than {_MOST_NODES:,} values of the document"
                    self._refuse(event, "over-limit", message)
                    return
            elif kind is yaml.DocumentStartEvent:
                if not self.is_empty:
                    self._refuse(event, "malformed-yaml", "a second document begins here")
                    return
                self.is_empty = False

    def _expects_key(self) -> bool:
        return (
            bool(self._open) and self._open[-1].key is _NEXT and type(self._open[-1].data) is dict
        )

    def _begin(self, event: Any, data: dict[Any, Any] | list[Any]) -> None:
        if self._expects_key():
            self._refuse(event, "malformed-yaml", "a key must be a single word or text")
            self._open[-1].key = _DROPPED
        else:
            self._put(data)
        self._open.append(_Open(data, event.anchor, self._nodes))

    def _close(self, ended: _Open) -> None:
        mapping = members_of(ended.data)
        for value in ended.merged:
            for merged in items_of(value) or [value]:
                mapping.update({**members_of(merged), **mapping})
        if ended.anchor is not None:
            self._anchors[ended.anchor] = ended.data, self._nodes - ended.nodes_before + 1

    def _alias(self, event: Any) -> Any:
        """The value that an alias stands for, shared by all of them."""
        if self._grammar == "json":
            return self._refuse_once(event, "alias", f"*{event.anchor}")
        if self._expects_key():
            return self._refuse(event, "malformed-yaml", "a key cannot be an alias")
        value, nodes = self._anchors.get(event.anchor, (None, 0))
        if any(around.anchor == event.anchor for around in self._open):
            return self._refuse(event, "malformed-yaml", f"`*{event.anchor}` is within itself")
        self._nodes += nodes
        return value

    def _put(self, value: Any) -> None:
        self._nodes += 1
        if not self._open:
            self.data = value
            return
        around = self._open[-1]
        if isinstance(around.data, list):
            around.data.append(value)
            return
        if around.key is _MERGE:
            around.merged.append(value)  # a list is filled later
        elif around.key is not _DROPPED:
            around.data[around.key] = value
        around.key = _NEXT

    def _key(self, event: Any) -> object:
        name = self._texts.setdefault(event.value, event.value)
        if name == "<<" and not event.style:
            if self._grammar == "any":
                return _MERGE
            hint = "write its members out, and put a key of this name in quotes"
            self._refuse(event, "malformed-yaml", "merge keys are not read", hint)
            return _DROPPED
        if name in self._open[-1].data:
            self._refuse(event, "duplicate-key", f"duplicate key `{name}`")
            return _DROPPED
        return name

    def _scalar(self, event: Any) -> Any:
        text = self._texts.setdefault(event.value, event.value)
        kind = plain_kind(text) if event.implicit[0] else "str"  # False in quotes, and in blocks
        if kind == "str":
            return text
        if kind == "null":
            return None
        if kind == "bool":
            return text[0] in "tT"
        try:
            return number(text, exact=self._grammar == "json")
        except NumberError as error:
            return self._refuse(event, "over-limit", str(error))

    def _refuse_properties(self, event: Any) -> None:
        if event.anchor is not None and self._grammar == "json":
            self._refuse_once(event, "anchor", f"&{event.anchor}")
        if event.tag is not None:
            self._refuse_once(event, "tag", event.tag)

    def _refuse_once(self, event: Any, kind: str, name: str) -> None:
        """Tell the first of many."""
        if kind not in self._reported:
            self._reported.add(kind)
            problem, hint = _BEYOND_JSON[kind]
            self._refuse(event, "malformed-yaml", f"`{name}`: {problem}", hint)

    def _refuse(self, event: Any, code: Code, message: str, hint: str | None = None) -> None:
        position = mark_position(event.start_mark)
        self.faults.append(Diagnostic(self._display_path, *position, code, message, hint))
