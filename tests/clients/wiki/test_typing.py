"""Type checkers take what is right, examples and scripts of the guides among it, and flag every mistake."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.clients.checking import CHECKERS, findings
from tests.clients.wiki.conftest import PACKAGE
from tests.clients.wiki.live.test_guide import SAID, programs
from tests.clients.wiki.migration import tasks
from tests.clients.wiki.migration.writing import tasks as writing_tasks
from tests.clients.wiki.test_mistakes import FILE, SEEN

HERE = Path(__file__).parent / "typing"
PORTS: Mapping[str, Path] = {
    "ports.py": tasks.HERE / f"with_{tasks.OURS}.py",
    "writing_ports.py": writing_tasks.HERE / f"with_{writing_tasks.OURS}.py",
}
PAGES_ARE_THERE = "\n# pyright: reportTypedDictNotRequiredAccess=false\n"


@pytest.mark.promise(
    "with a type for each key",
    "mark a misspelt parameter or value, and a module in the wrong place",
    "the field is `NotRequired` in Python, so that strict type checkers require `.get` or `in`",
    "The new scripts pass mypy and pyright in strict mode, without casts",
    "pass mypy and pyright in strict mode",
)
@pytest.mark.parametrize("checker", CHECKERS)
def test_every_mistake_is_flagged_and_nothing_else(checker: str, tmp_path: Path) -> None:
    """One run for all programs: most of a run's time goes into the package that they import."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for path in (HERE / "good.py", HERE / "bad.py", FILE):
        shutil.copy(path, folder)
    for name, path in PORTS.items():
        (folder / name).write_text(path.read_text("utf-8") + PAGES_ARE_THERE, encoding="utf-8")
    for page in SAID:
        for number, program in enumerate(programs(page)):
            path = folder / f"{page}_{number}.py".replace("-", "_")
            path.write_text("\n".join(program), encoding="utf-8")
    source = (HERE / "bad.py").read_text().splitlines()
    wrong = {f"bad.py:{number}" for number, line in enumerate(source, 1) if "  # " in line}
    assert len(wrong) > 20
    wrong |= {f"{FILE.name}:{pair.line}" for pair in SEEN}
    messages = findings(checker, folder, PACKAGE, tmp_path)
    assert set(re.findall(r"^ *\S*?(\w+\.py:\d+):", "\n".join(messages), re.MULTILINE)) == wrong


@pytest.mark.promise("The new scripts pass mypy and pyright in strict mode, without casts")
def test_ports_silence_no_type_checker() -> None:
    text = PORTS["ports.py"].read_text("utf-8")
    assert [word for word in ("cast", "ignore", "Any") if word in text] == []
