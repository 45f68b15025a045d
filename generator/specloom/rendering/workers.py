"""Work on several cores: forked copies of this process, which hold all its data and send back results.

Only where forking is safe and cheap; elsewhere the same work is done here, one piece after the other.
"""

import os
import pickle
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
Result = TypeVar("Result")

_MOST_PIECES = 255


def cores() -> int:
    """How many processes can usefully run at once."""
    if sys.platform != "linux":
        return 1
    return len(os.sched_getaffinity(0))


class Background(Generic[Result]):
    """A call that another process makes meanwhile."""

    def __init__(self, call: Callable[[], Result]) -> None:
        self._reader, writer = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(self._reader)
            _answer(call, writer)
        os.close(writer)

    def result(self) -> Result:
        """Wait for the result; an exception of the call is raised here."""
        with open(self._reader, "rb") as stream:
            answer = stream.read()
        os.waitpid(self._child, 0)
        if not answer:
            raise ChildProcessError("a worker process ended before its work")
        result, error = pickle.loads(answer)  # noqa: S301 - from a copy of this very process
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]  # what the call returned


def _answer(call: Callable[[], object], writer: int) -> None:
    """In the child: make the call, send what came of it, and end without any of the parent's exits."""
    try:
        try:
            answer = pickle.dumps((call(), None))
        except Exception as error:  # the parent raises it
            error.add_note(f"In a worker process:\n{traceback.format_exc()}")
            answer = pickle.dumps((None, error))
        with open(writer, "wb") as stream:
            stream.write(answer)
    finally:
        os._exit(0)


def call_all(
    call: Callable[[T], Result],
    pieces: Sequence[T],
    elsewhere: Callable[[T], Result] | None = None,
) -> list[Result]:
    """`call` of every piece, in order; whoever is free takes the next.

    Other processes make the call `elsewhere` instead, when it is given.
    """
    workers = min(cores(), len(pieces))
    if workers < 2 or len(pieces) > _MOST_PIECES:
        return [call(piece) for piece in pieces]
    reader, writer = os.pipe()
    os.write(writer, bytes(range(len(pieces))))
    os.close(writer)
    there = elsewhere or call
    helpers = [Background(lambda: _take(there, pieces, reader)) for _ in range(workers - 1)]
    done = _take(call, pieces, reader)
    os.close(reader)
    for helper in helpers:
        done.update(helper.result())
    return [done[number] for number in range(len(pieces))]


def _take(call: Callable[[T], Result], pieces: Sequence[T], queue: int) -> dict[int, Result]:
    """Call for one piece after the other until the queue, one byte a piece, is empty."""
    done: dict[int, Result] = {}
    while number := os.read(queue, 1):
        done[number[0]] = call(pieces[number[0]])
    return done
