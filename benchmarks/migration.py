"""Measures the scripts of the migration guide: `python -m benchmarks.migration [--write]`.

Serves a wiki, gives each library another environment, and counts the requests that its scripts
send. `--write` keeps the figures, and a digest of the output of our scripts, for the tests.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.clients.wiki.migration.tasks import (
    HERE,
    LIBRARIES,
    OURS,
    digest,
    length,
    printed,
    scripts,
)
from tests.mediawiki.seed import seed
from tests.mediawiki.server import install, missing, serve, stop

REPOSITORY = Path(__file__).parents[1]
VERSIONS = {"mwclient": "0.11.0", "pywikibot": "11.9.0", "mwapi": "0.6.1"}
PACKAGE = REPOSITORY / "generated/python/wiki_query/src"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep what is measured")
    write = parser.parse_args().write
    if lacking := missing():
        print(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        wiki = install(Path(folder) / "wiki")
        process = serve(wiki)
        try:
            seed(wiki)
            results = {library: _original(library, wiki.url, Path(folder)) for library in LIBRARIES}
            results[OURS] = _ours(wiki.api_url)
        finally:
            stop(process)
    _show(results)
    if write:
        _write(results)
    return 0


def _original(library: str, url: str, folder: Path) -> dict[str, Any]:
    """One library's scripts, in an environment that has it."""
    module = "tests.clients.wiki.migration.original"
    command = [sys.executable, "-m", "uv", "run", "--quiet", "--no-project", "--isolated"]
    command += ["--python", sys.executable, "--with", f"{library}=={VERSIONS[library]}"]
    command += ["python", "-m", module, library, url, str(folder)]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _ours(api_url: str) -> dict[str, Any]:
    sys.path.insert(0, str(PACKAGE))
    from tests.clients.wiki.migration import with_wiki_query
    from wiki_query import Client

    attempts: list[object] = []
    tasks: dict[str, Any] = {}
    with Client(
        api_url, user_agent="tests/1 (tests@example.org)", on_attempt=attempts.append
    ) as wiki:
        for name in scripts(OURS):
            attempts.clear()
            output = printed(getattr(with_wiki_query, name), wiki)
            tasks[name] = {"requests": len(attempts), "output": output}
    return {"connecting": 0, "tasks": tasks}


def _show(results: dict[str, dict[str, Any]]) -> None:
    ours = results[OURS]["tasks"]
    print(f"{'task':25}{'library':11}{'requests':>8}{'ours':>6}{'lines':>7}{'ours':>6}  output")
    for library in LIBRARIES:
        for name, task in results[library]["tasks"].items():
            lines = length(scripts(library)[name]), length(scripts(OURS)[name])
            common_lines = len(set(ours[name]["output"]) & set(task["output"]))
            same = "same" if task["output"] == ours[name]["output"] else f"{common_lines} lines of"
            print(
                f"{name:25}{library:11}{task['requests']:8}{ours[name]['requests']:6}"
                f"{lines[0]:7}{lines[1]:6}  {same} {len(ours[name]['output'])}"
            )
        print(f"{'(connecting)':25}{library:11}{results[library]['connecting']:8}{0:6}")


def _write(results: dict[str, dict[str, Any]]) -> None:
    figures: dict[str, dict[str, Any]] = {
        library: {
            "version": VERSIONS.get(library),
            "connecting": measured["connecting"],
            "requests": {name: task["requests"] for name, task in measured["tasks"].items()},
            "lines_printed": {
                name: len(task["output"]) for name, task in measured["tasks"].items()
            },
        }
        for library, measured in results.items()
    }
    figures[OURS]["printed"] = {
        name: digest(task["output"]) for name, task in results[OURS]["tasks"].items()
    }
    (HERE / "measured.json").write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
