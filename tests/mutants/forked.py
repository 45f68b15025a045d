"""Runs tests in processes forked from one that has imported what they need, but nothing of this repository.

Importing takes most of the time that a mutant lives.
"""

import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

import pytest

FORKING = get_context("forkserver")
FORKING.set_forkserver_preload(
    ["hypothesis.strategies", "anyio.pytest_plugin", "trio", "syrupy", "xdist", "httpx", "msgspec"]
)


def passes(folder: Path, arguments: Sequence[str], seconds: float | None) -> bool:
    """Return True if the tests of a copy of the repository pass, and in time."""
    run = FORKING.Process(target=_run, args=(folder, arguments))
    run.start()
    run.join(seconds)
    if run.is_alive() and run.pid:
        os.killpg(run.pid, signal.SIGKILL)  # with the servers that tests have started
        run.join()
    return run.exitcode == 0


def _run(folder: Path, arguments: Sequence[str]) -> None:
    os.setsid()
    os.chdir(folder)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.dont_write_bytecode = True
    sys.path[0] = str(folder)
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--exhaustive"]
    sys.exit(pytest.main([*options, *arguments]))
