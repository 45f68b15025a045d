"""What changed in the parameters of an operation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from specloom.changes.change import Change, Thing
from specloom.changes.kinds import ChangeKind
from specloom.changes.pairs import matched
from specloom.model.parameter import FACTS
from specloom.model.structs import Enumeration, Multiple, NamedType, Parameter, defaults_of
from specloom.views import words


class Lists(NamedTuple):
    """The named types of an API, before and after."""

    before: Mapping[str, NamedType]
    after: Mapping[str, NamedType]
    key: str | None = None
    """The parameter with the key, which no call of a client is given."""


def changes(
    operation: Thing,
    prefixes: tuple[str, str],
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    lists: Lists,
    kind: str = "parameters",
) -> Iterator[Change]:
    """Those of the parameters of a kind that an operation has; prefixes are those of the operation, before and after."""
    renamed, others = matched(before, after, lambda parameter: parameter.name, _alike)
    for was, now in renamed:
        told = f"`{prefixes[0]}{was.name}`", f"`{prefixes[1]}{now.name}`"
        subject = operation.part(f"{operation.name}: {prefixes[0]}{was.name}", kind, now.name)
        yield subject.changed("parameter-renamed", *told)
    for name, old, new in others:
        subject = operation.part(
            f"{operation.name}: {prefixes[0 if new is None else 1]}{name}", kind, name
        )
        if old is None or new is None:
            yield subject.changed(_whole(new))
        else:
            yield from _Compared(subject, old, new, lists).changes()


def _whole(come: Parameter | None) -> ChangeKind:
    if come is None:
        return "parameter-removed"
    return "parameter-required-added" if come.required else "parameter-added"


def _alike(old: Parameter, new: Parameter) -> bool:
    """Whether only the name and what is told of it differ."""

    def bare(parameter: Parameter) -> Parameter:
        return replace(_bare(parameter), name="", brief=None, summary=None, addition=None)

    return bare(old) == bare(new)


def _bare(parameter: Parameter) -> Parameter:
    """Without where it is told of."""
    return replace(parameter, position=None, source=None)


def reordered(
    subject: Thing, before: Sequence[Parameter], after: Sequence[Parameter], lists: Lists
) -> Iterator[Change]:
    """What matters where a call gives the parameters that it needs by position, and others by name."""
    old, new = (
        [known.name for known in some if known.required and known.name != lists.key]
        for some in (before, after)
    )
    there = {known.name for known in after}
    for name in old:
        if name in there and name not in new:
            inside = subject.part(f"{subject.name}: {name}", "parameters", name)
            yield inside.changed("parameter-by-name", after=f"`{name}=`")
    both = [[name for name in some if name in old and name in new] for some in (old, new)]
    if both[0] != both[1]:
        yield subject.changed("parameters-reordered", _codes(both[0]), _codes(both[1]))


_REFUSED = {"must_exist": "what does not exist", "enforce_range": "what is out of range"}
_TEXTS = ("string", "text")


class _Compared(NamedTuple):
    subject: Thing
    old: Parameter
    new: Parameter
    lists: Lists

    def changes(self) -> Iterator[Change]:
        found = [*self._call(), *self._types(), *self._limits()]
        yield from found
        if not found and _bare(self.old) != _bare(self.new):
            yield self._change("text-changed")

    def _call(self) -> Iterator[Change]:
        """Whether and where it is sent."""
        old, new = self.old, self.new
        yield from self._flag("required", "parameter-became-required", "parameter-became-optional")
        yield from self._flag("deprecated", "parameter-deprecated", "parameter-undeprecated")
        yield from self._flag("sensitive", "post-needed", "post-dropped")
        for name, what in _REFUSED.items():
            was, now = getattr(old, name), getattr(new, name)
            if was != now:
                yield self._change("check-added" if now else "check-removed", what, what)
        if old.location != new.location:
            yield self._change("parameter-moved", old.location, new.location)
        if _meant(old) != _meant(new):
            yield self._change("default-changed", _default(old), _default(new))
        if (old.summary, old.brief) != (new.summary, new.brief):
            yield self._change("text-changed")

    def _flag(self, name: str, gained: ChangeKind, lost: ChangeKind) -> Iterator[Change]:
        was, now = getattr(self.old, name), getattr(self.new, name)
        if was != now:
            yield self._change(gained if now else lost)

    def _change(self, kind: ChangeKind, before: str = "", after: str = "") -> Change:
        return self.subject.changed(kind, before, after)

    def _types(self) -> Iterator[Change]:
        old, new = self.old, self.new
        lists = _values(old, self.lists.before), _values(new, self.lists.after)
        several = old.multiple is not None, new.multiple is not None
        if several[0] != several[1]:
            gained = several[1]
            yield self._change("several-values-added" if gained else "several-values-removed")
        if lists[0] is not None and lists[1] is not None:
            yield from listed(self.subject, lists[0], lists[1])
        elif _narrow_type(old) != _narrow_type(new):
            told = words.parameter_type(old, lists[0]), words.parameter_type(new, lists[1])
            yield self._change(_direction(old, new), *told)
        if old.template_variables != new.template_variables:
            yield self._change("type-narrowed", _for_each(old), _for_each(new))
        yield from self._others()
        deprecated = old.deprecated_values, new.deprecated_values
        kinds: tuple[ChangeKind, ChangeKind] = "value-undeprecated", "value-deprecated"
        for others, values, kind in zip(reversed(deprecated), deprecated, kinds, strict=True):
            if odd := [value for value in values if value not in others]:
                yield self._change(kind, after=_codes(odd))

    def _others(self) -> Iterator[Change]:
        """Values that stand in no list."""
        for old, new in zip(_unlisted(self.old), _unlisted(self.new), strict=True):
            if gone := [value for value in old if value not in new]:
                yield self._change("value-removed", before=_codes(gone))
            if come := [value for value in new if value not in old]:
                yield self._change("value-added", after=_codes(come))

    def _limits(self) -> Iterator[Change]:
        bounds = [*zip(_bounds(self.old), _bounds(self.new), strict=True)]
        if self.old.multiple and self.new.multiple:  # else one value becomes several
            bounds += zip(_counts(self.old.multiple), _counts(self.new.multiple), strict=True)
        for old, new in bounds:
            if old != new:
                tighter = _is_tighter(new, old)
                yield self._change(
                    "limit-lowered" if tighter else "limit-raised", str(old), str(new)
                )


def listed(subject: Thing, old: Enumeration, new: Enumeration) -> Iterator[Change]:
    """Those of a list of values."""
    gone = [value for value in old.values if value not in new.values]
    come = [value for value in new.values if value not in old.values]
    if old.site_specific != new.site_specific:
        yield subject.changed("values-closed" if old.site_specific else "values-opened")
    if old.site_specific or new.site_specific:
        told = [f"no longer {_codes(gone)}"] if gone else []
        told += [f"now {_codes(come)}"] if come else []
        if told:
            yield subject.changed("value-of-site", after="; ".join(told))
        return
    if gone:
        yield subject.changed("value-removed", before=_codes(gone))
    if come:
        yield subject.changed("value-added", after=_codes(come))


def _unlisted(parameter: Parameter) -> tuple[tuple[object, ...], ...]:
    """The word for all values, namespaces that are none, and forms of naming a user."""
    word = parameter.multiple.all_specifier if parameter.multiple else None
    return () if word is None else (word,), parameter.extra_namespaces, parameter.subtypes


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
    told = (
        _Bound(row.limit, getattr(parameter, name), is_most=row.changed == "most")
        for name, row in FACTS.items()
        if row.limit
    )
    return (*told, _Bound("maximum for bots", parameter.high_maximum))


def _counts(several: Multiple) -> tuple[_Bound, ...]:
    return (
        _Bound("most values", several.low_limit or several.limit),
        _Bound("most values for bots", several.high_limit),
    )


def _narrow_type(parameter: Parameter) -> tuple[str, str | None, str | None]:
    kind = "string" if parameter.type in _TEXTS else parameter.type
    return kind, parameter.record, parameter.format


def _for_each(parameter: Parameter) -> str:
    names = [*(parameter.template_variables or {}).values()]
    return f"a value for each of {_codes(names)}" if names else "one value for all"


_GIVEN_AS_TEXT = (*_TEXTS, "enumeration", "title", "user")
"""Types whose values Python code gives as texts."""


def _direction(old: Parameter, new: Parameter) -> ChangeKind:
    """A type that takes any text takes whatever another took, in a request; a `limit` takes every integer."""
    if new.type in _TEXTS and new.format is None and new.record is None:
        return "type-widened" if old.type in _GIVEN_AS_TEXT else "type-replaced"
    return "type-widened" if (old.type, new.type) == ("integer", "limit") else "type-narrowed"


def _values(parameter: Parameter, types: Mapping[str, NamedType]) -> Enumeration | None:
    found = types.get(parameter.enumeration or "")
    return found if isinstance(found, Enumeration) else None


def _meant(parameter: Parameter) -> tuple[str | int | float, ...]:
    """What is meant where it is left out: no default and an empty text are the same."""
    return tuple(value for value in defaults_of(parameter) if value != "")


def _default(parameter: Parameter) -> str:
    if isinstance(parameter.default, msgspec.UnsetType):
        return "nothing"
    return _codes(defaults_of(parameter)) or "an empty value"


def _codes(values: Sequence[object]) -> str:
    return words.listed(words.code(str(value)) for value in values) if values else ""
