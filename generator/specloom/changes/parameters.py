"""Changes of the parameters of an operation."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from specloom.changes.change import Change, Thing
from specloom.changes.kinds import ChangeKind
from specloom.changes.markup import code, prose
from specloom.changes.pairs import matched
from specloom.changes.python_types import PythonView
from specloom.changes.type_change import of_request, type_texts
from specloom.changes.types import JsonType, relation, text_relation
from specloom.changes.values import (
    Bound,
    bounds,
    changed_default,
    changed_deprecated_values,
    changed_limits,
    codes,
)
from specloom.model.naming import identifier, variable_names
from specloom.model.structs import (
    Enumeration,
    Multiple,
    Parameter,
)
from specloom.views import words


class Sides(NamedTuple):
    """Facts of both APIs beside the parameters."""

    before: PythonView
    after: PythonView

    def python_names(self, wires: Iterable[str]) -> dict[str, str]:
        """Name of a parameter or field of one owner → its name in Python."""
        return variable_names(wires) if self.is_rest else {wire: identifier(wire) for wire in wires}

    @property
    def is_rest(self) -> bool:
        """True if names in paths and headers are arbitrary, and POST is not decided by parameters."""
        return self.after.is_rest


def changes(
    operation: Thing,
    prefixes: tuple[str, str],
    before: Sequence[Parameter],
    after: Sequence[Parameter],
    sides: Sides,
    kind: str = "parameters",
) -> Iterator[Change]:
    """Changes of an operation's parameters of a kind; prefixes are those of the operation, before and after."""
    renamed, unmatched = matched(before, after, lambda parameter: parameter.name, _alike)
    old_names, new_names = (
        sides.python_names(parameter.name for parameter in parameters)
        for parameters in (before, after)
    )
    for previous, now in renamed:
        names = code(prefixes[0] + previous.name), code(prefixes[1] + now.name)
        subject = operation.part(f"{operation.name}: {prefixes[0]}{previous.name}", kind, now.name)
        arguments = old_names[previous.name], new_names[now.name]
        yield _renamed(subject, previous, now, names, arguments)
    for name, old, new in unmatched:
        subject = operation.part(
            f"{operation.name}: {prefixes[0 if new is None else 1]}{name}", kind, name
        )
        if old is None or new is None:
            yield subject.changed(_whole(new))
        else:
            if old_names[name] != new_names[name]:
                yield subject.changed(
                    "argument-renamed", *map(code, (old_names[name], new_names[name]))
                )
            yield from _Compared(subject, old, new, sides).changes()


def _renamed(
    subject: Thing,
    previous: Parameter,
    now: Parameter,
    names: tuple[str, str],
    arguments: tuple[str, str],
) -> Change:
    """The change of a name: of the request, of Python, or of both."""
    is_same_request = previous.location == "path" or (
        previous.location == "header" and previous.name.lower() == now.name.lower()
    )
    if arguments[0] == arguments[1]:
        return subject.changed("text-changed" if is_same_request else "parameter-respelled", *names)
    if is_same_request:
        return subject.changed("argument-renamed", *map(code, arguments))
    return subject.changed("parameter-renamed", *names)


def _whole(come: Parameter | None) -> ChangeKind:
    if come is None:
        return "parameter-removed"
    return "parameter-required-added" if come.required else "parameter-added"


def _alike(old: Parameter, new: Parameter) -> bool:
    """Return whether only the names and texts differ."""

    def bare(parameter: Parameter) -> Parameter:
        bare_parameter = _bare(parameter)
        return replace(
            bare_parameter, name="", brief=None, summary=None, addition=None, example=UNSET
        )

    return bare(old) == bare(new)


def _bare(parameter: Parameter) -> Parameter:
    """A parameter without its source and texts."""
    return replace(parameter, position=None, source=None)


