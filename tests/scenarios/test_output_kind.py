"""A new kind of output is a module and a row: it works with every command, and each forgotten place is reported."""

import re
import shutil
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from .scratch import LeftOut, Patch, Scratch

pytestmark = pytest.mark.exhaustive
PATCH = Patch(Path(__file__).with_name("output_kind.patch").read_text("utf-8"))
TABLE = "generator/specloom/views/kinds.py"
MODULE = "generator/specloom/views/operation_ids.py"
GUIDE = "docs/guide/commands.md"
TESTS = ("tests/views/test_kinds.py",)
"""Tests of `make quick` that see kinds of output."""
MADE = Path("generated/operations.txt")


@pytest.fixture
def project(copy: Scratch, tmp_path: Path) -> Path:
    """Outputs of the kind for a small API."""
    folder = tmp_path / "project"
    shutil.copytree(copy.root / "tests/cases/small-rest/spec", folder / "spec")
    done = copy.specloom("generate", "--only", "ids", folder=folder)
    assert done.code == 0, done.text
    return folder


def test_types_and_tests_are_content(copy: Scratch) -> None:
    done = copy.mypy("generator/specloom/views/kinds.py")
    assert done.code == 0, done.text
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text


def test_it_alone_can_be_made_and_compared(copy: Scratch, project: Path) -> None:
    assert "things.get\n" in (project / MADE).read_text("utf-8")
    assert {path.name for path in (project / "generated").iterdir()} == {"manifest.txt", MADE.name}
    assert copy.specloom("check", "--only", "ids", folder=project).code == 0
    with (project / MADE).open("a", encoding="utf-8") as file:
        file.write("edited")
    assert copy.specloom("check", "--only", "ids", folder=project).code == 1
    assert copy.specloom("generate", "--only", "ids", "--quiet", folder=project).code == 0


def test_it_is_made_with_all_others(copy: Scratch, project: Path) -> None:
    assert copy.specloom("generate", folder=project).code == 0
    assert copy.specloom("check", folder=project).code == 0
    assert str(MADE) in (project / "generated/manifest.txt").read_text("utf-8")


def test_its_name_is_known_before_anything_is_imported(copy: Scratch) -> None:
    program = "import sys; from specloom.views.kinds import NAMES; print(NAMES[-1], *sys.modules)"
    first, *imported = copy.run(sys.executable, "-S", "-c", program).text.split()
    assert first == "ids"
    assert not {"msgspec", "jinja2", "typing", "specloom.model.structs"} & {*imported}


@pytest.mark.parametrize("facet", ["owns=", "owns_of_api="])
def test_the_type_checker_names_what_the_row_lacks(copy: Scratch, facet: str) -> None:
    row = "\n".join(line[1:] for line in PATCH.lines if line.startswith("+    ") and "=" in line)
    row = row.partition("    text =")[0].rstrip()
    (line,) = re.findall(rf"^        {facet}.*$", row, re.MULTILINE)
    with copy.changed(TABLE, row, row.replace(line, "")):
        done = copy.mypy(TABLE)
    assert done.code == 1
    assert f'Missing named argument "{facet[:-1]}" for "Kind"' in done.text


@pytest.mark.parametrize(
    "left_out",
    [
        (
            (GUIDE, ", `ids`", "", "['ids'] == []"),
            (TABLE, "specloom.views.operation_ids", "specloom.views.words", "makes_outputs[ids]"),
        ),
        ((TABLE, "generated/operations.txt", "docs/ids/", "where_outputs_may_lie_and_are_no_other_kind_s[ids]"),),
        ((TABLE, "generated/operations.txt", "generated/ids/", "['generated/operations.txt'] == []"),),
        ((MODULE, 'Copy("generated/operations.txt",', 'Copy(f"generated/operations.txt{len(model.apis)}",', "['generated/operations.txt2'] == []"),),
        ((MODULE, "    yield Copy(", "    for _ in model.apis:\n        yield Copy(", "two files have one path"),),
    ],
    ids=["guide and function", "place", "another place", "place of an API", "same path"],
)  # fmt: skip
def test_tests_name_all_that_is_left_out(copy: Scratch, left_out: Collection[LeftOut]) -> None:
    assert copy.pytest_without(left_out, *TESTS) == []
