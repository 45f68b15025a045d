"""What several rules find: names that stand for nothing, or twice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from specloom.documents.document import Finding
from specloom.documents.suggestion import Meant

Path: TypeAlias = tuple[str | int, ...]


def unknown(at: Path, kind: str, name: str, known: Iterable[str], *, key: bool = False) -> Finding:
    """A name that stands for nothing."""
    hint = Meant(name, list(known), or_all=True)
    return Finding(at, "unknown-name", f"there is no {kind} `{name}`", hint, key)


def same_name_faults(at: Path, names: Mapping[str, str], what: str) -> Iterator[Finding]:
    """Faults of keys that become the same Python name; `names`: key → Python name."""
    seen: dict[str, str] = {}
    for key, name in names.items():
        if name in seen:
            message = f"{what} `{seen[name]}` and `{key}` would both become `{name}` in Python"
            yield Finding((*at, key), "duplicate-name", message, "rename one of them", key=True)
        seen.setdefault(name, key)


def list_faults(at: Path, values: tuple[str | int, ...]) -> Iterator[Finding]:
    """Faults of values that must differ."""
    for index, value in enumerate(values):
        if value in values[:index]:
            yield Finding((*at, index), "duplicate-name", f"`{value}` is listed twice")