def _arguments(parameters: Sequence[Parameter]) -> list[str]:
    """Arguments of a method of a REST client."""
    names = variable_names(parameter.name for parameter in parameters)
    return [names[parameter.name] for parameter in parameters]


def reordered(
    subject: Thing, before: Sequence[Parameter], after: Sequence[Parameter]
) -> Iterator[Change]:
    """What matters where a call gives the parameters that it needs by position, and others by name."""
    old, new = (
        [
            name
            for name, parameter in zip(_arguments(parameters), parameters, strict=True)
            if parameter.required
        ]
        for parameters in (before, after)
    )
    there = set(_arguments(after))
    for name in old:
        if name in there and name not in new:
            inside = subject.part(f"{subject.name}: {name}", "parameters", name)
            yield inside.changed("parameter-by-name", after=code(f"{name}="))
    common_names = [[name for name in some if name in old and name in new] for some in (old, new)]
    if common_names[0] != common_names[1]:
        yield subject.changed(
            "parameters-reordered", codes(common_names[0]), codes(common_names[1])
        )


_REFUSED = {"must_exist": "what does not exist", "enforce_range": "what is out of range"}


class _Compared(NamedTuple):
    subject: Thing
    old: Parameter
    new: Parameter
    sides: Sides

    def changes(self) -> Iterator[Change]:
        changes_ = [*self._call(), *self._types(), *self._limits()]
        yield from changes_
        if not changes_ and _bare(self.old) != _bare(self.new):
            yield self._change("text-changed")

    def _call(self) -> Iterator[Change]:
        """Return whether and where it is sent."""
        old, new = self.old, self.new
        yield from self._flag("required", "parameter-became-required", "parameter-became-optional")
        yield from self._flag("deprecated", "parameter-deprecated", "parameter-undeprecated")
        if self.sides.is_rest:
            yield from self._flag("secret", "secret-added", "secret-removed")
        else:  # wikis refuse secrets in addresses
            yield from self._flag("secret", "post-needed", "post-dropped")
        for name, what in _REFUSED.items():
            previous, now = getattr(old.module, name), getattr(new.module, name)
            if previous != now:
                yield self._change("check-added" if now else "check-removed", what, what)
        if _place(old) != _place(new):
            yield self._change("parameter-moved", _place(old), _place(new))
        yield from changed_default(self.subject, old, new)
        if (old.summary, old.brief) != (new.summary, new.brief):
            yield self._change("text-changed")

    def _flag(self, name: str, gained: ChangeKind, lost: ChangeKind) -> Iterator[Change]:
        previous, now = getattr(self.old, name), getattr(self.new, name)
        if previous != now:
            yield self._change(gained if now else lost)

    def _change(self, kind: ChangeKind, before: str = "", after: str = "") -> Change:
        return self.subject.changed(kind, before, after)

    def _types(self) -> Iterator[Change]:
        old, new = self.old, self.new
        lists = self.sides.before.listed(old), self.sides.after.listed(new)
        takes_several = old.multiple is not None, new.multiple is not None
        if takes_several[0] != takes_several[1]:
            gained = takes_several[1]
            yield self._change("several-values-added" if gained else "several-values-removed")
        if lists[0] is not None and lists[1] is not None:
            yield from listed(self.subject, lists[0], lists[1])
        else:
            yield from self._type(lists)
        if old.http.or_file != new.http.or_file:
            is_gained = new.http.or_file
            yield self._change(
                "type-widened" if is_gained else "type-narrowed", *_with_file(old, new)
            )
        if old.module.template_variables != new.module.template_variables:
            yield self._change("type-narrowed", _for_each(old), _for_each(new))
        yield from self._unlisted()
        yield from changed_deprecated_values(self.subject, old, new)

    def _type(self, lists: tuple[Enumeration | None, Enumeration | None]) -> Iterator[Change]:
        """The change of the type of one value."""
        python = self.sides.before.argument(self.old), self.sides.after.argument(self.new)
        if self.old.location in _JSON and self.new.location in _JSON:
            sides = zip((self.old, self.new), self.sides[:2], strict=True)
            wire = relation(*(_json_type(parameter, view) for parameter, view in sides))
        else:
            wire = text_relation(
                *((side.reference or side.kind, side.format) for side in (self.old, self.new))
            )
        kind = of_request(wire, *python).kind("argument")
        if kind is not None:
            names = [
                prose(words.parameter_type(parameter, values))
                for parameter, values in zip((self.old, self.new), lists, strict=True)
            ]
            yield self._change(kind, *type_texts(names, python, kind))

    def _unlisted(self) -> Iterator[Change]:
        """Changes of the values beside a list."""
        for old, new in zip(_unlisted(self.old), _unlisted(self.new), strict=True):
            if gone := [value for value in old if value not in new]:
                yield self._change("value-removed", before=codes(gone))
            if come := [value for value in new if value not in old]:
                yield self._change("value-added", after=codes(come))

    def _limits(self) -> Iterator[Change]:
        old, new = [*_bounds(self.old)], [*_bounds(self.new)]
        if self.old.multiple and self.new.multiple:  # else one value becomes several
            old += _counts(self.old.multiple)
            new += _counts(self.new.multiple)
        yield from changed_limits(self.subject, old, new)


