"""Texts of OpenAPI documents: where the model has them, where the outputs show them, and what is a loss."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from specloom.model import structs as model
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types

TEXT = {"type": "string"}
PET = {"$ref": "#/components/schemas/Pet"}
COMPONENTS: dict[str, Any] = {
    "Pet": {"properties": {"name": TEXT}, "title": "pet", "description": "An animal."},
    "Name": {**TEXT, "description": "What it is called."},
}


def _read(schema: Any) -> tuple[dict[str, model.NamedType], list[tuple[str, str]]]:
    """The classes that a schema `Subject` needs, and the losses."""
    document = {"components": {"schemas": {**COMPONENTS, "Subject": schema}}}
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    classes = {type_.name: type_ for type_ in types.named}
    return classes, [(loss.kind, str(loss.at[-1])) for loss in losses.list]


KIND = {"propertyName": "kind"}


def _of_kind(kind: str) -> dict[str, Any]:
    members = {"kind": {"const": kind}, kind: TEXT}
    return {"type": "object", "required": ["kind"], "properties": members}


PAIR = {"oneOf": [_of_kind("a"), _of_kind("b")], "discriminator": KIND}
OF_ANOTHER_UNION = (
    "`discriminator`: its alternatives are those of another union: what a value contains chooses"
)


@pytest.mark.parametrize(
    ("schema", "messages"),
    [
        ({"type": "array", "items": PAIR, "discriminator": KIND}, []),
        (
            {"oneOf": [{"type": "array", "items": _of_kind("a")}, _of_kind("b")], "discriminator": KIND},
            ["`discriminator`: not all alternatives are objects: what a value contains chooses"],
        ),
        ({"oneOf": [PAIR, _of_kind("c")]}, [OF_ANOTHER_UNION]),
    ],
    ids=["of a list and its items", "of a list and an object", "within another union"],
)  # fmt: skip
def test_the_loss_of_a_discriminator_says_why(schema: Any, messages: list[str]) -> None:
    root, losses = Node({"components": {"schemas": {"Subject": schema}}}), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.value(root["components"]["schemas"]["Subject"], "Owner", "subject")
    assert [*types.named]
    assert [loss.message for loss in losses.list] == messages


@pytest.mark.promise("appears only where it says more than the name and the description")
@pytest.mark.parametrize(
    ("schema", "summary"),
    [
        ({**TEXT, "title": "First name"}, "First name"),
        ({**TEXT, "title": "Full-Name."}, None),
        ({**TEXT, "title": "full_name"}, None),
        ({**TEXT, "title": "Name", "description": "The Name of all."}, "The Name of all."),
        ({**TEXT, "title": "Call name", "description": "Short."}, "Call name.\n\nShort."),
        ({**TEXT, "externalDocs": {"url": "https://a.org"}}, "<https://a.org>"),
        (
            {**TEXT, "externalDocs": {"url": "https://a.org", "description": "More"}},
            "More: <https://a.org>",
        ),
        (
            {"items": {**TEXT, "description": "One."}, "description": "All."},
            "All.\n\nEach item: One.",
        ),
        ({"additionalProperties": {**TEXT, "title": "One"}}, "Each value: One"),
        (
            {"anyOf": [{**TEXT, "title": "A"}, {"type": "integer", "description": "B"}]},
            "- A\n- B",
        ),
        (
            {"oneOf": [{"const": 1, "title": "on"}, {"const": 0, "description": "Off."}]},
            None,
        ),
        (
            {"allOf": [{"$ref": "#/components/schemas/Name"}, {"description": "Of a cat."}]},
            "Of a cat.\n\nWhat it is called.",
        ),
        (PET, "An animal."),
        ({"allOf": [PET], "description": "A cat."}, "A cat."),
        ({"items": PET, "description": "All."}, "All."),
    ],
)
def test_texts_of_values(schema: Any, summary: str | None) -> None:
    classes, losses = _read({"properties": {"full_name": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    assert (subject.fields[0].summary, losses) == (summary, [])


@pytest.mark.promise("Limits and formats of other parts are sentences of the text")
@pytest.mark.parametrize(
    ("schema", "summary"),
    [
        ({"items": {"items": {**TEXT, "maxLength": 3}}}, "Each item: Each item: At most 3 characters."),
        ({"items": {"items": {**TEXT, "minLength": 1}}}, "Each item: Each item: At least 1 character."),
        ({"additionalProperties": {**TEXT, "format": "iso 4217"}}, "Each value: Format: `iso 4217`."),
        (
            {"anyOf": [{**TEXT, "minLength": 2, "description": "A name."}, {"type": "integer", "minimum": 1}]},
            "- A name. At least 2 characters.\n- Integer: At least 1.",
        ),
        ({"anyOf": [{**TEXT, "pattern": "^`a`$"}, PET]}, 'String: Pattern: "^`a`$".'),
        (
            {"anyOf": [{"type": "number", "minimum": 0, "exclusiveMinimum": True}, {"const": "auto"}]},
            "Number: More than 0.",
        ),
        ({"items": {**TEXT, "deprecated": True}}, "Each item: Deprecated."),
        ({"anyOf": [TEXT, {**PET, "deprecated": True}]}, "`Pet`: Deprecated."),
        ({**TEXT, "contentEncoding": "base32"}, "Encoding: `base32`."),
        ({"items": {"items": TEXT, "uniqueItems": True, "minItems": 2}}, "Each item: At least 2 items. No item twice."),
    ],
)  # fmt: skip
def test_facts_that_no_value_has_are_sentences(schema: Any, summary: str) -> None:
    document = {"components": {"schemas": COMPONENTS}, "result": schema}
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.result(root["result"], "", "Subject")
    text = types.texts.of_body(root["result"], None)
    assert types.named is not None
    assert (text, losses.list) == (summary, ())


DAY = {**TEXT, "format": "date"}
INTEGER = {"type": "integer"}


@pytest.mark.promise("The format of a list or a map is that of the values in it")
@pytest.mark.parametrize(
    ("schema", "format_", "summary"),
    [
        ({"additionalProperties": DAY}, "date", None),
        ({"items": {"additionalProperties": {"items": DAY}}}, "date", None),
        ({"type": ["array", "null"], "items": {"type": ["string", "null"], "format": "date"}}, "date", None),
        ({"additionalProperties": {**INTEGER, "format": "unix-time"}}, "unix-time", None),
        ({"oneOf": [DAY, INTEGER]}, "date", None),
        ({"items": {"anyOf": [INTEGER, {"oneOf": [DAY, {"type": "boolean"}]}]}}, "date", None),
        ({"anyOf": [DAY, {**TEXT, "format": "date-time"}]}, "date", "String: Format: `date-time`."),
        ({"anyOf": [DAY, {**TEXT, "format": "uuid"}, INTEGER]}, None, "- String: Format: `date`.\n- String: Format: `uuid`."),
        ({"anyOf": [DAY, TEXT]}, None, "String: Format: `date`."),
        ({"anyOf": [DAY, {"enum": ["now"]}]}, None, "String: Format: `date`."),
        ({"anyOf": [DAY, {"const": "now"}]}, None, "String: Format: `date`."),
    ],
)  # fmt: skip
def test_formats_of_values_within_a_value(
    schema: Any, format_: str | None, summary: str | None
) -> None:
    classes, losses = _read({"properties": {"days": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    (field,) = subject.fields
    assert (field.format, field.summary, losses) == (format_, summary, [])


def test_an_alias_has_its_limits_and_those_of_the_values_in_it() -> None:
    reference = {"$ref": "#/components/schemas/Subject"}
    item = {"anyOf": [reference, {**TEXT, "description": "A name.", "maxLength": 5}]}
    classes, losses = _read({"type": "array", "minItems": 1, "maxItems": 3, "items": item})
    subject = classes["Subject"]
    assert isinstance(subject, model.Alias)
    assert subject.limits == model.Limits(minimum_items=1, maximum_items=3, maximum_characters=5)
    assert (subject.summary, losses) == ("Each item: A name.", [])


ONE: dict[str, Any] = {"maximum_characters": 3}


@pytest.mark.parametrize(
    ("schema", "limits"),
    [
        ({"type": "array", "minItems": 1, "uniqueItems": True, "items": TEXT}, {"minimum_items": 1, "unique_items": True}),
        ({"type": ["array", "null"], "maxItems": 3, "items": {**TEXT, "maxLength": 3}}, {"maximum_items": 3, **ONE}),
        ({"type": "object", "minProperties": 1, "maxProperties": 2}, {"minimum_members": 1, "maximum_members": 2}),
        ({"additionalProperties": {**TEXT, "maxLength": 3}}, {"each": model.Limits(**ONE)}),
        (
            {"type": "array", "items": {"type": "array", "minItems": 2, "items": {"type": "number", "minimum": 0}}},
            {"each": model.Limits(minimum_items=2, minimum=0)},
        ),
        ({"anyOf": [{**TEXT, "maxLength": 3}, PET]}, ONE),
        ({"anyOf": [{**TEXT, "maxLength": 3}, {"enum": [""]}]}, ONE),
        ({"anyOf": [{**TEXT, "maxLength": 3}, {"enum": ["auto"]}]}, {}),
        ({"anyOf": [{**TEXT, "maxLength": 3}, TEXT]}, {}),
        ({"oneOf": [{**TEXT, "maxLength": 3}, {"type": "integer", "minimum": 0}, {"type": "null"}]}, {"minimum": 0, **ONE}),
        (
            {"anyOf": [{**TEXT, "maxLength": 3}, {"type": "array", "items": {**TEXT, "maxLength": 9}, "maxItems": 2}]},
            {"maximum_items": 2, "each": model.Limits(maximum_characters=9), **ONE},
        ),
        (
            {"anyOf": [{**TEXT, "maxLength": 3}, {"type": "array", "items": TEXT}]},
            {"each": model.Limits(), **ONE},
        ),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True}, {"exclusive_minimum": 0}),
        ({**TEXT, "pattern": "["}, {}),
    ],
)  # fmt: skip
def test_limits_are_those_of_the_types_of_json(schema: Any, limits: dict[str, Any]) -> None:
    classes, losses = _read({"properties": {"a": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    assert (subject.fields[0].limits, losses) == (model.Limits(**limits), [])


def test_a_limit_is_a_sentence_where_the_items_of_another_alternative_do_not_have_it() -> None:
    size = {"$ref": "#/components/schemas/Size"}
    union = {"anyOf": [size, {"type": "array", "items": size}, PET]}
    document = {
        "components": {
            "schemas": {
                **COMPONENTS,
                "Size": {**INTEGER, "minimum": 1},
                "Subject": {"properties": {"a": union}},
            }
        }
    }
    root, losses = Node(document), Losses()
    types = Types(root, Schemas(root, "3.1"), losses)
    types.nullable(root["components"]["schemas"]["Subject"], "", "Subject")
    subject = next(
        each for each in types.named if isinstance(each, model.Record) and each.name == "Subject"
    )
    (field,) = subject.fields
    assert field.limits == model.Limits(minimum=1, each=model.Limits())
    assert field.summary == "- Integer: At least 1.\n- Array: Each item: At least 1."
    assert not losses.list


@pytest.mark.parametrize(
    "schema",
    [
        {**TEXT, "uniqueItems": True},
        {"type": "boolean", "uniqueItems": True},
        {"type": "number", "minLength": 3},
        {"type": ["string", "null"], "maximum": 100},
        {"type": "object", "maxLength": 80},
        {"type": "array", "minItems": 0},
        {**TEXT, "enum": ["a", "b"], "maxLength": 5000},
        {**TEXT, "enum": ["01", "02", None], "minLength": 2, "maxLength": 2},
        {"type": "integer", "enum": [1, 2], "format": "int32", "minimum": 1},
        {"type": "object", "propertyNames": {"type": "string", "title": "Key"}},
    ],
)
def test_a_keyword_that_refuses_no_value_is_no_loss(schema: Any) -> None:
    classes, losses = _read({"properties": {"a": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    assert (subject.fields[0].summary, subject.fields[0].limits) == (None, model.Limits())
    assert losses == []


@pytest.mark.parametrize(
    "schema",
    [
        {"items": {**TEXT, "enum": ["a", "bcd"], "maxLength": 2}},
        {"items": {"type": "integer", "enum": [1, 2**31], "format": "int32"}},
        {"items": {"type": ["array", "string"], "maxItems": 2}},
        {"items": {**TEXT, "minLength": 1}},
    ],
)
def test_a_keyword_that_refuses_some_values_is_told(schema: Any) -> None:
    classes, _ = _read({"properties": {"a": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    has_fact = subject.fields[0].limits != model.Limits() or subject.fields[0].format is not None
    assert has_fact or subject.fields[0].summary is not None


@pytest.mark.parametrize(
    ("schema", "type_", "format_"),
    [
        ({**TEXT, "format": "repo.nwo"}, "string", "repo.nwo"),
        ({**TEXT, "format": "ISO 8601\n date-time"}, "string", "ISO 8601 date-time"),
        ({"type": "integer", "format": "date-time"}, "integer", "date-time"),
        ({"type": "object", "format": "uri-map"}, "object", "uri-map"),
        ({**TEXT, "format": "date-time"}, "timestamp", None),
        ({**TEXT, "enum": ["GET", "POST"], "format": "http-method"}, model.Reference(name="SubjectA"), "http-method"),
    ],
)  # fmt: skip
def test_a_format_is_any_word(
    schema: Any, type_: model.TypeExpression, format_: str | None
) -> None:
    classes, losses = _read({"properties": {"a": schema}})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    assert (subject.fields[0].type, subject.fields[0].format, losses) == (type_, format_, [])


@pytest.mark.parametrize(
    ("schema", "summary"),
    [
        ({"title": "Subject"}, "Subject"),
        ({"title": "A subject", "description": "Text."}, "A subject.\n\nText."),
        ({"allOf": [{"properties": {"a": TEXT}, "description": "Part."}]}, "Part."),
        ({"allOf": [PET, {"description": "Tame."}], "required": ["a"]}, "Tame.\n\nAn animal."),
        (
            {"oneOf": [{"const": 1, "title": "on"}, {"const": 0, "description": "Off."}]},
            "- `1`: on\n- `0`: Off.",
        ),
    ],
)
def test_texts_of_classes(schema: Any, summary: str) -> None:
    is_record = "oneOf" not in schema
    classes, losses = _read({"properties": {"b": TEXT}, **schema} if is_record else schema)
    assert (classes["Subject"].summary, losses) == (summary, [])


def test_the_text_of_a_class_is_not_repeated_in_those_that_extend_it() -> None:
    tame = {"allOf": [PET, {"properties": {"owner": PET}}], "description": "Tame."}
    classes, losses = _read(tame)
    assert [classes[name].summary for name in ("Subject", "Pet")] == ["Tame.", "An animal."]
    assert losses == []


LINKS: dict[str, Any] = {
    "Link": {"properties": {"href": TEXT}, "description": "An address."},
    "SelfLink": {"allOf": [{"$ref": "#/components/schemas/Link"}, {"description": "Itself."}]},
    "Longer": {"allOf": [{"$ref": "#/components/schemas/Link"}, {"properties": {"b": TEXT}}]},
}


@pytest.mark.parametrize(
    ("members", "name", "summary"),
    [
        (["SelfLink", ("Link", "Of a user.")], "Link", "Of a user.\n\nItself."),
        (["Link", ("Link", "Of a user."), ("Link", "Late.")], "Link", "Late.\n\nOf a user."),
        ([("Link", "Of a user."), "Longer"], "Longer", "Of a user."),
    ],
)
def test_all_texts_of_a_member_that_several_parts_describe_are_told(
    members: list[Any], name: str, summary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for component, schema in LINKS.items():
        monkeypatch.setitem(COMPONENTS, component, schema)
    parts: list[Any] = []
    for member in members:
        component, text = (member, None) if isinstance(member, str) else member
        described: dict[str, Any] = {"allOf": [{"$ref": f"#/components/schemas/{component}"}]}
        if text is not None:
            described["description"] = text
        parts.append({"properties": {"self": described}})
    classes, losses = _read({"allOf": parts})
    subject = classes["Subject"]
    assert isinstance(subject, model.Record)
    (field,) = subject.fields
    assert (field.type, field.summary) == (model.Reference(name=name), summary)
    assert losses == []


@pytest.mark.parametrize(
    ("member", "loss"),
    [
        ({"enum": ["a", "b"], "readOnly": True}, []),
        ({"properties": {"a": TEXT}, "readOnly": True}, []),
        ({"items": {**TEXT, "readOnly": True}}, [("access", "readOnly")]),
        ({**TEXT, "externalDocs": {"url": "../manual"}}, [("external-docs", "externalDocs")]),
    ],
)
def test_a_keyword_is_lost_unless_a_use_of_its_schema_has_it(member: Any, loss: Any) -> None:
    _, losses = _read({"properties": {"member": member}})
    assert losses == loss


def test_a_text_within_another_is_said_once() -> None:
    assert joined(["Name", None, "The Name.", "the name"]) == "The Name."
    assert joined(["Type of pet", "The type of pet."]) == "The type of pet."
    assert joined(["ID", "It did."]) == "ID.\n\nIt did."
    assert (
        joined(["Games (or teams)", "By `id`", "Last"]) == "Games (or teams).\n\nBy `id`.\n\nLast"
    )
    assert joined(["```\na\n```", "Last"]) == "```\na\n```\n\nLast"
    assert joined([None]) is None


GONE: dict[str, Any] = {"description": "It was sold."}
SENT: dict[str, Any] = {
    "type": "object",
    "properties": {"age": {"type": "integer"}},
    "title": "Purchase",
}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pet API", "version": "1"},
    "servers": [{"url": "https://api.example.org"}],
    "paths": {
        "/cats": {"get": {"operationId": "cats", "responses": {"404": {"description": "No cat."}}}},
        "/pets": {
            "post": {
                "operationId": "buy",
                "requestBody": {
                    "description": "The pet to buy.",
                    "required": True,
                    "content": {"application/json": {"schema": SENT}},
                },
                "responses": {
                    "200": {
                        "description": "Bought.",
                        "content": {
                            "application/json": {"schema": {**TEXT, "description": "Its key."}}
                        },
                    },
                    "404": GONE,
                },
            }
        },
    },
}


def _report(folder: Path, document: object, capsys: Any) -> dict[str, Any]:
    """Generate every output of a document, and return the report about it."""
    entry = {"id": "pets", "reader": "openapi", "source": "pets.json", "package": "pets_client"}
    (folder / "spec").mkdir()
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (folder / "spec/pets.json").write_text(json.dumps(document), "utf-8")
    config = ["--config", str(folder / "spec/apis.yaml"), "--out", str(folder)]
    assert main(["generate", "--quiet", *config]) == 0
    capsys.readouterr()
    main(["validate", "--format", "json", *config[:2]])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


@pytest.mark.promise("An error has the description that its operation has")
def test_texts_of_bodies_and_replies_are_in_every_output(tmp_path: Path, capsys: Any) -> None:
    report = _report(tmp_path, DOCUMENT, capsys)
    written = tmp_path / "generated/openapi/pets.openapi.yaml"
    operation = yaml.load(written.read_text("utf-8"), yaml.CSafeLoader)["paths"]["/pets"]["post"]
    assert operation["requestBody"]["description"] == "The pet to buy.\n\nPurchase"
    responses = operation["responses"]
    assert responses["200"]["description"] == "Bought.\n\nIts key."
    assert responses["404"]["description"] == "It was sold."
    (page,) = (tmp_path / "docs/reference").rglob("buy.md")
    modules = tmp_path.glob("generated/python/*/src/pets_client/**/*.py")
    texts = [file.read_text("utf-8") for file in (page, *modules)]
    with_body = [text for text in texts if "The pet to buy." in text]
    assert len(with_body) == 3, "the page, and the two clients"
    assert all("It was sold." in text for text in with_body)
    (counts,) = report["documents"]
    assert counts["told"] == 1  # the other one has no reply of success


@pytest.mark.promise("appear at each of its operations, after their own")
@pytest.mark.promise('the description says "Required if the body has any member."')
def test_texts_of_paths_and_of_forms_are_in_every_output(tmp_path: Path, capsys: Any) -> None:
    schema = {"properties": {"name": {**TEXT, "description": "Its name."}, "age": TEXT}}
    form = {"application/x-www-form-urlencoded": {"schema": {**schema, "required": ["name"]}}}
    operation = {"operationId": "add", "responses": {"204": {"description": "OK"}}}
    item = {
        "summary": "The pets.",
        "description": "Of one shop.",
        "get": {**operation, "operationId": "get", "description": "All of them."},
        "post": {**operation, "requestBody": {"content": form}},
    }
    report = _report(tmp_path, {**DOCUMENT, "paths": {"/pets": item}}, capsys)
    (counts,) = report["documents"]
    assert (counts["told"], counts["losses"]) == (2, {})
    written = (tmp_path / "generated/openapi/pets.openapi.yaml").read_text("utf-8")
    kept = yaml.load(written, yaml.CSafeLoader)["paths"]["/pets"]
    assert kept["get"]["description"] == "All of them.\n\nThe pets.\n\nOf one shop."
    assert kept["post"]["description"] == "The pets.\n\nOf one shop."
    body = kept["post"]["requestBody"]
    (media,) = body["content"].values()
    sentence = "Required if the body has any member."
    assert not body["required"]
    assert media["schema"]["properties"]["name"]["description"] == f"Its name.\n\n{sentence}"
    (page,) = (tmp_path / "docs/reference").rglob("add.md")
    clients = list(tmp_path.glob("generated/python/*/src/pets_client/*client.py"))
    assert len(clients) == 2
    for file in (page, *clients):
        text = " ".join(file.read_text("utf-8").split())
        assert "Of one shop." in text
        assert sentence in text


def test_the_description_of_an_error_is_commonmark_above_its_example(
    tmp_path: Path, capsys: Any
) -> None:
    content = {"application/json": {"schema": {"type": "object"}, "example": {"code": 1}}}
    gone = {"description": "*Sold*; see [help](https://example.org/help).", "content": content}
    operation = {"operationId": "get", "responses": {"404": gone}}
    _report(tmp_path, {**DOCUMENT, "paths": {"/pets": {"get": operation}}}, capsys)
    (page,) = (tmp_path / "docs/reference").rglob("pets/get.md")
    text = page.read_text("utf-8")
    assert "<em>Sold</em>; see [help](https://example.org/help).\n{ .sl-caption }" in text


@pytest.mark.promise(
    "HTML of a description stays in the rendered document, unless it could run or load something"
)
def test_html_of_texts_stays_in_the_document(tmp_path: Path, capsys: Any) -> None:
    text = '<p>All <b>pets</b>,<br/> as <a href="https://example.org/pets" target="_blank">sold</a>.</p>'
    in_query = {"name": "shop", "in": "query", "schema": {"type": "string"}, "description": text}
    pet = {"type": "object", "properties": {"name": {"type": "string", "description": text}}}
    content = {"application/json": {"schema": pet}}
    described = {
        "operationId": "list",
        "description": f'{text} <script>run()</script><img src="x"><b onclick="run()">',
        "parameters": [in_query],
        "responses": {"200": {"description": text, "content": content}},
    }
    _report(tmp_path, {**DOCUMENT, "paths": {"/pets": {"get": described}}}, capsys)
    written = (tmp_path / "generated/openapi/pets.openapi.yaml").read_text("utf-8")
    document = yaml.load(written, yaml.CSafeLoader)
    operation = document["paths"]["/pets"]["get"]
    escaped = '&lt;script>run()&lt;/script>&lt;img src="x">&lt;b onclick="run()">'
    assert operation["description"] == f"{text} {escaped}"
    assert operation["parameters"][0]["description"].startswith(text)
    assert operation["responses"]["200"]["description"] == text
    (record,) = (
        each for each in document["components"]["schemas"].values() if "properties" in each
    )
    assert record["properties"]["name"]["description"] == text
