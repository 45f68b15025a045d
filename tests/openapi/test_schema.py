"""Schemas made of types and parameters."""

import msgspec
import pytest

from specloom.model.structs import (
    Api,
    Constant,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Multiple,
    OpenApiProfile,
    Parameter,
    Presence,
    Record,
    Reference,
    Server,
    TypeExpression,
    Union,
)
from specloom.views.openapi import schema as views


def api(*types: Record | Enumeration, wiki: bool = False) -> Api:
    return Api(
        id="small",
        title="Small",
        protocol="mediawiki-query" if wiki else "rest",
        package="small",
        version="1",
        summary="A small one.",
        server=Server(
            url="https://a.example", variable=None, summary="There.", example="https://a.example"
        ),
        groups=(),
        operations=(),
        types=types,
    )


OWN = OpenApiProfile(paths="own", multi="array")
SHARED = OpenApiProfile(paths="shared")


def schemas_of(of: Api, profile: OpenApiProfile = OWN) -> views.Schemas:
    return views.Schemas(of, profile)


@pytest.mark.parametrize(
    ("expression", "schema"),
    [
        ("string", {"type": "string"}),
        ("decimal", {"type": "number", "format": "decimal"}),
        ("timestamp", {"type": "string", "format": "date-time"}),
        ("object", {"type": "object", "additionalProperties": True}),
        ("null", {"type": "null"}),
        ("any", {"description": "Any JSON value."}),
        (ListOf(items="integer"), {"type": "array", "items": {"type": "integer"}}),
        (
            MapOf(values="boolean"),
            {"type": "object", "additionalProperties": {"type": "boolean"}},
        ),
        (Union(options=("string", "number")), {"type": ["string", "number"]}),
        (
            Union(options=("timestamp", "null")),
            {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
        ),
        (
            Union(options=("timestamp", Constant(value=False))),
            {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "boolean"}]},
        ),
        (
            Union(options=("timestamp", Constant(value="infinity"))),
            {
                "description": "A time, or `infinity`.",
                "type": "string",
                "x-specloom-known-values": ["infinity"],
            },
        ),
    ],
)
def test_types_of_responses(expression: TypeExpression, schema: object) -> None:
    assert schemas_of(api()).response(expression) == schema


def test_a_record_that_holds_itself_becomes_a_component_once() -> None:
    tree = Record(
        name="Tree",
        fields=(
            Field(name="name", type="string"),
            Field(name="parts", type=ListOf(items=Reference(name="Tree")), presence=Presence()),
        ),
    )
    schemas = schemas_of(api(tree))
    assert schemas.response(Reference(name="Tree")) == {"$ref": "#/components/schemas/Tree"}
    assert schemas.components() == {
        "Tree": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string"},
                "parts": {
                    "description": "Presence: where the data has it.",
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Tree"},
                    "x-specloom-presence": {"optional": True},
                },
            },
        }
    }


COLOUR = Enumeration(name="Colour", values=("red", "!red", ""))


def test_an_enumeration_is_open_in_a_response() -> None:
    schema = schemas_of(api(COLOUR)).response(Reference(name="Colour"))
    assert schema == {"type": "string", "x-specloom-known-values": ["red", "!red", ""]}


def parameter(**facts: object) -> Parameter:
    return msgspec.convert({"name": "p", "type": "string"} | facts, Parameter)


def test_an_enumeration_is_closed_in_a_request_and_its_values_have_names() -> None:
    schemas = schemas_of(api(COLOUR))
    schema = schemas.request(parameter(type="enumeration", enumeration="Colour"))
    assert schema == {"$ref": "#/components/schemas/Colour"}
    assert schemas.components() == {
        "Colour": {
            "type": "string",
            "enum": ["red", "!red", ""],
            "x-enum-varnames": ["RED", "NOT_RED", "EMPTY"],
        }
    }


def test_values_that_a_site_decides_are_open_in_a_request_too() -> None:
    schemas = schemas_of(api(msgspec.structs.replace(COLOUR, site_specific=True)))
    schemas.request(parameter(type="enumeration", enumeration="Colour"))
    assert schemas.components() == {
        "Colour": {
            "type": "string",
            "x-specloom-known-values": ["red", "!red", ""],
            "x-specloom-site-specific": True,
        }
    }


def test_a_value_that_stands_for_all_is_one_more_value() -> None:
    schemas = schemas_of(api(msgspec.structs.replace(COLOUR, values=("red",))))
    every = Multiple(limit=50, high_limit=500, all_specifier="*")
    schema = schemas.request(
        Parameter(name="p", type="enumeration", enumeration="Colour", multiple=every)
    )
    assert schema == {
        "type": "array",
        "maxItems": 500,
        "items": {"$ref": "#/components/schemas/ColourOrAll"},
    }
    assert schemas.components() == {
        "ColourOrAll": {"type": "string", "enum": ["red", "*"], "x-enum-varnames": ["RED", "EMPTY"]}
    }


def test_a_name_that_is_taken_is_not_used_twice() -> None:
    schemas = schemas_of(api(Record(name="Message", fields=())))
    first = schemas.own("Message", schemas.response("string"))
    other = schemas.own("Message", schemas.response("integer"))
    again = schemas.own("Message", schemas.response("string"))
    assert first == again == {"$ref": "#/components/schemas/Message2"}
    assert other == {"$ref": "#/components/schemas/Message3"}


@pytest.mark.parametrize(
    ("facts", "schema"),
    [
        (
            {"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "integer", "minimum": 1, "maximum": 9},
        ),
        ({"type": "integer", "maximum": 9, "high_maximum": 90}, {"type": "integer", "maximum": 90}),
        ({"type": "boolean"}, {"type": "boolean", "enum": [True]}),
        ({"type": "timestamp"}, {"type": "string", "format": "date-time"}),
        ({"type": "user", "maximum_characters": 5}, {"type": "string", "maxLength": 5}),
        ({"type": "password"}, {"type": "string", "format": "password"}),
        ({"type": "namespace"}, {"type": "integer"}),
        ({"type": "something-new"}, {"type": "string"}),
    ],
)
def test_parameters_of_a_wiki(facts: dict[str, object], schema: object) -> None:
    assert schemas_of(api(wiki=True)).request(parameter(**facts)) == schema


def test_a_time_may_have_any_form_where_the_document_must_not_be_narrower() -> None:
    schemas = schemas_of(api(wiki=True), SHARED)
    assert schemas.request(parameter(type="timestamp")) == {"type": "string"}


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("object", {"type": "object", "additionalProperties": True}),
        ("any", {"description": "Any JSON value."}),
        ("decimal", {"type": "number"}),
    ],
)
def test_parameters_in_a_json_body(kind: str, schema: object) -> None:
    assert schemas_of(api()).request(parameter(type=kind, location="json")) == schema


def test_a_flag_of_another_api_may_be_false() -> None:
    assert schemas_of(api()).request(parameter(type="boolean")) == {"type": "boolean"}
