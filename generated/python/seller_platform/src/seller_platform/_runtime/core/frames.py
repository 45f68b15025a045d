"""Limits the frames that an exception keeps when it leaves a client.

Tools that report errors show the local variables of every frame: those of the HTTP library contain requests
with the key in them, those of the runtime a server's replies. None of them leaves with an exception. What
remains is the way from the caller to the driver, and the frames of the user's own functions that a
call called, or that a signal did.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, TracebackType
from typing import ParamSpec, TypeVar, cast

from .errors import ClientError

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def call_user(function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Call a user's function; its frames stay with an exception that it raises."""
    return function(*arguments, **options)


def iterate_user(values: Iterable[T]) -> Iterator[T]:
    """Iterate over a user's values; the frames of their generator stay with an exception that it raises."""
    yield from values


def bare(error: BaseException) -> BaseException:
    """The exception with no frames but the user's.

    It is raised after the `except` in which it was caught, so that what the caller is handling becomes its
    context.
    """
    trace = error.__traceback__
    users = next(filter(_is_called, _steps(trace)), None)
    if users is not None:
        return error.with_traceback(users.tb_next)
    users = next(filter(_is_interrupted, _steps(trace)), None)
    if users is None and isinstance(error, Exception) and not isinstance(error, ClientError):
        # A mistake of this package: as its frames go, where it was made is told in words.
        error.add_note("".join(["It was raised here:\n", *traceback.format_tb(trace)]))
    for member in _members(error):
        member.__context__ = member.__traceback__ = None  # of the HTTP library or the runtime
        if users is None:
            member.__cause__ = None
        member.__suppress_context__ = member.__cause__ is not None
    return error.with_traceback(None if users is None else users.tb_next)


def interruption(error: BaseException, handled: BaseException | None) -> BaseException | None:
    """The external cause of a failed request: Ctrl-C, a cancelled task, an exception of a user's function or of a signal handler.

    None: the request failed by itself. The HTTP library may have taken a handler's exception for one of its
    own, a `TimeoutError` above all, so that it is found in the context; `handled` is what was being handled
    before.
    """
    if not isinstance(error, Exception):
        return error
    failure: BaseException | None = error
    while failure is not None and failure is not handled:
        ends_the_program = isinstance(failure, KeyboardInterrupt | SystemExit)
        if ends_the_program or any(map(_is_outside, _steps(failure.__traceback__))):
            return failure
        failure = failure.__context__
    return None


def _steps(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_outside(step: TracebackType) -> bool:
    return _is_called(step) or _is_interrupted(step)


def _is_called(step: TracebackType) -> bool:
    """Return whether what follows is a function, or a generator, that a user gave."""
    return step.tb_next is not None and step.tb_frame.f_code in (
        call_user.__code__,
        iterate_user.__code__,
    )


def _is_interrupted(step: TracebackType) -> bool:
    """Return whether what follows is a signal handler: Python gives one the frame that it interrupts."""
    return step.tb_next is not None and _has_value(step.tb_next.tb_frame, step.tb_frame)


def _has_value(frame: FrameType, searched_frame: FrameType) -> bool:
    for value in frame.f_locals.values():
        items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        if any(item is searched_frame for item in items):
            return True
    return False


def _members(error: BaseException) -> Iterator[BaseException]:
    """An exception, and those that it groups."""
    yield error
    if isinstance(error, BaseExceptionGroup):
        for member in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _members(member)
