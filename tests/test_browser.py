"""One browser shows the pages of all tests of a process, and none of them sees another's."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests import browser
from tests.http_server import LocalServer, QuietHandler

ROOT = Path(__file__).parents[1]
STORED = "const before = {...localStorage}; localStorage.setItem('a', '1'); return before"
READ = "return (await fetch('/file.json')).json()"


@pytest.fixture
def same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives a port that was free again to the next server, at some time."""
    with LocalServer(QuietHandler) as server:
        port = server.server_port
    monkeypatch.setattr(browser, "LocalServer", partial(LocalServer, port=port))


@pytest.mark.usefixtures("same_port")
def test_no_page_has_what_an_earlier_one_has_stored(tmp_path: Path) -> None:
    assert [browser.run(tmp_path, STORED) for _ in range(2)] == [{}, {}]


@pytest.mark.usefixtures("same_port")
def test_no_page_has_what_an_earlier_one_has_fetched(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    for number in (1, 2):
        file.write_text(str(number))
        os.utime(file, (0, 0))  # what has been there for long may be taken from a cache
        assert browser.run(tmp_path, READ) == number


def test_a_page_is_blamed_for_what_it_says_itself(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="said here"):
        browser.run(tmp_path, "console.log('said here')", silent=True)
    assert browser.run(tmp_path, "return 1", silent=True) == 1


def test_a_page_that_says_much_is_blamed_for_the_last_of_it(tmp_path: Path) -> None:
    """The browser logs what a page says in its own time, which may be after the page has its answer."""
    script = "for (let i = 0; i < 5000; i++) console.log('first'); console.log('last')"
    with pytest.raises(AssertionError, match="last"):
        browser.run(tmp_path, script, silent=True)


def test_no_page_is_blamed_for_what_an_earlier_one_has_said(tmp_path: Path) -> None:
    browser.run(tmp_path, "for (let i = 0; i < 5000; i++) console.log('earlier')")
    with pytest.raises(AssertionError, match=r"^\['[^']*said here"):
        browser.run(tmp_path, "console.log('said here')", silent=True)


def test_a_fault_of_a_script_fails_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"(?s)no such thing.*start-of-the-script"):
        browser.run(tmp_path, "throw new Error('no such thing')")


@pytest.mark.parametrize("dark", [False, True])
def test_a_page_has_the_colours_that_were_asked_for(tmp_path: Path, dark: bool) -> None:
    script = "return matchMedia('(prefers-color-scheme: dark)').matches"
    assert browser.run(tmp_path, script, dark=dark) is dark


def test_pages_share_a_browser_until_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = browser._browser(False, False)
    browser.run(tmp_path, "return 1")
    assert browser._browser(False, False) is once
    monkeypatch.setattr(browser, "SECONDS", 0.5)
    with pytest.raises(pytest.fail.Exception, match="no answer"):
        browser.run(tmp_path, "for (;;) {}")
    monkeypatch.undo()
    assert browser.run(tmp_path, "return 1") == 1
    assert browser._browser(False, False) is not once


def test_a_browser_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.run(tmp_path, "return 1")
    hangs = browser._browser(False, False)._process
    os.killpg(hangs.pid, signal.SIGSTOP)
    monkeypatch.setattr(browser, "SECONDS", 0.5)
    with pytest.raises(pytest.fail.Exception, match="no answer to Target"):
        browser.run(tmp_path, "return 1")
    monkeypatch.undo()
    assert hangs.poll() is not None
    assert browser.run(tmp_path, "return 1") == 1


USER = """
import os, signal, sys
from pathlib import Path
from tests import browser

browser.run(Path(sys.argv[1]), "return 1")
print(browser._browser(False, False)._process.pid, flush=True)
if sys.argv[2] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("how", ["done", "killed"])
def test_a_browser_ends_with_the_process_that_uses_it(tmp_path: Path, how: str) -> None:
    browser.program() or pytest.skip("no Chromium here; `sh tests/setup/chromium.sh` installs it")
    done = subprocess.run(
        [sys.executable, "-c", USER, str(tmp_path), how],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # one that is killed removes nothing
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is (how == "done")
    until = time.monotonic() + 20
    while (runs := running(done.stdout.strip())) and time.monotonic() < until:
        time.sleep(0.05)
    assert not runs


def running(process: str) -> bool:
    """Whether it has a command: what has ended and was not waited for has none."""
    command = Path("/proc", process, "cmdline")
    return command.exists() and command.read_bytes() != b""
