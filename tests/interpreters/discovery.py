"""Supported versions of Python that this machine has.

`python -m tests.interpreters.discovery` prints the wanted versions that it lacks, one a line.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SAMPLE = ("3.11", "3.14")
"""The first and the last; with `EXHAUSTIVE` in the environment, all are wanted."""
FOLDER = ROOT / ".interpreters"
"""Holds what `tests/setup/interpreters.sh` fetched, and the environments."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """One that runs."""

    version: str
    """As in `VERSIONS`."""
    path: Path
    release: str
    """With everything that tells it from others of its version."""


def versions_of_a_run() -> tuple[str, ...]:
    """Versions that tests use."""
    return VERSIONS if os.environ.get("EXHAUSTIVE") else SAMPLE


def installed(version: str) -> Interpreter | None:
    """The first interpreter of a version that runs."""
    for path in _candidates(version):
        release = _release(path)
        if release is not None and release.startswith(f"{version}."):
            return Interpreter(version, path, release)
    return None


def _candidates(version: str) -> Iterator[Path]:
    name = f"python{version}"
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield Path(sys.executable)
    for folder in os.get_exec_path():
        yield Path(folder, name)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/*/bin/{name}"))
    yield FOLDER / version / "usr" / "bin" / name


def _release(path: Path) -> str | None:
    """Version that an interpreter reports; None without an interpreter, or for a stand-in that fails."""
    command = [str(path), "-c", "import ctypes, ssl, sys; print(sys.version)"]
    try:
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return " ".join(completed.stdout.split()) if completed.returncode == 0 else None


if __name__ == "__main__":
    for version in versions_of_a_run():
        if installed(version) is None:
            print(version)
