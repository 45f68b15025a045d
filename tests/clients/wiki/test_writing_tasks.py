"""The writing tasks of the migration guide: no longer, no more requests, and shown in it as they are measured."""

import json
import re
import textwrap

import pytest

from tests.clients.wiki.conftest import ROOT
from tests.clients.wiki.migration.tasks import length
from tests.clients.wiki.migration.writing.tasks import HERE, LIBRARIES, OURS, scripts

GUIDE = ROOT / "docs/guide/migration-writing.md"
MEASURED = json.loads((HERE / "measured.json").read_text("utf-8"))
REQUESTS = MEASURED["requests"]
TASKS = list(scripts(OURS))
ROWS = [(name, library) for name in TASKS for library in LIBRARIES]


def guide() -> str:
    return GUIDE.read_text("utf-8")


def figures(name: str, library: str) -> tuple[int, int, int, int]:
    """The requests and the lines of an original, each beside ours; the same on both wikis."""
    counted = {(counts[library][name], counts[OURS][name]) for counts in REQUESTS.values()}
    ((requests, ours),) = counted
    return requests, ours, length(scripts(library)[name]), length(scripts(OURS)[name])


def test_each_task_is_there_for_each_library() -> None:
    for library in LIBRARIES:
        assert set(scripts(library)) == set(TASKS)
    assert len(ROWS) >= 30


@pytest.mark.promise("None of the new functions is longer or sends more requests")
@pytest.mark.parametrize(("name", "library"), ROWS)
def test_no_task_is_longer_or_asks_more(name: str, library: str) -> None:
    requests, our_requests, lines, ours = figures(name, library)
    assert our_requests <= requests
    assert ours <= lines


@pytest.mark.promise("The login is not counted")
def test_the_guide_gives_the_figures_that_were_measured() -> None:
    row = re.compile(r"^\| \[`(\w+)`\]\(.*\) \| (\w+) \| (.+) \|$", re.MULTILINE)
    figures_in_guide = {(name, library): counts for name, library, counts in row.findall(guide())}
    assert figures_in_guide == {row: " | ".join(map(str, figures(*row))) for row in ROWS}
    sums = [sum(column) for column in zip(*(figures(*row) for row in ROWS), strict=True)]
    assert f"**{sums[0]} requests became {sums[1]}, and {sums[2]} lines {sums[3]}**" in guide()
    for library in LIBRARIES:
        assert f"{library} {MEASURED['versions'][library]}".lower() in guide().lower()


@pytest.mark.promise("`python -m benchmarks.writing` repeats the measurement")
def test_the_guide_shows_every_script() -> None:
    blocks = re.findall(r"```python\n(.*?)```", guide(), re.DOTALL)
    blocks_in_guide = [textwrap.dedent(block) for block in blocks]
    for library in (*LIBRARIES, OURS):
        for script in scripts(library).values():
            assert f"{script}\n" in blocks_in_guide, script
