"""How long the commands take, beside what Python needs to import their libraries on the same machine.

Runs of all kinds take turns, so that a busy moment meets all of them; medians are compared, and the
command fails when a ratio is above its limit.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PARTS = ("generator", "spec", "templates")


@dataclass(frozen=True)
class Run:
    """One thing to measure."""

    name: str
    arguments: tuple[str, ...]
    prepare: Callable[[], None] = lambda: None
    beside: str = ""
    """The run that it is compared with."""
    limit: float = 0
    """At most so many times as long; 0: only told."""


def runs(folder: Path) -> list[Run]:
    """Everything that is measured, on a copy of the program and its inputs."""
    root = folder / "root"
    where = ("--quiet", "--config", str(folder / "spec" / "apis.yaml"), "--out", str(root))

    def nothing_there() -> None:
        shutil.rmtree(root, ignore_errors=True)

    def no_cache() -> None:
        shutil.rmtree(root / ".specloom", ignore_errors=True)

    def one_page_missing() -> None:
        (root / "docs/reference/index.md").unlink(missing_ok=True)

    generate = ("-m", "specloom", "generate", *where)
    check = ("-m", "specloom", "check", *where)
    return [
        Run("import yaml", ("-c", "import yaml")),
        Run("import yaml, jinja2, black", ("-c", "import yaml, jinja2, black")),
        Run(
            "generate, nothing there",
            generate,
            nothing_there,
            beside="import yaml, jinja2, black",  # only told: black lays out every file
        ),
        Run("generate, nothing changed", generate, beside="import yaml", limit=1.5),
        Run("generate, one page missing", generate, one_page_missing, "import yaml, jinja2, black"),
        Run("generate, no cache", generate, no_cache, "import yaml, jinja2, black"),
        Run("check", check, beside="import yaml, jinja2, black"),
        Run(
            "validate", ("-m", "specloom", "validate", *where), beside="import yaml, jinja2, black"
        ),
    ]


def seconds(run: Run, environment: Mapping[str, str]) -> float:
    """How long one run takes."""
    run.prepare()
    started = time.perf_counter()
    subprocess.run([sys.executable, *run.arguments], env=environment, check=True)
    return time.perf_counter() - started


def measure(repetitions: int) -> dict[str, float]:
    """The median of each run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in PARTS:
            shutil.copytree(REPOSITORY / part, folder / part)
        environment = {**os.environ, "PYTHONPATH": str(folder / "generator")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
        measured = runs(folder)
        times: dict[str, list[float]] = {run.name: [] for run in measured}
        for repetition in range(repetitions + 1):
            for run in measured:
                taken = seconds(run, environment)
                if repetition:  # the first round warms the file system's memory
                    times[run.name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> int:
    """Print a table; 1 when something takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    medians = measure(parser.parse_args().repetitions)
    slow = 0
    for run in runs(Path()):
        line = f"{run.name:28} {medians[run.name] * 1000:7.0f} ms"
        if run.beside:
            ratio = medians[run.name] / medians[run.beside]
            slow += bool(run.limit) and ratio > run.limit
            limit = f", at most {run.limit:g}" if run.limit else ""
            line += f"   {ratio:4.2f} x {run.beside}{limit}"
        print(line)
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
