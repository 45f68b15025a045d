"""Reading of JSON: plain data, each key once."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import Document, read_text, too_deep
from specloom.documents.hidden import hidden_characters
from specloom.documents.limits import STANDARD, Grammar, Limits, NumberError, is_64_bits, number
from specloom.documents.position import (
    Lines,
    Places,
    json_places,
    json_tokens,
    line_and_column,
    repeated_keys,
)
from specloom.documents.values import items_of, members_of

_CONTAINERS = frozenset({dict, list})
_DECODER = msgspec.json.Decoder(float_hook=number)


def load_json(
    path: Path,
    display_path: str,
    diagnostics: Diagnostics,
    limits: Limits = STANDARD,
    grammar: Grammar = "json",
) -> Document | None:
    """Read a JSON file; None if that fails, with the reason in the diagnostics. Warns of invisible characters."""
    text = read_text(path, display_path, diagnostics, limits)
    document = (
        None if text is None else parse_json(text, display_path, diagnostics, limits, grammar)
    )
    if document is not None:
        diagnostics.found.extend(document.diagnostics(hidden_characters(document)))
    return document


def parse_json(
    text: str,
    display_path: str,
    diagnostics: Diagnostics,
    limits: Limits = STANDARD,
    grammar: Grammar = "json",
) -> Document | None:
    """Read a JSON text; None if that fails, with the reason in the diagnostics."""
    if not text.strip():
        diagnostics.add(Diagnostic.of_file(display_path, "empty-file", "the file contains no data"))
        return None
    try:
        data = _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        beyond = next(_beyond(text, display_path, limits, grammar), None)
        diagnostics.add(beyond or _json_fault(error, text, display_path))
        return None
    # msgspec takes integers of any length, and nesting as deep as this version of Python goes.
    is_deeper, has_long_integers = _extent(data, limits.depth)
    if is_deeper or has_long_integers:
        beyond = next(_beyond(text, display_path, limits, grammar), None)
        if beyond is not None:
            diagnostics.add(beyond)
            return None
        data = json.loads(text, parse_int=_any_integer, parse_float=number)
    if _repeats_a_key(text):  # of which msgspec takes the last without a word
        for name, (line, column) in repeated_keys(text, json.loads):
            message = f"duplicate key `{name}`"
            diagnostics.add(Diagnostic(display_path, line, column, "duplicate-key", message))
        return None
    return Document(display_path, data, text, "json", _places)


def _places(text: str) -> Places[int]:
    return json_places(text, json.loads)


def _any_integer(text: str) -> Any:
    return number(text, exact=False)


def _extent(data: Any, depth: int) -> tuple[bool, bool]:
    """Return whether lists and mappings are nested more deeply, and whether an integer has more than 64 bits."""
    has_long_integers = False
    containers: list[Any] = [[data]]
    for _ in range(depth + 1):
        values: list[Any] = [
            value
            for container in containers
            for value in (members_of(container).values() or items_of(container))
        ]
        containers = [value for value in values if type(value) in _CONTAINERS]
        has_long_integers = has_long_integers or any(
            type(value) is int and not is_64_bits(value) for value in values
        )
    return bool(containers), has_long_integers


def _beyond(text: str, display_path: str, limits: Limits, grammar: Grammar) -> Iterator[Diagnostic]:
    """Faults of exceeded limits, in the order of the text, which need not be well-formed."""
    positions = Lines(text)
    depth = 0
    for word, offset in json_tokens(text):
        if word in "{[":
            depth += 1
            if depth > limits.depth:
                yield too_deep(display_path, positions.at(offset), limits)
        elif word in "}]":
            depth -= 1
        elif re.fullmatch(r"-?[0-9][-+0-9.eE]*", word):
            try:
                number(word, exact=grammar == "json")
            except NumberError as error:
                yield Diagnostic(display_path, *positions.at(offset), "over-limit", str(error))
            except ValueError:
                return  # whoever decodes it tells


def _repeats_a_key(text: str) -> bool:
    repeats = False

    def check(pairs: list[tuple[str, Any]]) -> None:
        nonlocal repeats
        repeats = repeats or len({key for key, _ in pairs}) < len(pairs)

    json.loads(text, object_pairs_hook=check)  # whose None for each object spares a second tree
    return repeats


def _json_fault(error: Exception, text: str, display_path: str) -> Diagnostic:
    byte_match = re.search(r"\(byte (\d+)\)", str(error))
    surrogate = _lone_surrogate(text)
    if surrogate is not None:
        line, column = line_and_column(text, surrogate)
        error = ValueError("half of a surrogate pair, which is not a character")
    elif byte_match:
        before = text.encode()[: int(byte_match[1])].decode("utf-8", "ignore")
        line, column = line_and_column(text, len(before))
    else:
        line, column = line_and_column(text, len(text.rstrip()))
    problem = str(error).removeprefix("JSON is malformed: ")
    problem = re.sub(r" \(byte \d+\)", "", problem)
    return Diagnostic(
        display_path, line, column, "malformed-json", f"not well-formed JSON: {problem}"
    )


_PAIRS = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


def _lone_surrogate(text: str) -> int | None:
    """Offset of an escaped half of a surrogate pair without the other half."""
    return next((match.start() for match in _PAIRS.finditer(text) if match[1]), None)
