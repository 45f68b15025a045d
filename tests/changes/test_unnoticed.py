"""No change that breaks a program which passed the type checker is called anything but breaking."""

import pytest

from tests.changes.unnoticed import run


@pytest.mark.timeout(600)
def test_no_breaking_change_goes_unnoticed() -> None:
    outcome = run(9, apis=("seller",))
    assert outcome.unnoticed == []
    assert outcome.noticed


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
def test_none_of_many_breaking_changes_goes_unnoticed() -> None:
    outcome = run(500)
    assert outcome.unnoticed == []
    assert sum(outcome.made.values()) == 500
