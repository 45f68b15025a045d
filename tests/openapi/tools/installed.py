"""Places of the tools that `tests/setup/tools.sh` downloads, and how they are run."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.node import with_node

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / ".tools"
MODULES = TOOLS / "npm/node_modules"
_QUIET = {
    "DO_NOT_TRACK": "1",
    "REDOCLY_TELEMETRY": "off",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    "NO_COLOR": "1",
}


def tool(path: str) -> str:
    """The path of a program below `.tools/`; without it the test is skipped."""
    executable = TOOLS / path
    if not executable.exists():
        pytest.skip(f"no {path} here; `sh tests/setup/tools.sh` installs it")
    return str(executable)


def program(name: str) -> str:
    """The path of a program of the system; without it the test is skipped."""
    executable = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if executable is None:
        pytest.skip(f"no {name} here; `sh tests/setup/programs.sh` installs it")
    return executable


def run(*command: str | Path, folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Output of a program; a failure shows it."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**with_node(), **_QUIET, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]}: {done.returncode}\n{done.stdout[-6000:]}"
    return done.stdout
