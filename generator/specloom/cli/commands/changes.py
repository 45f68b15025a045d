"""The command `changes`: say what changed between two models; writes no file."""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.compare import changes as compared
from specloom.changes.kinds import Effect
from specloom.changes.verdict import next_version
from specloom.cli.commands.report import counted
from specloom.cli.console import say, write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import read_text
from specloom.documents.limits import HIGHEST
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.languages.characters import revealed, revealed_in_json
from specloom.model import document as model_document
from specloom.model.structs import Api, Model
from specloom.readers.read import Sources, read_config, read_model

Form: TypeAlias = Literal["text", "json", "markdown"]
MODEL = "generated/model.yaml"
"""Where a revision has its model, below the folder that holds `spec/`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The command line, typed."""

    old: str
    new: str | None
    config: str
    api: str | None
    form: Form
    fail_on: Literal["any", "breaking", "none"]


def changes(wanted: Wanted) -> int:
    """Print them; the exit code."""
    diagnostics = Diagnostics()
    first, dots, last = wanted.old.partition("..")
    pair = (first, last) if dots and wanted.new is None else (wanted.old, wanted.new)
    old, new = (_model(name, wanted, diagnostics) for name in pair)
    if old is not None and new is not None:
        old, new = _narrowed(old, new, wanted.api, diagnostics)
    if old is None or new is None:
        for diagnostic in sorted(diagnostics.found):
            say(str(diagnostic))
        say(f"specloom: {counted(diagnostics.found)}")
        return 2
    found = compared(old, new)
    unwritten = write(_WRITERS[wanted.form](found, _versions(old, new, found)))
    counting = {"any": found, "breaking": _breaking(found), "none": ()}
    return unwritten or (1 if counting[wanted.fail_on] else 0)


def _breaking(found: Sequence[Change]) -> list[Change]:
    return [change for change in found if change.effect == "breaking"]


# --- The models ------------------------------------------------------------------------------------


def _model(name: str | None, wanted: Wanted, diagnostics: Diagnostics) -> Model | None:
    """The model that a name means; without a name, that of the APIs as they are.

    A document need not be sound: an older one may have been so when it was written.
    """
    if name is None or name == "":
        sources = Sources(Path(wanted.config), _root(wanted))
        config = read_config(sources, diagnostics)
        return None if config is None else read_model(sources, config, diagnostics)
    if Path(name).is_file():
        text = read_text(Path(name), name, diagnostics, HIGHEST)
        return None if text is None else model_document.parse(text, name, diagnostics)
    text = _of_revision(name, _root(wanted))
    if text is None:
        message = f"`{name}` is no file, and no revision of git with {MODEL}"
        hint = "name a model.yaml, or a branch, tag or commit"
        diagnostics.add(Diagnostic.of_file(name, "missing-file", message, hint))
        return None
    return model_document.parse(text, f"{name}:{MODEL}", diagnostics)


def _root(wanted: Wanted) -> Path:
    folder = Path(wanted.config).parent
    return folder.parent if folder.name == "spec" else folder


def _of_revision(revision: str, root: Path) -> str | None:
    """The model of a revision; None where there is none, or no git."""
    command = ["git", "-C", str(root), "show", "--end-of-options", f"{revision}:./{MODEL}"]
    try:
        done = subprocess.run(  # noqa: S603 - git alone, and what follows is no option of it
            command, capture_output=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError:
        return None
    return None if done.returncode else done.stdout.decode("utf-8", errors="replace")


def _narrowed(
    old: Model, new: Model, api: str | None, diagnostics: Diagnostics
) -> tuple[Model | None, Model | None]:
    """Both, with one API alone if one is named."""
    if api is None:
        return old, new
    known = {found.id: None for model in (old, new) for found in model.apis}
    if api not in known:
        message = f"no API has the id `{api}`"
        hint = did_you_mean_or_all(api, known)
        diagnostics.add(Diagnostic.of_file("--api", "unknown-name", message, hint))
        return None, None
    only = [replace(model, apis=tuple(_named(model, api))) for model in (old, new)]
    return only[0], only[1]


def _named(model: Model, api: str) -> list[Api]:
    return [found for found in model.apis if found.id == api]


# --- What is printed -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Version:
    """The verdict about a package."""

    package: str
    before: str
    after: str


def _versions(old: Model, new: Model, found: Sequence[Change]) -> list[_Version]:
    before = {api.id: api.version for api in old.apis}
    return [
        _Version(api.package, before[api.id], next_version(before[api.id], own))
        for api in new.apis
        if api.id in before and (own := [change for change in found if change.api == api.id])
    ]


_TITLES: dict[Effect, str] = {
    "breaking": "Breaking",
    "addition": "Added",
    "docs": "Texts and lists",
}


def _text(found: Sequence[Change], versions: Sequence[_Version]) -> str:
    lines: list[str] = []
    for effect, group in groupby(found, key=_effect):
        lines += ["", f"{_TITLES[effect]}:"] if lines else [f"{_TITLES[effect]}:"]
        lines += [f"  {_line(change)}" for change in group]
    count = len(_breaking(found))
    lines += [""] if lines else []
    lines.append(
        f"specloom: {len(found)} changes, {count} breaking" if found else "specloom: no changes"
    )
    lines += [f"{to.package}: {to.before} becomes {to.after}" for to in versions]
    return revealed("\n".join(lines) + "\n")


def _markdown(found: Sequence[Change], versions: Sequence[_Version]) -> str:
    lines: list[str] = []
    for effect, group in groupby(found, key=_effect):
        lines += [f"### {_TITLES[effect]}", "", *(f"- {_line(change)}" for change in group), ""]
    lines += [f"`{to.package}` {to.before} becomes {to.after}." for to in versions]
    return revealed("\n".join(lines or ["No changes."]) + "\n")


def _json(found: Sequence[Change], versions: Sequence[_Version]) -> str:
    document = {
        "breaking": len(_breaking(found)),
        "changes": [
            {
                "kind": change.kind,
                "api": change.api,
                "subject": change.subject,
                "effect": change.effect,
                "wire": change.wire,
                "source": change.source,
                "message": change.message,
                "advice": change.advice or None,
            }
            for change in found
        ],
        "versions": [
            {"package": to.package, "before": to.before, "after": to.after} for to in versions
        ],
    }
    return revealed_in_json(json.dumps(document, indent=2, ensure_ascii=False)) + "\n"


def _effect(change: Change) -> Effect:
    return change.effect


def _line(change: Change) -> str:
    advice = f"; {change.advice}" if change.advice else ""
    whom = " (other programs only)" if change.source == "none" else ""
    whom = " (Python only)" if change.wire == "none" else whom
    return f"{change.api}: {change.message}{whom}{advice}".replace("\n", " ")


_WRITERS: dict[Form, Callable[[Sequence[Change], Sequence[_Version]], str]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
}
