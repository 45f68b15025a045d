"""The corpus: what the entries of the YAML files beside this module change, and what readers make of it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from specloom.diagnostics import Diagnostics, has_errors
from specloom.languages.json import encoded
from specloom.model import document as model_document
from specloom.model.structs import Model
from tests.facts.build import written

from . import accepted

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
CONTENT = {"text", "hex", "repeat", "copy"}
"""Each says what a whole file holds."""
NONE = slice(0)
SOUND = "the base is accepted"
PLAIN = "plain"
"""Text of a base wherever a text is allowed."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of a file of the corpus."""

    file: Path
    base: Mapping[str, Any]
    """Paths, and what the sound files there hold; see the README."""
    target: str
    """The file that is changed unless a change names another."""
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.file.stem}: {self.data['name']}"


@dataclass(frozen=True)
class Outcome:
    """Messages of a run, and facts of its model."""

    messages: list[str]
    facts: dict[str, Any] | None
    """Facts of the model at the places that `expect` names; None if nothing was generated."""


def entries() -> Iterator[Entry]:
    """Every entry of every file, the sound base of each file first."""
    for file in sorted(HERE.glob("*.yaml")):
        document = _loaded(file)
        base, target = document["base"], document["file"]
        sound = {"name": SOUND, "expect": "accepted"}
        for data in (sound, *document["entries"]):
            yield Entry(file, base, target, {**document.get("asked", {}), **data})


def shorter(entry: Entry) -> Entry:
    """The entry with a third of a text that is repeated many times, an odd number of times if it was odd."""
    times = entry.data.get("times", 1)
    if "everywhere" not in entry.data or times == 1:
        return entry
    return replace(entry, data={**entry.data, "times": times // 3 | times % 2})


def outcome(
    entry: Entry, looks: Collection[accepted.Look] = accepted.LOOKS, pages: slice = slice(None)
) -> Outcome:
    """Outcome of the inputs of an entry, in the current folder, which is empty.

    For accepted inputs: the facts that `expect` names, and some checks of the outputs; if a text is
    everywhere, its model and some pages.
    """
    write(entry)
    if "layout" not in looks:
        accepted.leave_layout(pytest.MonkeyPatch())  # for a process of its own
    arguments = entry.data.get("arguments", [])
    command = entry.data.get("command", "generate")
    diagnostics = accepted.run(command, *arguments)
    messages = [str(diagnostic) for diagnostic in diagnostics]
    if has_errors(diagnostics) or command != "generate":
        return Outcome(messages, None)
    if "modules" in looks:
        accepted.examine()
    if "layout" in looks:
        accepted.reread(Path("spec/model.yaml") if "--from-model" in arguments else None)
    if "everywhere" in entry.data:
        compare_with_plain(entry, pages if "pages" in looks else NONE)
    expected = entry.data["expect"]
    if not isinstance(expected, dict):
        return Outcome(messages, {})
    model = model_document.load(accepted.MODEL, "", Diagnostics())
    assert model is not None
    return Outcome(messages, {path: fact(model, path) for path in expected if path != "told"})


@cache
def plain(file: Path) -> tuple[Any, set[accepted.Kind]]:
    """The model of a file's base, and what its pages are made of."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(make(next(entry for entry in entries() if entry.file == file)))
        return built(slice(None))


def make(base: Entry) -> Path:
    """A folder in the current one with what comes of a sound base, of which this process keeps all that it can."""
    folder = Path(base.file.stem).resolve()
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        write(base)
        accepted.run("generate", *base.data.get("arguments", []))
        accepted.compile_modules()
    return folder


def compare_with_plain(entry: Entry, pages: slice) -> None:
    """See that a text has changed nothing but texts, neither in the model nor on pages."""
    model, kinds = built(pages)
    plain_model, plain_kinds = plain(entry.file)
    assert model == _with_text(plain_model, _everywhere(entry))
    assert {kind[0] for kind in kinds - plain_kinds} <= accepted.OF_TEXTS, kinds - plain_kinds
    assert accepted.are_harmless(kinds)


def built(pages: slice) -> tuple[Any, set[accepted.Kind]]:
    kinds = {kind for page in accepted.pages(pages) for kind in accepted.kinds(page)}
    return yaml.load(accepted.MODEL.read_text("utf-8"), yaml.CSafeLoader), kinds


def _with_text(data: Any, text: str) -> Any:
    """Data whose plain texts are other ones."""
    if isinstance(data, dict):
        return {key: _with_text(value, text) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_text(value, text) for value in data]
    return data.replace(PLAIN, text) if isinstance(data, str) else data


def write(entry: Entry) -> None:
    """Write the files that an entry is about."""
    for path, content in changed_files(entry).items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
    for change in _changes(entry):
        if "link" in change:
            Path(change["file"]).parent.mkdir(parents=True, exist_ok=True)
            Path(change["file"]).unlink(missing_ok=True)
            Path(change["file"]).symlink_to(change["link"])


def _changes(entry: Entry) -> list[Mapping[str, Any]]:
    return [entry.data, *entry.data.get("changes", ())]


def _everywhere(entry: Entry) -> str:
    return str(entry.data["everywhere"]) * int(entry.data.get("times", 1))


def changed_files(entry: Entry) -> dict[str, bytes]:
    """The files that an entry is about, by path."""
    files = {path: _content(source) for path, source in entry.base.items()}
    if "everywhere" in entry.data:
        text = written(_everywhere(entry))[1:-1].encode()
        files = {path: content.replace(PLAIN.encode(), text) for path, content in files.items()}
    for change in _changes(entry):
        target = change.get("file", entry.target)
        if "rename" in change:
            old, new = change["rename"].encode(), change["by"].encode()
            files = {path: content.replace(old, new) for path, content in files.items()}
        elif "replace" in change:
            files[target] = _replaced(files[target], change["replace"], change["by"])
        elif CONTENT & change.keys():
            files[target] = _content(change)
        elif change.get("delete"):
            del files[target]
    return files


def fact(model: Model, path: str) -> Any:
    """The value in a model's first API at a path such as `operations/items.get/summary`, as plain data."""
    value: Any = model.apis[0]
    for step in path.split("/"):
        if isinstance(value, dict):
            value = value[step]
        elif isinstance(value, tuple):
            parts_named = [part for part in value if step in _names(part)]
            value = parts_named[0] if parts_named else value[int(step)]
        else:
            value = getattr(value, step)
    return msgspec.json.decode(encoded(value))


def _names(part: Any) -> list[str]:
    return [getattr(part, key) for key in ("name", "id", "code") if hasattr(part, key)]


@cache
def _loaded(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)


def _content(source: str | Mapping[str, Any]) -> bytes:
    if isinstance(source, str):
        return source.encode()
    if "text" in source:
        return str(source["text"]).encode()
    if "hex" in source:
        return bytes.fromhex(source["hex"])
    if "repeat" in source:
        return str(source["repeat"]).encode() * int(source["times"])
    return (REPOSITORY / str(source["copy"])).read_bytes()


def _replaced(content: bytes, old: str, new: str) -> bytes:
    occurrences = content.count(old.encode())
    assert occurrences == 1, f"{old!r} stands {occurrences} times in the base"
    return content.replace(old.encode(), new.encode())
