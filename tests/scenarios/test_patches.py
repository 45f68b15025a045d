"""Each change of a scenario is a few lines in few files."""

from pathlib import Path

import pytest

from .scratch import Patch

PATCHES = sorted(Path(__file__).parent.glob("*.patch"))


@pytest.mark.parametrize("path", PATCHES, ids=lambda path: path.stem)
def test_it_is_a_few_lines_in_few_files(path: Path) -> None:
    patch = Patch(path.read_text("utf-8"))
    assert 0 < len(patch.files) <= 3
    assert 0 < len(patch.lines) <= 20


def test_there_is_one_for_each_kind_of_change() -> None:
    assert len(PATCHES) == 6
