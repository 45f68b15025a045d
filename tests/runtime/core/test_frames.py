"""Which frames an exception leaves with, and what is told apart from a failure of the HTTP library."""

import signal
import traceback
from collections.abc import Callable, Iterator

import pytest

from specloom.runtime.core.errors import ClientError
from specloom.runtime.core.frames import bare, called, given, interruption
from tests.clients.exposure import caught


class Alarm(Exception):  # noqa: N818 - a program's own
    """Raised by a signal handler."""


def ring(*_: object) -> None:
    """A signal handler that takes its arguments together."""
    raise Alarm


@pytest.fixture
def alarm() -> Callable[[], None]:
    """What is interrupted by a signal, whose handler raises."""

    def interrupted() -> None:
        before = signal.signal(signal.SIGUSR1, ring)
        try:
            signal.raise_signal(signal.SIGUSR1)
        finally:
            signal.signal(signal.SIGUSR1, before)

    return interrupted


def functions_of(error: BaseException) -> list[str]:
    return [frame.f_code.co_name for frame, _ in traceback.walk_tb(error.__traceback__)]


def test_an_error_of_the_package_leaves_without_frames_and_context() -> None:
    def fail() -> None:
        try:
            raise LookupError
        except LookupError as error:
            raise ClientError("all that there is to say") from error

    error = bare(caught(fail))
    assert (error.__traceback__, error.__cause__, error.__context__) == (None, None, None)
    assert not hasattr(error, "__notes__")


def test_any_other_error_tells_where_it_was_raised() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    error = bare(caught(fail))
    assert error.__traceback__ is None
    assert "in fail" in error.__notes__[0]


def test_ctrl_c_leaves_without_a_note() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    error = bare(caught(press))
    assert error.__traceback__ is None
    assert not hasattr(error, "__notes__")


def test_the_frames_of_a_users_function_stay() -> None:
    def users() -> None:
        raise LookupError

    assert functions_of(bare(caught(lambda: called(users)))) == ["users"]


def test_the_frames_of_a_users_generator_stay() -> None:
    def users() -> Iterator[int]:
        yield 1
        raise LookupError

    assert functions_of(bare(caught(lambda: list(given(users()))))) == ["users"]


def test_the_frames_of_a_signal_handler_stay(alarm: Callable[[], None]) -> None:
    error = bare(caught(alarm))
    assert isinstance(error, Alarm)
    assert functions_of(error) == ["ring"]


def test_the_members_of_a_group_leave_without_frames() -> None:
    def fail() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise BaseExceptionGroup("several", [error]) from error

    error = bare(caught(fail))
    assert isinstance(error, BaseExceptionGroup)
    assert [one.__traceback__ for one in (error, *error.exceptions)] == [None, None]


def test_what_a_library_makes_of_a_handlers_exception_is_an_interruption(
    alarm: Callable[[], None],
) -> None:
    def mapped() -> None:
        try:
            alarm()
        except Alarm as error:
            raise OSError("read error") from error

    def hidden() -> None:
        try:
            mapped()
        except OSError as error:
            raise error from None

    for fail in (alarm, mapped, hidden):
        assert isinstance(interruption(caught(fail), None), Alarm)


def test_what_was_being_handled_before_is_no_interruption(alarm: Callable[[], None]) -> None:
    def fail() -> None:
        raise OSError("read error")

    handled = caught(alarm)
    try:
        raise handled
    except Alarm:
        error = caught(fail)
    assert error.__context__ is handled
    assert interruption(error, handled) is None


def test_a_cancellation_that_became_a_failure_is_no_interruption() -> None:
    def fail() -> None:
        try:
            raise GeneratorExit
        except GeneratorExit as error:
            raise TimeoutError from error

    assert interruption(caught(fail), None) is None
