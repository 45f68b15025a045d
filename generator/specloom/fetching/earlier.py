"""What an earlier probe saw, read from its overlay: it stays where a module does not answer this time."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from specloom.fetching.observed import Observed, Types
from specloom.runtime.mediawiki.plain import JSON, is_object

_RECORD = re.compile(r"\bObserved\w+")


def modules(overlay: JSON) -> Mapping[str, Observed]:
    """Of modules that nobody else describes."""
    return dict(_modules(overlay))


def more_fields(overlay: JSON) -> Mapping[str, Observed]:
    """Of records that are described without these fields."""
    found: dict[str, Observed] = {}
    for record, fields in _objects(overlay, "more_fields"):
        found[record] = Observed("record", record, "object")
        found[record].fields = _types(fields)
        found[record].records = _records(overlay, found[record].fields.values())
    return found


def both(now: Observed | None, before: Observed) -> Observed:
    """What was seen of a record now, and before."""
    made = Observed("record", before.key, "object", dict(before.fields))
    made.records = dict(before.records)
    if now is not None:
        made.fields |= now.fields
        made.records |= now.records
    return made


def _modules(overlay: JSON) -> Iterator[tuple[str, Observed]]:
    for name, entry in _objects(overlay, "modules"):
        result: object = entry.get("result")
        if is_object(result) and "where" in result:
            made = Observed(result["where"], result.get("key"), result.get("container", "object"))
            made.fields, made.type = _types(result.get("fields")), result.get("type")
            made.records = _records(overlay, [made.type or "", *made.fields.values()])
            yield name, made


def _objects(around: Mapping[str, Any], member: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    inside: object = around.get(member)
    if is_object(inside):
        yield from ((name, entry) for name, entry in inside.items() if is_object(entry))


def _types(fields: object) -> Types:
    entries = fields if is_object(fields) else {}
    types = {
        name: field.get("type") if is_object(field) else field for name, field in entries.items()
    }
    return {name: type_ for name, type_ in types.items() if isinstance(type_, str)}


def _records(overlay: JSON, types: Iterable[str]) -> dict[str, Types]:
    """The records that types name, with those inside."""
    known = dict(_objects(overlay, "records"))
    waiting, found = list(types), dict[str, Types]()
    while waiting:
        for name in _RECORD.findall(waiting.pop()):
            if name in known and name not in found:
                found[name] = _types(known[name].get("fields"))
                waiting += found[name].values()
    return found
