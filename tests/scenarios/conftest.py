"""The repository with the change that a scenario is about."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_once import made_once
from tests.mypy_cache import fill

from .scratch import ROOT, Patch, Scratch, scratch


@pytest.fixture(scope="module")
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A copy with the `PATCH` of the module, and with what mypy knows of the program without it."""
    repository = scratch(tmp_path_factory.mktemp("scratch"))
    shutil.copytree(made_once(tmp_path_factory, "mypy", _check), repository.root / ".mypy_cache")
    patch = request.module.PATCH
    assert isinstance(patch, Patch)
    repository.apply(patch)
    return repository


def _check(cache: Path) -> None:
    fill(cache, ROOT / ".mypy_cache")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(cache), "generator/specloom"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
