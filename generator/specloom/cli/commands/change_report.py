"""Changes in the forms that people, scripts and build services read."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from specloom.changes.change import Change
from specloom.changes.kinds import ChangeKind, Effect
from specloom.changes.markup import markdown, plain
from specloom.changes.verdict import next_version
from specloom.cli.commands import annotations
from specloom.cli.commands.annotations import Finding, Level, dumped, finding, from_here
from specloom.languages.characters import revealed
from specloom.languages.markdown import Markdown, md_address, md_code, md_inline, md_text
from specloom.model.structs import Api, Model, Operation, enumerations_of, references, types_of
from specloom.model.type_use import result_names, with_inner
from specloom.readers.part_places import PartPlace
from specloom.views.reference.places import DOCS, Places

Form: TypeAlias = Literal["text", "json", "markdown", "page", "github", "gitlab", "sarif"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything there is to tell."""

    changes: Sequence[Change]
    places: Sequence[PartPlace]
    """Place of each change in the newer description, or of the part around it."""
    new: Model
    versions: Sequence["Version"]

    @property
    def listed(self) -> list[tuple[Change, PartPlace]]:
        """Changes that are listed one by one."""
        pairs = zip(self.changes, self.places, strict=True)
        return [(change, place) for change, place in pairs if change.kind != "text-changed"]

    @property
    def texts(self) -> int:
        """Number of changes that are only counted."""
        return sum(change.kind == "text-changed" for change in self.changes)

    @property
    def breaking(self) -> int:
        """Number of changes that may make a program fail."""
        return sum(change.effect == "breaking" for change in self.changes)


# --- JSON ------------------------------------------------------------------------------------------


class ChangeEntry(Struct, frozen=True, kw_only=True):
    """One change."""

    kind: ChangeKind
    api: str
    """The id of its API."""
    subject: str
    """Name of the changed part in requests and replies."""
    effect: Effect
    """The worse of `wire` and `source`."""
    wire: Effect
    """Effect on programs that send requests and read replies themselves, or by the OpenAPI documents."""
    source: Effect
    """Effect on programs that call the generated client."""
    message: str
    advice: str | None
    """Replacement to write now."""
    path: str
    """The description that says it."""
    line: int
    column: int


class Version(Struct, frozen=True, kw_only=True):
    """The verdict about a package."""

    package: str
    before: str
    after: str
    """The version that the changes ask for."""
    older_fail: bool = False
    """Packages of older versions no longer work as they did, because requests or replies changed."""


class ChangesDocument(Struct, frozen=True, kw_only=True):
    """Changes between two models."""

    breaking: int
    """Number of breaking changes."""
    changes: tuple[ChangeEntry, ...]
    versions: tuple[Version, ...]


def schema() -> str:
    """The JSON Schema of what is printed as JSON."""
    return dumped(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **msgspec.json.schema(ChangesDocument),
        }
    )


def entries(comparison: Comparison) -> tuple[ChangeEntry, ...]:
    """The changes as JSON entries."""
    return tuple(
        ChangeEntry(
            kind=change.kind,
            api=change.api,
            subject=change.subject,
            effect=change.effect,
            wire=change.wire,
            source=change.source,
            message=change.message,
            advice=change.advice or None,
            path=from_here(place.path),
            line=place.line,
            column=place.column,
        )
        for change, place in zip(comparison.changes, comparison.places, strict=True)
    )


def _json(comparison: Comparison) -> str:
    document = ChangesDocument(
        breaking=comparison.breaking,
        changes=entries(comparison),
        versions=tuple(comparison.versions),
    )
    data: Any = msgspec.to_builtins(document)
    return dumped(data)


def versions(old: Model, new: Model, changes: Sequence[Change]) -> list[Version]:
    """The next version of each package with changes."""
    before = {api.id: api.version for api in old.apis}
    return [
        Version(
            package=api.package,
            before=before[api.id],
            after=next_version(before[api.id], api_changes),
            older_fail=any(change.wire == "breaking" for change in api_changes),
        )
        for api in new.apis
        if api.id in before
        and (api_changes := [change for change in changes if change.api == api.id])
    ]


# --- Text and Markdown -----------------------------------------------------------------------------

_TITLES: dict[Effect, str] = {
    "breaking": "Breaking",
    "warning": "Not seen again",
    "addition": "Added",
    "deprecation": "Deprecated",
    "docs": "Texts and lists",
}


def text(comparison: Comparison) -> str:
    """For a terminal."""
    lines: list[str] = []
    for effect, group in groupby(comparison.listed, key=_effect):
        lines += ["", f"{_TITLES[effect]}:"] if lines else [f"{_TITLES[effect]}:"]
        for change, place in group:
            line = sentence(change).replace("\n", " ")
            lines.append(f"  {from_here(place.path)}:{place.line}: {line}")
    lines += [""] if lines else []
    lines += [_count(comparison)]
    lines += [_verdict(version) for version in comparison.versions]
    return revealed("\n".join(lines) + "\n")


def _count(comparison: Comparison) -> str:
    if not comparison.changes:
        return "specloom: no changes"
    texts = f", {comparison.texts} only in texts" if comparison.texts else ""
    count = len(comparison.changes)
    changes = f"{count} change{'' if count == 1 else 's'}"
    return f"specloom: {changes}, {comparison.breaking} breaking{texts}"


