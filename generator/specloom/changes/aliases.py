"""Renamed things whose old names stay for a while: compared by their new names, and told as what they are."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from specloom.changes.change import At, Change, Thing
from specloom.changes.markup import code
from specloom.changes.pairs import paired
from specloom.model import structs as model
from specloom.model.aliases import classes, method_of, methods
from specloom.model.structs import Alias, Api, Node, Operation

_NAMING: Mapping[type[Node], tuple[str, ...]] = {
    model.Record: ("name",),
    model.Enumeration: ("name",),
    model.Reference: ("name",),
    model.Parameter: ("enumeration", "record"),
    model.Result: ("group",),
    model.Operation: ("class_name",),
    model.OperationError: ("name",),
    model.Envelope: ("record",),
    model.Wire: ("page",),
}
"""Members in which the name of a class stands."""

Value = TypeVar("Value")


def with_new_names(before: Api, after: Api) -> Api:
    """The older API, with the names that its classes and methods have now."""
    aliases = [alias for alias in after.aliases if alias not in before.aliases]
    if not aliases:
        return before
    moved = {alias.old: alias.new for alias in aliases if alias.is_method}
    operations = tuple(_moved(one, moved, after) for one in before.operations)
    return renamed(replace(before, operations=operations), _class_names(before, after, aliases))


def _class_names(before: Api, after: Api, aliases: list[Alias]) -> dict[str, str]:
    """Old name → new name, of classes; types that are named after a module have other names with it."""
    there = set(classes(after))
    found: dict[str, str] = {}
    for name in classes(before):
        for alias in aliases:
            now = alias.new + name.removeprefix(alias.old)
            is_of_it = name == alias.old or (before.wire is not None and now in there)
            if name.startswith(alias.old) and is_of_it and name not in there:
                found[name] = now
    return found


def _moved(operation: Operation, moved: Mapping[str, str], after: Api) -> Operation:
    """An operation of a REST API under its new id, if its method has another name now."""
    new = moved.get(f"{operation.group}.{method_of(operation)}")
    for now in after.operations:
        if f"{now.group}.{method_of(now)}" == new:
            return replace(operation, id=now.id, group=now.group, method_name=now.method_name)
    return operation


def renamed(value: Value, names: Mapping[str, str]) -> Value:
    """A part of the model with other names of classes."""
    made: Any = value
    if isinstance(value, tuple):
        made = tuple(renamed(item, names) for item in made)
    elif isinstance(made, Node):
        members = {name: getattr(made, name) for name in made.__struct_fields__}
        new = {name: renamed(member, names) for name, member in members.items()}
        for name in _NAMING.get(type(made), ()):
            new[name] = names.get(new[name], new[name])
        made = replace(made, **{name: new[name] for name in new if new[name] is not members[name]})
    return cast("Value", made)


def changes(subject: Thing, before: Api, after: Api) -> Iterator[Change]:
    """Names that are old now, and old names that are no more."""
    for name, old, new in paired(before.aliases, after.aliases, lambda alias: alias.old):
        known = new or old
        assert known is not None
        alias = Thing(subject.api, name, _place(after, known))
        told = code(known.until), code(known.new)
        if old is None:
            yield alias.changed("name-deprecated", *told)
        elif new is None and name not in (*classes(after), *methods(after)):
            yield alias.changed("name-removed", *told)
        elif new is not None and old != new:
            yield alias.changed("text-changed")


def _place(api: Api, alias: Alias) -> At:
    """Where what an alias means stands."""
    for kind, operations in (("operations", api.operations), ("actions", api.actions)):
        for operation in operations:
            if alias.new in (operation.class_name, f"{operation.group}.{method_of(operation)}"):
                return kind, operation.id
    return ("records", alias.new)
