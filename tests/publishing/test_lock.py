"""One run writes at a time."""

import os
import signal
import threading
import time

import pytest

from specloom.publishing.folder import Folder
from specloom.publishing.lock import exclusive


@pytest.mark.promise("the second one waits")
def test_the_second_waits_until_the_first_is_done(tmp_path):
    order = []
    waiting = threading.Event()

    def second():
        with exclusive(Folder(tmp_path), "lock", waiting.set):
            order.append("second")

    with exclusive(Folder(tmp_path), "lock", lambda: order.append("waited")):
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
        with exclusive(Folder(tmp_path), "lock", lambda: None):
            os.write(writer, b"x")
            time.sleep(60)
        os._exit(0)
    os.read(reader, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    waits = []
    with exclusive(Folder(tmp_path), "lock", lambda: waits.append(1)):
        pass
    assert waits == []
