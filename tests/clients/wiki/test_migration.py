"""The scripts of the migration guide: shorter, strictly typed, and shown in it as they are tested."""

import json
import re
import textwrap

import pytest

from tests.clients.wiki.conftest import ROOT
from tests.clients.wiki.migration.tasks import HERE, LIBRARIES, OURS, length, scripts

GUIDE = ROOT / "docs/guide/migration.md"
MEASURED = json.loads((HERE / "measured.json").read_text("utf-8"))
PORTS = scripts(OURS)
ORIGINALS = [(library, name) for library in LIBRARIES for name in scripts(library)]


def test_each_library_is_compared() -> None:
    assert set(PORTS) == {name for _, name in ORIGINALS}
    assert len(PORTS) >= 15


def figures(library: str, name: str) -> tuple[int, int, int, int]:
    """The requests and the lines of an original, each beside the port's."""
    requests = MEASURED[library]["requests"][name], MEASURED[OURS]["requests"][name]
    return *requests, length(scripts(library)[name]), length(PORTS[name])


FIGURES = {(name, library): figures(library, name) for library, name in ORIGINALS}
SUMS = [sum(column) for column in zip(*FIGURES.values(), strict=True)]


@pytest.mark.promise("1,135 requests became 35, and 123 lines 57")
def test_ports_are_no_longer_and_ask_less() -> None:
    for requests, ours, lines, ported in FIGURES.values():
        assert ours < requests
        assert ported <= lines
    assert len({name for (name, _), (*_, lines, ported) in FIGURES.items() if ported < lines}) >= 15
    assert SUMS[3] < SUMS[2] / 1.5


@pytest.mark.promise("`python -m benchmarks.migration` repeats the measurement")
def test_the_guide_shows_every_script() -> None:
    blocks = re.findall(r"```python\n(.*?)```", _guide(), re.DOTALL)
    blocks_in_guide = [textwrap.dedent(block) for block in blocks]
    for library in (*LIBRARIES, OURS):
        for script in scripts(library).values():
            assert f"{script}\n" in blocks_in_guide, script


@pytest.mark.promise(
    "requests sent to the same wiki for the same output",
    "1,135 requests became 35",
    "1,135 requests became 35, and 123 lines 57",
)
def test_the_guide_gives_the_figures_that_were_measured() -> None:
    row = re.compile(r"^\| \[`(\w+)`\]\(.*\) \| (\w+) \| (.+) \|$", re.MULTILINE)
    figures_in_guide = {
        (name, library): figures_text for name, library, figures_text in row.findall(_guide())
    }
    assert figures_in_guide == {task: " | ".join(map(str, row)) for task, row in FIGURES.items()}
    requests, our_requests, lines, ported = SUMS
    figures_text = f"**{requests:,} requests became {our_requests}, and {lines} lines {ported}**"
    assert figures_text in _guide()


@pytest.mark.promise("`python -m benchmarks.migration` repeats the measurement")
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_guide_names_the_version_that_was_measured(library: str) -> None:
    version, connecting = MEASURED[library]["version"], MEASURED[library]["connecting"]
    form = rf"\| {library} {re.escape(version)} \| .* \| {connecting} \|"
    assert re.search(form, _guide(), re.IGNORECASE)


@pytest.mark.promise("All of them ran against one test wiki and print the same output")
def test_what_an_original_does_not_find_is_told() -> None:
    counts_of_lines = {
        name: (MEASURED[library]["lines_printed"][name], MEASURED[OURS]["lines_printed"][name])
        for library, name in ORIGINALS
    }
    ((less, all_there_is),) = {lines for lines in counts_of_lines.values() if lines[0] != lines[1]}
    assert f"**loses {all_there_is - less} of {all_there_is} links**" in _guide()


def _guide() -> str:
    return GUIDE.read_text("utf-8")
