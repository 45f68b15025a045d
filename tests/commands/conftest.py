"""The project that `init` begins, of which each test has a copy."""

import shutil
from pathlib import Path

import pytest
from tests.warm import share

from specloom.cli.app import main


@pytest.fixture(scope="session")
def generated_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, generated once; what that leaves in this process is there for all runs, also those in copies of it."""
    folder = tmp_path_factory.mktemp("made") / "project"
    assert main(["init", str(folder)]) == 0
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    return folder


@pytest.fixture
def project(generated_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it with what the run remembers, as the current folder."""
    folder = shutil.copytree(generated_project, tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder
