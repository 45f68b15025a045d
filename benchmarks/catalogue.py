"""Costs of a large wiki: memory and processor time of a cold run, beside the wiki of the repository."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
MEGABYTES = 200
TIMES = 20
"""Limit of the processor time for a thousand modules, in times of that for the wiki of the repository."""
CONFIG = """\
specloom: 1
apis:
  - {id: wiki, reader: paraminfo, source: wiki.json, package: my_wiki, overlays: ["builtin:mediawiki"]}
"""


def catalogue(count: int) -> dict[str, Any]:
    """So many modules: those of the repository, and again under other names."""
    paraminfo = json.loads((REPOSITORY / "spec/wiki/paraminfo.json").read_text("utf-8"))[
        "paraminfo"
    ]
    recorded_modules = paraminfo["modules"]
    modules = [
        renamed(recorded_modules[number % len(recorded_modules)], number // len(recorded_modules))
        for number in range(count)
    ]
    return {"paraminfo": {**paraminfo, "modules": modules}}


def renamed(module: dict[str, Any], again: int) -> dict[str, Any]:
    if not again:
        return module
    name = f"{module['name']}x{again}"
    return {
        **module,
        "name": name,
        "path": f"query+{name}",
        "prefix": f"x{again}{module['prefix']}",
    }


def cost(count: int, folder: Path) -> tuple[float, float]:
    """Seconds of all processes together, and megabytes of the largest one."""
    folder.mkdir()
    (folder / "apis.yaml").write_text(CONFIG)
    (folder / "wiki.json").write_text(json.dumps(catalogue(count)))
    command = [sys.executable, "-m", "specloom", "generate", "--quiet", "--config"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator")}
    process = subprocess.Popen([*command, str(folder / "apis.yaml")], env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"generate ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def main() -> int:
    """Print both; 1 when the large one takes more than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=int, default=1000)
    modules = parser.parse_args().modules
    with tempfile.TemporaryDirectory() as folder:
        usual = cost(62, Path(folder) / "usual")
        large = cost(modules, Path(folder) / "large")
    for count, (seconds, megabytes) in ((62, usual), (modules, large)):
        print(f"{count:5} modules: {seconds:6.1f} s of processors, {megabytes:5.0f} MB")
    ratio = large[0] / usual[0]
    print(f"{ratio:.1f} times the time; at most {TIMES}, and {MEGABYTES} MB")
    return 1 if ratio > TIMES or large[1] > MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
