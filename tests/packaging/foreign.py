"""An empty environment in a folder outside of this repository."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_HERE = frozenset({"PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME", "SOURCE_DATE_EPOCH"})
"""Variables that would let the repository be found, or decide the time of a build."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Result of a command that has ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with an environment."""

    folder: Path
    environment: Path

    def run(
        self,
        command: str,
        *arguments: str,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> Ended:
        """Run a command of the environment."""
        executable = self.environment / "bin" / command
        return _run([str(executable), *arguments], folder or self.folder, variables)

    def install(self, *requirements: str) -> None:
        """Install something more."""
        uv = [sys.executable, "-m", "uv", "--quiet", "pip", "install", "--system-certs"]
        installed = _run([*uv, "--python", str(self.environment), *requirements], self.folder)
        assert installed.code == 0, installed.err


def build(project: Path, target: Path, kind: str = "wheel") -> Path:
    """The wheel of a project, or its `sdist`."""
    before = set(target.glob("*"))
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind]
    built = _run([*command, "--directory", str(target)], project)
    assert built.code == 0, built.err
    (archive,) = {*target.iterdir()} - before
    return archive


def extract(archive: Path, folder: Path) -> None:
    """Unpack an archive, with the check of its paths where this Python has one (3.11.4 and later)."""
    with tarfile.open(archive) as opened:
        opened.extraction_filter = getattr(tarfile, "data_filter", None)
        opened.extractall(folder)


def unpacked(sdist: Path, folder: Path) -> Path:
    """The project in an sdist."""
    extract(sdist, folder)
    (project,) = folder.iterdir()
    return project


def place_with(project: Path, folder: Path) -> Place:
    """A new place with a project, installed from the wheel that its sdist makes, and what that needs."""
    sdist = build(project, folder / "sdist", "sdist")
    wheel = build(unpacked(sdist, folder / "unpacked"), folder / "dist")
    place = Place(folder / "elsewhere", folder / "environment")
    place.folder.mkdir()
    uv = [sys.executable, "-m", "uv", "--quiet"]
    completed = _run([*uv, "venv", "--python", sys.executable, str(place.environment)], folder)
    assert completed.code == 0, completed.err
    place.install(str(wheel))
    return place


def _run(command: list[str], folder: Path, variables: Mapping[str, str] | None = None) -> Ended:
    environment = {name: value for name, value in os.environ.items() if name not in _HERE}
    environment |= variables or {}
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return Ended(run.returncode, run.stdout, run.stderr)
