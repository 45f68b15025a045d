"""A new language of templates is a module and a row: it works everywhere, and each forgotten place is reported."""

import re
import sys
from pathlib import Path

import pytest

from .scratch import Patch, Result, Scratch

pytestmark = pytest.mark.exhaustive
PATCH = Patch(Path(__file__).with_name("language.patch").read_text("utf-8"))
TABLE = "generator/specloom/rendering/languages.py"
MODULE = "generator/specloom/languages/csv.py"
PAGE = "docs/guide/template-filters.md"
TESTS = (
    "tests/guides/test_filters.py::test_the_page_is_what_the_program_says",
    "tests/languages/test_safe.py::test_no_output_holds_a_character_that_does_not_show_and_each_is_named",
)
"""Tests of `make quick` that see languages."""
RENDER = """
from pathlib import Path
from specloom.languages.python import Python
from specloom.rendering.render import Output, Renderer, View

class Row(View, frozen=True):
    text: str
    python: Python = Python("x")

Path("row.csv.j2").write_text("{{ text | csv }}\\n")
print(Renderer(Path()).render(Output("row.csv", "row.csv.j2", Row('say "no"'))), end="")
Path("row.csv.j2").write_text("{{ python }}\\n")
try:
    Renderer(Path()).render(Output("row.csv", "row.csv.j2", Row("")))
except TypeError as error:
    print(error)
"""


def test_types_and_tests_are_content(copy: Scratch) -> None:
    done = copy.mypy(TABLE)
    assert done.code == 0, done.text
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text


def test_templates_write_it_and_print_nothing_else(copy: Scratch, tmp_path: Path) -> None:
    done = copy.run(sys.executable, "-c", RENDER, folder=tmp_path)
    refused = "'x' is not safe Csv text; print it through a filter: csv"
    assert done == Result(0, f'"say ""no"""\n{refused}\n')


@pytest.mark.parametrize("facet", ['name="CSV", ', 'endings=(".csv",), ', ", problem=None"])
def test_the_type_checker_names_what_the_row_lacks(copy: Scratch, facet: str) -> None:
    with copy.changed(TABLE, facet):
        done = copy.mypy(TABLE)
    assert done.code == 1
    (name,) = re.findall(r"\w+(?==)", facet)
    assert f'Missing named argument "{name}" for "Language"' in done.text


def test_tests_name_all_that_is_left_out(copy: Scratch) -> None:
    left_out = (
        (PAGE, "## CSV: `.csv`\n", "", "python -m tests.guides.filters"),
        (MODULE, "revealed(text)", "text", "[Csv-csv]"),
    )
    assert copy.pytest_without(left_out, *TESTS) == []
