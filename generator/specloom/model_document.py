"""The model as a document: YAML text out, YAML text in."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec

from specloom import model_faults
from specloom.diagnostics import Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import read_text
from specloom.documents.yaml_text import parse_yaml
from specloom.model import Model
from specloom.safe import Plain, yaml_flow, yaml_scalar, yaml_text

Collection: TypeAlias = dict[str, Any] | list[Any] | tuple[Any, ...]

_HEADER = """\
# Everything known about the described APIs; written by specloom, never edited by hand.
# yaml-language-server: $schema=model.schema.json
"""
_WIDTH = 100
_LEAVES = 3
"""A mapping of at most so many values stands on one line, where it fits."""
_UNLIMITED = 1_000_000
_LONGEST_KEY = 1000
"""A longer one needs a question mark before it."""


def dump(model: Model) -> str:
    """The document: keys in the order of the model's classes, every text as any YAML reads it."""
    members = cast("dict[str, Any]", msgspec.to_builtins(model))
    data = {"specloom": model.specloom, **members}
    return _HEADER + "".join(f"{line}\n" for line in _mapping(data, ""))


def load(path: Path, shown: str, diagnostics: Diagnostics) -> Model | None:
    """Read a document that `dump` wrote; None with diagnostics when it is not one, or fits nothing."""
    text = read_text(path, shown, diagnostics)
    return None if text is None else sound(text, shown, diagnostics)


def sound(text: str, shown: str, diagnostics: Diagnostics) -> Model | None:
    """The model of a document that is at hand, when all its names fit together."""
    document = parse_yaml(text, shown, diagnostics)
    model = None if document is None else decode(document, Model, diagnostics)
    if document is None or model is None:
        return None
    found = list(model_faults.faults(document, model))
    diagnostics.found.extend(found)
    return None if found else model


def parse(text: str, shown: str, diagnostics: Diagnostics) -> Model | None:
    """The model of a document as it stands, whatever its names."""
    document = parse_yaml(text, shown, diagnostics)
    return None if document is None else decode(document, Model, diagnostics)


def _mapping(members: dict[str, Any], margin: str) -> Iterator[str]:
    for name, value in members.items():
        key = yaml_scalar(name)
        long = len(key) > _LONGEST_KEY
        start = f"{margin}? {key}\n{margin}:" if long else f"{margin}{key}:"
        flow = _on_one_line(value, _WIDTH - len(start) - 1, margin)
        if flow is not None:
            yield f"{start} {flow}"
        else:
            yield start
            yield from _block(value, margin + "  ")


def _items(items: list[Any], margin: str) -> Iterator[str]:
    nested = margin + "  "
    for item in items:
        flow = _on_one_line(item, _WIDTH - len(nested), margin)
        if flow is not None:
            yield f"{margin}- {flow}"
        else:
            lines = _block(item, nested)
            yield f"{margin}- {next(lines).removeprefix(nested)}"
            yield from lines


def _block(value: Any, margin: str) -> Iterator[str]:
    if isinstance(value, dict):
        return _mapping(cast("dict[str, Any]", value), margin)
    return _items(value, margin)


def _on_one_line(value: Any, room: int, margin: str) -> str | None:
    """The value as a scalar or in flow style; None when it is to stand on lines of its own."""
    if isinstance(value, str):
        return _text(value, margin)
    if not isinstance(value, dict | list | tuple):
        return yaml_scalar(cast("Plain", value))
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    if not _is_small(cast("Collection", value)):
        return None
    flow = yaml_flow(cast("object", value))
    return flow if len(flow) <= room else None


def _text(text: str, margin: str) -> str:
    if "\n" not in text:
        return yaml_scalar(text)
    return yaml_text(text, len(margin), _UNLIMITED)


def _is_small(value: Collection) -> bool:
    """Whether flow style is readable: texts and numbers in a list, or very few in all."""
    if not isinstance(value, dict):
        if len(value) > _WIDTH:
            return False
        if not any(isinstance(one, dict | list | tuple) for one in value):
            return not any(isinstance(one, str) and "\n" in one for one in value)
    return _room_left(value, _LEAVES) >= 0


def _room_left(value: Any, room: int) -> int:
    """How many more plain values than those inside a value could be there; negative when too many."""
    if isinstance(value, dict):
        value = cast("dict[str, Any]", value).values()
    elif not isinstance(value, list | tuple):
        return -1 if isinstance(value, str) and "\n" in value else room - 1
    for one in cast("Iterable[Any]", value):
        room = _room_left(one, room)
        if room < 0:
            break
    return room
