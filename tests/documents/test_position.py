"""Positions of values, in JSON without a blank and in YAML, and of what is around one that is not there."""

import json

import pytest

from specloom.documents.position import Places, json_places, repeated_keys, yaml_places
from specloom.documents.yaml_text import compose

TEXT = '{"a":{"b":[1,{"c":2}],"d":3},"e\\u0031":"x{","b":4}'


@pytest.fixture(params=["json", "yaml"])
def places(request: pytest.FixtureRequest) -> Places[int]:
    """The places in the text, which both languages read alike."""
    return json_places(TEXT, json.loads) if request.param == "json" else yaml_places(compose(TEXT))


@pytest.mark.parametrize(
    ("pointer", "key", "value"),
    [
        ((), 1, 1),
        (("a",), 2, 6),
        (("a", "b"), 7, 11),
        (("a", "b", 0), 12, 12),
        (("a", "b", 1), 14, 14),
        (("a", "b", 1, "c"), 15, 19),
        (("a", "d"), 23, 27),
        (("e1",), 30, 40),
        (("b",), 45, 49),
        (("a", "no", "d"), 2, 6),
        (("a", "d", "b"), 23, 27),
        (("a", "b", 2), 7, 11),
        (("no", "a"), 1, 1),
    ],
)
def test_a_value_and_its_key(
    places: Places[int], pointer: tuple[str | int, ...], key: int, value: int
) -> None:
    place = places.find(pointer)
    assert (place.key, place.value) == ((1, key), (1, value))
    assert places.find(pointer) is place


def test_keys_that_repeat_others_are_in_the_order_of_their_objects() -> None:
    text = '{"a":{"b":1,"b":2},"c":[{"d":1,"d":2}],"a":3}'
    assert list(repeated_keys(text, json.loads)) == [("a", (1, 40)), ("b", (1, 13)), ("d", (1, 32))]
