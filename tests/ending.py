"""Processes that a test has started end within seconds, or with a failure that shows where they hang."""

import subprocess
import sys
import traceback
from threading import Thread

SECONDS = 30.0
"""More than any of them takes on a busy machine."""


def join(thread: Thread, seconds: float = SECONDS) -> None:
    """Wait until a thread has ended."""
    thread.join(seconds)
    if thread.is_alive():
        frame = sys._current_frames().get(thread.ident or 0)
        stack = "".join(traceback.format_stack(frame))
        raise AssertionError(f"{thread.name} has not ended after {seconds} s:\n{stack}")


def stop(process: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> None:
    """End a process, by force where it does not end by itself."""
    process.terminate()
    try:
        process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
