"""Hostile text in one slot after the other of sound inputs: refused in words, or everything made of it is sound."""

import json
import shutil
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import Phase, given, seed, settings

from specloom.diagnostics import has_errors
from specloom.languages.description import plain_description_line
from specloom.languages.python import py_literal
from specloom.languages.shell import sh_word
from tests.facts.build import written
from tests.facts.test_rest_strings import TEXT, flat
from tests.sampling import sampled

from . import accepted
from .accepted import LOOKS
from .corpus import PLAIN, Entry, entries, make, plain, write
from .process import run

Slot = tuple[str, tuple[str | int, ...]]
"""A file and a place in it."""

BASES = [
    next(entry for entry in entries() if entry.file.stem == name) for name in ("hostile", "model")
]
HOSTILE = BASES[0]


def loaded(entry: Entry, file: str) -> Any:
    return yaml.load(str(entry.base[file]), yaml.CSafeLoader)


def places(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Places of the texts of a document."""
    if isinstance(data, str):
        yield at
    elif isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*at, key))


def slots(entry: Entry) -> list[Slot]:
    return [(file, place) for file in entry.base for place in places(loaded(entry, file))]


def with_text(data: Any, place: tuple[str | int, ...], text: str) -> Any:
    """A document with another text in one place."""
    if not place:
        return text
    data = data.copy()
    data[place[0]] = with_text(data[place[0]], place[1:], text)
    return data


@cache
def slots_on_pages() -> set[Slot]:
    """The slots whose texts pages show; made in the current folder."""
    texts = {slot: f"text{number}." for number, slot in enumerate(slots(HOSTILE)) if is_text(*slot)}
    write(HOSTILE)
    for file in HOSTILE.base:
        data = loaded(HOSTILE, file)
        for (changed, place), text in texts.items():
            data = with_text(data, place, text) if changed == file else data
        Path(file).write_text(written(data), "utf-8")
    accepted.run("generate")
    words = on_pages()
    return {slot for slot, text in texts.items() if text in words}


def is_text(file: str, place: tuple[str | int, ...]) -> bool:
    """Return True if any text is allowed there."""
    data = loaded(HOSTILE, file)
    for step in place:
        data = data[step]
    return bool(data == PLAIN)


def on_pages() -> str:
    """All that pages show, in a form in which a text is found that begins or ends a sentence."""
    return comparable(" ".join(page.root.text for page in accepted.pages()))


def comparable(text: str) -> str:
    return flat(text).replace("`", "").casefold()


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("warm"))
        accepted.prepare(patch)
        plain(HOSTILE.file)
        make(BASES[1])
        slots_on_pages()
        yield


def outcome(entry: Entry, slot: Slot, text: str, looks: Collection[accepted.Look]) -> None:
    """Fail unless all that is looked at is well with the text in the slot, in the current folder."""
    if "layout" not in looks:
        accepted.leave_layout(pytest.MonkeyPatch())  # for a process of its own
    file, place = slot
    arguments = entry.data.get("arguments", [])
    write(entry)
    Path(file).write_text(written(with_text(loaded(entry, file), place, text)), "utf-8")
    if has_errors(accepted.run("generate", *arguments)):
        return
    if "modules" in looks:
        accepted.examine()
    if "layout" in looks:
        accepted.reread(Path("spec/model.yaml") if "--from-model" in arguments else None)
    if "pages" in looks:
        look_at_pages(slot, text)


def look_at_pages(slot: Slot, text: str) -> None:
    """Fail unless pages have no new kinds of elements, and show the text."""
    kinds = {kind for page in accepted.pages() for kind in accepted.kinds(page)}
    plain_tags = {kind[0] for kind in plain(HOSTILE.file)[1]}
    assert {kind[0] for kind in kinds} <= plain_tags | accepted.OF_TEXTS
    assert accepted.are_harmless(kinds)
    if slot in slots_on_pages():
        page_text = on_pages()
        assert any(comparable(form) in page_text for form in visible_forms(text))


def visible_forms(text: str) -> tuple[str, ...]:
    """A text as it is, as a description shows it, and as JSON, Python and a shell write it."""
    in_json = json.dumps(text, ensure_ascii=False)[1:-1]
    in_shell = str(sh_word(text)).removeprefix("$").strip("'")
    return text, plain_description_line(text), in_json, py_literal(text)[1:-1], in_shell


SLOTS = [(entry, slot) for entry in BASES for slot in slots(entry)]


def first_of_each_kind() -> set[int]:
    """Numbers of the slots that are the first of their key."""
    kinds: dict[str, int] = {}
    for number, (_, (_, place)) in enumerate(SLOTS):
        kinds.setdefault([step for step in place if isinstance(step, str)][-1], number)
    return set(kinds.values())


@pytest.mark.promise(
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site."
)
@pytest.mark.parametrize("number", sampled(range(len(SLOTS)), first_of_each_kind()))
def test_texts_in_a_slot(tmp_path_factory, number, exhaustive):
    entry, slot = SLOTS[number]
    looks = LOOKS if exhaustive else LOOKS[number % 3 :][:1]

    @seed(number)
    @settings(max_examples=4 if exhaustive else 1, phases=[Phase.generate], database=None)
    @given(TEXT)
    def all_is_well(text: str) -> None:
        folder = tmp_path_factory.mktemp("slot")
        ended = run(lambda: outcome(entry, slot, text, looks), folder)
        assert (ended.died, ended.traces) == ("", ())
        shutil.rmtree(folder)

    all_is_well()
