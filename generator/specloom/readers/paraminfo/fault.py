"""Faults of catalogues and overlays, as data: positions and hints are looked up once, at the end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from specloom.diagnostics import SEVERITIES, Code, Diagnostic
from specloom.documents.document import Document, fault
from specloom.documents.suggestion import Hint

At: TypeAlias = tuple[str | int, ...]
"""The way to something inside a place."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a catalogue, one of its modules, or an entry of an overlay."""

    document: Document = field(repr=False)
    entry: At
    own: bool = False
    """An entry that the user wrote, not one shipped with the program: what it names must exist."""
    source: str | None = None
    """Source of the file's facts, for entries without one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the entry at a place, or of a part of it."""

    place: Place
    code: Code
    message: str
    hint: Hint = None
    at: At = ()
    key: bool = False
    """Meant is the key, not its value."""
    removes: At | None = None
    """For an obsolete entry: the enclosing key to delete, if more than the entry must go."""


def is_wrong(faults: Iterable[Fault]) -> bool:
    """Return whether one of the faults is an error."""
    return any(SEVERITIES[each.code] == "error" for each in faults)


def with_positions(faults: Iterable[Fault]) -> Iterator[Diagnostic]:
    """The faults with their positions and hints."""
    for each in faults:
        entry = each.place.entry
        at = (*entry, *each.at)
        diagnostic = fault(each.place.document, at, each.code, each.message, each.hint, each.key)
        if each.code == "left-over-entry":
            removes = at if each.removes is None else (*entry, *each.removes)
            diagnostic = replace(diagnostic, removes=removes)
        yield diagnostic
