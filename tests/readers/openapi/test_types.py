"""Types of the model that schemas of OpenAPI documents become, and what is reported as not carried."""

import warnings
from typing import Any

import pytest

from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schemas, Version
from specloom.readers.openapi.types import Types
from specloom.runtime.rest.arguments import limit_problems

TEXT = {"type": "string"}
PET = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
COMPONENTS: dict[str, Any] = {
    "Pet": PET,
    "Pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
    "Alias": {"$ref": "#/components/schemas/Pet"},
    "Only": {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
    "Kind": {"type": "string", "enum": ["cat", "dog"]},
    "Tree": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}},
    "Json": {
        "anyOf": [
            TEXT,
            {"$ref": "#/components/schemas/Objects"},
            {"$ref": "#/components/schemas/Arrays"},
        ]
    },
    "Objects": {"additionalProperties": {"$ref": "#/components/schemas/Json"}},
    "Arrays": {"items": {"$ref": "#/components/schemas/Json"}},
    "Ring": {"oneOf": [{"$ref": "#/components/schemas/RingPart"}, TEXT]},
    "RingPart": {"oneOf": [{"$ref": "#/components/schemas/Ring"}, {"type": "integer"}]},
    "Within": {"properties": {"one": {"items": {"$ref": "#/components/schemas/Within"}}}},
    "Self": {"$ref": "#/components/schemas/Self"},
}
PET_REFERENCE = {"$ref": "#/components/schemas/Pet"}


def _read(schema: Any, version: Version = "3.1") -> tuple[Any, dict[str, Any], list[str]]:
    """The type of a schema, the named types that it needs, and the messages of losses."""
    document = {"components": {"schemas": {**COMPONENTS, "Subject": schema}}}
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, version), losses)
    node = root["components"]["schemas"]["Subject"]
    expression = types.nullable(node, "", "Subject")
    named = {type_.name: type_ for type_ in types.named}
    return expression, named, [loss.message for loss in losses.list]


def _union(*options: Any) -> model.Union:
    return model.Union(options=options)


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({}, "any"),
        (True, "any"),
        (TEXT, "string"),
        ({"type": "string", "format": "date-time"}, "timestamp"),
        ({"type": "integer"}, "integer"),
        ({"type": "object"}, "object"),
        ({"additionalProperties": TEXT}, model.MapOf(values="string")),
        ({"type": "array", "items": TEXT}, model.ListOf(items="string")),
        ({"items": TEXT}, model.ListOf(items="string")),
        ({"type": "array"}, model.ListOf(items="any")),
        ({"const": 3}, model.Constant(value=3)),
        ({"enum": ["x"]}, model.Constant(value="x")),
        ({"enum": [True, 1]}, _union(model.Constant(value=True), model.Constant(value=1))),
        ({"prefixItems": [TEXT], "items": False}, model.ListOf(items="string")),
        ({"prefixItems": [TEXT], "items": {}}, model.ListOf(items="any")),
        (
            {"prefixItems": [TEXT], "items": {"type": "integer"}},
            model.ListOf(items=_union("string", "integer")),
        ),
        (
            {"patternProperties": {"^x-": TEXT}, "additionalProperties": {"type": "integer"}},
            model.MapOf(values=_union("string", "integer")),
        ),
        ({"enum": ["x", 1]}, _union(model.Constant(value="x"), model.Constant(value=1))),
        ({"type": ["string", "integer"]}, _union("string", "integer")),
        ({"oneOf": [TEXT, {"type": "integer"}]}, _union("string", "integer")),
        ({"anyOf": [TEXT, TEXT]}, "string"),
        ({"type": ["number", "integer"]}, _union("number", "integer")),
        (PET_REFERENCE, model.Reference(name="Pet")),
        ({**PET_REFERENCE, "description": "Mine.", "x-order": 1}, model.Reference(name="Pet")),
        ({"allOf": [PET_REFERENCE], "x-order": 1}, model.Reference(name="Pet")),
        ({"$ref": "#/components/schemas/Alias"}, model.Reference(name="Pet")),
        ({"$ref": "#/components/schemas/Only"}, model.Reference(name="Pet")),
        ({"$ref": "#/components/schemas/Kind"}, model.Reference(name="Kind")),
        (
            {"$ref": "#/components/schemas/Pets"},
            model.ListOf(items=model.Reference(name="Pet")),
        ),
        ({"allOf": [TEXT, {"maxLength": 3}]}, "string"),
    ],
)
def test_the_type_of_a_schema(schema: Any, type_: Any) -> None:
    assert _read(schema)[0] == type_


