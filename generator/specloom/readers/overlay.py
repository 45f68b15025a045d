"""Overlay files: read, merged into single facts, each fact with the place it comes from."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specloom.config import BUILTIN, overlay_files
from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import Document, fault
from specloom.documents.yaml_text import load_yaml
from specloom.model import (
    Field,
    Presence,
    TypeExpression,
)
from specloom.readers import type_text
from specloom.readers.overlay_format import FieldForm, ModuleForm, OverlayForm

Path_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One entry of an overlay and where it stands."""

    value: Any
    document: Document
    pointer: tuple[str, ...]
    own: bool
    """Written by the user, not shipped with the program: what it names must exist."""
    source: str | None
    """Where the file's facts come from."""

    def fault(
        self,
        code: Code,
        message: str,
        hint: str | None = None,
        *inside: str | int,
        key: bool = False,
    ) -> Diagnostic:
        """A diagnostic at the entry, or at something inside it."""
        return fault(self.document, [*self.pointer, *inside], code, message, hint, key)


@dataclass(frozen=True, slots=True)
class Overlays:
    """Every fact of every overlay, by its path: `("modules", "allpages", "class_name")`."""

    facts: Mapping[Path_, Fact]

    def get(self, *path: str) -> Fact | None:
        """The fact at a path."""
        return self.facts.get(path)

    def value(self, *path: str) -> Any:
        """The value of the fact at a path, None where there is none."""
        fact = self.facts.get(path)
        return None if fact is None else fact.value

    def under(self, *path: str) -> dict[str, Fact]:
        """The facts one step below a path, by their last word, in the order they were read."""
        depth = len(path)
        return {
            at[-1]: fact
            for at, fact in self.facts.items()
            if len(at) == depth + 1 and at[:depth] == path
        }

    def own_modules(self) -> dict[str, Fact]:
        """Any one fact of each module that the user's overlays speak of."""
        return {at[1]: fact for at, fact in self.facts.items() if at[0] == "modules" and fact.own}


def load(names: Iterable[str], folder: Path, diagnostics: Diagnostics) -> Overlays:
    """Read the overlays an API names; what is wrong with them goes to the diagnostics."""
    shipped: dict[Path_, Fact] = {}
    own: dict[Path_, Fact] = {}
    for name in names:
        is_own = not name.startswith(BUILTIN)
        for path in overlay_files(folder, name):
            shown = str(path) if is_own else f"{name}/{path.name}"
            for at, fact in _facts(path, shown, is_own, diagnostics):
                if is_own and at in own:
                    diagnostics.add(_said_twice(at, own[at], fact))
                (own if is_own else shipped)[at] = fact
    return Overlays({**shipped, **own})


def _said_twice(at: Path_, first: Fact, second: Fact) -> Diagnostic:
    line, column = first.document.position(first.pointer, True)
    message = f"{first.document.path}:{line}:{column} tells {'.'.join(at)} already"
    return second.fault("conflicting-facts", message, "keep one of the two", key=True)


def _facts(
    path: Path, shown: str, own: bool, diagnostics: Diagnostics
) -> Iterator[tuple[Path_, Fact]]:
    document = load_yaml(path, shown, diagnostics)
    form = None if document is None else decode(document, OverlayForm, diagnostics)
    if document is None or form is None:
        return
    for at, value in _entries(form):
        yield at, Fact(value, document, at, own, form.source)


def _entries(form: OverlayForm) -> Iterator[tuple[Path_, Any]]:
    for name in ("title", "summary", "description", "version", "server", "wire"):
        value = getattr(form, name)
        if value is not None:
            yield (name,), value
    for name in (
        "groups",
        "value_lists",
        "records",
        "field_sets",
        "errors",
        "facts",
        "unspecified",
    ):
        for key, value in getattr(form, name).items():
            yield (name, key), value
    for name, module in form.modules.items():
        yield from _module_entries(name, module)


def _module_entries(name: str, module: ModuleForm) -> Iterator[tuple[Path_, Any]]:
    for key in ("class_name", "summary", "description", "group", "result", "rules"):
        value = getattr(module, key)
        if value is not None:
            yield ("modules", name, key), value
    for parameter, value in module.parameters.items():
        yield ("modules", name, "parameters", parameter), value


# --- Types and fields --------------------------------------------------------------------------------


class MalformedTypeError(ValueError):
    """A text that is no type."""


def parse_type(text: str) -> TypeExpression:
    """`list of string`, `timestamp or "infinity"` … as the model has it."""
    parsed = type_text.parse(text)
    if isinstance(parsed, type_text.Malformed):
        raise MalformedTypeError(f"`{text}` is no type: {parsed.message}")
    return parsed.type


def field(name: str, form: str | FieldForm) -> Field:
    """A field as the model has it; its type must be readable."""
    if isinstance(form, str):
        return Field(name=name, type=parse_type(form))
    by = [form.by] if isinstance(form.by, str) else form.by or []
    decided = form.optional or form.when is not None
    return Field(
        name=name,
        type=parse_type(form.type),
        format=form.format,
        presence=Presence(when=form.when, usual=form.usual) if decided else None,
        brought_by=tuple(by),
        hidden_by=form.hidden_by,
        known_values=tuple(form.known_values),
        summary=form.summary,
        observed=form.observed,
        source=form.source,
    )
