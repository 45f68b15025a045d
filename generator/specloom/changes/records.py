"""Changes of records, whose effects differ for programs that read and that send them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from specloom.changes.change import Change, Thing, hidden
from specloom.changes.markup import code, text_of
from specloom.changes.pairs import matched, paired
from specloom.changes.parameters import Sides, listed
from specloom.changes.python_types import PythonTypes, PythonView
from specloom.changes.seen import is_open, is_seen, marked
from specloom.changes.type_change import TypeChange, of_reply, of_request, type_texts, worse
from specloom.changes.types import JsonType, Relation, relation
from specloom.changes.values import (
    Bound,
    bounds,
    changed_default,
    changed_deprecated_values,
    changed_limits,
)
from specloom.model.field_version import is_of_later_version
from specloom.model.structs import (
    Alias,
    Api,
    Enumeration,
    Field,
    NamedType,
    Operation,
    Record,
    TypeExpression,
    Union,
    enumerations_of,
    field_of,
    references,
    replied_type,
    types_of,
)
from specloom.model.type_use import result_names, with_inner
from specloom.views import words


class Use(NamedTuple):
    """Uses of a record by programs."""

    sent: bool = False
    read: bool = False


_READ = Use(read=True)


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Changes of all records, aliases and lists of values of an API."""
    sent_names, read = (_used(before, way) | _used(after, way) for way in (_sent, _read))
    sides = Sides(PythonView.of(before), PythonView.of(after))
    parameter_lists = _taken_lists(before) | _taken_lists(after)
    for name, previous, now in paired(before.types, after.types, lambda type_: type_.name):
        use = Use(name in sent_names, name in read or name not in sent_names)
        if (
            isinstance(previous, Enumeration)
            and isinstance(now, Enumeration)
            and name not in parameter_lists
        ):
            yield from listed(Thing(after.id, name, ("records", name)), previous, now)
        changes_ = _type(Thing(after.id, name, ("records", name)), previous, now, use, sides)
        # Clients take the envelope off every reply.
        is_hidden = name not in sent_names | read and _is_envelope(name, before, after)
        yield from hidden(changes_) if is_hidden else changes_
    if before.protocol.kind == after.protocol.kind:
        query = Thing(after.id, "query", ("wire", "resolutions"))
        resolutions = before.protocol.resolutions, after.protocol.resolutions
        yield from _fields(query, *resolutions, _READ, sides)
    for kind, old_operations, new_operations in (
        ("operations", before.operations, after.operations),
        ("actions", before.actions, after.actions),
    ):
        for name, old, other in paired(
            old_operations, new_operations, lambda operation: operation.id
        ):
            if old and other and old.result and other.result:
                reply = Thing(after.id, name, (kind, name))
                yield from _fields(reply, old.result.siblings, other.result.siblings, _READ, sides)


def _is_envelope(name: str, *apis: Api) -> bool:
    return all(api.envelope is not None and api.envelope.record == name for api in apis)


def _type(
    subject: Thing, previous: NamedType | None, now: NamedType | None, use: Use, sides: Sides
) -> Iterator[Change]:
    match previous, now:
        case Record(), Record():
            yield from _record(subject, previous, now, use, sides)
        case Alias(), Alias():
            old, new = map(field_of, (previous, now))
            yield from _types(subject, old, new, use, sides)
            yield from _limits(subject, old, new, use)
            if previous.summary != now.summary:
                yield subject.changed("text-changed")
        case Enumeration(), Enumeration():
            if _bare_list(previous) != _bare_list(now):
                yield subject.changed("text-changed")
        case _:
            if previous is not None:
                yield subject.changed("field-not-seen" if is_seen(previous) else "record-removed")
            if now is not None:
                yield subject.changed("record-added")


def _bare_list(enumeration: Enumeration) -> Enumeration:
    """Without what is compared for each parameter that takes the values."""
    return replace(enumeration, values=(), site_specific=False, source=None)


