"""A file as plain data, and a position in it for every fault.

A file is read to plain data by the fastest way there is (`yaml_text.py`, `json_text.py`). Only when something is
wrong is it read a second time to find lines and columns, and validated against the JSON Schema of the
expected struct (`misfit.py`), so that every fault is reported and not only the first.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.file import TooLargeError, read_bytes
from specloom.documents.limits import HIGHEST, Limits
from specloom.documents.position import (
    Places,
    Pointer,
    Position,
    json_pointer,
    line_and_column,
)
from specloom.documents.suggestion import Hint, hint_text


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of plain data, without its position in the file."""

    at: Pointer
    code: Code
    message: str
    hint: Hint = None
    key: bool = False
    """Meant is the key, not its value."""
    character: tuple[str, int] | None = None
    """The text at hand, and which of its characters is meant, where the file writes it in one piece."""
    kind: str | None = None
    """Of a fact that is not carried: the kind of loss."""


@dataclass(slots=True)
class Document:
    """One file as plain data (dict, list, str, int, float, bool, None)."""

    path: str
    """As it is shown in diagnostics."""
    data: Any
    text: str
    language: Literal["yaml", "json"]
    find_places: Callable[[str], Places[Any]]
    """From the text to where everything in it stands."""
    _places: Places[Any] | None = None

    def position(self, pointer: Pointer, key: bool = False) -> Position:
        """Line and column of a value or its key; if absent, those of the value around it."""
        if self._places is None:
            self._places = self.find_places(self.text)
        place = self._places.find(pointer)
        return place.key if key else place.value

    def diagnostics(self, findings: Iterable[Finding]) -> list[Diagnostic]:
        """Diagnostics for findings, each with its position."""
        return [
            Diagnostic(
                self.path,
                *self._position_of(each),
                each.code,
                each.message,
                hint_text(each.hint),
                kind=each.kind,
                pointer=json_pointer(each.at),
            )
            for each in findings
        ]

    def _position_of(self, finding: Finding) -> Position:
        line, column = self.position(finding.at, finding.key)
        if finding.character is None:
            return line, column
        text, offset = finding.character
        source = self.text.splitlines()[line - 1][column - 1 :]
        quote = 1 if source[:1] in "'\"" else 0
        is_whole = source[quote:].startswith(text)
        return line, column + quote + offset if is_whole else column


def fault(
    document: Document,
    pointer: Pointer,
    code: Code,
    message: str,
    hint: Hint = None,
    key: bool = False,
) -> Diagnostic:
    """A diagnostic at a value of a document, or at its key."""
    return document.diagnostics([Finding(pointer, code, message, hint, key)])[0]


def read_text(
    path: Path, display_path: str, diagnostics: Diagnostics, limits: Limits
) -> str | None:
    """The text of a UTF-8 file, without a byte order mark."""
    try:
        return read_bytes(path, limits.megabytes * 1_000_000).decode("utf-8-sig")
    except FileNotFoundError:
        problem = Diagnostic.of_file(display_path, "missing-file", "there is no such file")
    except TooLargeError as error:
        hint = "raise `limits.megabytes` in the list of APIs if that is right"
        problem = Diagnostic.of_file(display_path, "over-limit", str(error), hint)
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace")
        line, column = line_and_column(before, len(before))
        byte = error.object[error.start]
        message = f"byte 0x{byte:02x} is not UTF-8"
        problem = Diagnostic(
            display_path, line, column, "not-utf8", message, "save the file as UTF-8"
        )
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or error}"
        problem = Diagnostic.of_file(display_path, "unreadable-file", message)
    diagnostics.add(problem)
    return None


def too_deep(display_path: str, position: Position, limits: Limits) -> Diagnostic:
    """The diagnostic at the first list or mapping that is nested too deeply."""
    message = f"nested too deeply: {limits.depth} lists and mappings stand around this"
    is_highest = limits.depth == HIGHEST.depth
    hint = None if is_highest else "raise `limits.depth` in the list of APIs if that is right"
    return Diagnostic(display_path, *position, "over-limit", message, hint)
