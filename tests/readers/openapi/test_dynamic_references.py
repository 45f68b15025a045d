"""References by `$dynamicRef` and `$recursiveRef` lead where only one schema can be meant."""

from typing import Any

import pytest

from specloom.readers.openapi.dynamic_references import may_have_any, with_static_references

TREE = {"$dynamicAnchor": "tree", "items": {"$dynamicRef": "#tree"}}
LIST = {"$recursiveAnchor": True, "items": {"oneOf": [{"$recursiveRef": "#"}, {"type": "string"}]}}


def _schemas(schemas: dict[str, Any]) -> Any:
    return with_static_references({"components": {"schemas": schemas}})["components"]["schemas"]


def test_the_only_anchor_of_its_name_is_meant() -> None:
    assert _schemas({"A": TREE}) == {"A": {"$dynamicAnchor": "tree", "items": {"$ref": "#tree"}}}


def test_one_of_several_anchors_depends_on_the_use() -> None:
    schemas = {"A": TREE, "B": {"$dynamicAnchor": "tree", "$ref": "#/components/schemas/A"}}
    assert _schemas(schemas) == schemas


def test_a_recursive_reference_is_the_schema_around_it_that_has_the_anchor() -> None:
    expected = {"items": {"oneOf": [{"$ref": "#/components/schemas/a~1b"}, {"type": "string"}]}}
    assert _schemas({"a/b": LIST}) == {"a/b": expected}


@pytest.mark.parametrize(
    "schema",
    [
        {"items": {"$recursiveRef": "#"}},
        {"items": {"$dynamicRef": "#none"}},
        {"items": {"$dynamicRef": 1}},
        {"properties": {"$dynamicRef": {"type": "string"}}},
    ],
)
def test_what_leads_nowhere_stays(schema: dict[str, Any]) -> None:
    assert _schemas({"A": schema}) == {"A": schema}


def test_most_documents_have_none() -> None:
    assert may_have_any('{"$dynamicRef": "#tree"}')
    assert may_have_any('{"$recursiveRef": "#"}')
    assert not may_have_any('{"$ref": "#"}')
