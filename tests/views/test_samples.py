"""Values that samples make up."""

import pytest

from specloom.model.structs import (
    Constant,
    Enumeration,
    Field,
    Limits,
    ListOf,
    Parameter,
    Record,
    Reference,
    TypeExpression,
    Union,
)
from specloom.views.samples.made_up import made_up

TYPES = (
    Enumeration(name="Colour", values=("", "red", "green"), deprecated_values=("red",)),
    Record(
        name="Part",
        fields=(
            Field(name="id", type="string", format="uuid"),
            Field(name="count", type="integer", limits=Limits(maximum=3)),
            Field(name="colour", type=Reference(name="Colour")),
            Field(name="parts", type=ListOf(items=Reference(name="Part"))),
        ),
    ),
)
COLOUR = Reference(name="Colour")
PART = {
    "id": "123e4567-e89b-12d3-a456-426614174000",
    "count": 3,
    "colour": "green",
    "parts": [{}],
}


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        ("string", "Example"),
        (COLOUR, "green"),
        (ListOf(items=ListOf(items=COLOUR)), [["green"]]),
        (Union(options=(COLOUR, "null")), "green"),
        (Constant(value=False), False),
        (Reference(name="Part"), PART),
    ],
)
def test_a_sample_has_a_value_that_is_allowed(type_: TypeExpression, expected: object) -> None:
    assert made_up(TYPES, Parameter(name="value", type=type_), type_) == expected
