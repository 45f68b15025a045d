"""What changed in the parameters of an operation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.kinds import ChangeKind
from specloom.changes.pairs import paired, renamed
from specloom.model.structs import Enumeration, NamedType, Parameter, defaults_of
from specloom.views import words


class Lists(NamedTuple):
    """The named types of an API, before and after."""

    before: Mapping[str, NamedType]
    after: Mapping[str, NamedType]


def changes(
    api: str,
    operation: str,
    prefixes: tuple[str, str],
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    lists: Lists,
) -> Iterator[Change]:
    """Those of the parameters that an operation has; prefixes are those of the operation, before and after."""
    pairs = paired(before, after, _name)
    gone = [old for _, old, new in pairs if old is not None and new is None]
    come = [new for _, old, new in pairs if new is not None and old is None]
    names = renamed(gone, come, _alike)
    for was, now in names:
        subject = f"{operation}: {prefixes[0]}{was.name}"
        yield Change("parameter-renamed", api, subject, after=f"`{prefixes[1]}{now.name}`")
    known = {parameter.name for pair in names for parameter in pair}
    for name, old, new in pairs:
        subject = f"{operation}: {prefixes[0 if new is None else 1]}{name}"
        if name in known:
            continue
        if old is None or new is None:
            yield Change(_whole(new), api, subject)
        else:
            yield from _Compared(api, subject, old, new, lists).changes()


def _name(parameter: Parameter) -> str:
    return parameter.name


def _whole(come: Parameter | None) -> ChangeKind:
    if come is None:
        return "parameter-removed"
    return "parameter-required-added" if come.required else "parameter-added"


def _alike(old: Parameter, new: Parameter) -> bool:
    """Whether only the name and what is told of it differ."""

    def bare(parameter: Parameter) -> Parameter:
        return replace(
            parameter, name="", position=None, brief=None, summary=None, addition=None, source=None
        )

    return bare(old) == bare(new)


_TEXTS = ("string", "text")


class _Compared(NamedTuple):
    api: str
    subject: str
    old: Parameter
    new: Parameter
    lists: Lists

    def changes(self) -> Iterator[Change]:
        old, new = self.old, self.new
        if old.required != new.required:
            asks = new.required
            yield self._change("parameter-became-required" if asks else "parameter-became-optional")
        if new.deprecated and not old.deprecated:
            yield self._change("parameter-deprecated")
        if old.location != new.location:
            yield self._change("parameter-moved", old.location, new.location)
        if defaults_of(old) != defaults_of(new):
            yield self._change("default-changed", _default(old), _default(new))
        if (old.summary, old.brief) != (new.summary, new.brief):
            yield self._change("text-changed")
        yield from self._types()
        yield from self._limits()

    def _change(self, kind: ChangeKind, before: str = "", after: str = "") -> Change:
        return Change(kind, self.api, self.subject, before, after)

    def _types(self) -> Iterator[Change]:
        old, new = self.old, self.new
        lists = _values(old, self.lists.before), _values(new, self.lists.after)
        several = old.multiple is not None, new.multiple is not None
        if several[0] != several[1]:
            gained = several[1]
            yield self._change("several-values-added" if gained else "several-values-removed")
        if lists[0] is not None and lists[1] is not None:
            yield from self._listed(lists[0], lists[1])
        elif _narrow_type(old) != _narrow_type(new):
            told = words.parameter_type(old, lists[0]), words.parameter_type(new, lists[1])
            yield self._change(_direction(old, new), *told)
        gone = [value for value in new.deprecated_values if value not in old.deprecated_values]
        if gone:
            yield self._change("value-deprecated", after=_codes(gone))

    def _listed(self, old: Enumeration, new: Enumeration) -> Iterator[Change]:
        gone = [value for value in old.values if value not in new.values]
        come = [value for value in new.values if value not in old.values]
        if old.site_specific or new.site_specific:
            told = [f"no longer {_codes(gone)}"] if gone else []
            told += [f"now {_codes(come)}"] if come else []
            if told:
                yield self._change("value-of-site", after="; ".join(told))
            return
        if gone:
            yield self._change("value-removed", before=_codes(gone))
        if come:
            yield self._change("value-added", after=_codes(come))

    def _limits(self) -> Iterator[Change]:
        for old, new in zip(_bounds(self.old), _bounds(self.new), strict=True):
            if old != new:
                tighter = _is_tighter(new, old)
                yield self._change(
                    "limit-lowered" if tighter else "limit-raised", str(old), str(new)
                )


class _Bound(NamedTuple):
    what: str
    value: int | float | str | None
    is_most: bool = True
    """Whether a smaller one allows less."""

    def __str__(self) -> str:
        return f"no {self.what}" if self.value is None else f"{self.what} `{self.value}`"


def _is_tighter(new: _Bound, old: _Bound) -> bool:
    match new.value, old.value:
        case None, _:
            return False
        case (int() | float() as now), (int() | float() as was):
            return (now < was) == new.is_most
        case _:
            return True


def _bounds(parameter: Parameter) -> tuple[_Bound, ...]:
    several = parameter.multiple
    return (
        _Bound("minimum", parameter.minimum, is_most=False),
        _Bound("maximum", parameter.maximum),
        _Bound("maximum for bots", parameter.high_maximum),
        _Bound("most bytes", parameter.maximum_bytes),
        _Bound("fewest characters", parameter.minimum_characters, is_most=False),
        _Bound("most characters", parameter.maximum_characters),
        _Bound("pattern", parameter.pattern),
        _Bound("most values", several.low_limit or several.limit if several else None),
        _Bound("most values for bots", several.high_limit if several else None),
    )


def _narrow_type(parameter: Parameter) -> tuple[str, str | None, str | None]:
    kind = "string" if parameter.type in _TEXTS else parameter.type
    return kind, parameter.record, parameter.format


def _direction(old: Parameter, new: Parameter) -> ChangeKind:
    """A type that takes any text takes whatever another took; a `limit` takes every integer."""
    widened = (new.type in _TEXTS and new.format is None and new.record is None) or (
        old.type,
        new.type,
    ) == ("integer", "limit")
    return "type-widened" if widened else "type-narrowed"


def _values(parameter: Parameter, types: Mapping[str, NamedType]) -> Enumeration | None:
    found = types.get(parameter.enumeration or "")
    return found if isinstance(found, Enumeration) else None


def _default(parameter: Parameter) -> str:
    if isinstance(parameter.default, msgspec.UnsetType):
        return "nothing"
    return _codes(defaults_of(parameter)) or "an empty value"


def _codes(values: Sequence[object]) -> str:
    return words.listed(words.code(str(value)) for value in values) if values else ""
