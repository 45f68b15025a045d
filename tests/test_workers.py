"""Work in other processes gives what it would give here."""

import os

import pytest

from specloom.rendering import workers
from specloom.rendering.workers import Background, call_all


def half(number):
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


@pytest.mark.parametrize("cores", [1, 2, 4])
def test_every_piece_is_done_once_and_in_order(monkeypatch, cores):
    monkeypatch.setattr(workers, "cores", lambda: cores)
    assert call_all(lambda number: number * 10, range(40)) == [number * 10 for number in range(40)]


def test_large_results_come_back(monkeypatch):
    monkeypatch.setattr(workers, "cores", lambda: 2)
    found = call_all(lambda number: bytes(3_000_000), range(4))
    assert [len(one) for one in found] == [3_000_000] * 4


@pytest.mark.parametrize("cores", [1, 3])
def test_an_error_is_raised_here(monkeypatch, cores):
    monkeypatch.setattr(workers, "cores", lambda: cores)
    with pytest.raises(ValueError, match="is odd"):
        call_all(half, [2, 4, 6, 8, 9, 11])


def test_the_error_of_another_process_says_where_it_was():
    with pytest.raises(ValueError, match="3 is odd") as raised:
        Background(lambda: half(3)).result()
    assert "In a worker process" in raised.value.__notes__[0]
    assert "in half" in raised.value.__notes__[0]


def test_a_worker_that_was_killed_is_an_error():
    with pytest.raises(ChildProcessError):
        Background(lambda: os.kill(os.getpid(), 9)).result()


def test_another_process_really_does_it():
    assert Background(os.getpid).result() != os.getpid()
