"""The generated packages are clean under strict type checkers, and no finding is silenced."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    path.parent for path in (ROOT / "generated" / "python").glob("*/src/*/__init__.py")
)

each_package = pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.name))


def test_there_are_packages() -> None:
    assert {path.name for path in PACKAGES} >= {"seller_platform", "wiki_query"}


@each_package
def test_mypy_finds_nothing(package: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11"),
            *("--config-file", "/dev/null", "--cache-dir", str(tmp_path), package.name),
        ],
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "no issues found" in run.stdout


@each_package
def test_pyright_finds_nothing(package: Path, tmp_path: Path) -> None:
    config = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": [os.path.relpath(package, tmp_path)],
        "extraPaths": [str(package.parent)],
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pyright", "--project", str(tmp_path)),
            *("--pythonpath", sys.executable, "--outputjson"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(run.stdout)
    told = [
        f"{one['file']}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in found["generalDiagnostics"]
    ]
    assert told == []
    assert found["summary"]["filesAnalyzed"] >= len(list(package.rglob("*.py")))


@each_package
def test_nothing_is_silenced(package: Path) -> None:
    silenced = re.compile(r"#\s*(type:\s*ignore|pyright:|mypy:|noqa)")
    for path in package.rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not silenced.search(line), f"{path}:{number}"
