"""Reading of JSON: plain data, each key once."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, read_text
from specloom.documents.position import Places, json_places, line_and_column


def load_json(path: Path, shown: str, diagnostics: Diagnostics) -> Document | None:
    """Read a JSON file; None when it could not be read, with the reason in the diagnostics."""
    text = read_text(path, shown, diagnostics)
    return None if text is None else parse_json(text, shown, diagnostics)


def parse_json(text: str, shown: str, diagnostics: Diagnostics) -> Document | None:
    """The same for a text that is at hand."""
    if not text.strip():
        diagnostics.add(Diagnostic(shown, 0, 0, "empty-file", "the file holds no data"))
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        diagnostics.add(_json_fault(error, text, shown))
        return None
    if _repeats_a_key(text):
        for name, (line, column) in json_places(text, json.loads)[1]:
            message = f"`{name}` stands here a second time"
            diagnostics.add(Diagnostic(shown, line, column, "duplicate-key", message))
        return None
    return Document(shown, data, text, "json", _places)


def _places(text: str) -> Places:
    return json_places(text, json.loads)[0]


def _repeats_a_key(text: str) -> bool:
    repeats = False

    def check(pairs: list[tuple[str, Any]]) -> None:
        nonlocal repeats
        repeats = repeats or len({key for key, _ in pairs}) < len(pairs)

    json.loads(text, object_pairs_hook=check)
    return repeats


def _json_fault(error: Exception, text: str, shown: str) -> Diagnostic:
    found = re.search(r"\(byte (\d+)\)", str(error))
    if found:
        before = text.encode()[: int(found[1])].decode("utf-8", "ignore")
        line, column = line_and_column(text, len(before))
    elif "truncated" in str(error):
        line, column = line_and_column(text, len(text.rstrip()))
    else:
        line, column = 0, 0
    problem = str(error).removeprefix("JSON is malformed: ")
    problem = re.sub(r" \(byte \d+\)", "", problem)
    if isinstance(error, RecursionError):
        problem = "nested too deeply"
    return Diagnostic(shown, line, column, "malformed-json", f"not well-formed JSON: {problem}")