def listed(subject: Thing, old: Enumeration, new: Enumeration) -> Iterator[Change]:
    """Changes of a list of values."""
    gone = [value for value in old.values if value not in new.values]
    come = [value for value in new.values if value not in old.values]
    if old.site_specific != new.site_specific:
        yield subject.changed("values-closed" if old.site_specific else "values-opened")
    if old.site_specific or new.site_specific:
        parts = [f"no longer {codes(gone)}"] if gone else []
        parts += [f"now {codes(come)}"] if come else []
        if parts:
            yield subject.changed("value-of-site", after="; ".join(parts))
        return
    if gone:
        yield subject.changed("value-removed", before=codes(gone))
    if come:
        yield subject.changed("value-added", after=codes(come))


def _unlisted(parameter: Parameter) -> tuple[tuple[object, ...], ...]:
    """The word for all values, namespaces that are none, and forms of naming a user."""
    word = parameter.multiple.all_specifier if parameter.multiple else None
    return (
        () if word is None else (word,),
        parameter.module.extra_namespaces,
        parameter.module.subtypes,
    )


def _bounds(parameter: Parameter) -> tuple[Bound, ...]:
    return (*bounds(parameter), Bound("maximum for bots", parameter.module.high_maximum))


def _counts(multiple: Multiple) -> tuple[Bound, ...]:
    return (
        Bound("most values", multiple.low_limit or multiple.limit),
        Bound("most values for bots", multiple.high_limit),
    )


_JSON = ("json", "body")


def _place(parameter: Parameter) -> str:
    """Place of a parameter in a request, and how it is written there."""
    form = [
        f"items joined by {code(parameter.http.separator)}" if parameter.http.separator else "",
        f"objects as {code(parameter.http.style)}" if parameter.http.style else "",
        f"as {code(parameter.http.media)}" if parameter.http.media else "",
        f"named {code(parameter.http.wire_name)}" if parameter.http.wire_name else "",
    ]
    manner = ", ".join(text for text in form if text)
    return f"{parameter.location} ({manner})" if manner else parameter.location


def _with_file(old: Parameter, new: Parameter) -> tuple[str, str]:
    """The types of a parameter of which one takes a file, too."""
    before, after = (prose(words.parameter_type(parameter, None)) for parameter in (old, new))
    return before, after


def _json_type(parameter: Parameter, view: PythonView) -> JsonType:
    return JsonType(parameter.item_type, parameter.format, view.types)


def _for_each(parameter: Parameter) -> str:
    names = [*(parameter.module.template_variables or {}).values()]
    return f"a value for each of {codes(names)}" if names else "one value for all"
