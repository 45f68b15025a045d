"""A test and all that it has started end, or fail with the place where they hang."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.ending import join

SETTINGS = Path(__file__).parents[2] / "pyproject.toml"
HANGING = """\
import threading, time

def wait_in_a_thread(): time.sleep(60)

def test_it():
    threading.Thread(target=wait_in_a_thread, daemon=True).start()
    time.sleep(60)
"""


def test_a_thread_that_does_not_end_fails_with_its_stack() -> None:
    done = Event()
    thread = Thread(target=done.wait, name="server", daemon=True)
    thread.start()
    with pytest.raises(AssertionError, match=r"(?s)server has not ended after 0.01 s.*in wait"):
        join(thread, 0.01)
    done.set()
    join(thread)


@pytest.mark.parametrize(
    "workers", [(), ("-p", "xdist", "--numprocesses", "1")], ids=["one", "xdist"]
)
def test_a_test_that_hangs_fails_with_all_stacks(tmp_path: Path, workers: tuple[str, ...]) -> None:
    assert "\ntimeout = 120" in SETTINGS.read_text(encoding="utf-8")
    (tmp_path / "test_it.py").write_text(HANGING, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "pytest_timeout", "-o", "timeout=0.5", *workers],
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "Timeout (>0.5s)" in run.stdout
    assert "in wait_in_a_thread" in run.stdout + run.stderr
