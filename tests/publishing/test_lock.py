"""One run writes at a time."""

import os
import signal
import threading
import time

import pytest

from specloom.publishing.folder import Folder
from specloom.publishing.lock import exclusive
from tests.clock import Clock


@pytest.mark.promise("the second one waits", "It says for which process, and for how long")
def test_the_second_waits_until_the_first_is_done(tmp_path):
    order = []
    waiting = threading.Event()

    def second():
        with exclusive(Folder(tmp_path), "lock", lambda *_: waiting.set()):
            order.append("second")

    with exclusive(Folder(tmp_path), "lock", lambda *_: order.append("waited")):
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(60)
        order.append("first")
    thread.join(60)
    assert order == ["first", "second"]


def test_a_killed_holder_holds_it_no_longer(tmp_path):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with exclusive(Folder(tmp_path), "lock", lambda *_: None):
            os.write(writer, b"x")
            time.sleep(60)
        os._exit(0)
    os.read(reader, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    waits = []
    with exclusive(Folder(tmp_path), "lock", lambda *_: waits.append(1)):
        pass
    assert waits == []


def test_a_copy_of_the_holder_that_outlives_it_does_not_hold_it(tmp_path):
    """As a worker does while it lays out a long file."""
    reader, writer = os.pipe()
    ends, end = os.pipe()
    holder = os.fork()
    if holder == 0:
        with exclusive(Folder(tmp_path), "lock", lambda *_: None):
            if os.fork() == 0:
                os.write(writer, b"x")
                os.read(ends, 1)
                os._exit(0)
            time.sleep(60)
        os._exit(0)
    os.read(reader, 1)
    os.kill(holder, signal.SIGKILL)
    os.waitpid(holder, 0)
    try:
        with exclusive(Folder(tmp_path), "lock", lambda *_: pytest.fail("it is held")):
            pass
    finally:
        os.write(end, b"x")


def test_who_waits_hears_of_the_process_and_of_the_time(tmp_path):
    clock = Clock()
    ends = clock() + 130
    reports = []

    def pause(_):
        clock.move(1)
        if clock() > ends:
            raise TimeoutError

    def waits(*report):
        reports.append(report)

    folder = Folder(tmp_path)
    with (
        exclusive(folder, "lock", lambda *_: None),
        pytest.raises(TimeoutError),
        exclusive(folder, "lock", waits, clock=clock, pause=pause),
    ):
        pytest.fail("it is held")
    assert reports == [(os.getpid(), seconds) for seconds in (0, 10, 30, 60, 120)]
    (tmp_path / "lock").write_text("x")  # written by nobody
    with exclusive(folder, "lock", waits):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    assert (tmp_path / "lock").read_text() == ""
