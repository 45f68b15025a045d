"""The corpus: what the entries of the YAML files beside this module change, and what readers make of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from specloom import pipeline
from specloom.diagnostics import Diagnostics
from specloom.model import Model
from specloom.pipeline import Asked
from specloom.sources import Sources

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
CONTENT = {"text", "hex", "repeat", "copy"}
"""Each says what a whole file holds."""


@dataclass(frozen=True)
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
    """What a run says of its inputs, and what it understood."""

    told: list[str]
    model: Model | None
    """What was understood, unless something was told."""


def entries() -> Iterator[Entry]:
    """Every entry of every file, the sound base of each file first."""
    for file in sorted(HERE.glob("*.yaml")):
        document = _loaded(file)
        base, target = document["base"], document["file"]
        sound = {"name": "the base is accepted", "expect": "accepted"}
        for data in (sound, *document["entries"]):
            yield Entry(file, base, target, {**document.get("asked", {}), **data})


def outcome(entry: Entry, folder: Path) -> Outcome:
    """Read the inputs of an entry as `validate` does; `folder` is empty, and the current one."""
    for path, content in changed_files(entry).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    model = entry.data.get("model")
    sources = Sources(Path("spec/apis.yaml"), Path(), model=None if model is None else Path(model))
    diagnostics = Diagnostics()
    inputs = pipeline.read(Asked(sources, api=entry.data.get("api")), diagnostics)
    return Outcome(
        [str(diagnostic) for diagnostic in sorted(diagnostics.found)],
        None if inputs is None else inputs.model,
    )


def changed_files(entry: Entry) -> dict[str, bytes]:
    """The files that an entry is about, by path."""
    files = {path: _content(source) for path, source in entry.base.items()}
    for change in (entry.data, *entry.data.get("changes", ())):
        target = change.get("file", entry.target)
        if "replace" in change:
            files[target] = _replaced(files[target], change["replace"], change["by"])
        elif CONTENT & change.keys():
            files[target] = _content(change)
        elif change.get("delete"):
            del files[target]
    return files


def fact(model: Model, path: str) -> Any:
    """What a model's first API has at a path such as `operations/items.get/summary`, as plain data."""
    found: Any = model.apis[0]
    for step in path.split("/"):
        if isinstance(found, dict):
            found = found[step]
        elif isinstance(found, tuple):
            named = [part for part in found if step in _names(part)]
            found = named[0] if named else found[int(step)]
        else:
            found = getattr(found, step)
    return msgspec.json.decode(msgspec.json.encode(found))


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
    found = content.count(old.encode())
    assert found == 1, f"{old!r} stands {found} times in the base"
    return content.replace(old.encode(), new.encode())
