"""Every entry of the corpus: messages about bad and odd input, and facts of accepted input (see its README)."""

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.languages.characters import revealed_in_json
from tests.sampling import sampled

from . import accepted
from .accepted import LOOKS
from .corpus import SOUND, Entry, Outcome, entries, make, outcome, plain, shorter
from .process import run

ENTRIES = list(entries())
HOSTILE = Path(__file__).with_name("hostile.yaml")
ACCEPTED_HOSTILE = [
    entry
    for entry in ENTRIES
    if entry.file == HOSTILE and not isinstance(entry.data["expect"], list)
]
"""Everything is made of each, in both formats, which takes longer than all other entries together."""
SAMPLE = set(ENTRIES) - set(ACCEPTED_HOSTILE) | set(ACCEPTED_HOSTILE[::3])


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """Let this process do once what all that come of it need."""
    folder = tmp_path_factory.mktemp("warm")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        accepted.prepare(patch)
        plain(HOSTILE)
        for entry in ENTRIES:
            if entry.data["name"] == SOUND and entry.file != HOSTILE:
                make(entry)
        yield


@pytest.mark.promise(
    "Every error has file, line and code",
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site.",
    "Each name, address and reference is checked",
    "An error is reported with file, line, column and a code. All errors are reported at once",
    "Two entries must not share an `id` or a `package`",
    "Your entry replaces the shipped entry in the same place",
    "Two of your files must not state the same fact",
    "If a variable holds the host, only a path can follow it",
    "It must fit the operation's `result`",
    "Rows are checked against their record",
    "reports all mistakes of the file at once",
    "begin the note on that parameter",
    "Any other file is an error",
    "Everything else is an error with its file and line",
    "The same holds for notes in a `model.yaml`",
    "Your example is left out",
    "names the module, the place and the mistake",
    "To include the module, write `corrections`",
    "Types are written as in",
    "A record that several modules return has every field that comes with a value of `prop` in one of them",
    "`wire` is the only required part",
    "is checked like a source",
    "All errors of a run are reported, not only the first one",
)
@pytest.mark.parametrize("entry", sampled(ENTRIES, SAMPLE), ids=str)
def test_entry(entry, tmp_path, request, exhaustive):
    (tmp_path / "run").mkdir()
    (tmp_path / "outside").write_text("precious")
    number = ENTRIES.index(entry)
    if exhaustive:
        ended = run(lambda: outcome(entry), tmp_path / "run")
    else:
        turn = number // 3 if entry in ACCEPTED_HOSTILE else number  # of those, a third runs
        some, look, pages = shorter(entry), LOOKS[turn % 3], slice(turn // 3 % 3, None, 3)
        ended = run(lambda: outcome(some, [look], pages), tmp_path / "run")
    if ended.died:
        pytest.fail(ended.died, pytrace=False)
    assert ended.traces == ()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "outside", tmp_path / "run"]
    assert (tmp_path / "outside").read_text() == "precious"
    expected = entry.data["expect"]
    actual = in_form(ended.result, expected)
    if request.config.getoption("--update-cases") and actual != expected:
        update(entry, actual)
    else:
        assert actual == expected


def in_form(result: Outcome, expected: Any) -> Any:
    """The outcome in the form of `expect`: messages, `accepted`, or the facts that it names."""
    if result.facts is None or not isinstance(expected, dict):
        return result.messages or "accepted"
    return result.facts | ({"told": result.messages} if result.messages else {})


def update(entry: Entry, expected: Any) -> None:
    """Write what comes out now in place of what the entry expects, and touch nothing else in its file."""
    text = entry.file.read_text("utf-8")
    entries = member(yaml.compose(text), "entries").value
    (data,) = (node for node in entries if member(node, "name").value == entry.data["name"])
    old = member(data, "expect")
    first, last = old, old
    while isinstance(last, yaml.CollectionNode) and not last.flow_style:
        last = last.value[-1][1] if isinstance(last, yaml.MappingNode) else last.value[-1]
    before, after = text[: first.start_mark.index].rstrip(), text[last.end_mark.index :]
    entry.file.write_text(f"{before}{written_as(data.flow_style, expected)}{after}", "utf-8")


def member(node: Any, name: str) -> Any:
    """The value of a mapping's member."""
    return next(value for key, value in node.value if key.value == name)


def written_as(flow: bool, expected: Any) -> str:
    """The text after `expect:`, on the same line or in lines below."""
    if isinstance(expected, str):
        return f" {expected}"
    if flow:
        return " " + revealed_in_json(json.dumps(expected, ensure_ascii=False))
    block = yaml.dump(expected, Dumper=Indented, width=10_000, allow_unicode=True, sort_keys=False)
    return "\n" + textwrap.indent(block.rstrip(), 6 * " ")


class Indented(yaml.SafeDumper):
    """Lists stand to the right of the key before them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def test_the_names_of_entries_are_distinct():
    assert len({str(entry) for entry in ENTRIES}) == len(ENTRIES)
