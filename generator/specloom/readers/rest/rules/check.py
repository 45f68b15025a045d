"""What every rule needs: the description, and a fault at a place in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from specloom.diagnostics import Code, Diagnostic
from specloom.documents.document import Document, fault
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.readers.rest.format import RestFile

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A description: the document for positions, and what it says."""

    document: Document
    described: RestFile

    def fault(
        self, at: Iterable[str | int], code: Code, message: str, hint: str | None = None
    ) -> Diagnostic:
        """A fault of a value."""
        return fault(self.document, tuple(at), code, message, hint)

    def key_fault(
        self, at: Iterable[str | int], code: Code, message: str, hint: str | None = None
    ) -> Diagnostic:
        """A fault of a key."""
        return fault(self.document, tuple(at), code, message, hint, key=True)

    def unknown(self, at: Path, kind: str, name: str, known: Iterable[str]) -> Diagnostic:
        """A name that stands for nothing."""
        return self.fault(
            at, "unknown-name", f"there is no {kind} `{name}`", did_you_mean_or_all(name, known)
        )


def same_name_faults(
    check: Check, at: Path, names: Mapping[str, str], what: str
) -> Iterator[Diagnostic]:
    """Faults of keys that become the same Python name; `names`: key → Python name."""
    seen: dict[str, str] = {}
    for key, name in names.items():
        if name in seen:
            message = f"{what} `{seen[name]}` and `{key}` would both become `{name}` in Python"
            yield check.key_fault((*at, key), "duplicate-name", message, "rename one of them")
        seen.setdefault(name, key)


def list_faults(check: Check, at: Path, values: tuple[str | int, ...]) -> Iterator[Diagnostic]:
    """Faults of values that must differ."""
    for index, value in enumerate(values):
        if value in values[:index]:
            yield check.fault((*at, index), "duplicate-name", f"`{value}` is listed twice")
