"""Processes that bring texts into their final form."""

import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest

from specloom.rendering import workers
from specloom.rendering.workers import forked_workers


@pytest.fixture
def shared() -> None:
    """Nothing: here is a pool of processes."""


def test_a_key_press_waits_until_the_other_process_has_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or nobody ends that process, and the program waits for it at its end."""
    begun: list[Future[Any]] = []

    class Interrupted(ProcessPoolExecutor):
        def submit(self, *arguments: Any, **options: Any) -> Future[Any]:
            signal.raise_signal(signal.SIGINT)
            begun.append(super().submit(*arguments, **options))
            return begun[-1]

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job may ignore it
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Interrupted)
    try:
        with pytest.raises(KeyboardInterrupt), forked_workers():
            pass
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(begun) == 1
