"""OpenAPI documents as sources of APIs: what is read, what is refused, and what is reported as not carried."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.readers.openapi.reader import read
from specloom.sources.config import ApiEntry

OPERATION: dict[str, Any] = {"responses": {"204": {"description": "Done."}}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pet API", "version": "1.2"},
    "servers": [{"url": "https://api.example.org"}],
    "paths": {"/pets": {"get": OPERATION}},
}
ENTRY = {"id": "pets", "reader": "openapi", "source": "pets.yaml", "package": "pets_client"}


def _diagnostics(
    folder: Path, capsys: Any, document: Mapping[str, Any]
) -> list[tuple[str, int, str]]:
    """Code, line and message of what `specloom validate` reports of a document."""
    (folder / "spec").mkdir(exist_ok=True)
    entries = {"specloom": 1, "apis": [ENTRY]}
    (folder / "spec/apis.yaml").write_text(json.dumps(entries), "utf-8")
    text = yaml.safe_dump(document, sort_keys=False, default_flow_style=False)
    (folder / "spec/pets.yaml").write_text(text, "utf-8")
    main(["validate", "--format", "json", "--config", str(folder / "spec/apis.yaml")])
    report = json.loads(capsys.readouterr().out)
    return [(each["code"], each["line"], each["message"]) for each in report["diagnostics"]]


@pytest.mark.promise(
    "specloom reads OpenAPI 3.0 and 3.1, in JSON or YAML", "OpenAPI 3.2 is read as 3.1"
)
@pytest.mark.parametrize(
    ("head", "messages"),
    [
        ({"openapi": "3.0.4"}, []),
        ({"openapi": "3.1.1"}, []),
        ({"openapi": "3.2.0"}, ["OpenAPI 3.2 is read as 3.1: what is new in it is left out"]),
        ({"openapi": "2.0"}, ["expected a document of OpenAPI 3.0, 3.1 or 3.2"]),
        ({"openapi": 3.1}, ["expected a document of OpenAPI 3.0, 3.1 or 3.2"]),
        ({"swagger": "2.0", "openapi": None}, ["Swagger 2.0 is not read"]),
    ],
)
def test_versions(tmp_path: Path, capsys: Any, head: dict[str, Any], messages: list[str]) -> None:
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, **head})
    assert [message for _, _, message in found] == messages


JSON = "application/json"
TEXT = {"type": "string"}


def _get(**members: Any) -> dict[str, Any]:
    return {"/pets": {"get": {**OPERATION, **members}}}


OPTIONAL_TEXT = {"anyOf": [{"type": "string"}, {"type": "null"}]}
FORM = "application/x-www-form-urlencoded"
CODED = {"type": "string", "contentEncoding": "base64"}
NAMED = {"schema": {"type": "string", "title": "Reason"}}
DATE = {"type": "string", "format": "date"}


def _failing(media: str, schema: dict[str, Any]) -> dict[str, Any]:
    """An operation with an error of this body, whose facts no text tells."""
    content = {media: {"schema": schema}}
    return {"paths": _get(responses={"204": {}, "404": {"content": content}})}


WEBHOOK = {"requestBody": {"content": {JSON: {"schema": TEXT}}}, **OPERATION}


def _in_header(schema: dict[str, Any]) -> dict[str, Any]:
    return {"paths": _get(parameters=[{"name": "a", "in": "header", "schema": schema}])}


"""A body as JSON or as a form."""


def _posted(media: str, schema: dict[str, Any], required: bool = False) -> dict[str, Any]:
    body = {**({"required": True} if required else {}), "content": {media: {"schema": schema}}}
    return {"paths": {"/pets": {"post": {**OPERATION, "requestBody": body}}}}


@pytest.mark.promise(
    "Each loss is a warning with the code `not-carried`, with the line of the document"
)
@pytest.mark.parametrize(
    ("members", "line", "message"),
    [
        (
            {"paths": {"/pets": {"trace": OPERATION}}},
            10,
            "left-out: `TRACE /pets` is left out: clients send no TRACE requests",
        ),
        (
            {"paths": {"/pets": {"query": OPERATION}}},
            10,
            "left-out: `QUERY /pets` is left out: clients send no QUERY requests",
        ),
        (
            {"paths": {"/pets": {"additionalOperations": {"COPY": OPERATION}}}},
            11,
            "left-out: `COPY /pets` is left out: clients send no COPY requests",
        ),
        (
            {
                "paths": {
                    "/pets": {
                        "post": {
                            **OPERATION,
                            "requestBody": {"content": {"multipart/mixed": {}}},
                        }
                    }
                }
            },
            10,
            "left-out: `POST /pets` has no method: a body of `multipart/mixed` is not sent",
        ),
        (
            {"paths": {**_get(), "/pets/{id": {"get": OPERATION}}},
            15,
            "left-out: `GET /pets/{id` has no method: the braces in `/pets/{id` do not enclose names",
        ),
        (
            {"paths": {**_get(), "/pets/{a b}": {"get": OPERATION}}},
            15,
            "left-out: `GET /pets/{a b}` has no method: `/pets/{a b}` holds a character that a path cannot hold",
        ),
        (
            {"paths": {"/pets": {"head": {**OPERATION, "requestBody": {"content": {JSON: {}}}}}}},
            14,
            "body-media: HEAD sends no body",
        ),
        (
            {
                "paths": _get(
                    parameters=[
                        {"name": "a", "in": "query", "schema": {"items": {}, "default": [{"a": 1}]}}
                    ]
                )
            },
            19,
            "default: `default` is not shown",
        ),
        (
            _posted(JSON, {"properties": {"a": TEXT}, "not": {"required": ["a"]}}),
            21,
            "limit: `not` is not checked",
        ),
        (
            _in_header({"items": {"properties": {"b": OPTIONAL_TEXT}}}),
            20,
            "null: a part of a text is never null",
        ),
        (
            {"paths": _get(responses={})},
            10,
            "success-status: no successful reply is described: the call returns None",
        ),
        (
            {"paths": {"/pets": {"head": {"responses": {"404": {"description": "No."}}}}}},
            10,
            "success-status: no successful reply is described: the call returns None",
        ),
        (
            {"paths": _get(responses={"404": {"content": {"text/csv": {}, JSON: {}}}})},
            13,
            "reply-media: a reply of `text/csv` is not asked for",
        ),
        (
            {"paths": _get(responses={"204": {}, "100": {}})},
            12,
            "status: a reply of status 100 is not read",
        ),
        (
            {"paths": _get(responses={"204": {"headers": {"E Tag": {}}}})},
            13,
            "reply-header: no header can be called `E Tag`",
        ),
        (
            {"paths": _get(parameters=[{"name": "a", "in": "formData", "schema": TEXT}])},
            14,
            "location: parameters in `formData` are not sent",
        ),
        (
            {
                "paths": _get(
                    parameters=[
                        {"name": "a", "in": "query", "required": True, "schema": OPTIONAL_TEXT}
                    ]
                )
            },
            18,
            "null: a required parameter is never null",
        ),
        (
            {"paths": _get(parameters=[{"name": "a", "in": "query", "schema": {"type": "null"}}])},
            17,
            "style: a parameter of this type is sent as a text",
        ),
        (
            {
                "paths": {
                    "/{a}": {
                        "get": {
                            **OPERATION,
                            "parameters": [{"name": "a", "in": "path", "schema": TEXT}],
                        }
                    }
                }
            },
            14,
            "limit: `required`: a variable of the path is never left out",
        ),
        (
            {"servers": [{"url": "{{baseUrl}}/v1"}]},
            6,
            "server: `{{baseUrl}}/v1` is not a server address; callers give another one as `base_url`",
        ),
        (
            {"servers": [{"url": "localhost:8080"}]},
            6,
            "server: `localhost:8080` is not a server address; callers give another one as `base_url`",
        ),
        (
            {"servers": [DOCUMENT["servers"][0], {"url": "https://<host>/api"}]},
            7,
            "server: `https://<host>/api` is not a server address; it is not used",
        ),
        (
            {"paths": _get(servers=[{"url": "ftp://example.org"}])},
            14,
            "server: `ftp://example.org` is not a server address; it is not used",
        ),
        (
            {
                "paths": _get(
                    parameters=[{"name": "a", "in": "path", "required": True, "schema": TEXT}]
                )
            },
            14,
            "location: the path lacks this variable",
        ),
        (
            {"paths": _get(parameters=[{"name": "Host", "in": "header", "schema": TEXT}])},
            14,
            "name: the parameter `Host` is left out: whatever carries a request sets it",
        ),
        (
            {"paths": _get(parameters=[{"name": "a b", "in": "query", "schema": TEXT}])},
            14,
            "name: no parameter can have this name",
        ),
        (
            {"paths": _get(parameters=[{"$ref": "#/components/parameters/a"}])},
            14,
            "reference: the document has nothing at `#/components/parameters/a`",
        ),
        (
            {
                "paths": _get(security=[{"digest": []}]),
                "components": {"securitySchemes": {"digest": {"type": "http", "scheme": "digest"}}},
            },
            18,
            "security: `digest` is not sent: give the client a `transport` that does it",
        ),
        (
            {"paths": _get(externalDocs={"url": "../manual"})},
            10,
            "external-docs: the link to further documentation is not shown",
        ),
        (
            _posted(JSON, {"properties": {"a": TEXT}, "additionalProperties": True}),
            17,
            "keyword: `additionalProperties`: members beside the described ones cannot be given",
        ),
        (
            _posted(JSON, {"properties": {"a": TEXT}, "readOnly": True}),
            20,
            "access: `readOnly` does not keep the member out of requests",
        ),
        (
            _in_header({"items": {"properties": {"b": TEXT}}}),
            20,
            "style: the member `b` is a part of a text",
        ),
        (
            _in_header({"anyOf": [{"properties": {"b": TEXT}}, TEXT]}),
            18,
            "style: the union of the alternatives is sent as a text",
        ),
        (
            _in_header({"items": {"additionalProperties": {"enum": ["b", "c"]}}}),
            20,
            "enumeration: the values of `enum` are not shown",
        ),
        (
            _posted(FORM, {"properties": {"a": {"type": "array", "items": OPTIONAL_TEXT}}}),
            19,
            "null: an item of a list that is sent as text is never null",
        ),
        (
            _posted(FORM, {"properties": {"a": OPTIONAL_TEXT}, "required": ["a"]}, True),
            20,
            "null: a required member of a form is never null",
        ),
        (
            _posted(FORM, {"type": "array", "items": {}}),
            14,
            "body-media: a form without members is not sent",
        ),
        (
            _posted(FORM, {"type": ["object", "null"]}, True),
            18,
            "null: a required form is never null",
        ),
        (
            _posted(
                JSON,
                {
                    "properties": {"a": TEXT},
                    "anyOf": [{"minProperties": 1}, {"maxProperties": 0}],
                },
            ),
            21,
            "limit: `anyOf`: which members go together is not shown",
        ),
        (
            _failing(JSON, {"type": "integer", "minimum": 1}),
            17,
            "limit: `minimum` is not checked",
        ),
        (
            _posted("text/plain", {"type": "integer"}),
            17,
            "body-media: a value of type `integer` is text where the body is not JSON",
        ),
        (
            _failing("text/html", {"properties": {"a": TEXT}}),
            16,
            "reply-media: a value of type `object` is text where the body is not JSON: its members are not read",
        ),
        (
            _failing("image/png", CODED),
            17,
            "format: `contentEncoding` is not decoded",
        ),
        (
            {"paths": _get(responses={"204": {}, "404": {"content": {"text/plain": NAMED}}})},
            17,
            "title: `title` is not shown",
        ),
        (
            _failing(JSON, {"items": DATE}),
            18,
            "format: `format` has no type of its own",
        ),
        (
            {"paths": _get(requestBody={"description": "An order", "content": {}})},
            14,
            "text: the description of the body is not shown",
        ),
        (
            {"tags": [{"name": "a", "description": {"$ref": "a.md"}}]},
            14,
            "tag: the description of a tag is not a text",
        ),
        (
            {"webhooks": {"born": {"post": {**WEBHOOK, "operationId": "born"}}}},
            22,
            "webhooks: `operationId` of a request that the API sends is not shown",
        ),
        (
            {"webhooks": {"born": {"post": {**WEBHOOK, "externalDocs": {"url": "/born"}}}}},
            23,
            "webhooks: `externalDocs` of a request that the API sends is not shown",
        ),
        (
            {"webhooks": {"born": {}}},
            14,
            "webhooks: no request is described",
        ),
        (
            {
                "servers": [
                    {
                        "url": "https://{region}.example",
                        "variables": {"region": {"enum": ["eu", "us"]}},
                    }
                ]
            },
            9,
            "server: `region` has no default; it becomes `eu`",
        ),
        (
            {"servers": [{"url": "https://a.example", "variables": {"a": {"default": "b"}}}]},
            9,
            "server: `a` is not in the address",
        ),
        (
            {"servers": [{"url": "https://{region}.example"}]},
            6,
            "server: `region` has no default; it becomes `region`",
        ),
        (
            {"servers": [{"url": "{base}", "variables": {"base": {"default": "/v1"}}}]},
            9,
            "server: `base` has its default; callers give another address as `base_url`",
        ),
        (
            {
                "paths": _get(security=[{"oauth": ["read"]}]),
                "components": {
                    "securitySchemes": {
                        "oauth": {
                            "type": "oauth2",
                            "flows": {
                                "implicit": {
                                    "authorizationUrl": "urn:example:login",
                                    "scopes": {"read": "Read."},
                                }
                            },
                        }
                    }
                },
            },
            22,
            "scope: the address of a flow is not that of a page",
        ),
    ],
)
def test_losses_have_a_kind_and_a_line(
    tmp_path: Path, capsys: Any, members: dict[str, Any], line: int, message: str
) -> None:
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, **members})
    assert ("not-carried", line, message) in found


NO_MEMBERS = {FORM: {"schema": {"properties": {}, "additionalProperties": False}}}
COUNTS = {"additionalProperties": {"type": "integer"}, "propertyNames": TEXT}


@pytest.mark.parametrize(
    "members",
    [
        {"requestBody": {"content": NO_MEMBERS}},
        {"parameters": [{"name": "a", "in": "query", "schema": OPTIONAL_TEXT}]},
        {"responses": {"204": {"description": "OK"}, "302": {"description": "Elsewhere"}}},
        {"responses": {"200": {"description": "OK", "content": {JSON: {"schema": COUNTS}}}}},
        {
            "responses": {
                "200": {
                    "description": "OK",
                    "content": {JSON: {"schema": {**COUNTS, "properties": {"a": TEXT}}}},
                }
            }
        },
    ],
)
@pytest.mark.parametrize("method", ["get", "delete"])
def test_what_says_nothing_more_is_not_lost(
    tmp_path: Path, capsys: Any, method: str, members: dict[str, Any]
) -> None:
    document = {**DOCUMENT, "paths": {"/pets": {method: {**OPERATION, **members}}}}
    assert _diagnostics(tmp_path, capsys, document) == []


def _replied(status: str, **media: Any) -> dict[str, Any]:
    reply = {"description": "OK", "content": {JSON: {"schema": TEXT, **media}}}
    return {"paths": _get(responses={**OPERATION["responses"], status: reply})}


@pytest.mark.parametrize(
    ("status", "media", "losses"),
    [
        ("200", {"example": "a"}, 0),
        ("200", {"examples": {"short": {"value": "a"}, "long": {"value": "aaa"}}}, 0),
        ("200", {"examples": {"a long name": {"value": "a"}}}, 0),
        ("200", {"examples": {"far": {"externalValue": "https://api.example.org/far"}}}, 1),
        ("404", {"example": "a"}, 0),
        ("404", {"examples": {"short": {"value": "a"}, "long": {"value": "aaa"}}}, 0),
        ("200", {"examples": {"empty": {"value": None}}}, 1),
        ("200", {"examples": {"empty": {"value": None}}, "schema": {"type": "null"}}, 0),
        ("404", {"examples": {"empty": {"value": None}}}, 1),
        ("4XX", {"example": "a"}, 0),
        ("default", {"example": "a"}, 0),
        ("200", {"schema": {**TEXT, "example": "a"}}, 0),
        ("200", {"schema": {"properties": {"a": TEXT}, "example": {"a": "b"}}}, 0),
        ("404", {"schema": {"properties": {"a": TEXT}, "example": {"a": "b"}}}, 0),
    ],
)
def test_examples_of_replies_are_carried(
    tmp_path: Path, capsys: Any, status: str, media: dict[str, Any], losses: int
) -> None:
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, **_replied(status, **media)})
    assert sum(message.startswith("example: ") for _, _, message in found) == losses


REGION = {"url": "https://{region}.example", "variables": {"region": {"default": "eu"}}}
OTHER_REGION = {**REGION, "variables": {"region": {"default": "us"}}}


@pytest.mark.parametrize(
    ("servers", "own_servers", "losses"),
    [
        ([REGION], [{**REGION, "url": "https://files.{region}.example"}], 0),
        ([REGION], [OTHER_REGION], 1),
        ([DOCUMENT["servers"][0]], [REGION], 1),
        ([{"url": "/{region}", "variables": REGION["variables"]}], [REGION], 0),
        ([{"url": "{region}://a.example", "variables": {"region": {"default": "https"}}}], [], 0),
        ([{"url": "{region}a.example", "variables": {"region": {"default": "https://"}}}], [], 1),
    ],
)
def test_variables_of_servers_are_lost_only_where_callers_cannot_give_them(
    tmp_path: Path, capsys: Any, servers: list[Any], own_servers: list[Any], losses: int
) -> None:
    paths = _get(servers=own_servers) if own_servers else DOCUMENT["paths"]
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, "servers": servers, "paths": paths})
    message = "server: `region` has its default; callers give another address as `base_url`"
    assert [text for _, _, text in found] == [message] * losses


@pytest.mark.promise("that names no host is at the host of the first")
@pytest.mark.parametrize(
    ("first", "url", "expected"),
    [
        ("https://a.example/v1", "/v2", "https://a.example/v2"),
        ("https://a.example/v1", "v2", "https://a.example/v2"),
        ("https://a.example", "/", None),  # the same
        ("https://{region}.example/v1", "/{region}", "https://{region}.example/{region}"),
        ("/v1", "/v2", "https://api.example.org/v2"),
    ],
)
def test_servers_without_a_host_are_at_that_of_the_first(
    tmp_path: Path, first: str, url: str, expected: str | None
) -> None:
    servers = [{**REGION, "url": each} for each in (first, url)]
    document = {**DOCUMENT, "servers": servers, "paths": _get(servers=servers[1:])}
    (tmp_path / "pets.json").write_text(json.dumps(document), "utf-8")
    entry = ApiEntry(id="pets", reader="openapi", source="pets.json", package="pets")
    described = read(entry, tmp_path, Diagnostics())
    assert described is not None
    (operation,) = described.api.operations
    further_servers = described.api.protocol.further_servers
    assert [each.url for each in further_servers] == [expected] * (expected is not None)
    assert operation.http.server == expected


@pytest.mark.parametrize(
    ("url", "loss"),
    [
        ("http://a.example", "a server without https is not used"),
        ("https://<host>", "`https://<host>` is not a server address; it is not used"),
    ],
)
def test_servers_after_one_that_is_not_used_are_lost_at_their_places(
    tmp_path: Path, capsys: Any, url: str, loss: str
) -> None:
    servers = [{"url": url}, {"url": "https://b.example"}]
    losses = _diagnostics(tmp_path, capsys, {**DOCUMENT, "paths": _get(servers=servers)})
    assert [text for _, _, text in losses] == [
        f"server: {loss}",
        "server: a server after one that is not used is not shown",
    ]


def test_the_description_of_an_operations_server_is_no_loss(tmp_path: Path, capsys: Any) -> None:
    servers = [{"url": "https://a.example", "description": "Files."}, {"url": "https://b.example"}]
    document = {**DOCUMENT, "paths": _get(servers=servers)}
    assert _diagnostics(tmp_path, capsys, document) == []


@pytest.mark.parametrize(
    ("contact", "losses"),
    [
        ({"url": "https://example.org/help"}, []),
        ({"name": "", "email": "help@example.org"}, []),
        ({"name": "Help", "email": "nobody"}, ["info: a contact of this form is not shown"]),
        ({"x-team": "Help"}, []),
    ],
)
def test_contacts(tmp_path: Path, capsys: Any, contact: dict[str, str], losses: list[str]) -> None:
    info = {"title": "Pet API", "version": "1.2", "contact": contact}
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, "info": info})
    assert [text for code, _, text in found if code == "not-carried"] == losses


DOG: dict[str, Any] = {
    **OPERATION,
    "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
}
CARRIED_AND_NOT: dict[str, Any] = {
    "/sold": {"get": {**OPERATION, "security": [{"digest": []}]}},
    "/bought": {"get": {**OPERATION, "security": [{"digest": []}, {"token": []}]}},
    "/pets": {"get": {**OPERATION, "parameters": [{"$ref": "#/components/parameters/age"}]}},
    "/cats": {"get": OPERATION},
    "/dogs": {"trace": OPERATION},
}
COMPONENTS = {
    "parameters": {"age": {"name": "age", "in": "query", "schema": {**TEXT, "title": "Age"}}},
    "securitySchemes": {
        "digest": {"type": "http", "scheme": "digest"},
        "token": {"type": "http", "scheme": "bearer"},
    },
}


DOCS = {"url": "../manual"}


def _validate(folder: Path, *arguments: str) -> int:
    members = {f"a{number}": {**TEXT, "externalDocs": DOCS} for number in range(30)}
    content = {JSON: {"schema": {"type": "object", "properties": members}}}
    shown = {"get": {"responses": {"200": {"description": "OK", "content": content}}}}
    paths = {**CARRIED_AND_NOT, "/linked": shown}
    document = {**DOCUMENT, "paths": paths, "components": COMPONENTS}
    (folder / "spec").mkdir(exist_ok=True)
    entries = {"specloom": 1, "apis": [{**ENTRY, "source": "pets.json"}]}
    (folder / "spec/apis.yaml").write_text(json.dumps(entries), "utf-8")
    (folder / "spec/pets.json").write_text(json.dumps(document), "utf-8")
    return main(["validate", *arguments, "--config", str(folder / "spec/apis.yaml")])


@pytest.mark.promise(
    "`specloom validate` counts for each document", "each loss with its place as a JSON Pointer"
)
def test_operations_and_losses_are_counted(tmp_path: Path, capsys: Any) -> None:
    assert _validate(tmp_path, "--format", "json") == 0
    report = json.loads(capsys.readouterr().out)
    (counts,) = report["documents"]
    losses = counts.pop("losses")
    assert losses["external-docs"] == 30
    assert counts == {
        "api": "pets",
        "operations": 6,
        "called": 4,  # one of two with digest, which may be called with a token
        "sayable": 4,
        "told": 2,
        "left_out": 1,
    }
    places = {each["pointer"] for each in report["diagnostics"] if each["kind"] == "left-out"}
    assert places == {"/paths/~1dogs/trace"}


@pytest.mark.promise("has only the first loss of each kind")
def test_losses_are_grouped_for_people(tmp_path: Path, capsys: Any) -> None:
    assert _validate(tmp_path) == 0
    output = capsys.readouterr().err
    assert output.count("external-docs: `externalDocs`") == 1
    assert "(29 more of `external-docs`)" in output


@pytest.mark.promise("--deny not-carried` ends with exit code 1")
def test_losses_are_denied(tmp_path: Path, capsys: Any) -> None:
    assert _validate(tmp_path, "--deny", "odd-default") == 0
    assert _validate(tmp_path, "--deny", "not-carried") == 1
    with pytest.raises(SystemExit):
        _validate(tmp_path, "--deny", "lost")
    assert "`lost` is not the code of a warning" in capsys.readouterr().err


def test_a_fault_of_the_model_is_at_its_place_in_the_document(tmp_path: Path, capsys: Any) -> None:
    bounds = {"type": "integer", "minimum": 9, "maximum": 1}
    paths = _get(parameters=[{"name": "a", "in": "query", "schema": bounds}])
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, "paths": paths})
    message = "limit: `a`: the minimum 9 is above the maximum 1"
    assert found == [("not-carried", 17, message)]


def test_operations_that_cannot_be_told_apart_are_an_error(tmp_path: Path, capsys: Any) -> None:
    document = {**DOCUMENT, "paths": {"/a": {"get": OPERATION}, "/b": {"get": OPERATION}}}
    names = {"methods": {"GET /a": "a.get", "GET /b": "a.get"}, "classes": {}, "errors": {}}
    (tmp_path / "spec").mkdir()
    lock = {"specloom": 1, "apis": {ENTRY["id"]: names}}
    (tmp_path / "spec/names.lock.yaml").write_text(json.dumps(lock), "utf-8")
    codes = [code for code, _, _ in _diagnostics(tmp_path, capsys, document)]
    assert codes == ["duplicate-name"]


@pytest.mark.promise("three commands turn", "come from the title of the document")
@pytest.mark.parametrize(
    ("title", "id_", "package"),
    [
        ("Pet API", "pet", "pet"),
        ("Swagger Petstore - OpenAPI 3.0", "swagger-petstore", "swagger_petstore"),
        ("Parcels Web API with examples", "parcels-web", "parcels_web"),
        ("The library's OpenAPI spec", "the-library", "the_library"),
        ("The Train Travel API", "train-travel", "train_travel"),
        ("JSON", "json", "json_client"),
        ("3D", "api-3d", "api_3d"),
        ("", "api", "api"),
    ],
)
def test_a_folder_begins_with_a_document(
    tmp_path: Path, title: str, id_: str, package: str
) -> None:
    source = tmp_path / "source.json"
    source.write_text(json.dumps({**DOCUMENT, "info": {"title": title, "version": "1"}}), "utf-8")
    folder = tmp_path / "folder"
    assert main(["init", "--openapi", str(source), str(folder)]) == 0
    entries = yaml.safe_load((folder / "spec/apis.yaml").read_text("utf-8"))
    expected = {"id": id_, "reader": "openapi", "source": f"{id_}.openapi.json", "package": package}
    assert entries["apis"] == [expected]
    config = str(folder / "spec/apis.yaml")
    assert main(["generate", "--only", "python", "--quiet", "--config", config]) == 0
    assert (folder / f"generated/python/{package}/src/{package}/client.py").is_file()


@pytest.mark.promise("init` writes that into the list")
def test_a_folder_begins_with_a_document_that_is_nested_deeply(tmp_path: Path) -> None:
    for depth, code in ((150, 0), (250, 2)):
        source, folder = tmp_path / "source.json", tmp_path / f"folder{depth}"
        example = json.loads("[" * depth + "]" * depth)
        source.write_text(json.dumps({**DOCUMENT, "x-example": example}), "utf-8")
        assert main(["init", "--openapi", str(source), str(folder)]) == code
    entries = yaml.safe_load((tmp_path / "folder150/spec/apis.yaml").read_text("utf-8"))
    assert entries["limits"] == {"megabytes": 256, "depth": 200}
    assert not (tmp_path / "folder250").exists()


HOME = {
    "info": {
        "title": "Pets",
        "summary": "Pets & <more>.",
        "description": "A *shop* of\npets.\n\n## More\n\n- a",
        "version": "2.1",
        "termsOfService": "https://pets.example.org/terms",
        "contact": {"name": "The shop", "email": "shop@pets.example.org"},
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "externalDocs": {"url": "https://pets.example.org/help", "description": "Help"},
    "servers": [
        {"url": "https://pets.example.org"},
        {"url": "https://test.pets.example.org", "description": "For tests"},
    ],
    "tags": [{"name": "pets", "description": "All animals. Also fish."}],
    "paths": {
        "/pets": {
            "post": {**OPERATION, "tags": ["pets"], "operationId": "add"},
            "get": {**OPERATION, "tags": ["pets"], "operationId": "list", "summary": "List pets"},
        },
        "/owners": {
            "get": {**OPERATION, "tags": ["owners"], "operationId": "owners", "deprecated": True}
        },
    },
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "security": [{"token": []}],
}
"""Members of a document of which the home page has something."""


@pytest.mark.promise("The home page shows what the document says about the API as a whole")
def test_the_home_page_has_what_the_document_says_of_the_api(tmp_path: Path) -> None:
    source, folder = tmp_path / "source.json", tmp_path / "folder"
    source.write_text(json.dumps({**DOCUMENT, **HOME}), "utf-8")
    assert main(["init", "--openapi", str(source), str(folder)]) == 0
    page = (folder / "docs/index.md").read_text("utf-8")
    assert "\n<!-- specloom/home pets -->\n" in page
    assert "generated/home/pets.md" in page
    config = str(folder / "spec/apis.yaml")
    assert main(["generate", "--quiet", "--only", "reference", "--config", config]) == 0
    home = (folder / "generated/home/pets.md").read_text("utf-8")
    for text in (
        "# Pets\n\nPets & &lt;more>.\n",
        "A <em>shop</em> of pets.\n",
        ":   `https://pets.example.org`\n\n:   `https://test.pets.example.org` For tests.\n",
        "Version\n:   `2.1`\n",
        "[Help](https://pets.example.org/help)",
        "[Terms of service](https://pets.example.org/terms)",
        "The shop, `shop@pets.example.org`",
        "[MIT](https://spdx.org/licenses/MIT.html)",
        "[pets.openapi.json](openapi/pets.openapi.json)",
        "[List pets](reference/pets/pets/list.md), `GET /pets`:",
        'curl https://pets.example.org/pets \\\n      --header "Authorization: Bearer $PETS_TOKEN"',
        '| `token` | `Client(token="…")` | `Authorization: Bearer …` |',
        "| [pets](reference/pets/index.md#group-pets) | All animals. | 2 |",
        "| [Owners](reference/pets/index.md#group-owners) | [Owners](reference/pets/owners/owners.md) | 1 |",
    ):
        assert text in home, text
    changed = {**HOME, "info": {"title": "Animals", "version": "3.0"}}
    source = folder / "spec/pets.openapi.json"
    source.write_text(json.dumps({**DOCUMENT, **changed}), "utf-8")
    assert main(["generate", "--quiet", "--only", "reference", "--config", config]) == 0
    home = (folder / "generated/home/pets.md").read_text("utf-8")
    assert "# Animals\n" in home and "`3.0`" in home and "Licence" not in home


def test_a_title_without_a_summary_is_not_repeated_as_one(tmp_path: Path) -> None:
    source = tmp_path / "source.json"
    document = {**DOCUMENT, "info": {"title": "Server API", "version": "1"}}
    source.write_text(json.dumps(document), "utf-8")
    assert main(["init", "--openapi", str(source), str(tmp_path / "folder")]) == 0
    config = str(tmp_path / "folder/spec/apis.yaml")
    assert main(["generate", "--quiet", "--config", config]) == 0
    package = "generated/python/server"
    for path in (
        *("docs/reference/index.md", "docs/reference/llms.txt", "docs/reference/server/index.md"),
        *(f"{package}/README.md", f"{package}/src/server/__init__.py"),
    ):
        text = (tmp_path / "folder" / path).read_text("utf-8")
        assert "Server API" in text
        assert not re.search(r"(?<!of )Server API\.", text), path


@pytest.mark.promise("in the order of the document's tags")
def test_groups_of_the_navigation_are_in_the_order_of_the_tags(tmp_path: Path) -> None:
    tags = [{"name": "owners"}, {"name": "unused"}, {"name": "pets"}]
    paths = {
        f"/{name}": {"get": {**OPERATION, "tags": [name], "operationId": f"list-{name}"}}
        for name in ("other", "pets", "owners")
    }
    source = tmp_path / "source.json"
    source.write_text(json.dumps({**DOCUMENT, "tags": tags, "paths": paths}), "utf-8")
    assert main(["init", "--openapi", str(source), str(tmp_path / "folder")]) == 0
    config = str(tmp_path / "folder/spec/apis.yaml")
    assert main(["generate", "--quiet", "--only", "reference", "--config", config]) == 0
    nav = (tmp_path / "folder/generated/nav.yml").read_text("utf-8")
    places = [nav.index(f"{name}:\n") for name in ("owners", "pets", "Other")]
    assert places == sorted(places)
    assert nav.index("Calling operations: ") < places[0] < places[-1] < nav.index("Python API: ")


def _specloom(folder: Path, command: str, paths: Mapping[str, Any]) -> int:
    """Run a command on a document with these paths; its exit code."""
    (folder / "spec").mkdir(exist_ok=True)
    document = {**DOCUMENT, "paths": paths}
    (folder / "spec/pets.yaml").write_text(json.dumps(document), "utf-8")
    entries = {"specloom": 1, "apis": [ENTRY]}
    (folder / "spec/apis.yaml").write_text(json.dumps(entries), "utf-8")
    arguments = ["--only", "model", "--quiet", "--config", str(folder / "spec/apis.yaml")]
    return main([command, *arguments])


def _call(id_: str, *members: str) -> dict[str, Any]:
    """An operation whose result is a record with these members, each a record with a name."""
    inside = {"type": "object", "properties": {"name": TEXT}}
    schema = {"type": "object", "properties": dict.fromkeys(members, inside)}
    reply = {"description": "OK", "content": {JSON: {"schema": schema}}}
    return {"tags": ["pets"], "operationId": id_, "responses": {"200": reply}}


@pytest.mark.promise(
    "keeps the names of methods and classes when the document changes",
    "`specloom check` fails if it is out of date",
)
def test_names_stay_when_a_document_changes(tmp_path: Path) -> None:
    before = {"/pets": {"get": _call("listPets", "owner")}}
    assert _specloom(tmp_path, "generate", before) == 0
    lock = tmp_path / "spec/names.lock.yaml"
    names = yaml.safe_load(lock.read_text("utf-8"))["apis"]["pets"]
    assert names["methods"] == {"GET /pets": "pets.list"}
    assert sorted(names["classes"].values()) == ["PetsListResult", "PetsListResultOwner"]
    assert _specloom(tmp_path, "check", before) == 0

    after = {"/v1/pets": {"get": _call("list", "a")}, "/pets": {"get": _call("allPets", "owner")}}
    assert _specloom(tmp_path, "check", after) == 1
    assert _specloom(tmp_path, "generate", after) == 0
    changed = yaml.safe_load(lock.read_text("utf-8"))["apis"]["pets"]
    assert changed["methods"] == {"GET /pets": "pets.list", "GET /v1/pets": "pets.list_pets"}
    assert names["classes"].items() <= changed["classes"].items()
    assert "names.lock" not in (tmp_path / "generated/manifest.txt").read_text("utf-8")

    lock.write_text(lock.read_text("utf-8").replace("pets.list\n", "pets.everything\n"), "utf-8")
    assert _specloom(tmp_path, "generate", after) == 0
    assert "method_name: everything" in (tmp_path / "generated/model.yaml").read_text("utf-8")


def _error(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An operation that answers 404 with this body."""
    reply = {"description": "Missing", "content": {JSON: {"schema": schema}}}
    return {"tags": ["pets"], "responses": {"204": {"description": "Done"}, "404": reply}}


