"""Texts of the outputs, and their differences after a fact has changed."""

import html
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET

from specloom.model import document as model_document
from specloom.model.facts import FACTS
from specloom.model.structs import Model

from .build import Built
from .phrases import FIELDS, PHRASES, TYPES

KINDS = {"client": "python", "openapi": "openapi", "codegen": "openapi", "page": "reference"}
OUTPUTS = {
    "rest": ("model", "client", "openapi", "page"),
    "paraminfo": ("model", "client", "openapi", "codegen", "page"),
}
"""Outputs of an API, by the reader of its source; wikis have a second OpenAPI document."""
ONE_SIDED = {
    ("group", "summary"),
    ("operation", "class_name"),
    ("operation", "description"),
    ("result", "container"),
    ("result", "selector"),
}
"""Keys that only the second document shows, by part: it has an operation for each module."""
KEYS = {"secret": "sensitive", "maximum_items": "limit", "example": "example_value"}
"""Members of a parameter whose key in the tables of tests is another: the key of an API is a secret, too, and a
server has an example."""
Claim: TypeAlias = tuple[str, str]
"""A key of the model and one value; without a value, that it holds."""


class Change(NamedTuple):
    """The lines that only one of two outputs has, in one piece each."""

    gone: str
    new: str


def changed(before: Built, after: Built, output: str) -> Change:
    """Differences in an output."""
    old, new = lines(before, output), lines(after, output)
    return Change(_piece(old, new), _piece(new, old))


@cache
def lines(built: Built, output: str) -> dict[str, int]:
    """Every line of an output and how often it is there; its package has the same name in each."""
    if output == "model":
        document = model_document.dump(Model(apis=(built.api,)))
        texts: Mapping[str, bytes] = {"model.yaml": document.encode()}
    else:
        paths = [path for path in built.paths(KINDS[output]) if _is_read(path, output)]
        texts = built.files(KINDS[output], *paths)
    package = built.api.package
    counts_by_line: dict[str, int] = {}
    for path, content in texts.items():
        for line in _lines(path, content, output, package):
            counts_by_line[line] = counts_by_line.get(line, 0) + 1
    return counts_by_line


def _is_read(path: str, output: str) -> bool:
    if "/_runtime/" in path or path.endswith((".json", "/_description.py")):
        return False  # the same for all; what the document in YAML says; a hash of everything
    return output not in ("openapi", "codegen") or (".codegen." in path) == (output == "codegen")


@lru_cache(maxsize=1000)
def _lines(path: str, content: bytes, output: str, package: str) -> tuple[str, ...]:
    names = "|".join((package, package.replace("_", "-"), package.upper()))
    text = re.sub(names, "package", content.decode())
    if path.endswith(".py"):
        compile(text, path, "exec", dont_inherit=True)
    if output in ("openapi", "codegen"):
        text = _SAMPLES.sub("", _DIGEST.sub("", text))
    if output == "page":
        text = re.sub(r"\\([^\w\s])", r"\1", html.unescape(text))
    return tuple(line.strip() for line in text.splitlines())


_SAMPLES = re.compile(r"^( *)x-codeSamples:\n(?:\1 .*\n|\n)*", re.MULTILINE)
"""Calls of the client, which show its names; the output `python` is asked about those."""
_DIGEST = re.compile(r"\+[0-9a-f]{8}(?=\"$)", re.MULTILINE)
"""Of the document, which has the samples."""


def _piece(lines_left: Mapping[str, int], lines_right: Mapping[str, int]) -> str:
    return " ".join(line for line, count in lines_left.items() if count > lines_right.get(line, 0))


# --- What is claimed -----------------------------------------------------------------------------------


def claims(key: str, value: Any) -> Iterator[Claim]:
    """Claims of a fact of the model, one value at a time."""
    if value is True:
        yield key, ""
    elif isinstance(value, Mapping):
        for inner, member in value.items():
            yield from claims(f"{key}.{inner}", member)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from claims(key, item)
    elif key == "type" and value is not None:
        yield from (
            ("type", word) for word in re.findall(r"\w+", value) if word not in ("of", "or")
        )
    elif value is not None and value is not False:
        yield key, str(value)


def faults(
    change: Change, output: str, reader: str, part: str, key: str, before: Any, after: Any
) -> list[str]:
    """Missing claims of a changed fact of a kind of part in an output."""
    old, new = set(claims(key, before)), set(claims(key, after))
    side, opposite = (change.new, change.gone) if new - old else (change.gone, change.new)
    messages: list[str] = []
    for claim in (new - old) or (old - new):
        for pattern in _patterns(claim, output, reader, part):
            where = opposite if pattern.startswith("!") else side
            if not re.search(pattern.removeprefix("!"), where):
                messages.append(f"{output} does not say {pattern} of {key}, only: {where}")
    return messages


def _patterns(claim: Claim, output: str, reader: str, part: str) -> list[str]:
    key, value = claim
    of_field = FIELDS.get(key) if part == "field" and reader == "rest" else None
    phrases = TYPES.get(value, {}) if key == "type" else of_field or PHRASES.get(key, {})
    client = "rest" if reader == "rest" else "wiki"
    name = {"client": client, "codegen": "openapi"}.get(output, output)
    phrase = phrases.get(name)
    rows = [] if of_field else list(_rows(key, name))
    if phrase is None and not rows:
        return [rf"(?<!\w){re.escape(value)}(?!\w)" if value else ""]
    patterns = [phrase] if isinstance(phrase, str) else phrase or ()
    return [pattern.replace("{}", re.escape(value)) for pattern in (*patterns, *rows)]


def _rows(key: str, output: str) -> Iterator[str]:
    """Patterns of what the tables of facts have an output say."""
    for row in FACTS:
        if KEYS.get(row.name, row.name) == key and row.only is UNSET and not row.words:
            forms = {
                "openapi": [row.document],
                "page": [row.mark and f"**{row.mark}**", row.page or (row.term and "`{}`")],
            }
            for form in filter(None, forms.get(output, [getattr(row, output, "")])):
                words = map(re.escape, re.split(r"\{(?:and|or|)\}", form))
                yield ".*{}.*".join(words).replace("`", "(?:`|</?code>)")
