"""Type checkers take what is right and flag every mistake."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.wiki.conftest import PACKAGE, ROOT

HERE = Path(__file__).parent / "typing"


def mypy(path: Path, folder: Path) -> set[int]:
    """The lines that mypy --strict flags."""
    (folder / "mypy.ini").write_text("[mypy]\nstrict = true\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(folder / "mypy.ini")]
    command += ["--cache-dir", str(folder / "mypy"), str(path)]
    done = subprocess.run(
        command, env={"MYPYPATH": str(PACKAGE), "PATH": ""}, capture_output=True, text=True
    )
    assert not done.stderr, done.stderr
    return lines(done.stdout, path, r":(\d+): error")


def pyright(path: Path, folder: Path) -> set[int]:
    """The lines that pyright flags in strict mode, unused expressions apart."""
    settings = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "extraPaths": [str(PACKAGE)],
        "reportUnusedExpression": False,
    }
    copy = folder / path.name
    copy.write_text(path.read_text())
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "-p", str(folder), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert "errors" in done.stdout or "error" in done.stdout, done.stdout + done.stderr
    return lines(done.stdout, copy, r":(\d+):\d+ - error")


def lines(output: str, path: Path, form: str) -> set[int]:
    return {int(line) for line in re.findall(re.escape(path.name) + form, output)}


Checker = Callable[[Path, Path], set[int]]
CHECKERS: list[Checker] = [mypy, pyright]


@pytest.mark.parametrize("checker", CHECKERS, ids=["mypy", "pyright"])
def test_nothing_right_is_flagged(checker: Checker, tmp_path: Path) -> None:
    assert checker(HERE / "good.py", tmp_path) == set()


@pytest.mark.parametrize("checker", CHECKERS, ids=["mypy", "pyright"])
def test_every_mistake_is_flagged(checker: Checker, tmp_path: Path) -> None:
    source = (HERE / "bad.py").read_text().splitlines()
    wrong = {number for number, line in enumerate(source, 1) if "  # " in line}
    assert len(wrong) > 30
    assert checker(HERE / "bad.py", tmp_path) == wrong