@pytest.mark.promise("An error keeps its class when its status gets a second body")
def test_names_of_errors_stay_when_a_status_gets_a_second_body(tmp_path: Path) -> None:
    before = {"/pets": {"get": _error({"type": "string"})}}
    assert _specloom(tmp_path, "generate", before) == 0
    after = {"/dogs": {"get": _error({"type": "integer"})}, **before}
    assert _specloom(tmp_path, "check", after) == 1
    assert _specloom(tmp_path, "generate", after) == 0
    lock = yaml.safe_load((tmp_path / "spec/names.lock.yaml").read_text("utf-8"))
    assert lock["apis"]["pets"]["errors"] == {
        "404 integer": "NotFoundIntegerError",
        "404 string": "NotFoundError",
    }
    assert _specloom(tmp_path, "check", after) == 0


@pytest.mark.promise("`select` chooses operations", "A pattern that fits nothing is an error")
@pytest.mark.parametrize(
    ("arguments", "methods"),
    [
        (["--tags", "pets"], ["pets.list"]),
        (["--paths", "/dogs*,/cats"], ["cats.list", "dogs.get"]),
        (["--operations", "listPets,GET /cats"], ["pets.list", "cats.list"]),
        (["--exclude", "/dogs/*,pets"], ["cats.list"]),
        (["--tags", "petz"], None),
    ],
)
def test_operations_are_chosen(tmp_path: Path, arguments: list[str], methods: Any) -> None:
    pets = _call("listPets", "owner")
    paths = {"/pets": {"get": pets}, "/cats": {"get": OPERATION}, "/dogs/{id}": {"get": DOG}}
    (tmp_path / "a.json").write_text(json.dumps({**DOCUMENT, "paths": paths}), "utf-8")
    folder = tmp_path / "folder"
    assert main(["init", "--openapi", str(tmp_path / "a.json"), str(folder), *arguments]) == 0
    config = str(folder / "spec/apis.yaml")
    code = main(["generate", "--only", "model", "--quiet", "--config", config])
    assert code == (2 if methods is None else 0)
    if methods is not None:
        (api,) = yaml.safe_load((folder / "generated/model.yaml").read_text("utf-8"))["apis"]
        assert [operation["id"] for operation in api["operations"]] == methods
        assert bool(api.get("types")) == ("pets.list" in methods)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("{{baseUrl}}", "https://api.example.org"),
        ("https://{host", "https://api.example.org"),
        ("https://localhost:port/v1", "https://api.example.org"),
        ("https://user:word@example.com", "https://api.example.org"),
        ("HTTPS://Example.com/v1/", "https://Example.com/v1"),
        ("https://example.com/HTTP://a", "https://example.com/HTTP://a"),
        ("//example.com/v1", "https://example.com/v1"),
        ("/v1", "https://api.example.org/v1"),
    ],
)
def test_a_document_has_a_server_whatever_its_address_is(
    tmp_path: Path, capsys: Any, url: str, address: str
) -> None:
    _diagnostics(tmp_path, capsys, {**DOCUMENT, "servers": [{"url": url}]})
    config = str(tmp_path / "spec/apis.yaml")
    assert main(["generate", "--only", "model", "--quiet", "--config", config]) == 0
    text = (tmp_path / "generated/model.yaml").read_text("utf-8")
    assert yaml.safe_load(text)["apis"][0]["server"]["url"] == address
    assert "word" not in text


