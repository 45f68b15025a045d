"""A fact of a specification: how it is changed, and what each output then says under which key."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import msgspec

from .build import Built, Source, Spec, committed

Path: TypeAlias = tuple[str | int, ...]
Target: TypeAlias = tuple[str, ...]
"""A part of an API: its kind and its names, `("parameter", "items.get", "item_id")`."""
Reading: TypeAlias = dict[str, Any]
"""All that an output says of a target, in the words of the model; what is not said has no key."""
Reader: TypeAlias = Callable[[Built, Target], Reading]

OUTPUTS = ("model", "client", "openapi", "page")


@dataclass(frozen=True)
class Put:
    """Write a value at a place of a file; None removes what is there."""

    file: str
    path: Path
    value: Any

    def apply(self, document: Any) -> None:
        """Change the file."""
        place = _step_to(document, self.path[:-1])
        if self.value is None:
            del place[self.path[-1]]
        else:
            place[self.path[-1]] = copy.deepcopy(self.value)


@dataclass(frozen=True)
class Rename:
    """Give a key of a mapping another name, in the same place of the order."""

    file: str
    path: Path
    name: str

    def apply(self, document: Any) -> None:
        """Change the file."""
        place = _step_to(document, self.path[:-1])
        assert self.path[-1] in place
        items = [(self.name if key == self.path[-1] else key, one) for key, one in place.items()]
        place.clear()
        place.update(items)


Edit: TypeAlias = Put | Rename


def _step_to(place: Any, path: Path) -> Any:
    """Walk a path: mappings on the way are made; in a list, a text is the `name` of an item."""
    for step in path:
        if isinstance(place, list) and isinstance(step, str):
            place = next(item for item in place if item["name"] == step)
        else:
            place = place[step] if isinstance(step, int) else place.setdefault(step, {})
    return place


def edited(spec: Spec, edits: tuple[Edit, ...]) -> Spec:
    """The specification after edits; files that none is about are not copied."""
    files = {edit.file for edit in edits}
    changed = {path: copy.deepcopy(one) if path in files else one for path, one in spec.items()}
    for edit in edits:
        edit.apply(changed[edit.file])
    return changed


@dataclass(frozen=True, eq=False)
class Fact:
    """A row of the table: each output says `before` under the key, and `after` once the spec was edited."""

    target: Target
    key: str
    before: Any
    after: Any
    edits: tuple[Edit, ...]
    needs: tuple[Edit, ...] = ()
    """Made before both readings: facts that the changed one needs beside it."""
    silent: Mapping[str, str] = field(default_factory=dict[str, str])
    """Outputs that rightly do not tell the fact, with the reason."""

    @property
    def name(self) -> str:
        """Of the test."""
        return f"{' '.join(self.target)}: {self.key}"


@dataclass(frozen=True)
class Part:
    """A part of the spec that facts are about: what readers call it, and where it stands."""

    target: Target
    file: str
    path: Path
    needs: tuple[Edit, ...] = ()
    silent: Mapping[str, str] = field(default_factory=dict[str, str])

    def put(self, *path: str | int, to: Any) -> Put:
        """Write a value below the part."""
        return Put(self.file, (*self.path, *path), to)

    def fact(
        self,
        key: str,
        after: Any,
        before: Any = None,
        *,
        at: str | Path | None = None,
        to: Any = ...,
        also: tuple[Edit, ...] = (),
        needs: Mapping[str, Any] | None = None,
        **silent: str,
    ) -> Fact:
        """A fact of this part; what is written is what is expected, at the key, unless told otherwise.

        `needs` are other keys of the part; the keywords that are left name silent outputs.
        """
        path = (key,) if at is None else (at,) if isinstance(at, str) else at
        return Fact(
            self.target,
            key,
            before,
            after,
            (self.put(*path, to=after if to is ... else to), *also),
            (*self.needs, *(self.put(name, to=value) for name, value in (needs or {}).items())),
            {**self.silent, **silent},
        )

    def edited(self, key: str, after: Any, before: Any, *edits: Edit, **silent: str) -> Fact:
        """A fact that takes other edits than a value at its key."""
        return Fact(self.target, key, before, after, edits, self.needs, {**self.silent, **silent})


def said(reading: Mapping[str, Any]) -> Reading:
    """A reading without what says nothing: None, false and empty; as JSON, where tuples are lists."""
    return {key: plain(one) for key, one in reading.items() if _says(one)}


def _says(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", (), [], {}, msgspec.UNSET)


def plain(value: Any) -> Any:
    """A value as JSON has it: tuples are lists."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value


@cache
def built_after(source: Source, fact: Fact) -> Built:
    """The API after the change."""
    return _built(source, (*fact.needs, *fact.edits))


def _built(source: Source, edits: tuple[Edit, ...]) -> Built:
    return Built(source, edited(committed(source), edits))


def check(source: Source, fact: Fact, output: str, read: Reader) -> None:
    """Read the fact from one output, before and after the change."""
    before = said(read(_before(source, fact), fact.target))
    after = said(read(built_after(source, fact), fact.target))
    if output in fact.silent:
        assert fact.key not in before
        assert after == before
        return
    assert before.get(fact.key) == fact.before
    assert after.get(fact.key) == fact.after


_BEFORE: dict[str, Built] = {}


def _before(source: Source, fact: Fact) -> Built:
    """Edits hold mappings, which cannot be hashed: their text is the key."""
    key = f"{source.id} {fact.needs!r}"
    if key not in _BEFORE:
        _BEFORE[key] = _built(source, fact.needs)
    return _BEFORE[key]
