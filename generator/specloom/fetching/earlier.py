"""Fields that an earlier probe observed, read from its overlay: they remain while a module does not answer."""

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
    """Observed fields of records whose description lacks them."""
    observed: dict[str, Observed] = {}
    for record, fields in _objects(overlay, "more_fields"):
        observed[record] = Observed("record", record, "object")
        observed[record].fields = _types(fields)
        observed[record].records = _records(overlay, observed[record].fields.values())
    return observed


def combined(now: Observed | None, before: Observed) -> Observed:
    """Fields of a record observed now or before."""
    combined = Observed("record", before.key, "object", dict(before.fields))
    combined.records = dict(before.records)
    if now is not None:
        combined.fields |= now.fields
        combined.records |= now.records
    return combined


def _modules(overlay: JSON) -> Iterator[tuple[str, Observed]]:
    for name, entry in _objects(overlay, "modules"):
        result: object = entry.get("result")
        if is_object(result) and "where" in result:
            observed = Observed(
                result["where"], result.get("key"), result.get("container", "object")
            )
            observed.fields, observed.type = _types(result.get("fields")), result.get("type")
            observed.records = _records(overlay, [observed.type or "", *observed.fields.values()])
            yield name, observed


def _objects(around: Mapping[str, Any], member: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    members: object = around.get(member)
    if is_object(members):
        yield from ((name, entry) for name, entry in members.items() if is_object(entry))


def _types(fields: object) -> Types:
    entries = fields if is_object(fields) else {}
    types = {
        name: field.get("type") if is_object(field) else field for name, field in entries.items()
    }
    return {name: type_ for name, type_ in types.items() if isinstance(type_, str)}


def _records(overlay: JSON, types: Iterable[str]) -> dict[str, Types]:
    """The records that types name, with the records within them."""
    entries = dict(_objects(overlay, "records"))
    waiting, records = list(types), dict[str, Types]()
    while waiting:
        for name in _RECORD.findall(waiting.pop()):
            if name in entries and name not in records:
                records[name] = _types(entries[name].get("fields"))
                waiting += records[name].values()
    return records
