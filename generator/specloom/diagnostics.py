"""What is wrong with an input: where, which kind of fault, how bad, what would be right."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

ErrorCode: TypeAlias = Literal[
    # files
    "missing-file",
    "unreadable-file",
    "not-utf8",
    "empty-file",
    "malformed-yaml",
    "malformed-json",
    "over-limit",
    "link-outside",
    # shape of a document
    "duplicate-key",
    "unknown-key",
    "missing-key",
    "wrong-type",
    "wrong-value",
    # meaning
    "duplicate-name",
    "invalid-name",
    "unused-name",
    "unknown-name",
    "unknown-reader",
    "unknown-overlay",
    "conflicting-facts",
    "error-reply",
    "malformed-type",
    "malformed-path",
    # outputs
    "template-fault",
    "wrong-formatter",
    "file-in-the-way",
    "missing-manifest",
    "unsafe-path",
    "unwritable-output",
    "outdated-file",
    "line-ends",
    "missing-output",
    "left-over-file",
    "foreign-file",
]
"""Of what a run cannot go on with."""

WarningCode: TypeAlias = Literal[
    "contradicting-bounds",
    "hidden-character",
    "ignored-key",
    "left-out-module",
    "left-out-parameter",
    "left-over-entry",
    "odd-default",
    "secret-default",
    "unused-acceptance",
]
"""Of what is odd and can be worked with."""

Code: TypeAlias = Literal[ErrorCode, WarningCode]
"""Every code there is, each explained in `docs/diagnostics.md`; a code is never given a new meaning."""

Severity: TypeAlias = Literal["error", "warning"]

SEVERITIES: Mapping[str, Severity] = {
    **dict.fromkeys(get_args(ErrorCode), "error"),
    **dict.fromkeys(get_args(WarningCode), "warning"),
}
"""What a code always is."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of one input."""

    path: str
    """As the user named it, or relative to the configuration's folder."""
    line: int
    """1-based; 0 where the whole file is meant."""
    column: int
    code: Code
    """Stable: a user may search for it, a page of the documentation explains it."""
    message: str
    hint: str | None = None
    """What would be right."""
    strict: bool = False
    """Found by a run that takes warnings for errors."""
    removes: tuple[str | int, ...] = ()
    """Of an entry that has lost its meaning: what of the file may be deleted."""

    @classmethod
    def of_file(cls, path: str, code: Code, message: str, hint: str | None = None) -> "Diagnostic":
        """One of a file as a whole."""
        return cls(path, 0, 0, code, message, hint)

    @property
    def severity(self) -> Severity:
        """What its code says, unless the run is strict."""
        return "error" if self.strict else SEVERITIES[self.code]

    def __lt__(self, other: "Diagnostic") -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[str, int, int, str, str, str]:
        return self.path, self.line, self.column, self.code, self.message, self.hint or ""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        hint = f"; {self.hint}" if self.hint else ""
        warning = "warning: " if self.severity == "warning" else ""
        return f"{where}: {warning}{self.code}: {self.message}{hint}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a wiki's catalogue is generated."""

    api: str
    modules: int
    """In the catalogue."""
    generated: int
    not_queries: int
    """Modules that are neither query modules nor, where these are described from the same catalogue, actions."""
    left_out: int
    """Those that are odd; there is a warning of each."""
    actions: int = 0
    """Of the generated: modules of other actions than `query`."""

    @property
    def is_whole(self) -> bool:
        """Whether every module is generated."""
        return self.generated == self.modules

    def __str__(self) -> str:
        reasons = [
            f"{count} {reason}"
            for count, reason in (
                (
                    self.not_queries,
                    (
                        "are neither query modules nor actions"
                        if self.actions
                        else "are no query modules"
                    ),
                ),
                (self.left_out, "are odd"),
            )
            if count
        ]
        of = f"{self.api}: {self.generated} of {self.modules} modules of the catalogue"
        return f"{of}; {', '.join(reasons)}" if reasons else of


@dataclass(frozen=True, slots=True)
class Removal:
    """An entry of a file of YAML that has lost its meaning and may be deleted."""

    path: str
    pointer: tuple[str | int, ...]


@dataclass(slots=True)
class Diagnostics:
    """Collects the faults of a run, so that all are reported and not only the first; and what it leaves out."""

    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    coverage: list[Coverage] = field(default_factory=list[Coverage])
    removals: list[Removal] = field(default_factory=list[Removal])

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one more."""
        self.found.append(diagnostic)

    def __bool__(self) -> bool:
        """Whether there is an error; a run goes on with warnings."""
        return has_errors(self.found)


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Whether the run that found these has to stop."""
    return any(diagnostic.severity == "error" for diagnostic in found)
