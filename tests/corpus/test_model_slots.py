"""A hostile text in every place of a model document that may hold a text: refused, or all that is made is sound."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from specloom.diagnostics import Diagnostics, has_errors
from specloom.model import document as model_document
from specloom.model.rules.api import faults_of_model
from specloom.model.structs import Model
from tests.facts.build import written

from . import accepted
from .model_slots import Slot, base, slots, with_text
from .process import run

ENDS = (
    "\"\"\"'''</script><img src=x onerror=alert(1)> ``` {{ 7*7 }}{% raw %} `` ` $(touch canary) \\"
)
"""Texts that would end a literal, an element or a block, or run."""
TEXTS = {
    "one line": f"x: {ENDS}",
    "several lines": f"x\nexternalDocs: {{url: y}}\n\n## h\n```\n{ENDS}",
}
PLAIN = "plain"
WHERE = "spec/model.yaml"


def is_sound(data: Any) -> bool:
    try:
        model = msgspec.convert(data, Model)
    except msgspec.ValidationError:
        return False
    return next(faults_of_model(model), None) is None


@cache
def accepting(name: str) -> list[Slot]:
    """Places where a text is allowed, beside all others with this text."""
    data, slots_found = base(), []
    for slot in slots():
        changed = with_text(data, slot, TEXTS[name])
        if is_sound(changed):
            data = changed
            slots_found.append(slot)
    return slots_found


def filled(name: str, text: str) -> Any:
    data = base()
    for slot in accepting(name):
        data = with_text(data, slot, text)
    return data


def documents(data: Any, *arguments: str) -> dict[str, set[tuple[str, ...]]]:
    """The keys of every OpenAPI document that is made of a model, in the current folder."""
    Path("spec").mkdir()
    Path(WHERE).write_text(written(data), "utf-8")
    assert not has_errors(accepted.run("generate", "--from-model", WHERE, *arguments))
    outputs = Path("generated/openapi").glob("*.yaml")
    return {
        path.name: set(keys(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)))
        for path in outputs
    }


def all_outputs(data: Any) -> dict[str, set[tuple[str, ...]]]:
    """Make and check all outputs of a document, those for people too."""
    keys_by_file = documents(data)
    accepted.examine()
    accepted.reread(Path(WHERE))
    return keys_by_file


def keys(data: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*at, str(key))
            yield from keys(value, (*at, str(key)))
    elif isinstance(data, list):
        for value in data:
            yield from keys(value, (*at, "*"))


def test_places_are_those_of_the_classes_of_the_model() -> None:
    assert is_sound(base())
    assert len(slots()) > 335
    names = {str(slot.at[-1]) for slot in slots()}
    texts = {"title", "post_header", "subject", "key_error", "pattern", "email", "hidden_by"}
    assert texts < names


@pytest.mark.promise(
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site.",
    "is checked like a source",
)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "name", [pytest.param("one line", marks=pytest.mark.exhaustive), "several lines"]
)
def test_what_is_made_of_a_text_in_every_place_is_sound(tmp_path: Path, name: str) -> None:
    text = TEXTS[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        accepted.prepare(patch)
        for folder in ("hostile", "sound"):
            (tmp_path / folder).mkdir()
        of_hostile, of_sound = filled(name, text), filled(name, PLAIN)
        ended = [
            run(lambda: all_outputs(of_hostile), tmp_path / "hostile"),
            run(lambda: documents(of_sound, "--only", "openapi"), tmp_path / "sound"),
        ]
    assert [(end.died, end.traces) for end in ended] == [("", ()), ("", ())]
    hostile, sound = (end.result for end in ended)
    assert len(sound) == 2
    for document, known_keys in sound.items():
        new = {tuple(PLAIN if text in key else key for key in at) for at in hostile[document]}
        assert new - known_keys == set()


@pytest.mark.promise("Each name, address and reference is checked", "is checked like a source")
def test_a_refused_text_is_told_with_its_place() -> None:
    refused = [slot for slot in slots() if slot not in accepting("several lines")]
    assert len(refused) > 100
    for slot in refused[::20]:
        diagnostics = Diagnostics()
        data = with_text(base(), slot, TEXTS["several lines"])
        if slot.at[-1] == "error_value":  # refused only beside an equal `success_value`
            continue
        assert model_document.sound(written(data), WHERE, diagnostics) is None
        assert all(diagnostic.path == WHERE and diagnostic.line for diagnostic in diagnostics.found)