@pytest.mark.parametrize(
    ("base", "part", "places"),
    [
        ({"minimum": 1, "maximum": 9}, {"minimum": 0, "maximum": 9}, [("allOf", "1", "minimum")]),
        ({"minimum": 0, "maximum": 9}, {"minimum": 1, "maximum": 9}, []),
    ],
)
def test_a_limit_that_is_wider_than_that_of_a_part_before_it_is_a_loss(
    base: dict[str, Any], part: dict[str, Any], places: list[tuple[str, ...]]
) -> None:
    schema = {"type": "integer", "allOf": [base, part]}
    root, losses = Node({"components": {"schemas": {"Subject": schema}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    value = types.value(root["components"]["schemas"]["Subject"], "", "Subject")
    assert list(types.named) == []
    assert value["limits"] == model.Limits(minimum=1, maximum=9)
    assert [(loss.kind, tuple(map(str, loss.at[3:]))) for loss in losses.list] == [
        ("limit", place) for place in places
    ]


def test_members_of_an_object_without_a_usable_name_are_those_of_a_map() -> None:
    schema = {"type": "object", "properties": {"": TEXT, "\n": {"description": "A line."}}}
    type_, types, losses = _read(schema)
    assert (type_, types) == ("object", {})
    assert losses == ["a member of this name is one of a map"] * 2


def test_alternatives_with_usable_names_are_records_beside_members_without_one() -> None:
    schema = {"properties": {"": TEXT}, "oneOf": [PET_REFERENCE, {"properties": {"\t": TEXT}}]}
    type_, types, losses = _read(schema)
    assert (type_, [*types]) == ("any", ["Pet"])
    assert losses.count("a member of this name is one of a map") == 2


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "null"]},
        {"type": "string", "nullable": True},
        {"type": "string", "enum": [None, "x", "y"]},
        {"oneOf": [TEXT, {"type": "null"}]},
        {"anyOf": [{"enum": [None]}, TEXT]},
        {"allOf": [{"type": "string", "nullable": True}]},
        {"allOf": [TEXT, {"description": "More", "nullable": True}]},
    ],
)
def test_null_in_each_of_its_spellings(schema: Any) -> None:
    type_, named, _ = _read(schema)
    assert type_ in (_union("string", "null"), _union(model.Reference(name="Subject"), "null"))
    assert "null" not in [value for each in named.values() for value in getattr(each, "values", ())]


KIND = {"$ref": "#/components/schemas/Kind"}
NULL = {"type": "null"}


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"anyOf": [KIND, NULL]}, "Kind"),
        ({"oneOf": [NULL, KIND], "description": "Mine.", "default": "cat"}, "Kind"),
        ({"anyOf": [PET_REFERENCE, NULL]}, "Pet"),
        ({"anyOf": [{"allOf": [PET_REFERENCE]}, NULL]}, "Pet"),
        ({"anyOf": [{"anyOf": [PET_REFERENCE, NULL]}, NULL]}, "Pet"),
        ({"anyOf": [{"enum": ["a", "b"]}, NULL]}, "Subject"),
        ({"anyOf": [{"title": "Other", "properties": {"name": TEXT}}, NULL]}, "Subject"),
    ],
)
def test_the_only_alternative_beside_null_is_the_type(schema: Any, name: str) -> None:
    type_, named, losses = _read(schema)
    assert (type_, [*named], losses) == (_union(model.Reference(name=name), "null"), [name], [])


def test_a_single_alternative_that_leads_back_to_itself_is_any_value() -> None:
    subject = {"$ref": "#/components/schemas/Subject"}
    type_, _, losses = _read({"anyOf": [subject, NULL]})
    assert type_ == "any"
    assert "a union that is one of its own alternatives is read as any value" in losses


def test_a_member_has_the_facts_of_the_only_alternative_beside_null() -> None:
    number = {"type": "integer", "format": "int64", "minimum": 1, "description": "How many."}
    member = {"anyOf": [number, NULL], "title": "Pieces", "default": 3}
    record = _read({"properties": {"count": member}})[1]["Subject"]
    assert isinstance(record, model.Record)
    (field,) = record.fields
    assert (field.format, field.limits.minimum, field.default) == ("int64", 1, 3)
    assert field.summary == "Pieces.\n\nHow many."


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"enum": ["a", "b", "a"]}, ("a", "b")),
        ({"type": "integer", "enum": [1, 2]}, (1, 2)),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, ("a", "b")),
        ({"anyOf": [{"enum": ["a"]}, {"const": "b"}, {"type": "null"}]}, ("a", "b")),
    ],
)
def test_constants_are_an_enumeration(schema: Any, values: Any) -> None:
    assert _read(schema)[1]["Subject"].values == values


