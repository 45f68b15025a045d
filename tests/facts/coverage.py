"""Which keys of a source format the facts change: so that no key is without a fact."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec.inspect as mi

from .build import Spec
from .table import Fact, Path, edited

Key: TypeAlias = tuple[str, str]
"""A struct of a source format and one of its keys."""


def keys_of(form: type) -> set[Key]:
    """Every key of a struct and of those inside, but for keys that only hold other structs."""
    found: dict[str, mi.StructType] = {}
    _collect(mi.type_info(form), found)
    return {
        (name, field.encode_name)
        for name, one in found.items()
        for field in one.fields
        if not _holds_structs(field.type)
    }


def _holds_structs(info: Any) -> bool:
    return isinstance(info, mi.StructType) or any(map(_holds_structs, _inside(info)))


def _collect(info: Any, found: dict[str, mi.StructType]) -> None:
    if isinstance(info, mi.StructType):
        if info.cls.__name__ not in found:
            found[info.cls.__name__] = info
            for field in info.fields:
                _collect(field.type, found)
        return
    for inside in _inside(info):
        _collect(inside, found)


def _inside(info: Any) -> Iterator[Any]:
    match info:
        case mi.Metadata():
            yield info.type
        case mi.DictType():
            yield info.value_type
        case mi.ListType() | mi.VarTupleType():
            yield info.item_type
        case mi.UnionType():
            yield from info.types
        case _:
            pass


def changed_keys(forms: Mapping[str, type], spec: Spec, facts: Iterable[Fact]) -> set[Key]:
    """The keys of the files that some fact changes."""
    infos = {file: mi.type_info(form) for file, form in forms.items()}
    found: set[Key] = set()
    for fact in facts:
        before = edited(spec, fact.needs)
        after = edited(before, fact.edits)
        for file in {edit.file for edit in fact.edits}:
            for path in _differences(before[file], after[file]):
                found.update(_keys_on(infos[file], path))
    return found


def _differences(before: Any, after: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if key not in before or key not in after:
                yield (*path, key)
            else:
                yield from _differences(before[key], after[key], (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _differences(one, other, (*path, index))
    elif before != after:
        yield path


def _keys_on(info: Any, path: Path) -> Iterator[Key]:
    """The last key of a path that a struct has."""
    structs = list(_structs(info))
    if not path:
        return
    if isinstance(path[0], str):
        for struct in structs:
            for field in struct.fields:
                if field.encode_name == path[0]:
                    deeper = list(_keys_on(field.type, path[1:]))
                    yield from deeper or [(struct.cls.__name__, field.encode_name)]
                    return
    for inside in _containers(info):
        yield from _keys_on(inside, path[1:])


def _structs(info: Any) -> Iterator[mi.StructType]:
    match info:
        case mi.StructType():
            yield info
        case mi.Metadata():
            yield from _structs(info.type)
        case mi.UnionType():
            for one in info.types:
                yield from _structs(one)
        case _:
            pass


def _containers(info: Any) -> Iterator[Any]:
    """What stands in the lists and mappings of a type."""
    match info:
        case mi.Metadata():
            yield from _containers(info.type)
        case mi.UnionType():
            for one in info.types:
                yield from _containers(one)
        case mi.DictType():
            yield info.value_type
        case mi.ListType() | mi.VarTupleType():
            yield info.item_type
        case _:
            pass
