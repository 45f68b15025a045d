"""One change between two models, and how it is said."""

from dataclasses import dataclass

from specloom.changes.kinds import KINDS, ChangeKind, Effect


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is not as it was."""

    kind: ChangeKind
    api: str
    """The id of its API."""
    subject: str
    """What changed, as requests and replies name it: `list=allusers`, `auprop`, `Item.version`."""
    before: str = ""
    """Names and values stand between backticks in it."""
    after: str = ""

    @property
    def wire(self) -> Effect:
        """What it means for whoever sends requests and reads replies."""
        return KINDS[self.kind].wire

    @property
    def source(self) -> Effect:
        """What it means for whoever calls the generated client."""
        return KINDS[self.kind].source

    @property
    def effect(self) -> Effect:
        """The worse of the two."""
        return _worse(self.wire, self.source)

    @property
    def message(self) -> str:
        """What happened, in a sentence without its full stop."""
        return self._filled(KINDS[self.kind].sentence)

    @property
    def advice(self) -> str:
        """What to write now; empty where nothing needs to be done, or nothing can."""
        return self._filled(KINDS[self.kind].advice)

    def _filled(self, form: str) -> str:
        subject = self.subject if "`" in self.subject else f"`{self.subject}`"
        return form.format(subject=subject, before=self.before, after=self.after)


_BY_WEIGHT: tuple[Effect, ...] = ("breaking", "addition", "docs", "none")


def _worse(one: Effect, other: Effect) -> Effect:
    return one if _BY_WEIGHT.index(one) <= _BY_WEIGHT.index(other) else other


def in_order(changes: list[Change]) -> tuple[Change, ...]:
    """Breaking ones first, then by API; within these as the models have them."""
    return tuple(sorted(changes, key=lambda change: _BY_WEIGHT.index(change.effect)))