def test_records_of_all_of_are_one_record() -> None:
    more = {
        "properties": {"age": {"type": "integer"}, "name": {"maxLength": 9}},
        "required": ["age"],
    }
    _, named, losses = _read({"allOf": [PET_REFERENCE, more]})
    record = named["Subject"]
    assert [(field.name, field.presence) for field in record.fields] == [
        ("name", None),
        ("age", None),
    ]
    assert record.fields[0].limits.maximum_characters == 9
    assert losses == []


@pytest.mark.promise(
    "inside another one, or inside an operation", "a `title` is not used as a name"
)
def test_inline_records_are_named_after_their_owner_and_joined_within_it() -> None:
    inner = {**PET, "title": "Somebody else"}
    schema = {
        "properties": {"first": inner, "second": inner, "third": {"type": "array", "items": inner}}
    }
    _, named, _ = _read(schema)
    assert set(named) - set(COMPONENTS) == {"Subject", "SubjectFirst"}
    fields = {field.name: field.type for field in named["Subject"].fields}
    inline = model.Reference(name="SubjectFirst")
    assert fields["first"] == fields["second"] == inline
    assert fields["third"] == model.ListOf(items=inline)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ([{**PET, "title": "Small pet"}, PET], ["SubjectSmallPet", "SubjectB"]),
        (
            [
                {"properties": {"kind": {"const": "cat"}}},
                {"properties": {"kind": {"const": "dog"}}},
            ],
            ["SubjectCat", "SubjectDog"],
        ),
        (
            [{"properties": {"id": TEXT, "x": TEXT}}, {"properties": {"id": TEXT, "y": TEXT}}],
            ["SubjectX", "SubjectY"],
        ),
    ],
)
def test_alternatives_have_names_without_numbers(options: Any, names: list[str]) -> None:
    type_, _, _ = _read({"oneOf": options})
    assert [option.name for option in type_.options][: len(names)] == names


@pytest.mark.parametrize("first", ["Json", "Objects", "Arrays"])
def test_all_types_that_contain_each_other_have_a_name(first: str) -> None:
    type_, named, losses = _read({"$ref": f"#/components/schemas/{first}"})
    json_ = model.Reference(name="Json")
    assert type_ == model.Reference(name=first)
    assert named == {
        "Json": model.Alias(
            name="Json",
            type=_union("string", model.Reference(name="Objects"), model.Reference(name="Arrays")),
        ),
        "Objects": model.Alias(name="Objects", type=model.MapOf(values=json_)),
        "Arrays": model.Alias(name="Arrays", type=model.ListOf(items=json_)),
    }
    assert losses == []


def test_a_type_that_contains_itself_has_a_name() -> None:
    tree = model.Alias(name="Tree", type=model.ListOf(items=model.Reference(name="Tree")))
    assert _read({"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Tree"}}) == (
        _union(model.ListOf(items=model.Reference(name="Tree")), "null"),
        {"Tree": tree},
        [],
    )
    narrowed = {"items": {"$ref": "#/components/schemas/Subject", "minItems": 1}}
    type_, named, _ = _read(narrowed)
    assert type_ == model.ListOf(items=model.Reference(name="SubjectItem"))
    assert named["SubjectItem"].type == type_


