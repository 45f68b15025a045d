"""A fact of a specification: how it is changed, and where it is read back."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from .build import Built, Source, Spec, changed

Change: TypeAlias = Callable[[Spec], None]
Reader: TypeAlias = Callable[[Built], Any]

OUTPUTS = ("model", "client", "openapi", "page")


@dataclass(frozen=True)
class Silent:
    """An output that rightly does not tell a fact."""

    reason: str


@dataclass(frozen=True, eq=False)
class Fact:
    """One kind of fact. Every output must tell `before`, and `after` once the spec was changed."""

    name: str
    change: Change
    before: Any
    after: Any
    model: Reader
    client: Reader | Silent
    openapi: Reader | Silent
    page: Reader | Silent
    needs: Change | None = None
    """Made before both: facts that the changed one needs beside it."""

    def reader(self, output: str) -> Reader | Silent:
        """How one output tells the fact."""
        found: Reader | Silent = getattr(self, output)
        return found


def put(file: str, *path: str | int, to: Any) -> Change:
    """Write a value at a place of a file; mappings on the way are made."""

    def change(spec: Spec) -> None:
        place: Any = spec[file]
        for step in path[:-1]:
            place = place[step] if isinstance(step, int) else place.setdefault(step, {})
        place[path[-1]] = copy.deepcopy(to)

    return change


def drop(file: str, *path: str | int) -> Change:
    """Remove what stands at a place of a file."""

    def change(spec: Spec) -> None:
        place: Any = spec[file]
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def rename(file: str, *path: str | int, to: str) -> Change:
    """Give a key of a mapping another name, in the same place of the order."""

    def change(spec: Spec) -> None:
        place: Any = spec[file]
        for step in path[:-1]:
            place = place[step]
        items = [(to if key == path[-1] else key, value) for key, value in place.items()]
        assert path[-1] in place
        place.clear()
        place.update(items)

    return change


def together(*changes: Change) -> Change:
    """One change after the other."""

    def change(spec: Spec) -> None:
        for one in changes:
            one(spec)

    return change


def plain(value: Any) -> Any:
    """A value as JSON has it: tuples are lists."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value


@cache
def built_before(source: Source, needs: Change | None) -> Built:
    """The API before the change; the committed one is shared by all facts that need nothing else."""
    return Built(source) if needs is None else Built(source, changed(source, needs))


@cache
def built_after(source: Source, fact: Fact) -> Built:
    """The API after the change."""
    change = fact.change if fact.needs is None else together(fact.needs, fact.change)
    return Built(source, changed(source, change))


def check(source: Source, fact: Fact, output: str) -> None:
    """Read the fact from one output, before and after the change."""
    read = fact.reader(output)
    if isinstance(read, Silent):
        assert len(read.reason) > 10
        return
    assert plain(read(built_before(source, fact.needs))) == fact.before
    assert plain(read(built_after(source, fact))) == fact.after