@pytest.mark.promise("If it is invalid but can be read")
def test_an_invalid_document_is_told_and_generated(tmp_path: Path, capsys: Any) -> None:
    operation = {
        **OPERATION,
        "parameters": [{"name": "a", "in": "query", "schema": TEXT, "type": 5}],
    }
    paths = {"/pets": {"get": {**operation, "operationId": 7}}}
    found = _diagnostics(tmp_path, capsys, {**DOCUMENT, "paths": paths})
    assert ("invalid-document", 19, "7 is not of type 'string'") in found
    config = str(tmp_path / "spec/apis.yaml")
    assert main(["generate", "--only", "model", "--quiet", "--config", config]) == 0


@pytest.mark.promise("If it cannot be read, these warnings appear beside the error")
def test_an_invalid_document_is_told_where_it_cannot_be_read(tmp_path: Path, capsys: Any) -> None:
    document = {**DOCUMENT, "path": {}, "paths": {"pets": {"get": OPERATION}}}
    diagnostics = _diagnostics(tmp_path, capsys, document)
    lines = (tmp_path / "spec/pets.yaml").read_text("utf-8").splitlines()
    places = [(code, lines[line - 1].strip()) for code, line, _ in diagnostics]
    assert [place for place in places if place[0] != "not-carried"] == [
        ("missing-key", "pets:"),
        ("invalid-document", "pets:"),
        ("invalid-document", "path: {}"),
    ]


