"""Schemas made of types and parameters, as documents write them."""

from typing import Any

import msgspec
import pytest
import yaml

from specloom.languages.yaml import Yaml
from specloom.model.structs import (
    Api,
    Constant,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    MediaWiki,
    OpenApiProfile,
    Parameter,
    Presence,
    Record,
    Reference,
    Rest,
    Server,
    TypeExpression,
    Union,
    Wire,
)
from specloom.rendering.templates import Templates
from specloom.resources import templates
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.schema import ANYTHING, Schema, array_of, for_3_0, object_of, one_of
from tests.values import parameter_of

WIRE = Wire(
    fixed_parameters={},
    group_parameters={},
    generator_parameter="generator",
    generator_prefix="g",
    separator="|",
    alternative_separator="\x1f",
    post_above_bytes=2000,
    post_header="Promise",
    error_header="Error",
    parameters=(),
    page="Page",
)


def api(*types: Record | Enumeration, wiki: bool = False) -> Api:
    return Api(
        id="small",
        title="Small",
        protocol=MediaWiki(wire=WIRE) if wiki else Rest(),
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


TEMPLATES = Templates(templates())


def schemas_of(of: Api, profile: OpenApiProfile = OWN) -> Schemas:
    return Schemas(of, profile, WIRE if of.protocol.shares_address else None)


def written(schema: Schema, profile: OpenApiProfile = OWN) -> Any:
    """Text of the template for a schema."""
    template = TEMPLATES.environment(Yaml).get_template("openapi/_schema.yaml.j2")
    return yaml.safe_load(template.render(schema=schema, profile=profile))


def components(schemas: Schemas) -> dict[str, Any]:
    return {name: written(schema) for name, schema in schemas.components().items()}


@pytest.mark.promise(
    "**Integers** have the format `int64`",
    "**Money** is `type",
    "**Flags of a wiki** are true if they are there",
)
@pytest.mark.parametrize(
    ("expression", "schema"),
    [
        ("string", {"type": "string"}),
        ("decimal", {"type": "number", "format": "decimal"}),
        ("timestamp", {"type": "string", "format": "date-time"}),
        ("object", {"type": "object", "additionalProperties": True}),
        ("null", {"type": "null"}),
        ("any", {"description": "Any JSON value."}),
        (
            ListOf(items="integer"),
            {"type": "array", "items": {"type": "integer", "format": "int64"}},
        ),
        (
            MapOf(values="boolean"),
            {"type": "object", "additionalProperties": {"type": "boolean"}},
        ),
        (Union(options=("string", "number")), {"type": ["string", "number"]}),
        (Union(options=("number", "integer")), {"type": ["number", "integer"]}),
        (
            Union(options=("string", "integer", "null")),
            {"type": ["string", "integer", "null"], "format": "int64"},
        ),
        (
            Union(options=("timestamp", "integer")),
            {
                "anyOf": [
                    {"type": "string", "format": "date-time"},
                    {"type": "integer", "format": "int64"},
                ]
            },
        ),
        (Constant(value=7), {"type": "integer", "enum": [7]}),
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
    assert written(schemas_of(api()).response(expression)) == schema


def test_a_record_that_holds_itself_becomes_a_component_once() -> None:
    tree = Record(
        name="Tree",
        fields=(
            Field(name="name", type="string"),
            Field(name="parts", type=ListOf(items=Reference(name="Tree")), presence=Presence()),
        ),
    )
    schemas = schemas_of(api(tree))
    assert written(schemas.response(Reference(name="Tree"))) == {
        "$ref": "#/components/schemas/Tree"
    }
    assert components(schemas) == {
        "Tree": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string"},
                "parts": {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/Tree"},
                    "x-specloom-presence": {"optional": True},
                },
            },
        }
    }


COLOUR = Enumeration(name="Colour", values=("red", "!red", ""))


@pytest.mark.promise("**Responses are open.**")
def test_an_enumeration_is_open_in_a_response() -> None:
    schema = written(schemas_of(api(COLOUR)).response(Reference(name="Colour")))
    assert schema == {"type": "string", "x-specloom-known-values": ["red", "!red", ""]}


def parameter(type_: Any = "string", **facts: Any) -> Parameter:
    return parameter_of("p", type_, **facts)


@pytest.mark.promise("**Enumerations in requests** list all allowed values")
def test_an_enumeration_is_closed_in_a_request_and_its_values_have_names() -> None:
    schemas = schemas_of(api(COLOUR))
    schema = schemas.request(parameter(Reference(name="Colour")))
    assert written(schema) == {"$ref": "#/components/schemas/Colour"}
    assert components(schemas) == {
        "Colour": {
            "type": "string",
            "enum": ["red", "!red", ""],
            "x-enum-varnames": ["RED", "NOT_RED", "EMPTY"],
        }
    }


@pytest.mark.promise(
    "Its known values are in its description, and in `x-specloom-known-values` of documents with extensions"
)
def test_values_that_a_site_decides_are_open_in_a_request_too() -> None:
    schemas = schemas_of(api(msgspec.structs.replace(COLOUR, site_specific=True)))
    schemas.request(parameter(Reference(name="Colour")))
    assert components(schemas) == {
        "Colour": {
            "type": "string",
            "x-specloom-known-values": ["red", "!red", ""],
            "x-specloom-site-specific": True,
        }
    }


def test_a_value_that_stands_for_all_is_one_more_value() -> None:
    schemas = schemas_of(api(msgspec.structs.replace(COLOUR, values=("red",))))
    every: dict[str, Any] = {"maximum_items": 50, "high_limit": 500, "all_specifier": "*"}
    colours = parameter_of("p", Reference(name="Colour"), several=True, **every)
    schema = schemas.request(colours)
    assert written(schema) == {
        "type": "array",
        "maxItems": 500,
        "items": {"$ref": "#/components/schemas/ColourOrAll"},
    }
    assert components(schemas) == {
        "ColourOrAll": {"type": "string", "enum": ["red", "*"], "x-enum-varnames": ["RED", "EMPTY"]}
    }


def test_a_name_that_is_taken_is_not_used_twice() -> None:
    schemas = schemas_of(api(Record(name="Message", fields=())))
    first = schemas.own("Message", schemas.response("string"))
    other = schemas.own("Message", schemas.response("integer"))
    again = schemas.own("Message", schemas.response("string"))
    assert first == again
    assert written(first) == {"$ref": "#/components/schemas/Message2"}
    assert written(other) == {"$ref": "#/components/schemas/Message3"}


@pytest.mark.parametrize(
    ("facts", "schema"),
    [
        (
            {"type": "integer", "minimum": 1, "maximum": 9},
            {"type": "integer", "minimum": 1, "maximum": 9},
        ),
        (
            {"type": "integer", "maximum": 9, "high_maximum": 90},
            {"type": "integer", "format": "int64", "maximum": 90},
        ),
        (
            {"type": "integer", "minimum": 0, "maximum": 2**31},
            {"type": "integer", "format": "int64", "minimum": 0, "maximum": 2**31},
        ),
        (
            {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
            {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
        ),
        ({"type": "boolean"}, {"type": "boolean", "enum": [True]}),
        ({"type": "timestamp"}, {"type": "string", "format": "date-time"}),
        ({"type": "user", "maximum_characters": 5}, {"type": "string", "maxLength": 5}),
        ({"type": "password"}, {"type": "string", "format": "password"}),
        ({"type": "namespace"}, {"type": "integer", "format": "int64"}),
        ({"type": "something-new"}, {"type": "string"}),
    ],
)
def test_parameters_of_a_wiki(facts: dict[str, Any], schema: object) -> None:
    stated = parameter(facts["type"], **{name: facts[name] for name in facts if name != "type"})
    assert written(schemas_of(api(wiki=True)).request(stated)) == schema


@pytest.mark.promise("Nothing in it is narrower than the wiki")
def test_a_time_may_have_any_form_where_the_document_must_not_be_narrower() -> None:
    schemas = schemas_of(api(wiki=True), SHARED)
    assert written(schemas.request(parameter("timestamp"))) == {"type": "string"}


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("object", {"type": "object", "additionalProperties": True}),
        ("any", {"description": "Any JSON value."}),
        ("decimal", {"type": "number"}),
    ],
)
def test_parameters_in_a_json_body(kind: str, schema: object) -> None:
    assert written(schemas_of(api()).request(parameter(kind, location="json"))) == schema


@pytest.mark.promise("**Flags of a wiki** are true if they are there")
def test_a_flag_of_another_api_may_be_false() -> None:
    assert written(schemas_of(api()).request(parameter("boolean"))) == {"type": "boolean"}


TEXT = Schema(type=("string",))
NULL = Schema(type=("null",))
FIELD = Field(name="a", type="string", source="Manual")


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (TEXT, {"type": "string"}),
        (NULL, {"type": "object", "nullable": True, "enum": [None]}),
        (Schema(type=("string", "null")), {"type": "string", "nullable": True}),
        (
            Schema(type=("string", "integer")),
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        ),
        (
            Schema(type=("string", "integer"), format="int64"),
            {"anyOf": [{"type": "string"}, {"type": "integer", "format": "int64"}]},
        ),
        (
            Schema(type=("integer", "null"), format="int64"),
            {"type": "integer", "format": "int64", "nullable": True},
        ),
        (
            Schema(type=("integer", "string", "null"), description="Both."),
            {
                "description": "Both.",
                "anyOf": [{"type": "integer", "nullable": True}, {"type": "string"}],
            },
        ),
        (
            Schema(any_of=(Schema(type=("integer",), minimum=0), NULL), description="One."),
            {"description": "One.", "type": "integer", "nullable": True, "minimum": 0},
        ),
        (
            Schema(any_of=(Schema(ref="Thing"), NULL)),
            {
                "anyOf": [
                    {"$ref": "#/components/schemas/Thing"},
                    {"type": "object", "nullable": True, "enum": [None]},
                ]
            },
        ),
        (
            Schema(any_of=(Schema(ref="Thing"), TEXT, NULL)),
            {
                "anyOf": [
                    {"$ref": "#/components/schemas/Thing"},
                    {"type": "string", "nullable": True},
                ]
            },
        ),
        (Schema(ref="Thing"), {"$ref": "#/components/schemas/Thing"}),
        (
            Schema(ref="Thing", description="Its."),
            {"description": "Its.", "allOf": [{"$ref": "#/components/schemas/Thing"}]},
        ),
        (Schema(type=("string",), const="a"), {"type": "string", "enum": ["a"]}),
        (
            Schema(type=("object",), examples=({"a": 1}, {"a": 2})),
            {"type": "object", "example": {"a": 1}},
        ),
        (
            object_of({"a": array_of(Schema(type=("string", "null")))}, ["a"]),
            {
                "type": "object",
                "required": ["a"],
                "properties": {
                    "a": {"type": "array", "items": {"type": "string", "nullable": True}}
                },
            },
        ),
    ],
)
@pytest.mark.parametrize("lean", [False, True])
def test_a_document_of_3_0_says_the_same(schema: Schema, expected: object, lean: bool) -> None:
    profile = OpenApiProfile(openapi="3.0", lean=lean)
    assert written(for_3_0(schema, lean=lean), profile) == expected
    assert for_3_0(for_3_0(schema, lean=lean), lean=lean) == for_3_0(schema, lean=lean)


