"""The seller's OpenAPI document against its description, fact by fact."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from .reading import Object, body, operations, parameters, properties, resolve

TYPES = {
    "boolean": {"type": "boolean"},
    "decimal": {"type": "number", "format": "decimal"},
    "integer": {"type": "integer", "format": "int64"},
    "number": {"type": "number"},
    "string": {"type": "string"},
    "timestamp": {"type": "string", "format": "date-time"},
}
"""The description's types in the document's terms."""


@pytest.fixture
def document(documents: dict[str, Object]) -> Object:
    return documents["seller"]


def in_document(type_: str) -> Object:
    if type_.startswith("list of "):
        return {"type": "array", "items": in_document(type_.removeprefix("list of "))}
    if type_.startswith("map of "):
        return {
            "type": "object",
            "additionalProperties": in_document(type_.removeprefix("map of ")),
        }
    if " or " in type_:
        return {"type": [TYPES[option]["type"] for option in type_.split(" or ")]}
    return TYPES.get(type_, {"$ref": f"#/components/schemas/{type_}"})


def without_notes(schema: Object) -> Object:
    """A schema without what tells more than its type."""
    stated_keys = {
        key: value
        for key, value in schema.items()
        if key != "description" and not key.startswith("x-")
    }
    if "items" in stated_keys:
        stated_keys["items"] = without_notes(stated_keys["items"])
    return stated_keys


@pytest.mark.promise("describes every operation")
def test_every_operation_has_its_path_method_and_parameters(
    document: Object, seller_spec: dict[str, Any]
) -> None:
    described = {
        operation["operationId"]: (path, method) for path, method, operation in operations(document)
    }
    assert described == {
        "accountDetails": ("/api/account/details", "get"),
        "itemsList": ("/api/items/all", "get"),
        "itemsGet": ("/api/items/item", "get"),
        "purchasesValidate": ("/api/purchases/validation", "post"),
    }
    assert set(described.values()) == {
        (stated["path"], stated["method"].lower()) for stated in seller_spec["operations"].values()
    }


@pytest.mark.promise("is an ordinary required parameter, and `security` is empty")
def test_the_key_and_the_parameters_are_required_where_they_travel(document: Object) -> None:
    item = document["paths"]["/api/items/item"]["get"]
    described = parameters(document, item)
    assert {
        (name, parameter["in"], parameter["required"]) for name, parameter in described.items()
    } == {
        ("api_key", "query", True),
        ("item_id", "query", True),
    }
    assert described["item_id"]["schema"] == {"type": "integer", "format": "int64"}
    assert described["api_key"]["x-specloom-parameter"]["sensitive"] is True
    validation = document["paths"]["/api/purchases/validation"]["post"]
    assert "parameters" not in validation
    content = validation["requestBody"]["content"]
    (media_type,) = content
    assert media_type == "application/x-www-form-urlencoded"
    assert content[media_type]["schema"]["required"] == ["api_key", "purchase_code"]


@pytest.mark.promise("**`required`** lists the members that are always there")
def test_every_field_has_its_type_and_its_presence(
    document: Object, seller_spec: dict[str, Any]
) -> None:
    counted = 0
    for name, record in seller_spec["records"].items():
        if name == seller_spec["envelope"]["record"]:
            continue
        schema = document["components"]["schemas"][name]
        assert set(schema["properties"]) == set(record["fields"])
        for field_name, stated in record["fields"].items():
            field = schema["properties"][field_name]
            counted += 1
            expected = in_document(stated["type"])
            if stated.get("format") in ("uri", "email"):
                expected = with_format(expected, stated["format"])
            for type_ in {"null", "number"}.intersection(stated.get("accepts", ())):
                expected = expected | {"type": [expected["type"], type_]}
            assert without_notes(field) == expected, f"{name}.{field_name}"
            rules = {key: stated[key] for key in ("only_if", "omitted_if", "when") if key in stated}
            optional = bool(rules) or stated.get("optional", False)
            assert (field_name in schema["required"]) is not optional, f"{name}.{field_name}"
            assert field.get("x-specloom-presence") == (rules or None), f"{name}.{field_name}"
            assert field.get("x-specloom-known-values") == stated.get("known_values")
            assert field.get("x-specloom-currency-of") == stated.get("currency_of")
            assert stated["summary"] in field["description"]
        conditions = record.get("conditions")
        assert schema.get("x-specloom-conditions") == conditions
    assert counted == 46


def with_format(schema: Object, format_: str) -> Object:
    if "items" in schema:
        return schema | {"items": with_format(schema["items"], format_)}
    return schema | {"format": format_}


def test_replies_have_the_result_at_its_place(
    document: Object, seller_spec: dict[str, Any]
) -> None:
    by_path = {path: operation for path, _, operation in operations(document)}
    for id_, stated in seller_spec["operations"].items():
        schema = body(by_path[stated["path"]]["responses"]["200"])
        success = resolve(document, schema["oneOf"][0])
        assert resolve(document, success["properties"]["status"])["enum"] == ["success"]
        place = success
        for member in stated["result"]["member"].split("."):
            assert member in place["required"], id_
            place = properties(document, place)[member]
        assert without_notes(place) == in_document(stated["result"]["type"])


@pytest.mark.promise("answers with one of two schemas, distinguished by a discriminator")
def test_errors_are_told_by_the_envelope_with_their_messages(
    document: Object, seller_spec: dict[str, Any]
) -> None:
    counted = 0
    by_path = {path: operation for path, _, operation in operations(document)}
    for name, stated in seller_spec["errors"].items():
        for id_ in stated["operations"]:
            responses = by_path[seller_spec["operations"][id_]["path"]]["responses"]
            for status in ("200", "400", "default"):
                examples = responses[status]["content"]["application/json"]["examples"]
                assert examples[name]["value"] == {"status": "error", "msg": stated["message"]}
                counted += 1
            choice = body(responses["200"])
            assert choice["discriminator"]["propertyName"] == "status"
            mapping = choice["discriminator"]["mapping"]
            assert [mapping["success"], mapping["error"]] == [
                option["$ref"] for option in choice["oneOf"]
            ]
    assert counted == 12
    error = document["components"]["schemas"]["ErrorReply"]
    assert error["required"] == ["status", "msg"]
    assert error["properties"]["msg"]["x-specloom-known-values"] == [
        error["message"] for error in seller_spec["errors"].values()
    ]


def test_the_rules_of_authentication_are_told(
    document: Object, seller_spec: dict[str, Any]
) -> None:
    authentication = document["x-specloom-authentication"]
    assert authentication["parameter"] == "api_key"
    assert authentication["secret"] is True
    assert authentication["rules"] == seller_spec["authentication"]["rules"]
    for rule in authentication["rules"]:
        assert rule in document["info"]["description"]


ITEM: Object = {
    "id": 1,
    "name": "Sounds",
    "description": "",
    "category": "audio",
    "sub_category": "",
    "options": [],
    "version": 1.10,
    "demo_link": "https://example.org/demo",
    "tags": ["a"],
    "media": {
        "thumbnail": "https://example.org/t.png",
        "preview_audio": "https://example.org/a.mp3",
    },
    "price": {"regular": 10.5, "extended": 20},
    "currency": "EUR",
    "published_at": "2026-01-02T03:04:05Z",
}


def is_valid(document: Object, reply: Object) -> bool:
    """Return True if a reply about an item fits the document."""
    schema = body(document["paths"]["/api/items/item"]["get"]["responses"]["200"])
    whole = {"oneOf": schema["oneOf"], "components": document["components"]}
    validator: Any = Draft202012Validator(whole)
    return bool(validator.is_valid(reply))


def test_a_reply_validates_and_may_have_more_than_is_known(document: Object) -> None:
    assert is_valid(document, {"status": "success", "item": ITEM | {"new": 1}, "more": True})
    assert is_valid(document, {"status": "success", "item": ITEM | {"version": "1.2.3"}})
    assert is_valid(document, {"status": "error", "msg": "something else"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "success"},
        {"status": "success", "item": {key: ITEM[key] for key in ITEM if key != "price"}},
        {"status": "success", "item": ITEM | {"version": True}},
        {"status": "success", "item": ITEM | {"price": {"regular": "10", "extended": 1}}},
        {"status": "error"},
        {"item": ITEM},
    ],
)
def test_a_reply_that_breaks_the_description_does_not_validate(
    document: Object, wrong: Object
) -> None:
    assert not is_valid(document, wrong)