@pytest.mark.promise("Swagger 2.0 is refused")
def test_nothing_is_written_for_a_document_that_cannot_be_read(tmp_path: Path, capsys: Any) -> None:
    source = tmp_path / "source.yaml"
    source.write_text("swagger: '2.0'\n", "utf-8")
    assert main(["init", "--openapi", str(source), str(tmp_path / "folder")]) == 2
    assert "convert the document to OpenAPI 3" in capsys.readouterr().err
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10\u00a0MB", "10\u00a0MB"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("one\r\ntwo", "one\ntwo"),
        ("a\u202eb", "ab"),
    ],
)
def test_a_text_keeps_what_shows(tmp_path: Path, text: str, expected: str) -> None:
    document = {**DOCUMENT, "info": {**DOCUMENT["info"], "description": text}}
    (tmp_path / "spec").mkdir()
    entries = {"specloom": 1, "apis": [ENTRY]}
    config = tmp_path / "spec/apis.yaml"
    config.write_text(json.dumps(entries), "utf-8")
    (tmp_path / "spec/pets.yaml").write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    assert main(["generate", "--only", "model", "--quiet", "--config", str(config)]) == 0
    (api,) = yaml.safe_load((tmp_path / "generated/model.yaml").read_text("utf-8"))["apis"]
    assert api["description"] == expected
