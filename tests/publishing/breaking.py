"""A program that dies, or a disk that fails, at the n-th change of the disk."""

import errno
import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

import pytest

How: TypeAlias = Literal["dies", "killed", "full", "fails"]
"""`dies`: nothing is done any more; `killed`: the same, and no Python either; `full`: nothing new is
written any more; `fails`: this once, but for the folders that are removed if they are empty."""
_NEEDS_ROOM = ("open", "mkdir", "write")
_CHANGES = (*_NEEDS_ROOM, "replace", "unlink", "rmdir")


class Died(BaseException):
    """As SIGKILL, for the disk: whoever catches it can change nothing."""


@contextmanager
def breaking(number: int, how: How) -> Generator[list[str]]:
    """Let the n-th change break, 1-based; the names of the changes that were tried."""
    tried: list[str] = []

    def change(name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any, **options: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return really(*arguments, **options)
            tried.append(name)
            if how in ("dies", "killed") and len(tried) >= number:
                if name == "write" and len(tried) == number:
                    really(arguments[0], arguments[1][: len(arguments[1]) // 2])
                if how == "killed":
                    os.kill(os.getpid(), signal.SIGKILL)
                raise Died
            if how == "full" and len(tried) >= number and name in _NEEDS_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if how == "fails" and len(tried) == number and name != "rmdir":
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return really(*arguments, **options)

        return changed

    with pytest.MonkeyPatch.context() as patch:
        for name in _CHANGES:
            patch.setattr(os, name, change(name, getattr(os, name)))
        yield tried
