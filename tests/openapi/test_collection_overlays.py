"""Postman collections show what overlays change in the documents of the same API."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specloom.cli.app import main

from .conftest import ROOT

Changed = Callable[..., dict[str, Any]]
CASES = ROOT / "tests" / "cases"
GET = "$.paths['/things/{id}'].get"


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The collection of a small API, with an overlay that has these actions."""

    def generate(*actions: object, case: str = "rest", more: str = "") -> dict[str, Any]:
        spec = tmp_path / "spec"
        shutil.copytree(CASES / f"small-{case}" / "spec", spec)
        listed = spec / "apis.yaml"
        overlaid = "\n    openapi_overlays: [changes.yaml]\n" if actions else "\n"
        listed.write_text(f"{listed.read_text()}{overlaid}{more}")
        overlay = {"overlay": "1.0.0", "info": {"title": "Changes", "version": "1"}}
        (spec / "changes.yaml").write_text(json.dumps({**overlay, "actions": actions}))
        assert main(["generate", "--quiet", "--config", str(listed), "--only", "openapi"]) == 0
        (path,) = (tmp_path / "generated" / "openapi").glob("*.postman_collection.json")
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    return generate


def update(target: str, **members: Any) -> dict[str, Any]:
    """An action that merges members."""
    return {"target": target, "update": members}


def remove(target: str) -> dict[str, Any]:
    """An action that removes what is selected."""
    return {"target": target, "remove": True}


def requests(collection: dict[str, Any]) -> dict[str, Any]:
    """Folder and name → request."""
    return {
        f"{folder['name']}/{item['name']}": item["request"]
        for folder in collection["item"]
        for item in folder["item"]
    }


def query(request: dict[str, Any]) -> dict[str, tuple[str, str | None, bool]]:
    """Name → value, description and whether it is switched off."""
    return {
        field["key"]: (field["value"], field.get("description"), field.get("disabled", False))
        for field in request["url"]["query"]
    }


@pytest.mark.promise("follows the document that has an operation for each of the API")
def test_titles_texts_and_the_address_follow(changed: Changed) -> None:
    found = changed(
        update("$.info", title="Our things", description="What we lend."),
        remove("$.servers"),
        update(
            "$",
            servers=[
                {
                    "url": "https://{host}/lend",
                    "variables": {"host": {"default": "lend.example.org"}},
                }
            ],
        ),
        update(GET, summary="Look at a thing", description="Shows **one** thing."),
    )
    assert (found["info"]["name"], found["info"]["description"]) == ("Our things", "What we lend.")
    assert found["variable"] == [{"key": "base_url", "value": "https://lend.example.org/lend"}]
    (request,) = requests(found).values()
    assert [*requests(found)] == ["Things/Look at a thing"]
    assert request["description"] == "Shows **one** thing."


@pytest.mark.promise("follows the document that has an operation for each of the API")
def test_parameters_follow(changed: Changed) -> None:
    tenant = {"name": "X-Tenant", "in": "header", "required": True, "example": "north"}
    size = {"name": "size", "in": "query", "schema": {"type": "integer"}, "description": "How big."}
    found = changed(
        remove(f"{GET}.parameters[?@.name == 'shape']"),
        {"target": f"{GET}.parameters", "update": [{**tenant, "schema": {"type": "string"}}, size]},
    )
    (request,) = requests(found).values()
    assert query(request) == {"size": ("", "How big.", True)}
    assert request["header"] == [{"key": "X-Tenant", "value": "north"}]


def test_the_description_of_a_parameter_follows_and_its_value_stays(changed: Changed) -> None:
    found = changed(update(f"{GET}.parameters[?@.name == 'shape']", description="Round or not."))
    (request,) = requests(found).values()
    assert query(request) == {"shape": ("", "Round or not.", True)}


