"""Runs whose first process is ended, alone or with its group: nothing of them remains, and the next run repairs all.

Each is a process, so large that another core has work when the first one ends.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.corpus.accepted import leave_layout
from tests.made_once import made_once
from tests.mediawiki.fixture import live_wiki
from tests.mediawiki.server import Wiki
from tests.warm import share

from specloom.cli.app import main

__all__ = ["live_wiki"]

GENERATOR = Path(__file__).parents[2] / "generator"
SPEC = "spec/library/api.yaml"
OPERATION = """\
  books.get{number}:
    title: Get a book
    summary: Return one book by its number.
    method: GET
    path: /books/{number}/{{number}}
    parameters:
      number: {{type: integer, required: true, summary: Number of the book.}}
    result: {{type: Book, member: book}}

"""
OPERATIONS = 225


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 300 outputs that are up to date."""

    def make(folder: Path) -> None:
        assert main(["init", str(folder)]) == 0
        path = folder / SPEC
        before, after = path.read_text().split("  books.reserve:")
        more = "".join(OPERATION.format(number=number) for number in range(OPERATIONS))
        path.write_text(f"{before}{more}  books.reserve:{after}")
        with pytest.MonkeyPatch.context() as patch:
            share(patch)
            leave_layout(patch)
            assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
        assert len((folder / "generated/manifest.txt").read_text().splitlines()) >= 300

    return made_once(tmp_path_factory, "large", make)


@pytest.fixture
def changed(large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it in which every page and much of the package is out of date, as the current folder."""
    folder = shutil.copytree(large, tmp_path / "large")
    path = folder / SPEC
    path.write_text(path.read_text().replace("Number of the book.", "Its number."))
    monkeypatch.chdir(folder)
    return folder


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "specloom", *arguments],
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(GENERATOR)},
        stderr=subprocess.DEVNULL,
        preexec_fn=_hang_up_ends_it,
    )


def _hang_up_ends_it() -> None:
    """Let a hang-up end the process, also where tests run under `nohup`, of which it would inherit that none does."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def eventually(look: Callable[[], object]) -> None:
    ends = time.monotonic() + 120
    while not look():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.01)


def group(process: "subprocess.Popen[bytes]") -> list[int]:
    """The processes of a run that live, the first one apart."""
    members: list[int] = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has ended meanwhile
            continue
        if int(of) == process.pid and state != "Z" and path.parent.name != str(process.pid):
            members.append(int(path.parent.name))
    return members


def end(process: "subprocess.Popen[bytes]", sign: signal.Signals, *, alone: bool = True) -> None:
    """End a run in its midst, when a worker is busy; until all of it has ended."""
    eventually(lambda: group(process))
    assert process.poll() is None
    (os.kill if alone else os.killpg)(process.pid, sign)
    assert process.wait() == -sign
    eventually(lambda: not group(process))


@pytest.mark.promise("If its first process alone is killed, its other processes end, too")
@pytest.mark.parametrize(
    ("sign", "alone"),
    [
        (signal.SIGKILL, True),
        (signal.SIGTERM, True),
        (signal.SIGHUP, True),
        (signal.SIGTERM, False),
    ],
)
def test_nothing_of_a_run_lives_on(
    changed: Path, sign: signal.Signals, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(started("generate"), sign, alone=alone)
    if sign is signal.SIGKILL:
        leave_layout(monkeypatch)
        assert main(["generate", "--quiet"]) == 0
        assert main(["check", "--quiet"]) == 0
    else:
        assert main(["generate", "--quiet", "--only", "model"]) == 0


def test_nothing_of_a_watch_lives_on(changed: Path) -> None:
    end(started("watch"), signal.SIGKILL)
    assert main(["generate", "--quiet", "--only", "model"]) == 0


@pytest.mark.parametrize("alone", [True, False])
def test_a_release_that_is_killed_keeps_nothing_locked(changed: Path, alone: bool) -> None:
    process = started("release")
    lock = Path(".specloom/lock")
    eventually(lambda: lock.read_text() or process.poll() is not None)
    (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
    process.wait()
    assert main(["release"]) == 0
    entries = Path("docs/changelog/town_library.md").read_text().count("\n## ")
    assert entries == 1


def test_nothing_of_a_client_lives_on(
    live_wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("client", live_wiki.url, "--out", str(tmp_path / "out"), "--quiet")
    end(started(*command), signal.SIGTERM)
    leave_layout(monkeypatch)
    assert main([*command]) == 0