def test_a_record_within_a_list_of_it_needs_no_other_name() -> None:
    type_, named, _ = _read({"items": {"$ref": "#/components/schemas/Within"}})
    assert type_ == model.ListOf(items=model.Reference(name="Within"))
    assert list(named) == ["Within"]


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (
            {"oneOf": [{"$ref": "#/components/schemas/Subject"}, TEXT]},
            "a union that is one of its own alternatives is read as any value",
        ),
        (
            {"$ref": "#/components/schemas/Ring"},
            "a union that is one of its own alternatives is read as any value",
        ),
        ({"$ref": "#/components/schemas/Self"}, "`#/components/schemas/Self` refers to itself"),
        ({"$ref": "#/nowhere"}, "the document has nothing at `#/nowhere`"),
        (
            {"$ref": "other.yaml#/Pet"},
            "`other.yaml#/Pet` is not among the files below the folder of the document, and nothing is fetched",
        ),
        ({"type": "string", "not": {"const": "x"}}, "`not` is not checked"),
        ({"allOf": [{"$ref": "#/components/schemas/Subject"}]}, "`allOf` leads back to itself"),
        (False, "`false`, which no value fits, is read as any value"),
        (
            {"const": 1.5},
            "a constant that is a number with a fraction is read as any number",
        ),
        ({"const": [1]}, "a constant that is a list or an object is read as any value"),
        ({"prefixItems": [TEXT], "maxItems": 1}, "`prefixItems` is not checked"),
        ({"prefixItems": [TEXT]}, "`prefixItems` narrows no type"),
        (
            {"patternProperties": {"^x-": TEXT}, "additionalProperties": False},
            "`patternProperties` is not checked",
        ),
        ({"patternProperties": {"^x-": TEXT}}, "`patternProperties` narrows no type"),
    ],
)
def test_what_no_type_expresses_is_reported(schema: Any, message: str) -> None:
    assert message in _read(schema)[2]


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string", "not": {"const": "x"}}, "limit"),
        ({"type": "object", "propertyNames": {"pattern": "^a"}}, "limit"),
        ({"type": "object", "dependentRequired": {"a": ["b"]}}, "limit"),
        ({"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}}, "limit"),
        ({"type": "object", "dependentSchemas": {"a": {"properties": {"b": TEXT}}}}, "keyword"),
        ({"type": "object", "then": {"required": ["b"]}}, "limit"),
        ({"type": "object", "then": {"properties": {"b": TEXT}}}, "keyword"),
        ({"type": "object", "then": False}, "limit"),
        ({"type": "object", "unevaluatedProperties": False}, "limit"),
        ({"type": "object", "unevaluatedProperties": TEXT}, "keyword"),
        ({"type": "object", "patternProperties": {"^a": TEXT}}, "keyword"),
        ({"type": "array", "prefixItems": [TEXT]}, "keyword"),
    ],
)
def test_a_keyword_that_only_refuses_values_is_a_limit(schema: Any, kind: str) -> None:
    root, losses = Node({"components": {"schemas": {"Subject": schema}}}), Losses()
    subject = root["components"]["schemas"]["Subject"]
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(subject, "", "Subject")
    assert types.named == ()  # now, what no text shows is a loss
    keywords = schema.keys() - {"type"}
    kinds = [loss.kind for loss in losses.list if loss.at[3:] and loss.at[3] in keywords]
    assert kinds == [kind]


def test_siblings_of_a_reference_count_in_3_1_and_describe_in_3_0() -> None:
    schema = {**PET_REFERENCE, "properties": {"age": TEXT}, "description": "Mine."}
    new = _read(schema, "3.1")[1]["Subject"]
    assert [field.name for field in new.fields] == ["name", "age"]
    assert "Subject" not in _read(schema, "3.0")[1]


def test_what_stands_beside_a_reference_counts_also_on_the_way_to_another() -> None:
    extended = {"$ref": "#/components/schemas/Pet", "properties": {"tail": TEXT}}
    document = {"components": {"schemas": {**COMPONENTS, "Cat": extended}}}
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    node = Node({"$ref": "#/components/schemas/Cat"}, ("paths", "x"))
    assert types.nullable(node, "", "Subject") == model.Reference(name="Cat")
    (record,) = types.named
    assert isinstance(record, model.Record)
    assert [field.name for field in record.fields] == ["name", "tail"]


def test_a_list_of_values_stays_where_another_part_of_all_of_names_the_type_alone() -> None:
    narrow = {"properties": {"kind": {"const": "cat"}}}
    _, named, messages = _read({"allOf": [narrow, {"properties": {"kind": TEXT}}]})
    assert named["Subject"].fields[0].type == model.Constant(value="cat")
    assert messages == []


@pytest.mark.parametrize(
    ("descriptions", "type_", "fields"),
    [
        ([{"properties": {"a": TEXT}}, {"properties": {"b": TEXT}}], "SubjectUse", ["a", "b"]),
        ([PET_REFERENCE, {"description": "Mine."}], "Pet", []),
        ([PET_REFERENCE, {"allOf": [PET_REFERENCE], "title": "One"}], "Pet", []),
        ([PET_REFERENCE, {"$ref": "#/components/schemas/Cat"}], "Cat", []),
        ([{"$ref": "#/components/schemas/Cat"}, PET_REFERENCE], "Cat", []),
        ([{"properties": {name: TEXT}} for name in "abc"], "SubjectUse", ["a", "b", "c"]),
    ],
)
def test_a_member_is_what_all_parts_of_all_of_say_of_it(
    descriptions: list[Any], type_: str, fields: list[str]
) -> None:
    cat = {"allOf": [PET_REFERENCE, {"properties": {"tail": TEXT}}]}
    parts = [{"properties": {"use": description}} for description in descriptions]
    root = Node(
        {"components": {"schemas": {**COMPONENTS, "Cat": cat, "Subject": {"allOf": parts}}}}
    )
    types = Types(root, Schemas(root, "3.0"), Losses())
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    named = {each.name: each for each in types.named if isinstance(each, model.Record)}
    assert named["Subject"].fields[0].type == model.Reference(name=type_)
    assert [field.name for field in named[type_].fields if field.name in "abc"] == fields


