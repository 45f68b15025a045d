"""The folders and files of tests that other places name."""

import re
from pathlib import Path

from tests.conftest import HERE, LONG

ROOT = Path(__file__).parents[2]


def test_every_folder_of_tests_is_in_the_table_and_no_other() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    _, _, table = text.partition("| Folder of `tests/` | Question |\n|---|---|\n")
    rows = table.partition("\n\n")[0].splitlines()
    folders = [
        name for row in rows for name in re.findall(r"`(\w+)/`(?: \(of .*?\))?", row.split("|")[1])
    ]
    modules = (ROOT / "tests").glob("[a-z]*/*.*")
    assert sorted(folders) == sorted({path.parent.name for path in modules})


def test_files_that_are_run_first_exist() -> None:
    assert [name for name in LONG if not (HERE / name).is_file()] == []
