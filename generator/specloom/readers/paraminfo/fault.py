"""What is wrong with a catalogue or an overlay, as data: positions and hints are looked up once, at the end."""

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
    """Where a catalogue, one of its modules, or an entry of an overlay stands."""

    document: Document = field(repr=False)
    entry: At
    own: bool = False
    """An entry that the user wrote, not one shipped with the program: what it names must exist."""
    source: str | None = None
    """Where the file's facts come from, for entries that do not say it themselves."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with what stands at a place, or with something inside it."""

    place: Place
    code: Code
    message: str
    hint: Hint = None
    at: At = ()
    key: bool = False
    """Meant is the key, not its value."""
    removes: At | None = None
    """Of what has lost its meaning: more than itself, if that has to go with it."""


def is_wrong(faults: Iterable[Fault]) -> bool:
    """Whether one of the faults is an error."""
    return any(SEVERITIES[each.code] == "error" for each in faults)


def with_positions(faults: Iterable[Fault]) -> Iterator[Diagnostic]:
    """The faults with their positions and hints."""
    for each in faults:
        entry = each.place.entry
        at = (*entry, *each.at)
        told = fault(each.place.document, at, each.code, each.message, each.hint, each.key)
        if each.code == "left-over-entry":
            removes = at if each.removes is None else (*entry, *each.removes)
            told = replace(told, removes=removes)
        yield told
