"""Places of the parts of an API in the files that it was read from, for faults that rules of the model find."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.suggestion import hint_text
from specloom.model.structs import Api

Places: TypeAlias = Callable[[Iterable[Finding]], list[Diagnostic]]
"""From findings at pointers into an API to diagnostics at the places in its files."""


def _unchanged(api: Api, _: Diagnostics) -> Api:
    return api


class Described(NamedTuple):
    """An API, and the places of its parts."""

    api: Api
    places: Places
    complete: Callable[[Api, Diagnostics], Api] = _unchanged
    """Adds the parts that are read only if all others are sound."""


def places_in(document: Document, in_file: Callable[[Finding], Finding | None]) -> Places:
    """Places in one file; `in_file` moves a finding there, or returns None where the reader has reported a cause."""

    def diagnostics(findings: Iterable[Finding]) -> list[Diagnostic]:
        moved = (in_file(finding) for finding in findings)
        return document.diagnostics(finding for finding in moved if finding is not None)

    return diagnostics


def errors_in(places: Places) -> Places:
    """Places of errors alone, where the reader has reported every warning."""

    def diagnostics(findings: Iterable[Finding]) -> list[Diagnostic]:
        return [each for each in places(findings) if each.severity == "error"]

    return diagnostics


def places_in_model(source: str) -> Places:
    """Pointers of the model, for a source whose reader does not know the places."""

    def diagnostics(findings: Iterable[Finding]) -> list[Diagnostic]:
        return [
            Diagnostic.of_file(
                source,
                finding.code,
                f"{'/'.join(map(str, finding.at))} of its model: {finding.message}",
                hint_text(finding.hint),
            )
            for finding in findings
        ]

    return diagnostics