@pytest.mark.parametrize(
    ("lean", "expected"),
    [
        (
            False,
            {
                "allOf": [{"$ref": "#/components/schemas/Thing"}],
                "x-specloom-source": "Manual",
            },
        ),
        (True, {"$ref": "#/components/schemas/Thing"}),
    ],
)
def test_what_is_not_written_does_not_stand_beside_a_reference(
    lean: bool, expected: object
) -> None:
    schema = for_3_0(Schema(ref="Thing", field=FIELD), lean=lean)
    assert written(schema, OpenApiProfile(openapi="3.0", lean=lean)) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (array_of(TEXT), {"type": "array", "items": {"type": "string"}}),
        (Schema(type=("array",), max_items=0), {"type": "array", "maxItems": 0, "items": {}}),
        (Schema(type=("integer",), minimum=0, maximum=0), {"type": "integer", "minimum": 0, "maximum": 0}),
        (one_of("no", "1", "a: b"), {"type": "string", "enum": ["no", "1", "a: b"]}),
        (
            object_of({"no": ANYTHING, "a\nb": TEXT}),
            {"type": "object", "properties": {"no": {"description": "Any JSON value."}, "a\nb": {"type": "string"}}},
        ),
        (
            array_of(array_of(object_of({"a": Schema(description="One.\n\n  Two.", type=("string",))}))),
            {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {
                "a": {"description": "One.\n\n  Two.", "type": "string"}}}}},
        ),
    ],
)  # fmt: skip
def test_what_is_empty_nested_or_looks_like_something_else_is_read_back(
    schema: Schema, expected: object
) -> None:
    assert written(schema) == expected
