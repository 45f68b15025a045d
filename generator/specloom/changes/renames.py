"""Records and lists of values that have another name and are otherwise the same, compared by their new names."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from specloom.changes.change import Change, Thing
from specloom.changes.markup import code
from specloom.model import structs as model
from specloom.model.structs import Api, NamedType, Node, types_of

_TEXTS = ("summary", "source")
_NAMING: Mapping[type[Node], tuple[str, ...]] = {
    model.Record: ("name",),
    model.Alias: ("name",),
    model.Enumeration: ("name",),
    model.Reference: ("name",),
    model.Result: ("group",),
    model.Module: ("class_name",),
    model.Envelope: ("record",),
    model.Wire: ("page",),
}
"""Members in which the name of a class stands."""

Value = TypeVar("Value")


def renames(before: Api, after: Api) -> dict[str, str]:
    """Old name → new name, where only one type can be meant."""
    old, new = (types_of(api) for api in (before, after))
    gone = {name: _shape(type_, old) for name, type_ in old.items() if name not in new}
    come = {name: _shape(type_, new) for name, type_ in new.items() if name not in old}
    pairs = {name: [other for other in come if come[other] == gone[name]] for name in gone}
    candidates = [other for candidates_ in pairs.values() for other in candidates_]
    return {
        name: matches[0]
        for name, matches in pairs.items()
        if len(matches) == 1 and candidates.count(matches[0]) == 1
    }


def with_new_names(before: Api, names: Mapping[str, str]) -> Api:
    """The older API, with new names for its types."""
    return renamed(before, names) if names else before


def renamed(value: Value, names: Mapping[str, str]) -> Value:
    """A part of the model with other names of classes."""
    new_value: Any = value
    if isinstance(value, tuple):
        new_value = tuple(renamed(item, names) for item in new_value)
    elif isinstance(new_value, Node):
        members = {name: getattr(new_value, name) for name in new_value.__struct_fields__}
        new = {name: renamed(member, names) for name, member in members.items()}
        for name in _NAMING.get(type(new_value), ()):
            new[name] = names.get(new[name], new[name])
        new_value = replace(
            new_value, **{name: new[name] for name in new if new[name] is not members[name]}
        )
    return cast("Value", new_value)


def changes(subject: Thing, names: Mapping[str, str]) -> Iterator[Change]:
    """A change for each type that has another name."""
    for old, new in names.items():
        type_ = Thing(subject.api, old, ("records", new))
        yield type_.changed("record-renamed", code(old), code(new))


def _shape(type_: NamedType, types: Mapping[str, NamedType], outer: tuple[str, ...] = ()) -> Any:
    """The type as plain data without its name and texts, with the shapes of others in place of their names."""

    def shape(part: Any) -> Any:
        match part:
            case {"kind": "reference", "name": str(name)} if name in (*outer, type_.name):
                return {"kind": "outer", "depth": [*outer, type_.name].index(name)}
            case {"kind": "reference", "name": str(name)} if name in types:
                return _shape(types[name], types, (*outer, type_.name))
            case dict():
                members = cast("dict[str, Any]", part)
                return {key: shape(value) for key, value in members.items() if key not in _TEXTS}
            case list() | tuple():
                return [shape(item) for item in cast("list[Any]", part)]
            case _:
                return part

    return shape({**msgspec.to_builtins(type_), "name": ""})