def test_names_never_run_out() -> None:
    schemas = {"-" * length: PET for length in range(1, 12)}
    root, losses = Node({"components": {"schemas": schemas}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    for name, node in root["components"]["schemas"].items():
        types.nullable(node, "", name)
    names = [type_.name for type_ in types.named]
    assert len(set(names)) == len(schemas)
    assert names[6:9] == ["ValueBody", "ValueA", "ValueB"]


def test_a_word_is_not_repeated_in_the_name_of_an_inline_record() -> None:
    items = {"type": "array", "items": {"type": "array", "items": PET}}
    _, named, _ = _read({"properties": {"subject": {"properties": {"pets": items}}}})
    assert list(named) == ["Subject", "SubjectSchema", "SubjectSchemaPetsItem"]


def test_a_reference_may_name_an_anchor() -> None:
    document = {
        "components": {
            "schemas": {
                "Pet": {**PET, "$anchor": "pet"},
                "Kept": {"$dynamicAnchor": "kept", "items": {"$ref": "#pet"}},
                "Use": {"properties": {"pet": {"$ref": "#pet"}, "pets": {"$ref": "#kept"}}},
                "Lost": {"properties": {"pet": {"$ref": "#cat"}, "any": {"$dynamicRef": "#kept"}}},
            }
        }
    }
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    for name in ("Use", "Lost"):
        types.nullable(root["components"]["schemas"][name], "", name)
    named = {each.name: each for each in types.named if isinstance(each, model.Record)}
    pet = model.Reference(name="Pet")
    assert [field.type for field in named["Use"].fields] == [pet, model.ListOf(items=pet)]
    assert [field.type for field in named["Lost"].fields] == ["any", "any"]
    assert [(loss.kind, loss.at[3:], loss.message) for loss in losses.list] == [
        ("reference", ("properties", "pet"), "the document has nothing at `#cat`"),
        ("keyword", ("properties", "any", "$dynamicRef"), "`$dynamicRef` narrows no type"),
    ]


def test_a_member_is_what_any_alternative_says_of_it() -> None:
    short = {"type": "string", "maxLength": 3, "description": "One."}
    nested = {"oneOf": [{"properties": {"a": short}}, {"properties": {"a": {"type": "integer"}}}]}
    named_by_class = {"properties": {"name": {"type": "string", "maxLength": 2}}}
    _, named, losses = _read({**PET, "anyOf": [nested, named_by_class]})
    name, a = named["Subject"].fields
    assert (name.type, a.type) == ("string", _union("string", "integer"))
    assert (a.limits, a.summary) == (model.Limits(), "One.")
    assert "`limits` of a member that other alternatives describe otherwise" in losses
    assert "`name` is what the class says of it, not this alternative" in losses


def test_a_pattern_that_a_later_python_may_read_otherwise_is_no_warning() -> None:
    schema = {"type": "string", "pattern": "^[[a-z]+$"}
    root, losses = Node({"components": {"schemas": {"Subject": schema}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        value = types.value(root["components"]["schemas"]["Subject"], "", "Subject")
        problems = [*limit_problems(value["limits"], "[a"), *limit_problems(value["limits"], "1")]
    assert problems == ["does not fit the pattern ^[[a-z]+$"]
    assert not losses.list


@pytest.mark.parametrize("version", ["3.0", "3.1"])
def test_values_of_a_list_that_are_no_lists_are_those_of_its_items(version: Version) -> None:
    values = {"enum": ["cat", "dog"]}
    for schema in (
        {"type": "array", "items": {**TEXT, **values}},
        {"type": "array", "items": TEXT, **values},
        {"type": "array", **values},
    ):
        type_, named, losses = _read({"properties": {"kinds": schema}}, version)
        assert (type_, losses) == (model.Reference(name="Subject"), [])
        (field,) = named["Subject"].fields
        (enumeration,) = (each for each in named.values() if isinstance(each, model.Enumeration))
        assert field.type == model.ListOf(items=model.Reference(name=enumeration.name))
        assert enumeration.values == ("cat", "dog")