def _taken_lists(api: Api) -> set[str]:
    """Lists of values that parameters take, with which they are compared."""
    operations = (*api.operations, *api.actions)
    sent = (found for one in operations for found in one.every_parameter)
    parameters = (*sent, *api.shared_parameters)
    names = {name for parameter in parameters for name in references(parameter.type)}
    return names & enumerations_of(api).keys()


def _used(api: Api, way: Callable[[Operation], Iterable[str]]) -> set[str]:
    """Records and aliases that operations use in a way, and those within them."""
    names = (name for operation in (*api.operations, *api.actions) for name in way(operation))
    inner_names = {*with_inner(types_of(api), names)}
    return inner_names & types_of(api).keys() - enumerations_of(api).keys()


def _sent(operation: Operation) -> Iterator[str]:
    for parameter in operation.parameters:
        yield from references(parameter.type)


def _read(operation: Operation) -> Iterator[str]:
    return result_names(operation.result)


def _record(
    subject: Thing, previous: Record, now: Record, use: Use, sides: Sides
) -> Iterator[Change]:
    yield from _fields(subject, marked(previous), marked(now), use, sides)
    for name, old, new in paired(previous.helpers, now.helpers, lambda helper: helper.name):
        if old is None or new is None or old.kind != new.kind:
            helper = subject.part(f"{subject.name}.{name}", name)
            if old is not None:
                yield helper.changed("helper-removed")
            if new is not None:
                yield helper.changed("helper-added")
        elif old != new:
            yield subject.part(f"{subject.name}.{name}", name).changed("text-changed")
    if _bare_record(previous) != _bare_record(now):
        yield subject.changed("text-changed")


def _bare_record(record: Record) -> Record:
    return replace(record, fields=(), helpers=(), source=None)


def _fields(
    subject: Thing, before: Sequence[Field], after: Sequence[Field], use: Use, sides: Sides
) -> Iterator[Change]:
    renamed, unmatched = matched(before, after, lambda field: field.name, _alike)
    old_names, new_names = (
        sides.python_names(field.name for field in fields) for fields in (before, after)
    )
    for previous, now in renamed:
        names_ = code(previous.name), code(now.name)
        field = subject.part(f"{subject.name}.{previous.name}", now.name)
        is_same = sides.is_rest and old_names[previous.name] == new_names[now.name]
        yield field.changed("field-respelled" if is_same else "field-renamed", *names_)
    for name, old, new in unmatched:
        field = subject.part(f"{subject.name}.{name}", name)
        if (
            sides.is_rest
            and old is not None
            and new is not None
            and old_names[name] != new_names[name]
        ):
            yield field.changed("field-renamed", code(old_names[name]), code(new_names[name]))
        if old is not None and new is not None and is_of_later_version(old):
            is_new = not is_of_later_version(new)
            yield from (
                [field.changed("field-added")] if is_new else _field(field, old, new, use, sides)
            )
        elif old is not None and new is not None:
            yield from _field(field, old, new, use, sides)
        elif old is not None:
            yield field.changed("field-not-seen" if is_seen(old) else "field-removed")
        elif new is not None:
            needed = use.sent and _is_certain(new)
            yield field.changed("parameter-required-added" if needed else "field-added")


def _alike(old: Field, new: Field) -> bool:
    """Return whether only the name differs; what was seen by chance tells nothing of names."""
    return not is_seen(old) and replace(_bare(old), name="", summary=None) == replace(
        _bare(new), name="", summary=None
    )


def _bare(field: Field) -> Field:
    return replace(field, source=None)


def _field(subject: Thing, old: Field, new: Field, use: Use, sides: Sides) -> Iterator[Change]:
    changes_ = [
        *_types(subject, old, new, use, sides),
        *_presence(subject, old, new, use),
        *_facts(subject, old, new, use),
    ]
    yield from changes_
    if old.summary != new.summary or (not changes_ and _bare(old) != _bare(new)):
        yield subject.changed("text-changed")


