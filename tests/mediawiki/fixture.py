"""Served wikis as fixtures: each one for a whole run, even where it has several processes."""

import fcntl
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.made_once import made_once
from tests.mediawiki.seed import seed
from tests.mediawiki.server import Wiki, copied, install, keep, missing, serve, stop


@pytest.fixture(scope="session")
def live_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A MediaWiki with data. What a test changes of it, it makes itself."""
    with _shared(tmp_path_factory, "wiki") as wiki:
        yield wiki


@pytest.fixture(scope="session")
def unwritten_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """Another with the same data, that no test changes: a request has the same answer each time."""
    with _shared(tmp_path_factory, "unwritten") as wiki:
        yield wiki


@pytest.fixture
def own_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """Another with the same data, for one test alone."""
    _skip_without_what_it_needs()
    seeded = made_once(tmp_path_factory, "seeded", _seeded)
    wiki = copied(seeded / "wiki", tmp_path_factory.mktemp("own") / "wiki")
    process = serve(wiki)
    try:
        yield wiki
    finally:
        stop(process)
        process.wait()


def _skip_without_what_it_needs() -> None:
    lacking = missing()
    if lacking is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")


@contextmanager
def _shared(factory: pytest.TempPathFactory, name: str) -> Iterator[Wiki]:
    """The wiki of a name, which the first process installs and the last one ends."""
    _skip_without_what_it_needs()
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    lock = shared / f"{name}.lock"
    with _locked(lock) as state:
        if not state:
            wiki = copied(made_once(factory, "seeded", _seeded) / "wiki", shared / name)
            process = serve(wiki)
            state |= {"folder": str(wiki.folder), "url": wiki.url, "process": process.pid}
        state["users"] = state.get("users", 0) + 1
        wiki = Wiki(Path(state["folder"]), state["url"])
    yield wiki
    with _locked(lock) as state:
        state["users"] -= 1
        if not state["users"]:
            os.killpg(state["process"], signal.SIGTERM)
            state.clear()
            wiki.folder.rename(wiki.folder.with_name(f"{name}-{os.getpid()}"))


def _seeded(folder: Path) -> None:
    """Make the wiki that all others are copies of."""
    wiki = install(folder / "wiki")
    process = serve(wiki)
    try:
        seed(wiki)
    finally:
        stop(process)
        process.wait()
    keep(wiki)


@contextmanager
def _locked(lock: Path) -> Iterator[dict[str, Any]]:
    """Facts about a wiki that the processes of a run share; one of them at a time."""
    with lock.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        state: dict[str, Any] = json.loads(file.read() or "{}")
        yield state
        file.seek(0)
        file.truncate()
        file.write(json.dumps(state))
