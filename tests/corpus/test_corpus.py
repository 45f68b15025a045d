"""Every entry of the corpus: what is told of bad and odd input, and what is understood (see its README)."""

from typing import Any

import pytest
import ruamel.yaml

from tests.corpus.corpus import Entry, Outcome, entries, fact, outcome

ENTRIES = list(entries())


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_entry(entry, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    found = outcome(entry, tmp_path)
    expected = entry.data.get("expect")
    if request.config.getoption("--update-cases") and made(found, expected) != expected:
        update(entry, made(found, expected))
    else:
        assert made(found, expected) == expected


def made(found: Outcome, expected: Any) -> Any:
    """The outcome in the form of `expect`: what is told, `accepted`, or the facts that it asks for."""
    if found.model is None or not isinstance(expected, dict):
        return found.told or "accepted"
    facts = {path: fact(found.model, path) for path in expected if path != "told"}
    return facts | ({"told": found.told} if found.told else {})


def update(entry: Entry, expected: Any) -> None:
    """Write what comes out now into the entry's file, and leave the rest of it as it is."""
    text = ruamel.yaml.YAML()
    text.preserve_quotes = True
    text.width = 10_000
    text.indent(mapping=2, sequence=4, offset=2)
    document = text.load(entry.file)
    for data in document["entries"]:
        if data["name"] == entry.data["name"]:
            data["expect"] = expected
    text.dump(document, entry.file)


def test_the_names_of_entries_are_distinct():
    assert len({str(entry) for entry in ENTRIES}) == len(ENTRIES)
