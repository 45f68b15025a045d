"""A folder of templates of a user's own: those that replace one of specloom's, and those that add files.

A template that adds files says in its first line, a comment of Jinja, what it is made for and which files it
makes: `{# made for each operation: generated/notes/{id}/{operation}.md #}`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import did_you_mean, did_you_mean_or_all
from specloom.rendering.languages import LANGUAGES, language_of

Occasion: TypeAlias = Literal["once", "for each API", "for each operation", "for each action"]
"""Occasion for which a template makes a file."""

_OF_API = ("id", "package")
_OF_OPERATION = (*_OF_API, "group", "operation")
PLACEHOLDERS: Mapping[Occasion, Sequence[str]] = {
    "once": (),
    "for each API": _OF_API,
    "for each operation": _OF_OPERATION,
    "for each action": _OF_OPERATION,
}
"""Placeholders in the path of a file."""
_FIRST_LINE = re.compile(r"\s*\{#[-+]?\s*made\s+(.*?)\s*[-+]?#\}", re.DOTALL)
_EXAMPLE = "{# made for each operation: generated/notes/{id}/{operation}.md #}"


@dataclass(frozen=True, slots=True)
class Added:
    """A template that adds files."""

    template: str
    """Its name in the folder."""
    occasion: Occasion
    path: str
    """Of each file, with placeholders."""


def read(
    folder: Path, shipped: Path, places: Sequence[str], diagnostics: Diagnostics
) -> tuple[Added, ...]:
    """Custom templates that add files to these places; diagnostics for those without or with a wrong effect.

    A partial of a new name is fine, since a template beside it may include it.
    """
    if not folder.is_dir():
        message = "the folder of templates does not exist"
        diagnostics.add(Diagnostic.of_file(str(folder), "missing-file", message))
        return ()
    shipped_names = {path.relative_to(shipped).as_posix() for path in shipped.rglob("*.j2")}
    added: list[Added] = []
    for path in sorted(folder.rglob("*.j2")):
        name = path.relative_to(folder).as_posix()
        first_line = _FIRST_LINE.match(_beginning(path))
        if first_line is None:
            if name not in shipped_names and not path.name.startswith("_"):
                diagnostics.add(_without_effect(path, name, shipped_names, shipped))
        elif name in shipped_names:
            message = f"this replaces specloom's own `{name}`, and makes its files"
            hint = "leave the first line out, or give the file another name"
            diagnostics.add(Diagnostic(str(path), 1, 1, "conflicting-facts", message, hint))
        else:
            occasion, _, target = first_line[1].partition(":")
            template = Added(name, cast("Occasion", occasion.strip()), target.strip())
            faults = list(_faults(template, str(path), places))
            diagnostics.found.extend(faults)
            added += [] if faults else [template]
    diagnostics.found.extend(_misnamed(folder))
    return tuple(added)


def _misnamed(folder: Path) -> Iterator[Diagnostic]:
    """Files with a template's first line, whose names are not those of templates."""
    for path in sorted(folder.rglob("*")):
        if path.suffix != ".j2" and _FIRST_LINE.match(_beginning(path)):
            message = "the name of a template ends with `.j2`"
            hint = f"call it {path.name}.j2"
            yield Diagnostic.of_file(str(path), "template-fault", message, hint)


def _beginning(path: Path) -> str:
    """Enough of a file to hold its first line; whoever renders it reads it with care."""
    if not path.is_file():  # to open a pipe is to wait
        return ""
    try:
        with path.open("rb") as file:
            return file.read(2_000).decode("utf-8", "replace")
    except OSError:
        return ""


def _without_effect(path: Path, name: str, shipped_names: set[str], shipped: Path) -> Diagnostic:
    suggestion = did_you_mean(name, shipped_names) or f"those there are lie in {shipped}."
    hint = f"{suggestion} If it adds files, let it begin with a line like {_EXAMPLE}"
    message = f"specloom has no template `{name}` that this could replace"
    return Diagnostic.of_file(str(path), "unknown-name", message, hint)


def _faults(added: Added, file: str, places: Sequence[str]) -> Iterator[Diagnostic]:
    """Faults of the first line of a template."""
    if added.occasion not in PLACEHOLDERS:
        message = f"no template can be made `{added.occasion}`"
        hint = did_you_mean_or_all(added.occasion, PLACEHOLDERS)
        yield Diagnostic(file, 1, 1, "template-fault", message, hint)
        return
    language, of_path = language_of(added.template), language_of(added.path)
    if language is None:
        endings = ", ".join(ending for row in LANGUAGES.values() for ending in row.endings)
        message = "no language is known for this name"
        hint = f"before `.j2`, end it with one of {endings}"
        yield Diagnostic.of_file(file, "template-fault", message, hint)
    elif of_path is not language:
        message = f"a template of {LANGUAGES[language].name} cannot make `{added.path}`"
        hint = f"end the path with {' or '.join(LANGUAGES[language].endings)}"
        yield Diagnostic(file, 1, 1, "template-fault", message, hint)
    if not added.path.startswith(tuple(places)):
        message = f"`{added.path}` is not a place for outputs"
        hint = f"begin the path with {' or '.join(places)}"
        yield Diagnostic(file, 1, 1, "template-fault", message, hint)
    yield from _wrong_placeholders(added, file)


def _wrong_placeholders(added: Added, file: str) -> Iterator[Diagnostic]:
    placeholders = PLACEHOLDERS[added.occasion]
    names = re.findall(r"\{(.*?)\}", added.path)
    for name in names:
        if name not in placeholders:
            message = f"what is made {added.occasion} has no `{{{name}}}` in its path"
            hint = did_you_mean_or_all(name, placeholders)
            yield Diagnostic(file, 1, 1, "unknown-name", message, hint)
    if placeholders and not {*_OF_API} & {*names}:
        message = f"what is made {added.occasion} needs `{{id}}` or `{{package}}` in its path"
        hint = "else the files of two APIs would have one name"
        yield Diagnostic(file, 1, 1, "template-fault", message, hint)
    if "operation" in placeholders and "operation" not in names:
        message = f"what is made {added.occasion} needs `{{operation}}` in its path"
        hint = "else the files of two operations would have one name"
        yield Diagnostic(file, 1, 1, "template-fault", message, hint)
