"""Programs in benchmarks: names that they list exist, and what they count is right."""

import importlib
from typing import Any

import pytest
from benchmarks.checks import CHECKS
from benchmarks.prism import known_tags, untyped_place

from specloom.runtime.rest.tags import UnknownRecord


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_that_is_timed_is_a_function(name: str) -> None:
    home, _, function_name = f"specloom.{name}".rpartition(".")
    assert callable(getattr(importlib.import_module(home), function_name))


@pytest.mark.parametrize(
    ("record", "hint", "place"),
    [
        ({"kind": "string"}, list[str | UnknownRecord], "an item: a dict"),
        (UnknownRecord(kind="string"), list[str | UnknownRecord], ""),
        (UnknownRecord(kind="string"), list[str], "an item: a dict"),
        (UnknownRecord(kind="cat"), list[str | UnknownRecord], "an item: a dict"),
        (UnknownRecord(kind="Dog"), list[str | UnknownRecord], "an item: a dict"),
        (UnknownRecord(), list[str | UnknownRecord], "an item: a dict"),
    ],
)
def test_a_record_of_a_kind_that_no_discriminator_knows_has_its_type(
    record: dict[str, Any], hint: Any, place: str
) -> None:
    discriminator = {"propertyName": "kind", "mapping": {"cat": "Cat"}}
    document = {
        "components": {"schemas": {"Dog": {}, "Pet": {"discriminator": discriminator}}},
    }
    assert untyped_place([record], hint, known_tags(document)) == place
