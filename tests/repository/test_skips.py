"""A test that is skipped where nobody looks counts as failed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SKIPPED = "import pytest\n\n\ndef test_it() -> None:\n    pytest.skip('no wiki here')\n"
NOT_COLLECTED = "import pytest\n\npytest.importorskip('a_module_that_is_not_there')\n"


@pytest.mark.parametrize(("ci", "failed"), [("true", True), ("", False)])
def test_a_skip_fails_in_ci_only(tmp_path: Path, ci: str, failed: bool) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "test_one.py").write_text(SKIPPED, encoding="utf-8")
    (tmp_path / "test_two.py").write_text(NOT_COLLECTED, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors"],
        env=os.environ | {"CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    told = run.stdout.count("skipped, which CI=true does not allow")
    assert (told >= 2, run.returncode == 1) == (failed, failed), run.stdout
