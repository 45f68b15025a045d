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
    """What has been seen of one module."""

    where: str
    key: str | None
    container: str
    fields: Types = field(default_factory=dict[str, str])
    type: str | None = None
    """Of the whole result, where that is no record."""
    records: dict[str, Types] = field(default_factory=dict[str, Types])

    @property
    def size(self) -> int:
        """The number of fields, of its records too."""
        return len(self.fields) + sum(map(len, self.records.values()))


def observe(answer: Answer) -> Observed | None:
    """The result of a module; None where the reply shows none, or one of too many fields."""
    seen = _seen(answer)
    return seen if seen is not None and seen.size <= MOST_FIELDS else None


def _seen(answer: Answer) -> Observed | None:
    if answer.group == "prop":
        pages = objects(answer.query.get("pages"))
        members = [
            {key: value for key, value in page.items() if key not in OF_PAGE} for page in pages
        ]
        if any(answer.module in page for page in members):
            whole = [page[answer.module] for page in members if answer.module in page]
            return _result("page", answer.module, whole, answer.module)
        found = [page for page in members if page]
        return _result("page", None, found, answer.module) if found else None
    keys = [key for key in answer.query if key not in AROUND]
    key = answer.module if answer.module in keys else (keys[0] if len(keys) == 1 else None)
    return None if key is None else _result("query", key, [answer.query[key]], answer.module)


def more_of(record: str, seen: Mapping[str, Sequence[Any]]) -> Observed | None:
    """Fields of a record that is described without them, from what was in them."""
    made = Observed("record", record, "object")
    made.fields = {
        key: _type(values, f"ObservedIn{record}{class_name(key)}", made.records, 0)
        for key, values in seen.items()
        if _MEMBER.fullmatch(key)
    }
    return made if 0 < len(made.fields) <= _MOST_MEMBERS and made.size <= MOST_FIELDS else None


def _result(where: str, key: str | None, seen: Sequence[Any], module: str) -> Observed | None:
    name = f"Observed{class_name(module)}"
    items = [item for value in seen if is_list(value) for item in value]
    made = Observed(where, key, "list" if items else "object")
    if items and all(map(is_object, items)):
        made.fields = _record(objects(items), name, made.records, 0)
        return made
    whole = objects(seen)
    if not items and len(whole) == len(seen) and _has_members(whole):
        made.fields = _record(whole, name, made.records, 0)
        return made if made.fields else None
    made.type = _type(seen, name, made.records, 0)
    return None if "any" in made.type else made


def _record(seen: Sequence[JSON], name: str, records: dict[str, Types], depth: int) -> Types:
    values: dict[str, list[Any]] = {}
    for each in seen:
        for key, value in each.items():
            values.setdefault(key, []).append(value)
    return {
        key: _type(found, f"{name}{class_name(key)}", records, depth + 1)
        for key, found in values.items()
    }


def _has_members(seen: Sequence[JSON]) -> bool:
    """Whether the keys are names of members, and not data such as ids, dates and titles."""
    keys = {key for each in seen for key in each}
    return len(keys) <= _MOST_MEMBERS and all(map(_MEMBER.fullmatch, keys))


def _type(seen: Sequence[Any], name: str, records: dict[str, Types], depth: int) -> str:
    if depth > _DEEPEST or not seen:
        return "any"
    whole = objects(seen)
    if len(whole) == len(seen):
        if not _has_members(whole):
            inside = [value for each in whole for value in each.values()]
            return f"map of {_type(inside, name, records, depth + 1)}"
        if not any(whole):
            return "object"
        number = 1
        while (own := name if number == 1 else f"{name}{number}") in records:
            number += 1
        records[own] = {}
        records[own] = _record(whole, own, records, depth)
        return own
    if all(map(is_list, seen)):
        inside = [item for value in seen for item in value]
        return f"list of {_type(inside, name, records, depth + 1)}"
    scalars = dict.fromkeys(_scalar(value) for value in seen)
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
    seen: Mapping[str, Observed], source: str, more: Mapping[str, Observed] | None = None
) -> str:
    """The file: what modules send, and what records hold beside what is described; the same replies, the same lines."""
    return "\n".join(_lines(seen, more or {}, source)) + "\n"


def _lines(
    seen: Mapping[str, Observed], more: Mapping[str, Observed], source: str
) -> Iterator[str]:
    yield "# What this wiki was seen to send and nobody documents, from one reply of each module."
    yield "# Whatever is known better belongs into another overlay."
    yield f"source: {json.dumps(source)}"
    yield "modules:" if seen else "modules: {}"
    for name, found in sorted(seen.items()):
        yield f"  {json.dumps(name)}:"
        yield "    result:"
        yield f"      where: {found.where}"
        if found.key is not None:
            yield f"      key: {json.dumps(found.key)}"
        if found.type is not None:
            yield f"      type: {found.type}"
        else:
            yield f"      container: {found.container}"
            yield "      fields:"
            yield from _fields(found.fields, "        ")
    if more:
        yield "more_fields:"
    for name, found in sorted(more.items()):
        yield f"  {name}:"
        yield from _fields(found.fields, "    ")
    every = (*seen.values(), *more.values())
    records = {name: types for found in every for name, types in found.records.items()}
    if records:
        yield "records:"
    for name, types in sorted(records.items()):
        yield f"  {name}:"
        yield "    fields:" if types else "    fields: {}"
        yield from _fields(types, "      ")


def _fields(types: Types, indent: str) -> Iterator[str]:
    for name, type_ in sorted(types.items()):
        yield f"{indent}{json.dumps(name)}: {{type: {json.dumps(type_)}, observed: only}}"
