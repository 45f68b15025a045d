"""Environments of other interpreters: what the built packages need, kept between runs, and the packages.

`python -m tests.interpreters.environment` makes what is kept, for every interpreter that is found.
"""

import fcntl
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from tests.interpreters.discovery import FOLDER, ROOT, Interpreter, installed, versions_of_a_run
from tests.made_once import made_once
from tests.packaging.foreign import Place, build

LOCK = ROOT / "requirements" / "test.txt"
SELLER = ROOT / "generated" / "python" / "seller_platform"
WIKI = ROOT / "generated" / "python" / "wiki_query"
PROJECTS = (ROOT, SELLER, WIKI)


def environment_of(interpreter: Interpreter, factory: pytest.TempPathFactory) -> Place:
    """An environment that holds the wheels of all packages, in a folder that is called after its version."""
    needed = _needed(interpreter)
    wheels = made_once(factory, "wheels", _wheels)

    def make(folder: Path) -> None:
        environment = folder / "environment"
        _uv("venv", "--python", str(interpreter.path), str(environment))
        _install(environment, "--no-deps", *map(str, wheels.iterdir()))
        link = _site_packages(environment, interpreter) / "needed.pth"
        link.write_text(f"{needed}\n", encoding="utf-8")

    folder = made_once(factory, interpreter.version, make)
    return Place(folder, folder / "environment")


def _wheels(folder: Path) -> None:
    for project in PROJECTS:
        build(project, folder)


def _needed(interpreter: Interpreter) -> Path:
    """The folder with what the packages need, in the versions and with the hashes of the lock."""
    requirements = [project / "pyproject.toml" for project in PROJECTS]
    inputs = [str(interpreter).encode(), *(path.read_bytes() for path in (LOCK, *requirements))]
    key = sha256(b"\0".join(inputs)).hexdigest()[:12]
    folder = FOLDER / "environments" / f"{interpreter.version}-{key}"
    done = folder / "done"
    FOLDER.mkdir(exist_ok=True)
    with _locked(FOLDER / f"{interpreter.version}.lock"):
        if not done.exists():
            for old in folder.parent.glob(f"{interpreter.version}-*"):
                shutil.rmtree(old)
            _uv("venv", "--python", str(interpreter.path), str(folder))
            arguments = [word for path in requirements for word in ("--requirement", str(path))]
            _install(folder, *arguments, "--extra", "sandbox", "--constraint", str(LOCK))
            done.touch()
    return _site_packages(folder, interpreter)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _site_packages(environment: Path, interpreter: Interpreter) -> Path:
    return environment / "lib" / f"python{interpreter.version}" / "site-packages"


def _install(environment: Path, *what: str) -> None:
    python = str(environment / "bin" / "python")
    _uv("pip", "install", "--system-certs", "--python", python, *what)


def _uv(*arguments: str) -> None:
    command = [sys.executable, "-m", "uv", "--quiet", *arguments]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ChildProcessError(f"uv {' '.join(arguments)}\n{done.stdout}{done.stderr}")


def main() -> None:
    """Make what is kept, and say how long it took."""
    for interpreter in filter(None, map(installed, versions_of_a_run())):
        before = time.monotonic()
        _needed(interpreter)
        seconds = time.monotonic() - before
        print(f"tests use Python {interpreter.release} ({seconds:.1f} s for its environment)")


if __name__ == "__main__":
    main()
