"""The hint to put a value in quotes: whoever follows it is not refused in that place again."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from msgspec import inspect

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.model.structs import Model
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.read import Sources, read_config, read_model
from specloom.readers.rest.format import RestFile
from specloom.readers.rest.sandbox_format import SandboxFile
from specloom.sources.config import ApiList
from tests.facts.build import written

from .corpus import Entry, entries, write
from .model_slots import Slot, places, with_text

FORMS: list[tuple[str, str, type[msgspec.Struct]]] = [
    ("hostile", "spec/apis.yaml", ApiList),
    ("hostile", "spec/shop.yaml", RestFile),
    ("hostile", "spec/own.yaml", OverlayForm),
    ("hostile", "spec/wire.yaml", OverlayForm),
    ("sandbox", "spec/sandbox.yaml", SandboxFile),
    ("model", "spec/model.yaml", Model),
]
"""The base of a file of the corpus, a file of it, and its form."""
PLACEHOLDER = "placeholder"
SCALARS = ("1.10", "true")
HINT = "put it in quotes"


def base(name: str) -> Entry:
    return next(entry for entry in entries() if entry.file.stem == name)


def faults(file: str) -> list[Diagnostic]:
    """Errors of a file, read as a run reads it, in the current folder."""
    diagnostics = Diagnostics()
    model = Path(file) if file == "spec/model.yaml" else None
    sources = Sources(Path("spec/apis.yaml"), Path(), model=model)
    config = read_config(sources, diagnostics)
    if config is not None:
        read_model(sources, config, diagnostics)
    found = diagnostics.found
    return [fault for fault in found if fault.path == file and fault.severity == "error"]


def members(form: type[msgspec.Struct], data: Any) -> Iterator[tuple[str, Slot]]:
    """The name of each text member of a form, with its first place of each kind."""
    seen: set[tuple[str, ...]] = set()
    for slot in places(inspect.type_info(form), data, Slot(())):
        names = [step for step in slot.at if isinstance(step, str)]
        kind = tuple(names[-2:])
        if not slot.is_key and kind not in seen:
            seen.add(kind)
            yield names[-1], slot


@pytest.mark.parametrize(("name", "file", "form"), FORMS)
def test_a_value_is_right_in_quotes_where_the_hint_says_so(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    file: str,
    form: type[msgspec.Struct],
    exhaustive: bool,
) -> None:
    """Each member has both scalars in an exhaustive run, otherwise one of them in turn."""
    monkeypatch.chdir(tmp_path)
    write(base(name))
    data = yaml.load(Path(file).read_text("utf-8"), yaml.CSafeLoader)
    hinted: set[str] = set()
    refused: list[str] = []
    every_pair = list(product(members(form, data), SCALARS))
    in_turn = [pair for number, pair in enumerate(every_pair) if number % 4 in (0, 3)]
    for (member, slot), scalar in every_pair if exhaustive else in_turn:
        text = written(with_text(data, slot, PLACEHOLDER))
        Path(file).write_text(text.replace(f'"{PLACEHOLDER}"', scalar), "utf-8")
        for fault in faults(file):
            if fault.hint != HINT:
                continue
            hinted.add(member)
            Path(file).write_text(text.replace(PLACEHOLDER, scalar), "utf-8")
            place = (fault.line, fault.column)
            again = [each for each in faults(file) if (each.line, each.column) == place]
            refused += [f"{slot}: {each.message}" for each in again]
    assert refused == []
    assert hinted & {"version", "summary"}
