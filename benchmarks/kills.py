"""Extra time of a run after one whose first process alone was killed, on a folder of the size of a wiki."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from benchmarks.commands import PARTS, REPOSITORY

TEXTS = "spec/wiki/texts.yaml"
TEXT = "summary: "
SHARE = 20
"""Each run has one text in so many to make anew."""


@dataclass(frozen=True)
class Ended:
    """A run that came to its end."""

    seconds: float
    """By the clock, also of what else the machine does."""
    processor: float
    """Seconds of all its processes."""
    is_done: bool
    waited: bool
    """For another run, by its own words."""


def generate(folder: Path) -> "subprocess.Popen[str]":
    """Begin a run."""
    where = ("--quiet", "--config", str(folder / "spec/apis.yaml"), "--out", str(folder / "root"))
    environment = {**os.environ, "PYTHONPATH": str(folder / "generator")}
    return subprocess.Popen(
        [sys.executable, "-m", "specloom", "generate", *where],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )


def whole_run(folder: Path) -> Ended:
    """A run from its beginning to its end."""
    began = time.monotonic()
    run = generate(folder)
    assert run.stderr is not None
    stderr = run.stderr.read()
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    return Ended(
        time.monotonic() - began,
        usage.ru_utime + usage.ru_stime,
        run.returncode == 0,
        "waiting for it" in stderr,
    )


def killed_run(folder: Path, sign: signal.Signals, seconds: float) -> float:
    """End the first process of a run after so many seconds, or earlier if it has ended by then; the seconds."""
    while True:
        run = generate(folder)
        time.sleep(seconds)
        run.send_signal(sign)
        if run.wait() == -sign:
            return seconds
        seconds *= 0.7


def edit(folder: Path, number: int) -> None:
    """Change some of the texts, others each time."""
    path = folder / TEXTS
    lines = (REPOSITORY / TEXTS).read_text("utf-8").splitlines(keepends=True)
    texts = [index for index, line in enumerate(lines) if TEXT in line]
    for index in texts[number % SHARE :: SHARE]:
        lines[index] = lines[index].rstrip("\n").replace(".", " anew.", 1) + "\n"
    path.write_text("".join(lines), "utf-8")


def is_sound(root: Path) -> bool:
    """Return True if all files are those of the manifest, and nothing is left beside them."""
    checksum_command = ("sha256sum", "--check", "--status", "generated/manifest.txt")
    return subprocess.run(checksum_command, cwd=root, check=False).returncode == 0 and not any(
        root.rglob(".*.specloom")
    )


def main() -> int:
    """Print a line for each moment; 1 if a run did not heal what a killed one left, or not in time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=40)
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="of a processor, more than an undisturbed run"
    )
    arguments = parser.parse_args()
    healed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in PARTS:
            shutil.copytree(REPOSITORY / part, folder / part)
        whole_run(folder)
        edit(folder, 0)
        undisturbed = whole_run(folder)
        print(f"undisturbed: {undisturbed.processor:.2f} s of a processor")
        signals = cycle((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))
        for moment in range(arguments.moments):
            edit(folder, moment + 1)
            sign = next(signals)
            after = killed_run(folder, sign, undisturbed.seconds * moment / arguments.moments)
            run = whole_run(folder)
            more = run.processor - undisturbed.processor
            is_healed = run.is_done and not run.waited and is_sound(folder / "root")
            healed += is_healed and more <= arguments.seconds
            state = "healed" if is_healed else "NOT HEALED"
            print(f"{sign.name} after {after:.2f} s: {state}, {more:+.2f} s", flush=True)
    print(f"{healed} of {arguments.moments} next runs healed in time")
    return 0 if undisturbed.is_done and healed == arguments.moments else 1


if __name__ == "__main__":
    sys.exit(main())
