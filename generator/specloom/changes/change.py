"""One change between two models, and how it is said."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from specloom.changes.kinds import EFFECTS, KINDS, ChangeKind, Effect, worse_effect
from specloom.changes.markup import code, plain

At: TypeAlias = tuple[str, ...]
"""The way to a part of an API: `("operations", "items.get", "parameters", "item_id")`, `("records", "Item", "id")`,
`("actions", "edit")`, `("errors", "busy")`, `("wire", "parameters", "titles")`; empty: the API itself."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is not as it was."""

    kind: ChangeKind
    api: str
    """The id of its API."""
    subject: str
    """Name of the changed part in requests and replies: `list=allusers`, `auprop`, `Item.version`."""
    before: str = ""
    """Marked: names and values in it come from `markup.code`."""
    after: str = ""
    at: At = ()
    is_hidden: bool = False
    """The generated client shows nothing of the part."""

    @property
    def wire(self) -> Effect:
        """Effect on programs that send requests and read replies themselves."""
        return KINDS[self.kind].wire

    @property
    def source(self) -> Effect:
        """Effect on programs that call the generated client."""
        return "none" if self.is_hidden else KINDS[self.kind].source

    @property
    def effect(self) -> Effect:
        """The worse of the two."""
        return worse_effect(self.wire, self.source)

    @property
    def message(self) -> str:
        """A sentence about the change, without its full stop."""
        return plain(self.marked_message)

    @property
    def advice(self) -> str:
        """Replacement to write now; empty if nothing needs to be done, or nothing can."""
        return plain(self.marked_advice)

    @property
    def marked_message(self) -> str:
        """The message with names and values marked as code."""
        return self._filled(KINDS[self.kind].sentence)

    @property
    def marked_advice(self) -> str:
        """The advice with names and values marked as code."""
        return self._filled(KINDS[self.kind].advice)

    def _filled(self, form: str) -> str:
        return form.format(subject=code(self.subject), before=self.before, after=self.after)


def hidden(found: Iterable[Change]) -> Iterator[Change]:
    """Changes of parts that clients do not show; without those that concern clients alone, such as helpers."""
    changes = (replace(change, is_hidden=True) for change in found)
    return (change for change in changes if change.effect != "none")


class Thing(NamedTuple):
    """A part that both models have, or one of them: what its changes are about."""

    api: str
    name: str
    """As requests and replies name it."""
    at: At = ()

    def changed(self, kind: ChangeKind, before: str = "", after: str = "") -> Change:
        """A change of it."""
        return Change(kind, self.api, self.name, before, after, self.at)

    def part(self, name: str, *at: str) -> "Thing":
        """Something inside it."""
        return Thing(self.api, name, (*self.at, *at))


def in_order(changes: list[Change]) -> tuple[Change, ...]:
    """Breaking ones first, then by API; within these as the models have them."""
    return tuple(sorted(changes, key=lambda change: EFFECTS.index(change.effect)))