def _verdict(version: Version) -> str:
    older = "; older versions may fail now" if version.older_fail else ""
    return f"{version.package}: {version.before} becomes {version.after}{older}"


def _markdown(comparison: Comparison) -> str:
    lines: list[str] = []
    for effect, group in groupby(comparison.listed, key=_effect):
        lines += [f"### {_TITLES[effect]}", ""]
        lines += [f"- {md_inline(change.api)}: {markdown(_marked(change))}" for change, _ in group]
        lines += [""]
    if comparison.texts:
        parts = f"{comparison.texts} part{'' if comparison.texts == 1 else 's'}"
        lines += [f"Texts of {parts} read differently.", ""]
    for version in comparison.versions:
        older = " Older versions may fail now." if version.older_fail else ""
        numbers = f"{md_inline(version.before)} becomes {md_inline(version.after)}"
        lines += [f"{md_code(version.package)} {numbers}.{older}"]
    return "\n".join(lines or ["No changes."]) + "\n"


def _effect(pair: tuple[Change, PartPlace]) -> Effect:
    return pair[0].effect


def sentence(change: Change) -> str:
    """A sentence for the change: what happened, whom it concerns if not everybody, and the replacement."""
    return plain(_marked(change))


def _marked(change: Change) -> str:
    advice = f"; {change.marked_advice}" if change.marked_advice else ""
    return f"{change.marked_message}{_whom(change)}{advice}"


def _whom(change: Change) -> str:
    """The programs that a change concerns, or breaks, if these are not all."""
    if change.wire == "none":
        return " (Python only)"
    if change.source == "none":
        return " (other programs only)"
    breaks_python = change.source == "breaking" != change.wire
    return " (breaks Python only)" if breaks_python else ""


# --- Annotations -----------------------------------------------------------------------------------

_LEVEL: Mapping[Effect, Level] = {"breaking": "error", "warning": "warning"}


def findings(comparison: Comparison) -> list[Finding]:
    """Each change once, at its line of the description."""
    return [
        finding(
            place.path,
            place.line,
            place.column,
            _LEVEL.get(change.effect, "notice"),
            change.kind,
            sentence(change),
            None,
        )
        for change, place in comparison.listed
    ]


# --- A page ----------------------------------------------------------------------------------------

_SECTIONS: dict[Effect, str] = {
    "breaking": "What can break a program",
    "warning": "What was not seen again",
    "addition": "What is new",
    "deprecation": "What is deprecated",
    "docs": "Lists that depend on the site",
}


def _page(comparison: Comparison) -> str:
    """Sections of a page of documentation: a table for each effect, with a row for each operation."""
    lines: list[str] = []
    for effect, title in _SECTIONS.items():
        effect_changes = [change for change, _ in comparison.listed if change.effect == effect]
        rows = [row for api in comparison.new.apis for row in _rows(api, effect_changes)]
        if rows:
            lines += [f"## {title}", "", "| Operation | What changed |", "|---|---|", *rows, ""]
    return "\n".join(lines or ["Nothing changed.", ""])


def _rows(api: Api, changes: Sequence[Change]) -> Iterator[str]:
    """Records are those of the operations that take or return them; the rest comes last."""
    rest = [change for change in changes if change.api == api.id]
    places = Places.of(api)
    for operation in (*api.operations, *api.actions):
        records = _records(api, operation)
        operation_changes = [change for change in changes if _is_about(change, operation, records)]
        rest = [change for change in rest if change not in operation_changes]
        if operation_changes:
            address = md_address(f"../../{places.operation(operation).removeprefix(f'{DOCS}/')}")
            # The site is of the APIs as they are, which may not have it yet.
            is_new = any(change.kind == "operation-added" for change in operation_changes)
            name = md_text(operation.id) if is_new else f"[{md_text(operation.id)}]({address})"
            yield f"| {name} | {'<br>'.join(map(_cell, operation_changes))} |"
    if rest:
        yield f"| {md_text(api.title)} | {'<br>'.join(map(_cell, rest))} |"


def _is_about(change: Change, operation: Operation, records: set[str]) -> bool:
    kind = "actions" if operation.group == "action" else "operations"
    if change.at[:1] == ("records",):
        return change.at[1] in records
    return change.at[:2] == (kind, operation.id)


def _cell(change: Change) -> Markdown:
    """Without the operation, which stands beside it."""
    text = re.sub(r"`[\w=.]+: ([^`]+)`", r"`\1`", change.marked_message)
    return markdown(f"{text[:1].upper()}{text[1:]}{_whom(change)}.")


def _records(api: Api, operation: Operation) -> set[str]:
    """The records and aliases that a result or a parameter is made of."""
    parameter_records = (
        name for parameter in operation.parameters for name in references(parameter.type)
    )
    names = [*parameter_records, *result_names(operation.result)]
    return {*with_inner(types_of(api), names)} - enumerations_of(api).keys()


WRITERS: dict[Form, Callable[[Comparison], str]] = {
    "text": text,
    "json": _json,
    "markdown": _markdown,
    "page": _page,
    "github": lambda comparison: annotations.github(findings(comparison)),
    "gitlab": lambda comparison: annotations.gitlab(findings(comparison)),
    "sarif": lambda comparison: annotations.sarif(findings(comparison)),
}
"""Each form of the list."""
