"""A text of YAML without some of its entries: whole lines are deleted, and all else stays as it is, comments included."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from specloom.diagnostics import Diagnostics
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import compose, parse_yaml

Pointer: TypeAlias = tuple[str | int, ...]


class Pruned(NamedTuple):
    """The result of pruning."""

    text: str
    undeleted: list[Pointer]
    """Entries that cannot be deleted line by line: they share a line with another one."""


def prune(text: str, pointers: Iterable[Pointer]) -> Pruned:
    """The text without these entries; the text must be sound."""
    root = compose(text)
    lines = text.splitlines(keepends=True)
    entries = _whole(root, set(pointers))
    ranges: dict[Pointer, range] = {}
    not_deleted: list[Pointer] = []
    for pointer in entries:
        line_numbers = _lines(root, pointer, lines)
        if line_numbers is None:
            not_deleted.append(pointer)
        else:
            ranges[pointer] = line_numbers
    deleted = {number for numbers in ranges.values() for number in numbers}
    remaining_text = "".join(line for number, line in enumerate(lines) if number not in deleted)
    # Whatever form of YAML the lines were misread in: better nothing goes than too much.
    if _data(remaining_text) == _without(_data(text), sorted(ranges, reverse=True)):
        return Pruned(remaining_text, not_deleted)
    return Pruned(text, entries)


def _whole(root: Any, pointers: set[Pointer]) -> list[Pointer]:
    """The entries; a mapping or list of which all entries would go is an entry itself."""
    for above in {pointer[:-1] for pointer in pointers} - {()}:
        members = {(*above, name) for name in _names(_node(root, above))}
        if members <= pointers:
            return _whole(root, (pointers - members) | {above})
    contained = {
        pointer
        for pointer in pointers
        if any(pointer[:end] in pointers for end in range(len(pointer)))
    }
    return sorted(pointers - contained, key=lambda pointer: [str(name) for name in pointer])


def _names(node: Any) -> Sequence[str | int]:
    if node.id == "mapping":
        return [key.value for key, _ in node.value]
    return range(len(node.value)) if node.id == "sequence" else []


def _node(node: Any, pointer: Pointer) -> Any:
    for name in pointer:
        node = node.value[name] if node.id == "sequence" else _member(node, name)[1]
    return node


def _member(node: Any, name: str | int) -> tuple[Any, Any]:
    return next((key, value) for key, value in node.value if key.value == name)


def _lines(root: Any, pointer: Pointer, lines: list[str]) -> range | None:
    """The lines that an entry fills; None if it shares one."""
    around = _node(root, pointer[:-1])
    if around.flow_style:
        return None
    name = pointer[-1]
    if around.id == "mapping":
        start, value = _member(around, name)
        lead = ""
    else:
        start = value = around.value[name]
        lead = "-"
    first: int = start.start_mark.line
    indent: int = start.start_mark.column
    end = _end(value)
    if lines[first][:indent].strip() != lead:
        return None
    return range(first, end.line + (1 if end.column else 0))


def _end(node: Any) -> Any:
    """The mark after the last thing of an entry; blocks end where the next thing begins."""
    while node.id != "scalar" and node.value and not node.flow_style:
        node = node.value[-1][1] if node.id == "mapping" else node.value[-1]
    return node.end_mark


def _data(text: str) -> Any:
    document = parse_yaml(text, "", Diagnostics(), HIGHEST)
    return None if document is None else document.data


def _without(data: Any, pointers: Sequence[Pointer]) -> Any:
    """The data without some entries; of a list, later ones go first."""
    for pointer in pointers:
        around = data
        for name in pointer[:-1]:
            around = around[name]
        del around[pointer[-1]]
    return data
