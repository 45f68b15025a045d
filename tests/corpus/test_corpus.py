"""Every entry of the corpus: what is told of bad and odd input, and what is understood (see its README)."""

from pathlib import Path
from typing import Any

import pytest
import ruamel.yaml

from . import accepted
from .corpus import Entry, Outcome, entries, outcome, plain
from .process import run

ENTRIES = list(entries())


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """Let this process do once what all that come of it need."""
    folder = tmp_path_factory.mktemp("warm")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        accepted.prepare(patch)
        plain(Path(__file__).with_name("hostile.yaml"))
        yield


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_entry(entry, tmp_path, request):
    (tmp_path / "run").mkdir()
    (tmp_path / "outside").write_text("precious")
    ended = run(lambda: outcome(entry), tmp_path / "run")
    if ended.died:
        pytest.fail(ended.died, pytrace=False)
    assert ended.traces == ()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "outside", tmp_path / "run"]
    assert (tmp_path / "outside").read_text() == "precious"
    expected = entry.data["expect"]
    found = made(ended.result, expected)
    if request.config.getoption("--update-cases") and found != expected:
        update(entry, found)
    else:
        assert found == expected


def made(found: Outcome, expected: Any) -> Any:
    """The outcome in the form of `expect`: what is told, `accepted`, or the facts that it asks for."""
    if found.facts is None or not isinstance(expected, dict):
        return found.told or "accepted"
    return found.facts | ({"told": found.told} if found.told else {})


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
