"""An interpreter is found wherever people have theirs, and a stand-in that fails is none."""

import sys
from pathlib import Path

import pytest

from tests.interpreters.discovery import installed


def command(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_one_behind_a_stand_in_that_fails_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shims, tools = tmp_path / "shims", tmp_path / "tools"
    command(shims / "python4.2", "echo 'no such version is installed' >&2; exit 127")
    real = command(tools / "python4.2", "echo '4.2.1 (of a test)'")
    monkeypatch.setenv("PATH", f"{shims}:{tools}:/usr/bin:/bin")
    interpreter = installed("4.2")
    assert interpreter is not None
    assert (interpreter.path, interpreter.release) == (real, "4.2.1 (of a test)")


def test_one_of_pyenv_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = command(tmp_path / "versions/4.2.1/bin/python4.2", "echo '4.2.1 (of a test)'")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    interpreter = installed("4.2")
    assert interpreter is not None
    assert interpreter.path == real


def test_one_that_is_another_version_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(tmp_path / "python4.2", "echo '4.20.1 (of a test)'")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installed("4.2") is None


def test_the_one_that_runs_the_tests_is_its_version() -> None:
    interpreter = installed(f"{sys.version_info.major}.{sys.version_info.minor}")
    assert interpreter is not None
    assert interpreter.path == Path(sys.executable)
