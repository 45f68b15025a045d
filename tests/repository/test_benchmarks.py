"""Programs in benchmarks: names that they list exist, and what they count is right."""

import importlib
from typing import Any

import pytest
from benchmarks.checks import CHECKS
from benchmarks.prism import known_tags, untyped_place
from benchmarks.shallow import shallow

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


def test_a_document_is_cut_off_behind_some_references() -> None:
    def leading_to(name: str) -> dict[str, Any]:
        return {"$ref": f"#/components/schemas/{name}"}

    def document_with(schema: object) -> dict[str, Any]:
        schemas = {
            "Pet": {
                "required": ["home", "breed"],
                "properties": {
                    "home": leading_to("Home"),
                    "owner": leading_to("Owner"),
                    "friends": {"type": "array", "items": leading_to("Pet")},
                    "food": {"oneOf": [leading_to("Food"), {"type": "string"}]},
                    "breed": {"anyOf": [leading_to("Breed"), leading_to("Food")]},
                },
            },
            "Home": {"properties": {"city": {"type": "string"}, "pets": leading_to("Pet")}},
            "Owner": {"allOf": [leading_to("Home")]},
            "Food": {"type": "object"},
            "Breed": {"type": "string"},
        }
        return {"paths": {"/pet": {"schema": schema}}, "components": {"schemas": schemas}}

    home = {"properties": {"city": {"type": "string"}}}
    near = {
        "home": home,
        "food": {"oneOf": [{"type": "string"}]},
        "breed": {"anyOf": [{"type": "string"}]},
    }
    far = {
        "home": home,
        "owner": {"allOf": [home]},
        "food": {"oneOf": [{"type": "object"}, {"type": "string"}]},
        "breed": {"anyOf": [{"type": "string"}, {"type": "object"}]},
    }
    for depth, properties in ((0, near), (1, near), (2, far)):
        schema = {"required": ["home", "breed"], "properties": properties}
        cut = shallow(document_with(leading_to("Pet")), depth)
        assert cut == {**document_with(schema), "components": {"securitySchemes": {}}}
