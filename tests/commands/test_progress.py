"""The progress bar, on a terminal that this test holds the other end of."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from dataclasses import dataclass
from pathlib import Path

import pyte
import pytest

from specloom.cli.app import main

LINES, COLUMNS = 24, 80
BAR = "Rendering"
HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"

CHILD = """
import itertools, os, sys
from types import SimpleNamespace
from specloom.cli import entry
from specloom.cli.commands import progress

def clock():
    now = 0.0
    for look in itertools.count():
        if sys.argv[2] == str(look):
            raise KeyboardInterrupt
        yield now
        now += float(sys.argv[1] if look else sys.argv[3])

os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
looks = clock()
progress.time = SimpleNamespace(monotonic=lambda: next(looks))
sys.exit(entry.main(sys.argv[4:]))
"""
"""The command with a clock that goes on so many seconds each time that the bar looks at it, the first time others.

It runs on one core: what other processes do meanwhile is not told.
"""


@dataclass(frozen=True)
class Seen:
    """What came to the terminal."""

    code: int
    sent: bytes

    def lines(self):
        """What is left on the screen."""
        screen = pyte.Screen(COLUMNS, LINES)
        pyte.ByteStream(screen).feed(self.sent)
        assert not screen.cursor.hidden
        return [line.rstrip() for line in screen.display if line.strip()]


@pytest.fixture
def project(tmp_path, monkeypatch, capsys):
    assert main(["init", str(tmp_path)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def on_terminal(*arguments, seconds, first=0.0, interrupt: int | None = None, **environment):
    """Run the command with a terminal for all three streams."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
    }
    generator = str(Path(__file__).parents[2] / "generator")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(seconds), str(interrupt), str(first), *arguments],
        env={**inherited, "PYTHONPATH": generator, "TERM": "xterm", **environment},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    sent = b""
    try:
        while part := os.read(ours, 65536):
            sent += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    return Seen(child.wait(), sent)


@pytest.mark.parametrize("command", ["generate", "check"])
def test_a_run_of_more_than_a_second_shows_a_bar_and_leaves_nothing_of_it(project, command):
    if command == "check":
        assert main(["generate", "--quiet"]) == 0
    seen = on_terminal(command, seconds=0.4)
    assert seen.code == 0, seen.sent.decode()
    assert BAR.encode() in seen.sent
    assert HIDE_CURSOR in seen.sent
    (line,) = seen.lines()
    assert line.startswith("specloom: ")


def test_it_is_not_drawn_for_every_file(project):
    slowly = on_terminal("generate", seconds=0.2, first=2).sent.count(b"%")
    quickly = on_terminal("generate", "--out", "other", seconds=0.02, first=2).sent.count(b"%")
    assert 0 < quickly < slowly / 2


def test_a_run_of_less_than_a_second_shows_none(project):
    seen = on_terminal("generate", seconds=0.001)
    assert seen.code == 0
    assert b"\x1b" not in seen.sent
    assert BAR.encode() not in seen.sent


def test_the_bar_goes_on(project):
    seen = on_terminal("generate", seconds=0.4)
    shares = [int(share) for share in re.findall(r"(\d+)%", seen.sent.decode())]
    assert len(set(shares)) > 20
    assert shares == sorted(shares)
    assert max(shares) > 90


def test_formatting_is_told(project):
    shipped = Path(__file__).parents[2] / "templates/python/rest/errors.py.j2"
    own = project / "own/python/rest"
    own.mkdir(parents=True)
    (own / shipped.name).write_text(shipped.read_text() + "\nMORE = 'one'\n")
    seen = on_terminal("generate", "--templates", "own", seconds=0.4)
    assert seen.code == 0, seen.sent.decode()
    assert b"Formatting" in seen.sent


@pytest.mark.parametrize("options", [["--quiet"], ["--format", "json"]])
def test_it_can_be_silenced(project, options):
    seen = on_terminal("generate", *options, seconds=0.4)
    assert seen.code == 0
    assert b"\x1b" not in seen.sent
    assert BAR.encode() not in seen.sent


def test_without_a_terminal_there_is_none(project):
    generator = str(Path(__file__).parents[2] / "generator")
    found = subprocess.run(
        [sys.executable, "-c", CHILD, "0.4", "never", "0", "generate"],
        env={**os.environ, "PYTHONPATH": generator, "TERM": "xterm"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == ""
    assert found.stderr.startswith("specloom: ")
    assert found.stderr.count("\n") == 1


def test_colours_are_left_out_when_nobody_wants_them(project):
    def colours(**environment):
        (project / "generated/manifest.txt").unlink(missing_ok=True)
        sent = on_terminal("check", seconds=0.4, **environment).sent
        return b"\x1b[38;" in sent or b"\x1b[3" in sent

    assert colours()
    assert not colours(NO_COLOR="1")


def test_a_terminal_that_cannot_go_back_gets_no_bar(project):
    seen = on_terminal("generate", seconds=0.4, TERM="dumb")
    assert seen.code == 0
    assert b"\x1b" not in seen.sent
    assert seen.sent.decode().startswith("specloom: ")


def test_an_interrupted_run_leaves_a_clean_screen(project):
    seen = on_terminal("generate", seconds=0.4, interrupt=8)
    assert seen.code == 130
    assert BAR.encode() in seen.sent
    assert seen.lines() == ["specloom: interrupted; every file is whole"]


def test_a_fault_leaves_a_clean_screen(project):
    own = project / "own/reference"
    own.mkdir(parents=True)
    (own / "index.md.j2").write_text("{{ nothing }}")
    seen = on_terminal("generate", "--templates", "own", seconds=0.4)
    assert seen.code == 2
    assert BAR.encode() in seen.sent
    told, summary = seen.lines()
    assert told.startswith("own/reference/index.md.j2:1:1: template-fault:")
    assert summary == "specloom: 1 error; nothing was written"
