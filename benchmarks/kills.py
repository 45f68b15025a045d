"""How much longer a run takes that comes after one whose first process alone was killed, on a folder of the size of a wiki."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

from benchmarks.commands import PARTS, REPOSITORY

TEXTS = "spec/wiki/texts.yaml"
TEXT = "summary: "
SHARE = 20
"""Each run has one text in so many to make anew."""


def generate(folder: Path) -> "subprocess.Popen[bytes]":
    """Begin a run."""
    where = ("--quiet", "--config", str(folder / "spec/apis.yaml"), "--out", str(folder / "root"))
    environment = {**os.environ, "PYTHONPATH": str(folder / "generator")}
    return subprocess.Popen([sys.executable, "-m", "specloom", "generate", *where], env=environment)


def seconds_of(folder: Path) -> float | None:
    """How long a whole run takes; None if it fails."""
    began = time.monotonic()
    return None if generate(folder).wait() else time.monotonic() - began


def edit(folder: Path, number: int) -> None:
    """Change some of the texts, others each time."""
    path = folder / TEXTS
    lines = (REPOSITORY / TEXTS).read_text("utf-8").splitlines(keepends=True)
    texts = [index for index, line in enumerate(lines) if TEXT in line]
    for index in texts[number % SHARE :: SHARE]:
        lines[index] = lines[index].rstrip("\n").replace(".", " anew.", 1) + "\n"
    path.write_text("".join(lines), "utf-8")


def is_sound(root: Path) -> bool:
    """Whether all files are those of the manifest, and nothing is left beside them."""
    listed = ("sha256sum", "--check", "--status", "generated/manifest.txt")
    return subprocess.run(listed, cwd=root, check=False).returncode == 0 and not any(
        root.rglob(".*.specloom")
    )


def main() -> int:
    """Print a line for each moment; 1 if a run did not heal what a killed one left, or not in time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0, help="more than an undisturbed run")
    arguments = parser.parse_args()
    healed = killed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in PARTS:
            shutil.copytree(REPOSITORY / part, folder / part)
        if seconds_of(folder) is None:
            return 1
        edit(folder, 0)
        whole = seconds_of(folder)
        if whole is None:
            return 1
        print(f"an undisturbed run takes {whole:.2f} s")
        signals = cycle((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))
        for moment in range(arguments.moments):
            edit(folder, moment + 1)
            run = generate(folder)
            time.sleep(whole * moment / arguments.moments)
            run.send_signal(next(signals))
            was_killed = run.wait() < 0
            seconds = seconds_of(folder)
            is_healed = seconds is not None and is_sound(folder / "root")
            killed += was_killed
            healed += is_healed and (seconds or 0) - whole <= arguments.seconds
            took = "failed" if seconds is None else f"{seconds:.2f} s"
            print(f"{moment:3} {'killed' if was_killed else 'done  '} {took}", flush=True)
    print(f"{killed} killed; {healed} of {arguments.moments} next runs healed in time")
    return 0 if healed == arguments.moments else 1


if __name__ == "__main__":
    sys.exit(main())
