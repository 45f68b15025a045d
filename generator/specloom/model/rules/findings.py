"""Findings that several rules make, and types as their messages write them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, assert_never

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant, did_you_mean, did_you_mean_or_all
from specloom.model import structs as model
from specloom.model.naming import WIRE_NAME, is_wire_name

At: TypeAlias = tuple[str | int, ...]
"""A pointer into an API."""


def unknown(at: At, kind: str, name: str, known: Iterable[str], *, key: bool = False) -> Finding:
    """The fault of a name that stands for nothing."""
    hint = Meant(name, list(known), or_all=True)
    return Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint, key)


_SHOWN = 20
"""So many names are listed where none of them is near; a wiki has hundreds."""


def unknown_faults(at: At, kind: str, name: str, known: Iterable[str]) -> Iterator[Finding]:
    """The fault of a name that none of a wiki's is."""
    names = sorted(known)
    if name not in names:
        hint = did_you_mean(name, names) or did_you_mean_or_all(name, names[:_SHOWN])
        yield Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint)


def on_the_wire(
    at: At, name: str, is_right: Callable[[str], bool] = is_wire_name
) -> Iterator[Finding]:
    """The fault of a name that no request or reply can hold."""
    if not is_right(name):
        yield Finding(at, "invalid-name", f"`{name}` cannot be a name on the wire", WIRE_NAME)


def same_name_faults(at: At, key: str, names: Iterable[tuple[int, str, str]]) -> Iterator[Finding]:
    """Faults of names that become the same Python name; `names`: index in the list, name, Python name."""
    what = str(at[-1])
    seen: dict[str, str] = {}
    for index, name, becomes in names:
        if becomes in seen and seen[becomes] != name:
            message = (
                f"the {what} `{seen[becomes]}` and `{name}` would both become `{becomes}` in Python"
            )
            yield Finding((*at, index, key), "duplicate-name", message, "rename one of them")
        seen.setdefault(becomes, name)


def repeated(
    at: At, key: str, names: Sequence[str], without: str | None = None
) -> Iterator[Finding]:
    """Faults of names that stand twice in a list; of `without`, another rule says it."""
    for index, name in enumerate(names):
        if name in names[:index] and name != without:
            message = f"one before has the {key} `{name}` already"
            yield Finding((*at, index, key), "duplicate-name", message)


def list_faults(at: At, values: Sequence[str | int]) -> Iterator[Finding]:
    """Faults of values that must differ."""
    for index, value in enumerate(values):
        if value in values[:index]:
            yield Finding((*at, index), "duplicate-name", f"`{value}` is listed twice")


def notation(type_: model.TypeExpression) -> str:
    """A type as REST descriptions write it: `list of string`, `string or number`, `Item`."""
    match type_:
        case str():
            return type_
        case model.Reference(name=name):
            return name
        case model.ListOf(items=inside):
            return f"list of {_single(inside)}"
        case model.MapOf(values=inside):
            return f"map of {_single(inside)}"
        case model.Union(options=options):
            return " or ".join(map(_single, options))
        case model.Constant(value=value):
            return json.dumps(value, ensure_ascii=False)
        case _:
            assert_never(type_)


def _single(type_: model.TypeExpression) -> str:
    return f"({notation(type_)})" if isinstance(type_, model.Union) else notation(type_)


def parts(at: At, type_: model.TypeExpression) -> Iterator[tuple[At, model.TypeExpression]]:
    """A type and everything it is made of, each with its pointer."""
    yield at, type_
    match type_:
        case model.ListOf(items=inside):
            yield from parts((*at, "items"), inside)
        case model.MapOf(values=inside):
            yield from parts((*at, "values"), inside)
        case model.Union(options=options):
            for index, option in enumerate(options):
                yield from parts((*at, "options", index), option)
        case _:
            pass
