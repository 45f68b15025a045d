"""Diagnostics of inputs: place, code, severity, message and remedy."""

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
"""Codes of faults with which a run cannot continue."""

WarningCode: TypeAlias = Literal[
    "contradicting-bounds",
    "hidden-character",
    "ignored-key",
    "invalid-document",
    "left-out-module",
    "left-out-parameter",
    "left-over-entry",
    "not-carried",
    "odd-default",
    "secret-default",
    "unused-acceptance",
]
"""Codes of oddities with which a run can continue."""

Code: TypeAlias = Literal[ErrorCode, WarningCode]
"""Every code there is, each explained in `docs/diagnostics.md`; a code is never given a new meaning."""

Severity: TypeAlias = Literal["error", "warning"]

SEVERITIES: Mapping[str, Severity] = {
    **dict.fromkeys(get_args(ErrorCode), "error"),
    **dict.fromkeys(get_args(WarningCode), "warning"),
}
"""Severity of each code."""


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
    """The remedy."""
    strict: bool = False
    """Found by a run that takes warnings for errors."""
    removes: tuple[str | int, ...] = ()
    """Of an entry that has lost its meaning: what of the file may be deleted."""
    kind: str | None = None
    """Of a fact that is not carried: the kind of loss."""
    pointer: str | None = field(default=None, compare=False)
    """JSON Pointer of the value in a file that holds data; a JSON file may be a single line."""

    @classmethod
    def of_file(cls, path: str, code: Code, message: str, hint: str | None = None) -> "Diagnostic":
        """One of a file as a whole."""
        return cls(path, 0, 0, code, message, hint)

    @property
    def severity(self) -> Severity:
        """Severity of its code, unless the run is strict."""
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
    """Counts of a wiki's catalogue: how much of it is generated."""

    api: str
    modules: int
    """In the catalogue."""
    generated: int
    not_queries: int
    """Modules that are neither query modules nor, where these are described from the same catalogue, actions."""
    left_out: int
    """Number of odd modules, each of which has a warning."""
    actions: int = 0
    """Of the generated: modules of other actions than `query`."""

    @property
    def is_whole(self) -> bool:
        """True if every module is generated."""
        return self.generated == self.modules

    def __str__(self) -> str:
        no_query = (
            ("is neither a query module nor an action", "are neither query modules nor actions")
            if self.actions
            else ("is not a query module", "are not query modules")
        )
        counts = ((self.not_queries, no_query), (self.left_out, ("is odd", "are odd")))
        reasons = [f"{count} {words[count != 1]}" for count, words in counts if count]
        of = f"{self.api}: {self.generated} of {self.modules} modules of the catalogue"
        return f"{of}; {', '.join(reasons)}" if reasons else of


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """Counts of the operations of an OpenAPI document: how much of each is carried."""

    api: str
    operations: int
    """In the document."""
    called: int
    """With a method whose request is the described one."""
    sayable: int
    """Called, and each value that the document allows can be given and is read as its type."""
    told: int
    """Nothing of the document is missing."""
    left_out: int
    """Without a method."""
    losses: Mapping[str, int]
    """Kind of loss → number of places."""


@dataclass(frozen=True, slots=True)
class ApiNames:
    """Names of an API that stay when its document changes."""

    methods: Mapping[str, str] = field(default_factory=dict[str, str])
    """Method and path → group and method of a client: `GET /pets` → `pets.list`."""
    classes: Mapping[str, str] = field(default_factory=dict[str, str])
    """JSON Pointer of a schema → class."""
    errors: Mapping[str, str] = field(default_factory=dict[str, str])
    """Status and type of the body of an error → class: `404 Problem` → `NotFoundError`."""


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
    documents: list[DocumentCoverage] = field(default_factory=list[DocumentCoverage])
    names: dict[str, ApiNames] = field(default_factory=dict[str, ApiNames])
    """API → the names that its lock is to have."""
    removals: list[Removal] = field(default_factory=list[Removal])

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one more."""
        self.found.append(diagnostic)

    def __bool__(self) -> bool:
        """Return whether there is an error; a run continues after warnings."""
        return has_errors(self.found)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether a run with these diagnostics has to stop."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)
