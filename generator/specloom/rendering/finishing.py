"""Formats rendered texts: known ones from memory, the others on all cores.

Another core begins while templates are still being rendered here. What it has not begun when they are
done is done here.
"""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import sha256

from specloom.rendering.formatting import STYLE, Form, FormattingError, formatted

_LONGEST = 2_000_000
"""Bytes of a text that is remembered: those of a large wiki's documents would fill the memory."""


class Finishing:
    """Texts on their way to their final form; to be used in a `with` block."""

    def __init__(self, known_texts: Mapping[str, str]) -> None:
        self.known_texts = known_texts
        """Hash of a text and its form → the text in that form; from earlier runs."""
        self.used: dict[str, str] = {}
        """The part of it that this run needs, and what it has added."""
        self._waiting: dict[str, tuple[str, Form, bytes, Future[bytes] | None]] = {}
        self._pool = _pool()

    def __enter__(self) -> "Finishing":
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        """Number of texts that wait."""
        return len(self._waiting)

    def begin(self, path: str, form: Form, text: bytes) -> None:
        """Have a text brought into a form, as the content of a path; as the bytes that the caller holds, too."""
        key = sha256(f"{form} {STYLE}\n".encode() + text).hexdigest()
        if key in self.known_texts:
            self.used[key] = self.known_texts[key]
        task = None
        if self._pool is not None and key not in self.used:
            with _uninterrupted():
                task = self._pool.submit(formatted, form, text)
        self._waiting[path] = (key, form, text, task)

    def results(self) -> Iterator[tuple[str, bytes | FormattingError]]:
        """Path and final text, or what is wrong with it, of all that was begun."""
        while self._waiting:
            # The last one first, which the other core comes to last.
            path, (key, form, text, task) = self._waiting.popitem()
            try:
                if key in self.used:
                    result = self.used[key].encode()
                else:
                    here = task is None or task.cancel()
                    result = formatted(form, text) if here or not task else task.result()
            except FormattingError as error:
                yield path, error
            else:
                if len(text) <= _LONGEST:
                    self.used[key] = result.decode()
                yield path, result


def _pool() -> ProcessPoolExecutor | None:
    """Processes for all cores but this one; None where forking is not safe, or there is but one."""
    if sys.platform != "linux" or (cores := len(os.sched_getaffinity(0))) < 2:
        return None
    forking = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(cores - 1, forking, initializer=_begin_worker)


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
    gc.freeze()  # collecting what a text has left need not look at all that the first process has
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key press reaches every process of a terminal
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # a worker has been started by one
    parent.join()
    os._exit(1)
