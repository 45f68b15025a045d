"""Changes that break a program are called breaking, and few others are."""

from collections.abc import Mapping

import pytest

from specloom.changes.kinds import ChangeKind
from tests.changes.unnoticed import Outcome, run

HARMLESS: Mapping[ChangeKind, str] = {
    "field-became-optional": "a value of `prop` that brings a field has no meaning in the packages of REST APIs",
}
"""Kinds of changes that are called breaking although no use fails, and why."""


def assert_right(outcome: Outcome) -> None:
    """Nothing that fails is called otherwise than breaking, and all that is called so without failing is explained."""
    assert outcome.unnoticed == []
    assert outcome.noticed
    assert outcome.harmless.keys() <= HARMLESS.keys()


@pytest.mark.timeout(600)
def test_no_breaking_change_goes_unnoticed() -> None:
    assert_right(run(13, apis=("types", "seller")))


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
def test_none_of_many_breaking_changes_goes_unnoticed() -> None:
    outcome = run(500)
    assert_right(outcome)
    assert sum(outcome.made.values()) == 500
