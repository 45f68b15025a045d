"""What changed in records: for those who read them the other way round than for those who send them."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from specloom.changes.change import Change, Thing, hidden
from specloom.changes.kinds import ChangeKind
from specloom.changes.pairs import matched, paired
from specloom.changes.parameters import listed
from specloom.changes.seen import is_open, is_seen, marked
from specloom.changes.types import relation
from specloom.model.structs import (
    Api,
    Enumeration,
    Field,
    NamedType,
    Operation,
    Record,
    records_of,
    replied_type,
)
from specloom.model.type_use import result_names, with_inner
from specloom.views import words


class Use(NamedTuple):
    """What programs do with a record."""

    sent: bool = False
    read: bool = False


_READ = Use(read=True)


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Those of all records and lists of values of an API."""
    sent, read = (_used(before, way) | _used(after, way) for way in (_sent, _read))
    taken = _taken_lists(before) | _taken_lists(after)
    for name, was, now in paired(before.types, after.types, lambda named: named.name):
        use = Use(name in sent, name in read or name not in sent)
        if isinstance(was, Enumeration) and isinstance(now, Enumeration) and name not in taken:
            yield from listed(Thing(after.id, name, ("records", name)), was, now)
        found = _type(Thing(after.id, name, ("records", name)), was, now, use)
        # Clients take the envelope off every reply.
        is_hidden = name not in sent | read and _is_envelope(name, before, after)
        yield from hidden(found) if is_hidden else found
    if before.wire is not None and after.wire is not None:
        query = Thing(after.id, "query", ("wire", "resolutions"))
        yield from _fields(query, before.wire.resolutions, after.wire.resolutions, _READ)
    for kind, these, those in (
        ("operations", before.operations, after.operations),
        ("actions", before.actions, after.actions),
    ):
        for name, one, other in paired(these, those, lambda operation: operation.id):
            if one and other and one.result and other.result:
                reply = Thing(after.id, name, (kind, name))
                yield from _fields(reply, one.result.siblings, other.result.siblings, _READ)


def _is_envelope(name: str, *apis: Api) -> bool:
    return all(api.envelope is not None and api.envelope.record == name for api in apis)


def _type(
    subject: Thing, was: NamedType | None, now: NamedType | None, use: Use
) -> Iterator[Change]:
    match was, now:
        case Record(), Record():
            yield from _record(subject, was, now, use)
        case Enumeration(), Enumeration():
            if _bare_list(was) != _bare_list(now):
                yield subject.changed("text-changed")
        case _:
            if was is not None:
                yield subject.changed("field-not-seen" if is_seen(was) else "record-removed")
            if now is not None:
                yield subject.changed("record-added")


def _bare_list(known: Enumeration) -> Enumeration:
    """Without what is compared for each parameter that takes the values."""
    return replace(known, values=(), site_specific=False, source=None)


def _taken_lists(api: Api) -> set[str | None]:
    """Lists of values that parameters take, with which they are compared."""
    operations = (*api.operations, *api.actions)
    sent = (found for one in operations for found in (*one.parameters, *one.templated_parameters))
    shared = api.wire.parameters if api.wire else ()
    return {parameter.enumeration for parameter in (*sent, *shared)}


def _used(api: Api, way: Callable[[Operation], Iterable[str]]) -> set[str]:
    """Records that operations use in a way, and those within them."""
    names = (name for operation in (*api.operations, *api.actions) for name in way(operation))
    records = records_of(api)
    return records.keys() & with_inner(records, names)


def _sent(operation: Operation) -> Iterator[str]:
    for parameter in operation.parameters:
        if parameter.record is not None:
            yield parameter.record


def _read(operation: Operation) -> Iterator[str]:
    return result_names(operation.result)


def _record(subject: Thing, was: Record, now: Record, use: Use) -> Iterator[Change]:
    yield from _fields(subject, marked(was), marked(now), use)
    for name, old, new in paired(was.helpers, now.helpers, lambda helper: helper.name):
        if old is None or new is None or old.kind != new.kind:
            helper = subject.part(f"{subject.name}.{name}", name)
            if old is not None:
                yield helper.changed("helper-removed")
            if new is not None:
                yield helper.changed("helper-added")
        elif old != new:
            yield subject.part(f"{subject.name}.{name}", name).changed("text-changed")
    if _bare_record(was) != _bare_record(now):
        yield subject.changed("text-changed")


def _bare_record(record: Record) -> Record:
    return replace(record, fields=(), helpers=(), source=None)


def _fields(
    subject: Thing, before: Iterable[Field], after: Iterable[Field], use: Use
) -> Iterator[Change]:
    renamed, others = matched(before, after, lambda field: field.name, _alike)
    for was, now in renamed:
        told = f"`{was.name}`", f"`{now.name}`"
        field = subject.part(f"{subject.name}.{was.name}", now.name)
        yield field.changed("field-renamed", *told)
    for name, old, new in others:
        field = subject.part(f"{subject.name}.{name}", name)
        if old is not None and new is not None:
            yield from _field(field, old, new, use)
        elif old is not None:
            yield field.changed("field-not-seen" if is_seen(old) else "field-removed")
        elif new is not None:
            needed = use.sent and _is_certain(new)
            yield field.changed("parameter-required-added" if needed else "field-added")


def _alike(old: Field, new: Field) -> bool:
    """Whether only the name differs; what was seen by chance tells nothing of names."""
    return not is_seen(old) and replace(_bare(old), name="", summary=None) == replace(
        _bare(new), name="", summary=None
    )


def _bare(field: Field) -> Field:
    return replace(field, source=None)


def _field(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    found = [*_types(subject, old, new, use), *_presence(subject, old, new, use)]
    yield from found
    if old.summary != new.summary or (not found and _bare(old) != _bare(new)):
        yield subject.changed("text-changed")


def _types(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    how = relation(replied_type(old), replied_type(new))
    told = [words.plain(words.field_type(field)) for field in (old, new)]
    if how != "same":
        is_lost = how == "wider" and is_seen(old) and is_open(new.type)
        kind = "type-not-seen" if is_lost else _of_type(how == "wider", how == "narrower", use)
        yield subject.changed(kind, *told)
    elif old.format != new.format:
        yield subject.changed(_of_type(False, False, use), *told)


def _presence(subject: Thing, old: Field, new: Field, use: Use) -> Iterator[Change]:
    if _may_be_missing(new, where_not=old):
        yield subject.changed("field-became-optional" if use.read else "parameter-became-optional")
    elif _may_be_missing(old, where_not=new):
        yield subject.changed("parameter-became-required" if use.sent else "field-became-certain")


def _may_be_missing(field: Field, where_not: Field) -> bool:
    """Whether a field needs more than another one: a circumstance, or another value of `prop`."""
    if _is_certain(where_not) and not _is_certain(field):
        return True
    brought, others = set(field.brought_by), set(where_not.brought_by)
    return bool(brought) and (not others or not others <= brought)


def _of_type(wider: bool, narrower: bool, use: Use) -> ChangeKind:
    """More is good for those who send, and bad for those who read; another type is bad for both."""
    if use.sent and not (use.read and wider):
        return "type-widened" if wider else "type-narrowed"
    return "field-narrowed" if narrower else "field-widened"


def _is_certain(field: Field) -> bool:
    return field.presence is None or field.presence.requested
