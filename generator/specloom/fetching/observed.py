"""Types of results from replies that were seen, as an overlay. Every field may be absent: another reply may lack it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from specloom.fetching.probe import AROUND, OF_PAGE, Answer
from specloom.model.naming import class_name
from specloom.runtime.mediawiki.plain import JSON, is_list, is_object, objects

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_MEMBER = re.compile(r"[A-Za-z_*][A-Za-z0-9_-]*")
_DEEPEST = 6
_MOST_MEMBERS = 200
"""Of an object with named members; keys of one with more are data."""
MOST_FIELDS = 1_000
"""Of all records of one result."""
Types: TypeAlias = dict[str, str]
"""Field → its type."""


@dataclass(slots=True)
class Observed:
    """Fields and records observed in the replies of one module."""

    where: str
    key: str | None
    container: str
    fields: Types = field(default_factory=dict[str, str])
    type: str | None = None
    """Type of the whole result, if it is not a record."""
    records: dict[str, Types] = field(default_factory=dict[str, Types])

    @property
    def size(self) -> int:
        """The number of fields, of its records too."""
        return len(self.fields) + sum(map(len, self.records.values()))


def observe(answer: Answer) -> Observed | None:
    """The result of a module; None if the reply contains none, or one with too many fields."""
    observed = _result_in(answer)
    return observed if observed is not None and observed.size <= MOST_FIELDS else None


def _result_in(answer: Answer) -> Observed | None:
    if answer.group == "prop":
        pages = objects(answer.query.get("pages"))
        members = [
            {key: value for key, value in page.items() if key not in OF_PAGE} for page in pages
        ]
        if any(answer.module in page for page in members):
            whole = [page[answer.module] for page in members if answer.module in page]
            return _result("page", answer.module, whole, answer.module)
        with_members = [page for page in members if page]
        return _result("page", None, with_members, answer.module) if with_members else None
    keys = [key for key in answer.query if key not in AROUND]
    key = answer.module if answer.module in keys else (keys[0] if len(keys) == 1 else None)
    return None if key is None else _result("query", key, [answer.query[key]], answer.module)


def more_of(record: str, values_by_key: Mapping[str, Sequence[Any]]) -> Observed | None:
    """Fields that a record's description lacks, from their values in replies."""
    observed = Observed("record", record, "object")
    observed.fields = {
        key: _type(values, f"ObservedIn{record}{class_name(key)}", observed.records, 0)
        for key, values in values_by_key.items()
        if _MEMBER.fullmatch(key)
    }
    return (
        observed
        if 0 < len(observed.fields) <= _MOST_MEMBERS and observed.size <= MOST_FIELDS
        else None
    )


def _result(where: str, key: str | None, values: Sequence[Any], module: str) -> Observed | None:
    name = f"Observed{class_name(module)}"
    items = [item for value in values if is_list(value) for item in value]
    observed = Observed(where, key, "list" if items else "object")
    if items and all(map(is_object, items)):
        observed.fields = _record(objects(items), name, observed.records, 0)
        return observed
    whole = objects(values)
    if not items and len(whole) == len(values) and _has_members(whole):
        observed.fields = _record(whole, name, observed.records, 0)
        return observed if observed.fields else None
    observed.type = _type(values, name, observed.records, 0)
    return None if "any" in observed.type else observed


def _record(objects_: Sequence[JSON], name: str, records: dict[str, Types], depth: int) -> Types:
    values: dict[str, list[Any]] = {}
    for each in objects_:
        for key, value in each.items():
            values.setdefault(key, []).append(value)
    return {
        key: _type(field_values, f"{name}{class_name(key)}", records, depth + 1)
        for key, field_values in values.items()
    }


def _has_members(objects_: Sequence[JSON]) -> bool:
    """Return whether the keys are names of members, and not data such as ids, dates and titles."""
    keys = {key for each in objects_ for key in each}
    return len(keys) <= _MOST_MEMBERS and all(map(_MEMBER.fullmatch, keys))


def _type(values: Sequence[Any], name: str, records: dict[str, Types], depth: int) -> str:
    if depth > _DEEPEST or not values:
        return "any"
    whole = objects(values)
    if len(whole) == len(values):
        if not _has_members(whole):
            members = [value for each in whole for value in each.values()]
            return f"map of {_type(members, name, records, depth + 1)}"
        if not any(whole):
            return "object"
        number = 1
        while (record_name := name if number == 1 else f"{name}{number}") in records:
            number += 1
        records[record_name] = {}
        records[record_name] = _record(whole, record_name, records, depth)
        return record_name
    if all(map(is_list, values)):
        members = [item for value in values for item in value]
        return f"list of {_type(members, name, records, depth + 1)}"
    scalars = dict.fromkeys(_scalar(value) for value in values)
    if "any" in scalars:
        return "any"
    if "number" in scalars:
        scalars.pop("integer", None)
    if "string" in scalars:
        scalars.pop("timestamp", None)
    return " or ".join(scalars)


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) else "number"
    if isinstance(value, str):
        return "timestamp" if _TIME.fullmatch(value) else "string"
    return "any"


def overlay_text(
    modules: Mapping[str, Observed], source: str, more: Mapping[str, Observed] | None = None
) -> str:
    """The overlay's text: results of modules, and further fields of records. Equal replies give equal lines."""
    return "\n".join(_lines(modules, more or {}, source)) + "\n"


def _lines(
    modules: Mapping[str, Observed], more: Mapping[str, Observed], source: str
) -> Iterator[str]:
    yield "# What this wiki was seen to send and nobody documents, from one reply of each module."
    yield "# Whatever is known better belongs into another overlay."
    yield f"source: {json.dumps(source)}"
    yield "modules:" if modules else "modules: {}"
    for name, observed in sorted(modules.items()):
        yield f"  {json.dumps(name)}:"
        yield "    result:"
        yield f"      where: {observed.where}"
        if observed.key is not None:
            yield f"      key: {json.dumps(observed.key)}"
        if observed.type is not None:
            yield f"      type: {observed.type}"
        else:
            yield f"      container: {observed.container}"
            yield "      fields:"
            yield from _fields(observed.fields, "        ")
    if more:
        yield "more_fields:"
    for name, observed in sorted(more.items()):
        yield f"  {name}:"
        yield from _fields(observed.fields, "    ")
    every = (*modules.values(), *more.values())
    records = {name: types for observed in every for name, types in observed.records.items()}
    if records:
        yield "records:"
    for name, types in sorted(records.items()):
        yield f"  {name}:"
        yield "    fields:" if types else "    fields: {}"
        yield from _fields(types, "      ")


def _fields(types: Types, indent: str) -> Iterator[str]:
    for name, type_ in sorted(types.items()):
        yield f"{indent}{json.dumps(name)}: {{type: {json.dumps(type_)}, observed: only}}"
