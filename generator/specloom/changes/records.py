"""What changed in records: for those who read them the other way round than for those who send them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.kinds import ChangeKind
from specloom.changes.pairs import paired, renamed
from specloom.changes.types import relation
from specloom.model.structs import Api, Field, Record, records_of, references
from specloom.views import words


def changes(before: Api, after: Api) -> Iterator[Change]:
    """Those of all records of an API."""
    sent = _sent(before) | _sent(after)
    old, new = records_of(before), records_of(after)
    for name, was, now in paired(old.values(), new.values(), lambda record: record.name):
        if was is None or now is None:
            yield Change("record-added" if was is None else "record-removed", after.id, name)
        else:
            yield from _record(after.id, was, now, name in sent)
    if before.wire is not None and after.wire is not None:
        resolutions = before.wire.resolutions, after.wire.resolutions
        yield from _fields(after.id, "query", *resolutions, sent=False)


def _sent(api: Api) -> set[str]:
    """The records that callers send, and those within them."""
    records = records_of(api)
    parameters = (given for operation in api.operations for given in operation.parameters)
    waiting = [given.record for given in parameters if given.record is not None]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in records and name not in found:
            found.add(name)
            waiting += [
                inside for field in records[name].fields for inside in references(field.type)
            ]
    return found


def _record(api: str, was: Record, now: Record, sent: bool) -> Iterator[Change]:
    yield from _fields(api, now.name, was.fields, now.fields, sent)
    if was.summary != now.summary:
        yield Change("text-changed", api, now.name)


def _fields(
    api: str, record: str, before: Iterable[Field], after: Iterable[Field], sent: bool
) -> Iterator[Change]:
    pairs = paired(before, after, _name)
    gone = [old for _, old, new in pairs if old is not None and new is None]
    come = [new for _, old, new in pairs if new is not None and old is None]
    names = renamed(gone, come, _alike)
    for was, now in names:
        yield Change("field-renamed", api, f"{record}.{was.name}", after=f"`{now.name}`")
    known = {field.name for pair in names for field in pair}
    for name, old, new in pairs:
        if name in known:
            continue
        subject = f"{record}.{name}"
        if old is None or new is None:
            yield Change(_whole(new, sent), api, subject)
        else:
            yield from _field(api, subject, old, new, sent)


def _name(field: Field) -> str:
    return field.name


def _whole(come: Field | None, sent: bool) -> ChangeKind:
    if come is None:
        return "field-removed"
    return "parameter-required-added" if sent and _is_certain(come) else "field-added"


def _alike(old: Field, new: Field) -> bool:
    def bare(field: Field) -> Field:
        return replace(field, name="", summary=None, source=None, since=None, until=None)

    return bare(old) == bare(new)


def _field(api: str, subject: str, old: Field, new: Field, sent: bool) -> Iterator[Change]:
    how = relation(old.type, new.type)
    told = [words.plain(words.field_type(field)) for field in (old, new)]
    if how != "same":
        yield Change(_of_type(how == "wider", how == "narrower", sent), api, subject, *told)
    elif old.format != new.format:
        yield Change(_of_type(False, False, sent), api, subject, *told)
    yield from _presence(api, subject, old, new, sent)
    if old.summary != new.summary:
        yield Change("text-changed", api, subject)


def _presence(api: str, subject: str, old: Field, new: Field, sent: bool) -> Iterator[Change]:
    if _may_be_missing(new, where_not=old):
        yield Change("parameter-became-optional" if sent else "field-became-optional", api, subject)
    elif _may_be_missing(old, where_not=new):
        yield Change("parameter-became-required" if sent else "field-became-certain", api, subject)


def _may_be_missing(field: Field, where_not: Field) -> bool:
    """Whether a field needs more than another one: a circumstance, or another value of `prop`."""
    if _is_certain(where_not) and not _is_certain(field):
        return True
    brought, others = set(field.brought_by), set(where_not.brought_by)
    return bool(brought) and (not others or not others <= brought)


def _of_type(wider: bool, narrower: bool, sent: bool) -> ChangeKind:
    """More is good for those who send, and bad for those who read; another type is bad for both."""
    if sent:
        return "type-widened" if wider else "type-narrowed"
    return "field-narrowed" if narrower else "field-widened"


def _is_certain(field: Field) -> bool:
    return field.presence is None or field.presence.requested
