"""Measures the writing tasks of the migration guide: `python -m benchmarks.writing [--write]`.

Serves a wiki of each version, gives each library other pages and another environment, and counts the requests
that its tasks send. Compares the states of the wiki afterwards. `--write` keeps the figures for the tests.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.clients.wiki.migration.tasks import digest, length
from tests.clients.wiki.migration.writing.state import prepare, state
from tests.clients.wiki.migration.writing.tasks import (
    ADDRESSES,
    HERE,
    LIBRARIES,
    OURS,
    prefix_of,
    scripts,
)
from tests.mediawiki.seed import ROBOT
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, Wiki, install, missing, serve, stop

from benchmarks.migration import PACKAGE, REPOSITORY, VERSIONS

WIKIS = {"1.39": SOURCE, "1.43": NEWER}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep what is measured")
    write = parser.parse_args().write
    if lacking := missing():
        print(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
        return 2
    sys.path.insert(0, str(PACKAGE))
    request_counts: dict[str, dict[str, dict[str, int]]] = {}
    differences: list[str] = []
    states: dict[str, str] = {}
    for version, source in WIKIS.items():
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            served(Path(folder), source) as wiki,
        ):
            request_counts[version] = {name: measured(wiki, name) for name in (*LIBRARIES, OURS)}
            differences += list(compared(wiki, version))
            states[version] = digest(state(wiki, OURS))
    show(request_counts)
    print("\n".join(differences) or "the wikis have the same afterwards")
    if write:
        versions = {name: VERSIONS[name] for name in LIBRARIES}
        figures = {"versions": versions, "requests": request_counts, "states": states}
        (HERE / "measured.json").write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    return 0


@contextmanager
def served(folder: Path, source: Path) -> Iterator[Wiki]:
    """A new wiki with the other account."""
    wiki = install(folder / "wiki", source)
    wiki.maintain("createAndPromote.php", *ROBOT, "--bot")
    process = serve(wiki)
    try:
        yield wiki
    finally:
        stop(process)


def measured(wiki: Wiki, library: str) -> dict[str, int]:
    """Task → the requests that a library sends for it."""
    folder = wiki.folder / f"of {library}"
    folder.mkdir()
    prepare(wiki, library, folder)
    if library == OURS:
        return ours(wiki, folder)
    module = "tests.clients.wiki.migration.writing.original"
    command = [sys.executable, "-m", "uv", "run", "--quiet", "--no-project", "--isolated"]
    command += ["--python", sys.executable, "--with", f"{library}=={VERSIONS[library]}"]
    command += ["python", "-m", module, library, wiki.url]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stdout[-3000:] + done.stderr[-3000:])
    requests: dict[str, int] = json.loads((folder / "requests.json").read_text("utf-8"))
    return requests


def ours(wiki: Wiki, folder: Path) -> dict[str, int]:
    """Requests of the tasks with `wiki_query`."""
    from tests.clients.wiki.migration.writing import with_wiki_query
    from wiki_query import Client

    attempts: list[Any] = []
    requests: dict[str, int] = {}
    before = Path.cwd()
    os.chdir(folder)
    with Client(
        wiki.api_url,
        user_agent="tests/1 (tests@example.org)",
        timeout=60,
        on_attempt=attempts.append,
    ) as client:
        client.login(*ADMIN)
        for name in scripts(OURS):
            attempts.clear()
            address = ADDRESSES[OURS] if name == "block_an_address" else None
            getattr(with_wiki_query, name)(client, address or prefix_of(OURS))
            requests[name] = len(attempts)
    os.chdir(before)
    return requests


def compared(wiki: Wiki, version: str) -> Iterator[str]:
    """Differences between the states of the wiki after our tasks and after another library's."""
    own_state = state(wiki, OURS)
    for library in LIBRARIES:
        other = state(wiki, library)
        yield from (f"{version}, only {library}: {line}" for line in other if line not in own_state)
        yield from (f"{version}, not {library}: {line}" for line in own_state if line not in other)


def show(request_counts: dict[str, dict[str, dict[str, int]]]) -> None:
    """The table."""
    versions = list(request_counts)
    heads = "".join(f"{version:>7}{'ours':>6}" for version in versions)
    print(f"{'task':24}{'library':11}{heads}{'lines':>7}{'ours':>6}")
    for library in LIBRARIES:
        for name, script in scripts(library).items():
            requests = "".join(
                f"{request_counts[version][library][name]:7}{request_counts[version][OURS][name]:6}"
                for version in versions
            )
            print(
                f"{name:24}{library:11}{requests}{length(script):7}{length(scripts(OURS)[name]):6}"
            )


if __name__ == "__main__":
    sys.exit(main())
