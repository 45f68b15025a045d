"""The served wiki as a fixture: one for a whole run, even where it has several processes."""

import fcntl
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.mediawiki.seed import seed
from tests.mediawiki.server import Wiki, install, missing, serve


@pytest.fixture(scope="session")
def live_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A MediaWiki with data. What a test changes of it, it makes itself."""
    lacking = missing()
    if lacking is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with _locked(shared) as state:
        if not state:
            wiki = install(shared / "wiki")
            process = serve(wiki)
            state |= {"folder": str(wiki.folder), "url": wiki.url, "process": process.pid}
            try:
                seed(wiki)
            except BaseException:
                os.killpg(process.pid, signal.SIGTERM)
                raise
        state["users"] = state.get("users", 0) + 1
        wiki = Wiki(Path(state["folder"]), state["url"])
    yield wiki
    with _locked(shared) as state:
        state["users"] -= 1
        if not state["users"]:
            os.killpg(state["process"], signal.SIGTERM)
            state.clear()
            wiki.folder.rename(wiki.folder.with_name(f"wiki-{os.getpid()}"))


@contextmanager
def _locked(folder: Path) -> Iterator[dict[str, Any]]:
    """What the processes of a run know of the wiki; one of them at a time."""
    with (folder / "wiki.lock").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        state: dict[str, Any] = json.loads(file.read() or "{}")
        yield state
        file.seek(0)
        file.truncate()
        file.write(json.dumps(state))
