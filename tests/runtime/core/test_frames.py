"""Frames of exceptions that leave a group, and errors that are not failures of the HTTP library."""

import signal
from collections.abc import Callable

import pytest

from specloom.runtime.core.frames import bare, interruption
from tests.clients.exposure import Alarm, caught, raising


@pytest.fixture
def alarm() -> Callable[[], None]:
    """Interrupt by a signal, whose handler raises."""

    def interrupted() -> None:
        with raising(Alarm):
            signal.raise_signal(signal.SIGUSR1)

    return interrupted


def test_the_members_of_a_group_leave_without_frames() -> None:
    def fail() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise BaseExceptionGroup("several", [error]) from error

    error = bare(caught(fail))
    assert isinstance(error, BaseExceptionGroup)
    assert [exception.__traceback__ for exception in (error, *error.exceptions)] == [None, None]


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
