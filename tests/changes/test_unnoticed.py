"""Changes that break a program are called breaking, and few others are."""

from collections.abc import Mapping

import pytest

from specloom.changes.kinds import ChangeKind
from tests.changes.unnoticed import Outcome, run

HARMLESS: Mapping[ChangeKind, str] = {
    "default-changed": "calls without the argument mean something else; no type and no class shows it",
    "field-became-optional": "a value of `prop` brings the field that no type checker knows of",
    "field-replaced": "from `Any`, programs may use the value in ways that are refused now; the one tried does not",
    "field-widened": "to `Any`, checkers check nothing any more, and the server may send other values",
    "limit-lowered": "the wiki refuses values, and no wiki runs here",
    "result-changed": "to `Any`, as of a field",
    "parameter-became-required": "the programs here pass every parameter, so none of them lacks one",
    "several-values-added": "a text with a vertical bar is several values now, and the programs here pass none",
    "parameter-renamed": "it continued a query, which clients do by themselves, and does not by its new name",
    "result-replaced": "from a list of `Any`, as of a field",
    "type-narrowed": "the wiki refuses texts that are no titles, users or times, and no wiki runs here",
    "value-removed": "the value belongs to an action, and the programs here only query wikis",
    "values-closed": "the argument was open to all texts, and the program passes what was listed",
}
"""Kinds of changes that are called breaking although no use fails, and why."""


def assert_right(outcome: Outcome) -> None:
    """Nothing that fails is called otherwise than breaking, and all that is called so without failing is explained."""
    assert outcome.unnoticed == []
    assert outcome.noticed
    assert outcome.harmless.keys() <= HARMLESS.keys()


@pytest.mark.timeout(600)
def test_no_breaking_change_goes_unnoticed() -> None:
    assert_right(run(5, apis=("types", "seller")))


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
def test_none_of_many_breaking_changes_goes_unnoticed() -> None:
    outcome = run(500)
    assert_right(outcome)
    assert sum(outcome.mutations.values()) == 500