@pytest.mark.promise("follows the document that has an operation for each of the API")
def test_operations_go_move_and_come(changed: Changed) -> None:
    reply = {"200": {"description": "Done."}}
    lend = {
        "operationId": "lend",
        "tags": ["lending"],
        "responses": reply,
        "parameters": [
            {
                "name": "days",
                "in": "query",
                "required": True,
                "schema": {"type": "integer", "default": 7},
            }
        ],
        "requestBody": {
            "content": {
                "application/x-www-form-urlencoded": {
                    "schema": {
                        "required": ["whom"],
                        "properties": {"whom": {"type": "string"}, "why": {"type": "string"}},
                    }
                }
            }
        },
    }
    found = changed(
        update(GET, tags=["stock"]),
        {"target": "$.paths", "update": {"/things/{id}/loans": {"post": lend}}},
        remove(f"{GET}.tags[0]"),
    )
    known = requests(found)
    assert [*known] == ["stock/Get a thing", "lending/lend"]
    request = known["lending/lend"]
    assert request["method"] == "POST"
    assert request["url"]["raw"] == "{{base_url}}/things/{{id}}/loans"
    assert query(request) == {"days": ("7", None, False)}
    assert request["body"]["urlencoded"] == [
        {"key": "whom", "value": ""},
        {"key": "why", "value": "", "disabled": True},
    ]
    assert [variable["key"] for variable in found["variable"]] == ["base_url", "id"]


def test_an_operation_with_another_id_is_one_request(changed: Changed) -> None:
    found = changed(update(GET, operationId="lookAt", summary="Look at it"))
    assert [*requests(found)] == ["Things/Look at it"]


def test_an_operation_that_is_removed_is_no_request(changed: Changed) -> None:
    assert requests(changed(remove("$.paths.*"))) == {}


SCHEMES = [
    (
        {"type": "http", "scheme": "bearer"},
        {"type": "bearer", "bearer": [{"key": "token", "value": "{{sign_in}}", "type": "string"}]},
        ["sign_in"],
    ),
    (
        {"type": "http", "scheme": "basic"},
        {
            "type": "basic",
            "basic": [
                {"key": "username", "value": "{{sign_in_username}}", "type": "string"},
                {"key": "password", "value": "{{sign_in_password}}", "type": "string"},
            ],
        },
        ["sign_in_username", "sign_in_password"],
    ),
    (
        {"type": "apiKey", "name": "X-Key", "in": "header"},
        {
            "type": "apikey",
            "apikey": [
                {"key": "key", "value": "X-Key", "type": "string"},
                {"key": "value", "value": "{{sign_in}}", "type": "string"},
                {"key": "in", "value": "header", "type": "string"},
            ],
        },
        ["sign_in"],
    ),
]


@pytest.mark.promise("follows the document that has an operation for each of the API")
@pytest.mark.parametrize(("scheme", "auth", "variables"), SCHEMES)
@pytest.mark.parametrize("target", ["$", GET])
def test_security_follows(
    changed: Changed, target: str, scheme: Any, auth: Any, variables: list[str]
) -> None:
    found = changed(
        update("$.components", securitySchemes={"sign_in": scheme}),
        update(target, security=[{"sign_in": []}]),
    )
    (request,) = requests(found).values()
    assert request["auth"] == auth
    assert [variable["key"] for variable in found["variable"]] == ["base_url", *variables]


def test_what_no_overlay_changes_stays(changed: Changed, tmp_path: Path) -> None:
    plain = changed()
    shutil.rmtree(tmp_path / "spec")
    assert changed(update("$.info", contact={"name": "Us"})) == plain


@pytest.mark.promise("follows the document that has an operation for each of the API")
def test_the_collection_of_a_wiki_follows_the_document_with_an_operation_for_each_module(
    changed: Changed, tmp_path: Path
) -> None:
    plain = requests(changed(case="wiki"))
    shutil.rmtree(tmp_path / "spec")
    first, *others = plain
    module = first.partition("=")[2]
    path = f"$.paths[?@.get.parameters[?@.schema.const == '{module}']]"
    found = changed(update(f"{path}.get", summary="What we show"), case="wiki")
    folder = first.partition("/")[0]
    assert sorted(requests(found)) == sorted([f"{folder}/What we show", *others])
