"""A test that is skipped where nobody looks counts as failed, unless it lacks what may be missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import ALLOWED as ALLOWED_TO_BE_MISSING
from tests.missing import skip_without

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SKIPPED = "import pytest\n\n\ndef test_it() -> None:\n    pytest.skip('no wiki here')\n"
NOT_COLLECTED = "import pytest\n\npytest.importorskip('a_module_that_is_not_there')\n"


ALLOWED = """\
from tests.missing import skip_without


def test_it() -> None:
    skip_without("Python 3.14", "there is no way to get it")
"""


@pytest.mark.parametrize(("ci", "failed"), [("true", True), ("", False)])
def test_a_skip_fails_in_ci_only(tmp_path: Path, ci: str, failed: bool) -> None:
    run = run_pytest(tmp_path, ci, SKIPPED, NOT_COLLECTED)
    failures = run.stdout.count("skipped, which CI=true does not allow")
    assert (failures >= 2, run.returncode == 1) == (failed, failed), run.stdout


def test_what_may_be_missing_is_shown_and_counted_in_ci(tmp_path: Path) -> None:
    run = run_pytest(tmp_path, "true", ALLOWED)
    assert run.returncode == 0, run.stdout
    assert "SKIPPED [1]" in run.stdout
    assert "no Python 3.14 here" in run.stdout
    assert "there is no way to get it" in run.stdout


def test_only_what_is_listed_with_a_reason_may_be_missing() -> None:
    assert all(ALLOWED_TO_BE_MISSING.values())
    with pytest.raises(KeyError):
        skip_without("a tool that nobody has listed", "")


def run_pytest(folder: Path, ci: str, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a folder of their own, with the settings of the real ones."""
    (folder / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    for number, text in enumerate(tests):
        (folder / f"test_{number}.py").write_text(text, encoding="utf-8")
    root = CONFTEST.parents[1]
    settings = {"CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "--continue-on-collection-errors"],
        env=os.environ | settings | {"PYTHONPATH": f"{root}:{root / 'generator'}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
