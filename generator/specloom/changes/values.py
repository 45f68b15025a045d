"""Changes of facts that parameters and fields share: limits, defaults, deprecated values."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from specloom.changes.change import Change, Thing
from specloom.changes.markup import code
from specloom.model.facts import FACTS
from specloom.model.structs import Limits, Value, defaults_of
from specloom.views import words

if TYPE_CHECKING:
    from specloom.changes.kinds import ChangeKind


class Bound(NamedTuple):
    """One limit of a value."""

    name: str
    value: int | float | str | None
    is_most: bool = True
    """True if a smaller one allows less."""

    def __str__(self) -> str:
        if self.value is None or self.value is False:
            return f"no {self.name}"
        return self.name if self.value is True else f"{self.name} {code(self.value)}"

    def refuses_more(self, other: "Bound") -> bool:
        """Return whether it may refuse what another one allows."""
        match self.value, other.value:
            case None | False, _:
                return False
            case True, limit_before:
                return not limit_before
            case [int() | float() as limit, int() | float() as other_limit]:
                return limit != other_limit and (limit < other_limit) == self.is_most
            case _:
                return self.value != other.value


def bounds(value: Value) -> Iterator[Bound]:
    """Limits of a value, or of each item of a list, and of the values within it."""
    yield from _bounds(value.limits, "")


def _bounds(limits: Limits, of: str) -> Iterator[Bound]:
    for row in FACTS:
        if row.limit:
            limit = getattr(limits, row.name)
            yield Bound(f"{row.limit}{of}", limit, is_most=row.changed == "most")
    if of:
        yield Bound(f"most items{of}", limits.maximum_items)
    if limits.each is not None:
        yield from _bounds(limits.each, f"{of} of each")


def changed_limits(
    subject: Thing,
    before: Iterable[Bound],
    after: Iterable[Bound],
    *,
    is_sent: bool = True,
    is_read: bool = False,
) -> Iterator[Change]:
    """Changes of limits: in requests a program breaks where less is allowed, in replies where more is."""
    old_limits, new_limits = ({limit.name: limit for limit in limits} for limits in (before, after))
    for name, limit in {**old_limits, **new_limits}.items():
        nothing = limit._replace(value=None)
        old, new = old_limits.get(name, nothing), new_limits.get(name, nothing)
        if old == new:
            continue
        kind: ChangeKind = "limit-raised" if is_sent else "field-limit-lowered"
        if is_sent and new.refuses_more(old):
            kind = "limit-lowered"
        elif is_read and old.refuses_more(new):
            kind = "field-limit-raised"
        yield subject.changed(kind, str(old), str(new))


def changed_deprecated_values(subject: Thing, old: Value, new: Value) -> Iterator[Change]:
    """Values that are deprecated now, or are not any more."""
    values = old.deprecated_values, new.deprecated_values
    if restored := [value for value in values[0] if value not in values[1]]:
        yield subject.changed("value-undeprecated", after=codes(restored))
    if deprecated := [value for value in values[1] if value not in values[0]]:
        yield subject.changed("value-deprecated", after=codes(deprecated))


def changed_default(subject: Thing, old: Value, new: Value) -> Iterator[Change]:
    """A change of the value that an absent one has: an absent default and an empty text are equal."""
    defaults = [[single for single in defaults_of(value) if single != ""] for value in (old, new)]
    if defaults[0] != defaults[1]:
        yield subject.changed("default-changed", _default(old), _default(new))


def codes(values: Sequence[object]) -> str:
    """Values in a sentence, marked; empty if there are none."""
    return words.listed(map(code, values)) if values else ""


def _default(value: Value) -> str:
    if isinstance(value.default, msgspec.UnsetType):
        return "nothing"
    return codes(defaults_of(value)) or "an empty value"
