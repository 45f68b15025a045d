"""Compares what a package of an OpenAPI document costs with openapi-python-client, which `make tools` installs.

Both run by turns; figures are medians of processor seconds and of memory. Lines are those of Python outside of `_runtime`.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.documents import GENERATOR, Run, run, set_up

PEER = "openapi-python-client"
PEER_PYTHON = Path(__file__).parents[1] / ".tools/python/bin/python"
_CONFIG = ("--config", "spec/apis.yaml", "--out", ".")
_OURS = ("-m", "specloom", "generate", "--quiet", *_CONFIG)
COMMANDS = {
    "package": (*_OURS, "--only", "python"),
    "everything": _OURS,
    PEER: ("-m", "openapi_python_client", "generate", "--output-path", "peer", "--path"),
}
"""What is compared → its command, for Python."""


def measured(document: Path, name: str) -> tuple[Run, int]:
    """Run one of the commands in a new folder; return what it took, and the lines that it wrote."""
    folder = Path(tempfile.mkdtemp())
    try:
        set_up(folder, document, "compared", "compared_client")
        if name == PEER:
            source = f"spec/{document.name.removesuffix('.gz')}"
            cost = run(folder, folder, *COMMANDS[name], source, python=str(PEER_PYTHON))
        else:
            cost = run(folder, GENERATOR, *COMMANDS[name])
        files = [path for path in folder.rglob("*.py") if "_runtime" not in path.parts]
        return cost, sum(path.read_text("utf-8").count("\n") for path in files)
    finally:
        shutil.rmtree(folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each command, with its ratio to the peer; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document", type=Path, help="OpenAPI document, also packed with gzip")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    if not PEER_PYTHON.exists():
        parser.error(f"{PEER} is missing: run `make tools` first")
    rounds = [
        {name: measured(options.document, name) for name in COMMANDS} for _ in range(options.rounds)
    ]
    seconds, memory = (
        {name: median(getattr(each[name][0], unit) for each in rounds) for name in COMMANDS}
        for unit in ("seconds", "mebibytes")
    )
    for name in COMMANDS:
        ratios = f"{seconds[name] / seconds[PEER]:.2f} x time, {memory[name] / memory[PEER]:.2f} x memory"
        lines = rounds[0][name][1]
        print(
            f"{name:22} {seconds[name]:6.1f} s {memory[name]:5.0f} MiB {lines:8,} lines  {ratios}"
        )
    return int(any(cost.code for each in rounds for cost, _ in each.values()))


if __name__ == "__main__":
    sys.exit(main())
