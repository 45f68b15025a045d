"""Type checkers take what is right, the examples of the guide among it, and flag every mistake."""

import re
import shutil
from pathlib import Path

import pytest

from tests.clients.checking import CHECKERS, findings
from tests.clients.wiki.conftest import PACKAGE
from tests.clients.wiki.live.test_guide import SAID, programs

HERE = Path(__file__).parent / "typing"


def flagged(checker: str, path: Path, folder: Path, *, may_lack: bool = True) -> set[int]:
    """The lines of a program that a checker flags."""
    messages = findings(checker, path, PACKAGE, folder, may_lack=may_lack)
    return {int(line) for line in re.findall(rf"{path.name}:(\d+):", "\n".join(messages))}


@pytest.mark.promise(
    "with a type for each key",
    "mark a misspelt parameter or value, and a module in the wrong place",
    "the field is `NotRequired` in Python, so that strict checkers ask for `.get` or `in`",
)
@pytest.mark.parametrize("checker", CHECKERS)
def test_every_mistake_is_flagged_and_nothing_else(checker: str, tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("good.py", "bad.py"):
        shutil.copy(HERE / name, folder)
    for page in SAID:
        for number, program in enumerate(programs(page)):
            path = folder / f"{page}_{number}.py".replace("-", "_")
            path.write_text("\n".join(program), encoding="utf-8")
    source = (HERE / "bad.py").read_text().splitlines()
    wrong = {f"bad.py:{number}" for number, line in enumerate(source, 1) if "  # " in line}
    assert len(wrong) > 20
    messages = findings(checker, folder, PACKAGE, tmp_path)
    assert set(re.findall(r"^ *\S*?(\w+\.py:\d+):", "\n".join(messages), re.MULTILINE)) == wrong
