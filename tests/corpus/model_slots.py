"""Places of texts in a model document, by the classes of the model, and the document with another text there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from msgspec import inspect

from specloom.model.structs import Api

ROOT = Path(__file__).parents[2]
ACTIONS = ("edit", "feedwatchlist")
MODULES = ("allpages", "revisions")
"""Of the wiki, those that stay: they have most of what a module may have."""
Steps: TypeAlias = tuple[str | int, ...]
DEEPEST = 9
"""Types hold types; below so many steps, nothing is new."""


@dataclass(frozen=True)
class Slot:
    """A place of a text."""

    at: Steps
    is_key: bool = False
    puts: tuple[tuple[Steps, Any], ...] = ()
    """Values to add first, with their places, if a place is empty."""

    def __str__(self) -> str:
        return ".".join(map(str, self.at)) + (" (key)" if self.is_key else "")


@cache
def base() -> dict[str, Any]:
    """A sound document: the seller's API, and a few modules of the wiki."""
    model: dict[str, Any] = yaml.load(
        (ROOT / "generated/model.yaml").read_text("utf-8"), yaml.CSafeLoader
    )
    for api in model["apis"]:
        wiki = api["protocol"]
        if "wire" in wiki:
            api["operations"] = [entry for entry in api["operations"] if entry["id"] in MODULES]
            wiki["actions"] = [entry for entry in wiki["actions"] if entry["id"] in ACTIONS]
            api["openapi"] = [{"name": "own", "operations": ["allpages"]}]
            del api["unspecified"]
            used: list[Any] = [api["operations"], wiki["actions"], wiki["wire"]]
            types: list[Any] = []
            for _ in range(4):
                types = [entry for entry in api["types"] if repr(entry["name"]) in repr(used)]
                used = [api["operations"], wiki["actions"], wiki["wire"], types]
            api["types"] = types
    return model


def slots() -> list[Slot]:
    """Each place of each API, one of those that are alike."""
    slots_by_kind: dict[tuple[object, ...], Slot] = {}
    for number, api in enumerate(base()["apis"]):
        for slot in places(inspect.type_info(Api), api, Slot(("apis", number))):
            kind = tuple("*" if isinstance(step, int) else step for step in slot.at[2:])
            slots_by_kind.setdefault((number, slot.is_key, kind), slot)
    # Keys last, and those within others first, so that no place changes before a text is put there.
    return sorted(slots_by_kind.values(), key=lambda slot: (slot.is_key, -len(slot.at)))


def with_text(data: Any, slot: Slot, text: str) -> Any:
    """A document with another text in a place."""
    for at, value in slot.puts:
        if not _is_there(data, at):
            data = _with(data, at, value)
    if not slot.is_key:
        return _with(data, slot.at, text)
    holder = _at(data, slot.at[:-1])
    changed = {text if key == slot.at[-1] else key: holder[key] for key in holder}
    return _with(data, slot.at[:-1], changed)


def _is_there(data: Any, at: Steps) -> bool:
    holder = _at(data, at[:-1])
    return isinstance(holder, list) or holder.get(at[-1]) not in (None, [], {})


def _at(data: Any, at: Steps) -> Any:
    for step in at:
        data = data[step]
    return data


def _with(data: Any, at: Steps, value: Any) -> Any:
    """A document with another value in a place; it shares all that does not stand around that."""
    if not at:
        return value
    changed = data.copy()
    changed[at[0]] = _with(data[at[0]], at[1:], value) if at[1:] else value
    return changed


def places(type_: inspect.Type, data: Any, slot: Slot) -> Iterator[Slot]:
    """The places of texts in data of a type, which stands in a place; those that are not there yet, too."""
    if len(slot.at) > DEEPEST:
        return
    if data in (None, [], {}) and isinstance(
        type_, inspect.StructType | inspect.DictType | inspect.VarTupleType | inspect.TupleType
    ):
        data = _least(type_)
        slot = replace(slot, puts=(*slot.puts, (slot.at, data)))
    match type_:
        case inspect.StrType() | inspect.AnyType():
            yield slot
        case inspect.Metadata(type=inside):
            yield from places(inside, data, slot)
        case inspect.UnionType(types=types):
            for part in _fitting(types, data):
                yield from places(part, data, slot)
        case inspect.VarTupleType(item_type=item):
            for index, part in enumerate(data or ()):
                yield from places(item, part, replace(slot, at=(*slot.at, index)))
        case inspect.TupleType(item_types=items):
            for index, item in enumerate(items):
                yield from places(item, data[index], replace(slot, at=(*slot.at, index)))
        case inspect.DictType(value_type=value):
            for key, part in data.items():
                below = replace(slot, at=(*slot.at, key))
                yield replace(below, is_key=True)
                yield from places(value, part, below)
        case inspect.StructType(fields=fields):
            for field in fields:
                below = replace(slot, at=(*slot.at, field.encode_name))
                yield from places(field.type, data.get(field.encode_name), below)
        case _:
            pass


def _fitting(types: tuple[inspect.Type, ...], data: Any) -> list[inspect.Type]:
    structs = [part for part in types if isinstance(part, inspect.StructType)]
    if isinstance(data, Mapping) and structs:
        kind = data.get("kind")
        return [part for part in structs if part.tag in (None, kind)]
    lists = inspect.VarTupleType | inspect.TupleType
    remaining = [
        part
        for part in types
        if not isinstance(part, inspect.StructType)
        and (data is None or isinstance(part, lists) == isinstance(data, list))
        and (data is None or isinstance(part, inspect.DictType) == isinstance(data, Mapping))
    ]
    if data is None and any(isinstance(part, inspect.StrType) for part in remaining):
        remaining = [part for part in remaining if not isinstance(part, inspect.DictType)]
    if data is None and len(structs) < 2:
        return [*structs, *remaining]
    return remaining


def _least(type_: inspect.Type) -> Any:
    """The smallest value of a type that has a place for a text."""
    match type_:
        case inspect.Metadata(type=inside):
            return _least(inside)
        case inspect.UnionType(types=types):
            return _least(next(part for part in types if not isinstance(part, inspect.NoneType)))
        case inspect.StructType(fields=fields):
            tag = {} if type_.tag is None else {type_.tag_field: type_.tag}
            needed = (field for field in fields if field.required)
            return tag | {field.encode_name: _least(field.type) for field in needed}
        case inspect.VarTupleType(item_type=item):
            return [_least(item)]
        case inspect.TupleType(item_types=items):
            return [_least(item) for item in items]
        case inspect.DictType(value_type=value):
            return {"plain": _least(value)}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.IntType() | inspect.FloatType():
            return 1
        case inspect.BoolType():
            return True
        case _:
            return "plain"
