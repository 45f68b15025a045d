"""Times of the commands, beside the time that Python needs to import their libraries on the same machine."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.turns import Way, exit_code, measured

REPOSITORY = Path(__file__).parents[1]
PARTS = ("generator", "spec", "templates")
LIBRARIES = "import yaml, jinja2, black"


def python(folder: Path, *arguments: str) -> Callable[[], object]:
    environment = {**os.environ, "PYTHONPATH": str(folder / "generator")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    return lambda: subprocess.run([sys.executable, *arguments], env=environment, check=True)


def ways(folder: Path) -> list[Way]:
    """Everything that is measured, on a copy of the program and its inputs."""
    root = folder / "root"
    where = ("--quiet", "--config", str(folder / "spec" / "apis.yaml"), "--out", str(root))

    def nothing_there() -> None:
        shutil.rmtree(root, ignore_errors=True)

    def no_cache() -> None:
        shutil.rmtree(root / ".specloom", ignore_errors=True)

    def one_page_missing() -> None:
        (root / "docs/reference/index.md").unlink(missing_ok=True)

    def command(name: str) -> Callable[[], object]:
        return python(folder, "-m", "specloom", name, *where)

    generate = command("generate")
    return [
        Way("import yaml", python(folder, "-c", "import yaml")),
        Way(LIBRARIES, python(folder, "-c", LIBRARIES)),
        # Only told: black lays out every file.
        Way("generate, nothing there", generate, LIBRARIES, prepare=nothing_there),
        Way("generate, nothing changed", generate, "import yaml", 1.5),
        Way("generate, one page missing", generate, LIBRARIES, prepare=one_page_missing),
        Way("generate, no cache", generate, LIBRARIES, prepare=no_cache),
        Way("check", command("check"), LIBRARIES),
        Way("validate", command("validate"), LIBRARIES),
    ]


def main() -> int:
    """Print a table; 1 when something takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    rounds = parser.parse_args().repetitions
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in PARTS:
            shutil.copytree(REPOSITORY / part, folder / part)
        return exit_code(measured("Commands", ways(folder), rounds))


if __name__ == "__main__":
    sys.exit(main())
