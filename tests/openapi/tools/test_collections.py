"""Collections that Postman makes of the documents: address, key, login and token are variables, as the guide says."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.guides.test_guides import block
from tests.mediawiki.seed import picture
from tests.mediawiki.server import ADMIN, Wiki

from .calls import KEY, SELLER
from .documents import DOCUMENTS, printed
from .generators import collection
from .installed import run, tool
from .table import GUIDE

Collection = dict[str, Any]


def imported(folder: Path, document: Path) -> Collection:
    """The collection that Postman makes of a document."""
    collection(folder, document)
    made: Collection = json.loads((folder / "postman_collection.json").read_text(encoding="utf-8"))
    return made


def items(collection: Collection) -> list[dict[str, Any]]:
    """The requests of all folders of a collection."""
    return [item for folder in collection["item"] for item in folder["item"]]


def fill(item: dict[str, Any], **values: str) -> None:
    """Replace the placeholders of a request, switching on what has a value."""
    request = item["request"]
    body = request["body"]
    for field in (*request["url"]["query"], *body.get(body.get("mode"), ())):
        if field["key"] in values:
            field |= {"value": values[field["key"]], "disabled": False}


def replies(folder: Path, collection: Collection, **variables: str) -> dict[str, Any]:
    """The status and the data that Newman gets, by the name of the request."""
    (folder / "collection.json").write_text(json.dumps(collection), encoding="utf-8")
    options = [
        word for name, value in variables.items() for word in ("--env-var", f"{name}={value}")
    ]
    run(
        *(tool("npm/node_modules/.bin/newman"), "run", "collection.json", *options),
        *("--reporters", "json", "--reporter-json-export", "report.json"),
        folder=folder,
    )
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return {
        execution["item"]["name"]: (
            execution["response"]["code"],
            json.loads(bytes(execution["response"]["stream"]["data"])),
        )
        for execution in report["run"]["executions"]
    }


@pytest.mark.exhaustive  # the script of the wiki's guide has variables in each run
@pytest.mark.promise(
    "Postman imports OpenAPI 3.1",
    "`base_url`, as in the document",
    "`apiKey`, if the document has the key as a security scheme",
    "give it the value `{{apiKey}}`",
)
def test_the_address_and_the_key_are_variables(tmp_path: Path, sandbox: str) -> None:
    document = tmp_path / "seller.yaml"
    document.write_text(printed("--api", "seller", "--auth", "scheme"), encoding="utf-8")
    made = imported(tmp_path, document)
    values = {key: str(value) for call in SELLER.values() for key, value in call.items()}
    for item in items(made):
        fill(item, api_key="{{apiKey}}", **values)
    found = replies(tmp_path, made, base_url=sandbox, apiKey=KEY)
    assert {name: (code, body["status"]) for name, (code, body) in found.items()} == dict.fromkeys(
        ("Get account details", "Get all items", "Get an item", "Validate a purchase"),
        (200, "success"),
    )


@pytest.mark.promise("A bearer token is `bearerToken`")
def test_a_bearer_token_is_a_variable(tmp_path: Path) -> None:
    document = {
        "openapi": "3.1.1",
        "info": {"title": "Bearer", "version": "1"},
        "security": [{"key": []}],
        "paths": {"/a": {"get": {"responses": {"200": {"description": "Good"}}}}},
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }
    (tmp_path / "bearer.json").write_text(json.dumps(document), encoding="utf-8")
    made = imported(tmp_path, tmp_path / "bearer.json")
    (token,) = made["auth"]["bearer"]
    assert (token["key"], token["value"]) == ("token", "{{bearerToken}}")


@pytest.mark.promise(
    "It logs in before the first request, and Postman keeps the cookies",
    "the script sets a variable for each kind",
    "switch off what you do not send",
)
def test_the_script_of_the_guide_logs_in_and_sets_tokens(tmp_path: Path, live_wiki: Wiki) -> None:
    picture_file = tmp_path / "oak.png"
    picture_file.write_bytes(picture(3, 3, 5))
    made = imported(tmp_path, DOCUMENTS / "wiki.actions.openapi.yaml")
    script = block(GUIDE, "js", "// login.js\n")
    made["event"] = [{"listen": "prerequest", "script": {"exec": script.splitlines()}}]
    edit, upload = (
        item for item in items(made) if item["name"] in ("action=edit", "action=upload")
    )
    fill(edit, token="{{csrftoken}}", title="From Postman", text="a & b")
    form = upload["request"]["body"]
    form["formdata"] = [
        field for field in form["formdata"] if field["key"] in ("token", "filename", "file")
    ]
    fill(upload, token="{{csrftoken}}", filename="Posted.png")
    next(field for field in form["formdata"] if field["key"] == "file")["src"] = str(picture_file)
    made["item"] = [{"name": "Chosen", "item": [edit, upload]}]
    user, password = ADMIN
    found = replies(tmp_path, made, base_url=live_wiki.url, user=user, password=password)
    assert found["action=edit"][1]["edit"]["result"] == "Success"
    assert found["action=upload"][1]["upload"]["result"] == "Success"
    last = httpx2.get(
        live_wiki.api_url,
        params={
            "action": "query",
            "format": "json",
            "formatversion": "2",
            "prop": "revisions",
            "titles": "From Postman",
            "rvprop": "user",
        },
    ).json()
    assert last["query"]["pages"][0]["revisions"][0]["user"] == user
