"""Rules of limits: those of the values within a value are those of its own."""

import pytest

from specloom.model.rules.parameters import fact_faults
from specloom.model.structs import Field, Limits, ListOf, MapOf, TypeExpression, Union
from tests.changes.facts import API


@pytest.mark.parametrize(
    ("type_", "limits", "at"),
    [
        (ListOf(items="string"), Limits(minimum_items=3, maximum_items=2), ("minimum_items",)),
        (
            MapOf(values="string"),
            Limits(minimum_members=3, maximum_members=2),
            ("minimum_members",),
        ),
        (MapOf(values="string"), Limits(each=Limits(minimum=3)), ("each", "minimum")),
        (
            ListOf(items=ListOf(items="string")),
            Limits(each=Limits(minimum_characters=3, maximum_characters=2)),
            ("each", "minimum_characters"),
        ),
        ("string", Limits(each=Limits(maximum_characters=3)), ("each",)),
        (Union(options=(ListOf(items="string"), "null")), Limits(minimum_items=3), None),
        (
            MapOf(values=ListOf(items="integer")),
            Limits(each=Limits(maximum_items=2, maximum=9)),
            None,
        ),
    ],
)
def test_limits_within_a_value_have_the_rules_of_its_own(
    type_: TypeExpression, limits: Limits, at: tuple[str, ...] | None
) -> None:
    faults = [*fact_faults(API, (), Field(name="a", type=type_, limits=limits))]
    assert [tuple(fault.at) for fault in faults] == ([] if at is None else [("limits", *at)])