def _limits(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    limits = [
        [*bounds(field), Bound("most items", field.limits.maximum_items)] for field in (old, new)
    ]
    yield from changed_limits(subject, *limits, is_sent=use.sent, is_read=use.read)


def _facts(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    yield from _limits(subject, old, new, use)
    yield from _access(subject, old, new, use)
    if old.deprecated != new.deprecated:
        yield subject.changed("field-deprecated" if new.deprecated else "field-undeprecated")
    yield from changed_deprecated_values(subject, old, new)
    if use.sent:
        yield from changed_default(subject, old, new)


_WAYS = {"read": "replies", "write": "requests", None: "both"}


def _access(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    """Changes of the messages that have a field: replies, requests or both."""
    was_sent, was_read = _is_in_use(old, use)
    is_sent, is_read = _is_in_use(new, use)
    ways = _WAYS[old.access], _WAYS[new.access]
    if (was_sent and not is_sent) or (was_read and not is_read):
        yield subject.changed("field-one-way", *ways)
    elif is_sent and not was_sent and _is_certain(new):
        yield subject.changed("parameter-required-added")
    elif (is_sent, is_read) != (was_sent, was_read):
        yield subject.changed("field-both-ways", *ways)


def _is_in_use(field: Field, use: Use) -> tuple[bool, bool]:
    """Return whether requests, and whether replies, have the field."""
    return use.sent and field.access != "read", use.read and field.access != "write"


def _types(subject: Thing, old: Field, new: Field, use: Use, sides: Sides) -> Iterator[Change]:
    change, python = _type_change(old, new, use, sides)
    kind = change.kind("argument" if use.sent and not use.read else "field")
    if kind is None:
        return
    if kind == "field-widened" and is_seen(old) and is_open(new.type):
        kind = "type-not-seen"
    names = [text_of(words.field_type(field)) for field in (old, new)]
    yield subject.changed(kind, *type_texts(names, python, kind))


def _type_change(
    old: Field, new: Field, use: Use, sides: Sides
) -> tuple[TypeChange, tuple[PythonTypes, PythonTypes]]:
    """The change of a type, and both types in Python."""
    # A client of a REST API has None for null and for what is missing.
    is_maybe = sides.after.is_rest and (old.presence is not None or new.presence is not None)
    values: list[TypeExpression] = [
        Union(options=(field.type, "null")) if is_maybe or "null" in field.accepts else field.type
        for field in (old, new)
    ]
    python = sides.before.value(values[0]), sides.after.value(values[1])
    value = _relation(old, new, sides, *values)
    changes: list[TypeChange] = []
    if use.sent:
        changes.append(of_request(value, *python))
    if use.read:
        wire = _relation(old, new, sides, replied_type(old), replied_type(new))
        changes.append(of_reply(wire, value, *python))
    return reduce(worse, changes), python


def _relation(
    old: Field, new: Field, sides: Sides, before: TypeExpression, after: TypeExpression
) -> Relation:
    return relation(
        JsonType(before, old.format, sides.before.types),
        JsonType(after, new.format, sides.after.types),
    )


def _presence(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    if _may_be_missing(new, where_not=old):
        yield subject.changed("field-became-optional" if use.read else "parameter-became-optional")
    elif _may_be_missing(old, where_not=new):
        yield subject.changed("parameter-became-required" if use.sent else "field-became-certain")


def _may_be_missing(field: Field, where_not: Field) -> bool:
    """Return whether a field needs more than another one: a circumstance, or another value of `prop`."""
    if _is_certain(where_not) and not _is_certain(field):
        return True
    brought, other_values = set(field.module.brought_by), set(where_not.module.brought_by)
    return bool(brought) and (not other_values or not other_values <= brought)


def _is_certain(field: Field) -> bool:
    return field.presence is None or field.presence.requested
