"""Acceptance of warnings: those that the list of APIs accepts are not shown."""

from dataclasses import replace
from fnmatch import fnmatchcase
from os.path import relpath

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import fault
from specloom.sources.config import Acceptance, Config


def settle(config: Config, strict: bool, diagnostics: Diagnostics) -> None:
    """Remove accepted warnings, report acceptances without a warning, and be strict about the rest."""
    used: set[int] = set()
    unaccepted: list[Diagnostic] = []
    for diagnostic in diagnostics.found:
        fitting = [
            index
            for index, acceptance in enumerate(config.accept)
            if _covers(acceptance, diagnostic, config)
        ]
        used.update(fitting)
        if not fitting:
            unaccepted.append(diagnostic)
    if config.document is not None and not diagnostics:  # errors may have hidden warnings
        for index, acceptance in enumerate(config.accept):
            if index not in used:
                where = f" of kind `{acceptance.kind}`" if acceptance.kind else ""
                where += f" in {acceptance.path}" if acceptance.path else ""
                message = f"nothing warns of `{acceptance.code}`{where} any more"
                at = ("accept", index)
                unaccepted.append(
                    fault(config.document, at, "unused-acceptance", message, "remove it")
                )
    diagnostics.found[:] = (
        [replace(diagnostic, strict=True) for diagnostic in unaccepted] if strict else unaccepted
    )


def _covers(acceptance: Acceptance, diagnostic: Diagnostic, config: Config) -> bool:
    if diagnostic.code != acceptance.code or acceptance.kind not in (None, diagnostic.kind):
        return False
    if acceptance.path is None:
        return True
    path = relpath(diagnostic.path, config.folder).replace("\\", "/")
    return fnmatchcase(diagnostic.path, acceptance.path) or fnmatchcase(path, acceptance.path)
