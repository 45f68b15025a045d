"""Shared results of a run are made by one process, and completely."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import os, pytest, tests.made_once as subject

def make(folder):
    with (folder.parent / "made").open("a") as made:
        made.write("x")
    (folder / "file").write_text("whole")

@pytest.mark.parametrize("number", range(6))
def test_it(number, tmp_path_factory):
    folder = subject.made_once(tmp_path_factory, "thing", make)
    assert (folder / "file").read_text() == "whole"
    assert (folder.parent / "made").read_text() == "x"

def test_what_failed_is_made_again(tmp_path_factory):
    name = "broken" + os.environ.get("PYTEST_XDIST_WORKER", "")
    with pytest.raises(ZeroDivisionError):
        subject.made_once(tmp_path_factory, name, lambda folder: 1 / 0)
    assert subject.made_once(tmp_path_factory, name, lambda folder: None).is_dir()
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_it_is_made_once(workers: str, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--numprocesses", workers]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("PYTEST_XDIST_WORKER", None)  # that of the run that this test is part of
    command += ["--basetemp", str(tmp_path / "made"), str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert b" 7 passed" in done.stdout, done.stdout.decode()
