"""Runs the program in a copy of this process, with other streams and rights, and without a start to wait for.

Tests of the start of an interpreter or its end start one.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from specloom.cli import entry

_FORKING = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Ended:
    """Exit code, standard output and standard error of a run."""

    code: int
    out: str
    err: str


def _nothing() -> None:
    pass


def start(
    *words: str, streams: tuple[int, int, int] = (0, 1, 2), before: Callable[[], object] = _nothing
) -> ForkProcess:
    """Begin a run with these descriptors as its streams, after what is to be done in its process."""

    def run() -> None:
        for number, descriptor in enumerate(streams):
            os.dup2(descriptor, number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
            for number, mode in enumerate(("r", "w", "w"))
        )
        before()
        sys.exit(entry.main(words))

    process = _FORKING.Process(target=run)
    process.start()
    return process


def specloom(*words: str, before: Callable[[], object] = _nothing) -> Ended:
    """A run from its beginning to its end."""
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        with open(os.devnull) as nothing, out.open("w") as to, err.open("w") as beside:
            streams = (nothing.fileno(), to.fileno(), beside.fileno())
            process = start(*words, streams=streams, before=before)
        process.join()
        assert process.exitcode is not None
        return Ended(process.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))
