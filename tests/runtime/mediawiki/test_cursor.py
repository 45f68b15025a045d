"""A cursor leads to where an iteration is, however its items came in replies."""

from typing import Any

import pytest

from specloom.runtime.core.secret import Secret
from specloom.runtime.mediawiki.queries.cursor import Cursor, Progress, fingerprint

MORE = {"continue": "x"}


@pytest.mark.parametrize(
    ("following", "skip", "size", "yielded", "expected"),
    [
        ((2, MORE), 0, 3, 2, (1, {}, 2, 5)),
        ((2, MORE), 0, 3, 3, (2, MORE, 0, 5)),
        ((2, {}), 0, 3, 3, (2, {}, 0, 0)),
        (None, 0, 3, 3, (1, {}, 3, 5)),
        (None, 1, 3, 0, (1, {}, 1, 5)),
        (None, 5, 2, 0, (1, {}, 2, 5)),
        ((2, MORE), 5, 2, 0, (2, MORE, 0, 5)),
        ((2, MORE), 0, 0, 0, (1, {}, 0, 0)),
    ],
)
def test_it_says_what_is_done_with(
    following: Any, skip: int, size: int, yielded: int, expected: Any
) -> None:
    progress = Progress(params={"action": "query"}, batch=5)
    progress.chunk((1, {}), following, skip, size)
    progress.yielded += yielded
    assert progress.cursor() == Cursor(fingerprint({"action": "query"}), *expected)
    progress.done = True
    assert progress.cursor() is None


@pytest.mark.promise("Later versions of the package can read it")
def test_what_was_saved_is_read_by_later_versions() -> None:
    query = fingerprint({"action": "query", "token": Secret("x")})
    cursor = Cursor(query, inputs=1, more=MORE, skip=2, batch=3)
    numbers = {"inputs": 1, "skip": 2, "batch": 3}
    saved = {"version": 1, "query": "99f831a2dfd2a192", "continue": MORE, **numbers}
    assert cursor.to_json() == saved
    assert Cursor.from_json(saved) == cursor
