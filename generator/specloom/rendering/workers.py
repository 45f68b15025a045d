"""Processes that bring texts into their final form.

They are forked before a run has read anything, since a process that is forked later holds all that the first one has.
"""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

Workers: TypeAlias = ProcessPoolExecutor


@contextmanager
def forked_workers() -> Generator[Workers | None]:
    """One for each core; None where forking is not safe, or there is but one core."""
    pool = _pool()
    if pool is None:
        yield None
        return
    try:
        with _uninterrupted():
            pool.submit(int)  # the first task forks all of them
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _pool() -> ProcessPoolExecutor | None:
    if sys.platform != "linux" or (cores := len(os.sched_getaffinity(0))) < 2:
        return None
    forking = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(cores, forking, initializer=_begin_worker)


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Let a key press wait: a process that is interrupted while it starts another one would wait for that for ever."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Let nothing but the end of the first process end this one, however that ends."""
    gc.freeze()  # collecting what a text has left need not look at what there was before
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key press reaches every process of a terminal
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # a worker has been started by one
    parent.join()
    os._exit(1)
