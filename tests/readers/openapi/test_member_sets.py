"""Texts about members that go together, as alternatives beside the members of an object say."""

from typing import Any

import pytest

from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.types import Types

TEXT = {"type": "string"}


def _read(schema: Any) -> tuple[model.Record, list[tuple[str, str]]]:
    """The record that a schema becomes, and the losses."""
    root, losses = Node({"components": {"schemas": {"Subject": schema}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    (subject,) = types.named
    assert isinstance(subject, model.Record)
    return subject, [(loss.kind, str(loss.at[-1])) for loss in losses.list]


@pytest.mark.promise("Which members go together is a sentence of the text")
@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "At least one of these sets of members: `a`; or `b`.",
        ),
        (
            {"oneOf": [{"properties": {"c": TEXT, "d": TEXT}, "required": ["c"]}, {"title": "T"}]},
            "One of these sets of members: `c`, `d` (optional); or no other.",
        ),
        (
            {"oneOf": [{"properties": {"a": {"const": "x"}}}, {"properties": {"a": {"enum": ["y", "z"]}}}]},
            "One of these sets of members: `a` as `x` (optional); or `a` as `y` or `z` (optional).",
        ),
        (
            {"anyOf": [{"required": ["a"], "oneOf": [{"required": ["b"]}, {"required": ["c"]}]}, {"required": ["c"]}]},
            "At least one of these sets of members: `a`, (`b` or `c`); or `c`.",
        ),
        (
            {"anyOf": [{"required": ["a"], "oneOf": [{"required": ["b"]}, {"required": ["c"]}]}]},
            "At least one of these sets of members: `b`; or `c`.",
        ),
        (
            {"oneOf": [{"oneOf": [{"required": ["a", "c"]}, {"required": ["b", "c"]}]}, {"required": ["d"]}]},
            "One of these sets of members: `a`, `c`; or `b`, `c`; or `d`.",
        ),
        (
            {"oneOf": [{"required": ["d"], "anyOf": [{"required": ["a", "c"]}, {"required": ["b"]}]}, {"required": ["c"]}]},
            "One of these sets of members: `d`, (`a`, `c`; or `b`); or `c`.",
        ),
    ],
)  # fmt: skip
def test_a_record_says_which_members_go_together(schema: dict[str, Any], sentence: str) -> None:
    record, losses = _read({"properties": {"a": TEXT, "b": TEXT}, **schema})
    assert sentence in (record.summary or "").split("\n\n")
    assert losses == []


def test_a_member_that_every_alternative_requires_is_required() -> None:
    alternatives = [
        {"properties": {"a": TEXT, "c": TEXT, "d": TEXT}, "required": ["a", "c"]},
        {"properties": {"a": TEXT, "d": TEXT}, "oneOf": [{"required": ["a"]}, {"required": ["a", "b"]}]},
    ]  # fmt: skip
    record, losses = _read({"properties": {"b": TEXT}, "oneOf": alternatives})
    required = {field.name: field.presence is None for field in record.fields}
    assert required == {"a": True, "b": False, "c": False, "d": False}
    assert record.summary == "One of these sets of members: `c`; or no other; or `b`."
    assert losses == []


def test_a_set_has_the_text_by_which_a_discriminator_chooses_it() -> None:
    kinds = {"cat": "Cat", "dog": "Dog"}
    animal = {"properties": {"kind": TEXT}, "required": ["kind"]}
    pet = {
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in kinds.values()],
        "discriminator": {"propertyName": "kind", "mapping": kinds},
    }
    schemas = {"Pet": pet, "Cat": animal, "Dog": {**animal, "title": "Dogs"}}
    of_two_parts = {
        "allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"owner": TEXT}}]
    }
    root, losses = Node({"components": {"schemas": {"Subject": of_two_parts, **schemas}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    (record,) = (type_ for type_ in types.named if type_.name == "Subject")
    sets = "One of these sets of members: `kind` as `cat`; or `kind` as `dog`."
    assert sets in (record.summary or "").split("\n\n")
    assert "discriminator" not in [loss.kind for loss in losses.list]


def test_alternatives_that_name_no_member_are_a_loss() -> None:
    schema = {"properties": {"a": TEXT}, "anyOf": [{"minProperties": 1}, {"maxProperties": 0}]}
    record, losses = _read(schema)
    assert record.summary is None or "sets of members" not in record.summary
    assert ("limit", "anyOf") in losses


def test_a_member_that_an_alternative_describes_otherwise_is_a_loss_without_its_values() -> None:
    schema = {"properties": {"a": TEXT}, "oneOf": [{"properties": {"a": {"type": "integer"}}}]}
    _, losses = _read(schema)
    assert losses == [("alternatives", "a")]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({"type": "string", "maxLength": 5}, "Each name: At most 5 characters."),
        ({"enum": ["home", "public"]}, "Each name: One of `home`, `public`."),
        ({"description": "A language", "example": "en"}, "Each name: A language. Example: `en`."),
    ],
)
def test_what_is_said_of_names_is_in_the_text(names: dict[str, Any], sentence: str) -> None:
    counts = {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": names}
    record, losses = _read({"properties": {"counts": counts}})
    assert (record.fields[0].summary, losses) == (sentence, [])


def test_items_of_a_member_of_replies_travel_as_the_member_does() -> None:
    items = {"type": "array", "readOnly": True, "items": {**TEXT, "readOnly": True}}
    record, losses = _read({"properties": {"a": items}})
    assert (record.fields[0].access, losses) == ("read", [])


def test_a_deprecated_member_with_a_class_of_its_own_is_no_loss() -> None:
    document = {"properties": {"a": {**TEXT, "enum": ["x", "y"], "deprecated": True}}}
    root, losses = Node({"components": {"schemas": {"Subject": document}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    record = next(type_ for type_ in types.named if isinstance(type_, model.Record))
    assert (record.fields[0].deprecated, losses.list) == (True, ())


def test_other_members_have_the_text_of_their_values() -> None:
    others = {"allOf": [{"example": "Kim"}, {"description": "A name."}]}
    record, losses = _read({"properties": {"a": TEXT}, "additionalProperties": others})
    assert record.fields[-1].holds_others
    assert "A name." in (record.fields[-1].summary or "")
    assert losses == []
