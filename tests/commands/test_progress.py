"""The progress bar, on a terminal that this test holds the other end of."""

import fcntl
import itertools
import os
import pty
import re
import struct
import termios
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pyte
import pytest
from tests import forked

from specloom.cli.app import main
from specloom.cli.commands import progress

LINES, COLUMNS = 24, 80
BAR = "Rendering"
HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"


def prepare(seconds, first, interrupt, environment):
    """In the process of a run, let the clock go on so many seconds each time that the bar looks at it, the first time others.

    It runs on one core: what other processes do meanwhile is not told.
    """

    def clock():
        now = 0.0
        for look in itertools.count():
            if look == interrupt:
                raise KeyboardInterrupt
            yield now
            now += seconds if look else first

    os.environ.clear()
    os.environ.update(environment)
    os.setsid()
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    looks = clock()
    clock_of_test = SimpleNamespace(monotonic=lambda: next(looks))
    pytest.MonkeyPatch().setattr(progress, "time", clock_of_test)


@dataclass(frozen=True)
class Seen:
    """Exit code and output of a run on a terminal."""

    code: int
    output: bytes

    def lines(self):
        """Lines that remain on the screen."""
        screen = pyte.Screen(COLUMNS, LINES)
        pyte.ByteStream(screen).feed(self.output)
        assert not screen.cursor.hidden
        return [line.rstrip() for line in screen.display if line.strip()]


@pytest.fixture
def project(tmp_path, monkeypatch, capsys):
    assert main(["init", str(tmp_path)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)
    return tmp_path


UNKNOWN = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables that are for a test to set."""


def surroundings(**environment):
    inherited = {name: value for name, value in os.environ.items() if name not in UNKNOWN}
    return {**inherited, "TERM": "xterm", **environment}


def on_terminal(*arguments, seconds, first=0.0, interrupt: int | None = None, **environment):
    """Run the command with a terminal for all three streams."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    environment_variables = surroundings(**environment)
    child = forked.start(
        *arguments,
        streams=(theirs, theirs, theirs),
        before=lambda: prepare(seconds, first, interrupt, environment_variables),
    )
    os.close(theirs)
    output = b""
    try:
        while part := os.read(ours, 65536):
            output += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    child.join()
    assert child.exitcode is not None
    return Seen(child.exitcode, output)


@pytest.mark.parametrize("command", ["generate", "check"])
def test_a_run_of_more_than_a_second_shows_a_bar_and_leaves_nothing_of_it(project, command):
    if command == "check":
        assert main(["generate", "--quiet"]) == 0
    ended = on_terminal(command, seconds=0.4)
    assert ended.code == 0, ended.output.decode()
    assert BAR.encode() in ended.output
    assert HIDE_CURSOR in ended.output
    (line,) = ended.lines()
    assert line.startswith("specloom: ")


def test_it_is_not_drawn_for_every_file(project):
    slowly = on_terminal("generate", seconds=0.2, first=2).output.count(BAR.encode())
    quickly = on_terminal("generate", "--out", "other", seconds=0.02, first=2).output
    assert 0 < quickly.count(BAR.encode()) < slowly / 2


def test_a_run_of_less_than_a_second_shows_none(project):
    ended = on_terminal("generate", seconds=0.001)
    assert ended.code == 0
    assert b"\x1b" not in ended.output
    assert BAR.encode() not in ended.output


def test_the_bar_goes_on(project):
    ended = on_terminal("generate", seconds=0.4)
    for pattern, number in ((r"Rendering, (\d+) files", 20), (r"(\d+)%", 5)):
        numbers = [int(number_text) for number_text in re.findall(pattern, ended.output.decode())]
        assert len(set(numbers)) > number
        assert numbers == sorted(numbers)
    assert max(numbers) == 100


def test_formatting_is_told(project):
    shipped = Path(__file__).parents[2] / "templates/python/rest/errors.py.j2"
    templates = project / "own/python/rest"
    templates.mkdir(parents=True)
    (templates / shipped.name).write_text(shipped.read_text() + "\nMORE = 'one'\n")
    ended = on_terminal("generate", "--templates", "own", seconds=0.4)
    assert ended.code == 0, ended.output.decode()
    assert b"Formatting" in ended.output


@pytest.mark.parametrize("options", [["--quiet"], ["--format", "json"]])
def test_it_can_be_silenced(project, options):
    ended = on_terminal("generate", *options, seconds=0.4)
    assert ended.code == 0
    assert b"\x1b" not in ended.output
    assert BAR.encode() not in ended.output


def test_without_a_terminal_there_is_none(project):
    completed = forked.specloom("generate", before=lambda: prepare(0.4, 0.0, None, surroundings()))
    assert (completed.code, completed.out) == (0, "")
    assert completed.err.startswith("specloom: ")
    assert completed.err.count("\n") == 1


def test_colours_are_left_out_when_nobody_wants_them(project):
    def colours(**environment):
        (project / "generated/manifest.txt").unlink(missing_ok=True)
        output = on_terminal("check", seconds=0.4, **environment).output
        return b"\x1b[38;" in output or b"\x1b[3" in output

    assert colours()
    assert not colours(NO_COLOR="1")


def test_a_terminal_that_cannot_go_back_gets_no_bar(project):
    ended = on_terminal("generate", seconds=0.4, TERM="dumb")
    assert ended.code == 0
    assert b"\x1b" not in ended.output
    assert ended.output.decode().startswith("specloom: ")


def test_an_interrupted_run_leaves_a_clean_screen(project):
    ended = on_terminal("generate", seconds=0.4, interrupt=8)
    assert ended.code == 130
    assert BAR.encode() in ended.output
    assert ended.lines() == ["specloom: interrupted; every file is whole"]


def test_a_fault_leaves_a_clean_screen(project):
    templates = project / "own/reference"
    templates.mkdir(parents=True)
    (templates / "index.md.j2").write_text("{{ nothing }}")
    ended = on_terminal("generate", "--templates", "own", seconds=0.4)
    assert ended.code == 2
    assert BAR.encode() in ended.output
    message, summary = ended.lines()
    assert message.startswith("own/reference/index.md.j2:1:1: template-fault:")
    assert summary == "specloom: 1 error; no output was written"
