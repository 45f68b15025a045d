"""The event loop of an asynchronous client: its connections belong to that loop, and work in no other."""

import os
import sys
from typing import Any

from .errors import OtherLoopError


class Home:
    """The process and the event loop of the latest use."""

    __slots__ = ("_loop", "_process")

    def __init__(self) -> None:
        self._process: int = os.getpid()
        self._loop: Any = _NONE

    def is_left(self) -> bool:
        """Return whether this is another process or loop than before, which is then the home; of a loop that
        still runs, an `OtherLoopError`."""
        process, loop = os.getpid(), _running()
        if self._loop is _NONE and process == self._process:
            self._loop = loop
        if (process, loop) == (self._process, self._loop):
            return False
        if process == self._process and _still_runs(self._loop):
            raise OtherLoopError
        self._process, self._loop = process, loop
        return True


_NONE: Any = object()
"""Nothing was sent yet: a client may be made before any loop runs."""


def _running() -> Any:
    import asyncio  # whoever asks has imported it

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return sys.modules["trio"].lowlevel.current_trio_token()


def _still_runs(loop: Any) -> bool:
    if hasattr(loop, "is_running"):
        return bool(loop.is_running())
    try:
        loop.run_sync_soon(int)  # that of trio has no other way to ask
    except sys.modules["trio"].RunFinishedError:
        return False
    return True
