"""Ways to do a thing, measured in turns, so that a busy moment meets all of them, and compared turn by turn."""

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Way:
    """One way to do a thing."""

    name: str
    run: Callable[[], object]
    beside: str = ""
    """The way that it is compared with."""
    limit: float = 0
    """At most so many times as long; 0: only told."""
    prepare: Callable[[], None] = lambda: None


def measured(
    title: str,
    ways: Sequence[Way],
    rounds: int,
    *,
    per: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> list[str]:
    """Print the medians, of one of so many calls, and the median ratio of a turn; what is above its limit."""
    seconds: dict[str, list[float]] = {way.name: [] for way in ways}
    for number in range(rounds + 1):
        for way in ways:
            way.prepare()
            gc.collect()
            started = clock()
            result = way.run()
            if number:  # the first round warms memory and the file system
                seconds[way.name].append(clock() - started)
            del result
    print(f"\n{title} ({rounds} rounds, medians)")
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    missed: list[str] = []
    for way in ways:
        line = f"  {way.name:<58}{medians[way.name] / per * 1e3:9.3f} ms"
        if way.beside:
            # Each turn for itself: the medians of two ways may be of a quiet and of a busy moment.
            turns = zip(seconds[way.name], seconds[way.beside], strict=True)
            ratio = statistics.median(own_seconds / other for own_seconds, other in turns)
            limit = f", at most {way.limit:g}" if way.limit else ""
            line += f"   {ratio:.2f} x {way.beside}{limit}"
            if way.limit and ratio > way.limit:
                missed.append(f"{title}: {way.name} takes {ratio:.2f} x {way.beside}")
        print(line)
    return missed


def imports(libraries: str, programs: Mapping[str, float], rounds: int) -> list[str]:
    """Compare imports in processes of their own with that of libraries; each program with its limit.

    In seconds of the processor: what else the machine does would only blur them.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled

        def imported(program: str) -> Callable[[], object]:
            command = [sys.executable, "-c", program]
            return lambda: subprocess.run(command, env=environment, check=True)

        ways = [Way(libraries, imported(libraries))]
        ways += [
            Way(program, imported(program), libraries, limit) for program, limit in programs.items()
        ]
        return measured("Import, in a process of its own", ways, rounds, clock=_of_children)


def _of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def exit_code(missed: Sequence[str]) -> int:
    """Print what is above its limit; the exit code."""
    for miss in missed:
        print(miss, file=sys.stderr)
    return 1 if missed else 0
