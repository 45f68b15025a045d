"""A progress bar on a terminal, for runs that take longer than a second."""

import os
import sys
import time
from typing import TYPE_CHECKING

from specloom.rendering.files import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_PATIENCE = 1.0
"""Seconds before a bar appears."""
_PAUSE = 0.1
"""Seconds between two looks of it."""


class Bar(Progress):
    """Shows the steps of a run, once it has taken a while; without a thread, since runs fork."""

    def __init__(self, visible: bool) -> None:
        super().__init__(self._show)
        can_redraw = sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
        self._visible = visible and can_redraw
        self._next = time.monotonic() + _PATIENCE
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _show(self, what: str, done: int, total: int | None) -> None:
        if not self._visible or (now := time.monotonic()) < self._next:
            return
        self._next = now + _PAUSE
        if self._bar is None or self._task is None:
            from rich.console import Console
            from rich.progress import Progress as RichProgress

            self._bar = RichProgress(
                console=Console(stderr=True), transient=True, auto_refresh=False
            )
            self._bar.start()
            self._task = self._bar.add_task(what, total=total)
        description = f"{what}, {done} files" if total is None else what
        self._bar.update(
            self._task, description=description, completed=done, total=total, refresh=True
        )
