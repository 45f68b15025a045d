"""Keys of a source format that facts change: so that no key is without a fact."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec.inspect as mi

from tests.values import options

from .build import Spec
from .table import Fact, Path, edited

Key: TypeAlias = tuple[str, str]
"""A struct of a source format and one of its keys."""


def keys_of(form: type) -> set[Key]:
    """Every key of a struct and of those inside, but for keys that only hold other structs."""
    structs: dict[str, mi.StructType] = {}
    _collect(mi.type_info(form), structs)
    return {
        (name, field.encode_name)
        for name, struct in structs.items()
        for field in struct.fields
        if not _holds_structs(field.type)
    }


def _holds_structs(info: Any) -> bool:
    return bool(_structs(info)) or any(map(_holds_structs, inner_types(info)))


def _collect(info: Any, structs: dict[str, mi.StructType]) -> None:
    for struct in _structs(info):
        if struct.cls.__name__ not in structs:
            structs[struct.cls.__name__] = struct
            for field in struct.fields:
                _collect(field.type, structs)
    for inner in inner_types(info):
        _collect(inner, structs)


def _structs(info: Any) -> list[mi.StructType]:
    return [option for option in options(info) if isinstance(option, mi.StructType)]


def inner_types(info: Any) -> Iterator[Any]:
    """Types inside the lists and mappings of a type."""
    for option in options(info):
        match option:
            case mi.DictType():
                yield option.value_type
            case mi.ListType() | mi.VarTupleType():
                yield option.item_type
            case _:
                pass


def changed_keys(forms: Mapping[str, type], spec: Spec, facts: Iterable[Fact]) -> set[Key]:
    """The keys of the files that some fact changes."""
    infos = {file: mi.type_info(form) for file, form in forms.items()}
    keys: set[Key] = set()
    for fact in facts:
        before = edited(spec, fact.needs)
        after = edited(before, fact.edits)
        for file in {edit.file for edit in fact.edits}:
            for path in _differences(before[file], after[file]):
                keys.update(_keys_on(infos[file], path))
    return keys


def _differences(before: Any, after: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if key not in before or key not in after:
                yield (*path, key)
            else:
                yield from _differences(before[key], after[key], (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, (*path, index))
    elif before != after:
        yield path


def _keys_on(info: Any, path: Path) -> Iterator[Key]:
    """The last key of a path that a struct has."""
    if not path:
        return
    for struct in _structs(info):
        for field in struct.fields:
            if field.encode_name == path[0]:
                deeper = list(_keys_on(field.type, path[1:]))
                yield from deeper or [(struct.cls.__name__, field.encode_name)]
                return
    for inner in inner_types(info):
        yield from _keys_on(inner, path[1:])
