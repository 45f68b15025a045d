"""The committed Postman collections: every request finds something, as it stands."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from msgspec.structs import replace

from specloom import resources
from specloom.model.structs import Api, OpenApiOverlay, OverlayAction
from specloom.rendering.formatting import formatted
from specloom.rendering.render import Renderer
from specloom.views import openapi
from tests.mediawiki.seed import picture
from tests.mediawiki.server import Wiki
from tests.openapi.live.requests import administrator, cookies
from tests.sampling import sampled

from .calls import KEY
from .documents import DOCUMENTS
from .installed import run, tool

OTHERS = {"stashimageinfo": "siifilekey"}
"""Modules whose example has a value that every wiki makes anew → the parameter."""


def committed(api: str) -> dict[str, Any]:
    """A collection as it is committed."""
    path = DOCUMENTS / f"{api}.postman_collection.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def items(collection: dict[str, Any]) -> list[dict[str, Any]]:
    """The requests of all folders of a collection."""
    return [item for folder in collection["item"] for item in folder["item"]]


def replies(folder: Path, collection: dict[str, Any], **variables: str) -> dict[str, Any]:
    """What Newman gets, by the name of the request: the status and the data."""
    found = texts(folder, collection, **variables)
    return {name: (code, json.loads(body)) for name, (code, body) in found.items()}


def texts(
    folder: Path, collection: dict[str, Any], **variables: str
) -> dict[str, tuple[int, bytes]]:
    """What Newman gets, by the name of the request: the status and the body."""
    (folder / "collection.json").write_text(json.dumps(collection), encoding="utf-8")
    given = [word for name, value in variables.items() for word in ("--env-var", f"{name}={value}")]
    run(
        *(tool("npm/node_modules/.bin/newman"), "run", "collection.json", *given),
        *("--reporters", "json", "--reporter-json-export", "report.json"),
        folder=folder,
    )
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return {
        told["item"]["name"]: (
            told["response"]["code"],
            bytes(told["response"]["stream"]["data"]),
        )
        for told in report["run"]["executions"]
    }


def overlaid(api: Api, *actions: OverlayAction) -> dict[str, Any]:
    """The collection of an API with an overlay."""
    changed = replace(api, openapi_overlays=(OpenApiOverlay(title="Ours", actions=actions),))
    text = Renderer(resources.templates()).render(openapi.collection(changed))
    found: dict[str, Any] = json.loads(formatted("json", text.encode()))
    return found


@pytest.mark.promise("with values that find something")
def test_every_operation_of_the_seller_answers_with_a_success(tmp_path: Path, sandbox: str) -> None:
    found = replies(tmp_path, committed("seller"), base_url=sandbox, api_key=KEY)
    assert {name: (code, body["status"]) for name, (code, body) in found.items()} == dict.fromkeys(
        (
            "Get account details",
            "Get all items",
            "Get an item",
            "Validate a purchase",
        ),
        (200, "success"),
    )


@pytest.mark.promise("follows the document that has an operation for each of the API")
def test_overlays_change_what_newman_asks_and_where(
    tmp_path: Path, seller: Api, sandbox: str
) -> None:
    collection = overlaid(
        seller,
        OverlayAction(target="$.servers[0].variables.base_url", update={"default": sandbox}),
        OverlayAction(target="$.paths['/api/items/all']", remove=True),
        OverlayAction(target="$.paths['/api/items/item'].get", update={"summary": "One item"}),
    )
    found = replies(tmp_path, collection, api_key=KEY)
    assert {name: (code, body["status"]) for name, (code, body) in found.items()} == dict.fromkeys(
        ("Get account details", "One item", "Validate a purchase"), (200, "success")
    )


@pytest.mark.promise("with values that find something")
@pytest.mark.parametrize("is_overlaid", sampled([False, True], [False]))
def test_every_module_of_the_wiki_answers_with_something(
    tmp_path: Path, wiki: Api, admin: httpx2.Client, unwritten_wiki: Wiki, is_overlaid: bool
) -> None:
    base = unwritten_wiki.api_url.removesuffix("/api.php")
    server = OverlayAction(target="$.servers[0].variables.base_url", update={"default": base})
    collection = overlaid(wiki, server) if is_overlaid else committed("wiki")
    stashed = admin.get(
        unwritten_wiki.api_url,
        params={"action": "query", "format": "json", "list": "mystashedfiles"},
    ).json()["query"]["mystashedfiles"]
    as_account(collection, admin)
    for item in items(collection):
        module = item["name"].partition("=")[2]
        for field in item["request"]["url"]["query"]:
            if field["key"] == OTHERS.get(module):
                field["value"] = stashed[0]["filekey"]
    found = replies(tmp_path, collection, **({} if is_overlaid else {"base_url": base}))
    assert len(found) == 62
    wrong = {
        name: body
        for name, (code, body) in found.items()
        if code != 200 or "errors" in body or not {"query", "watchlistraw"} & {*body}
    }
    assert wrong == {}


def history(admin: httpx2.Client, api_url: str) -> Any:
    """Everything that changes of a wiki leave behind."""
    asked = {"list": "recentchanges|logevents", "rclimit": "max", "lelimit": "max"}
    asked |= {"meta": "userinfo", "uiprop": "options"}
    fixed = {"action": "query", "format": "json", "formatversion": "2"}
    return admin.get(api_url, params=fixed | asked).json()["query"]


def as_account(collection: dict[str, Any], admin: httpx2.Client) -> None:
    """Let each request send the cookies of an account."""
    for item in items(collection):
        item["request"]["header"].append({"key": "Cookie", "value": cookies(admin)})


@pytest.mark.promise("so that a run of the whole collection changes nothing")
def test_a_wiki_refuses_all_actions_that_write_as_they_stand(
    tmp_path: Path, wiki: Api, own_wiki: Wiki
) -> None:
    collection = committed("wiki.actions")
    with administrator(own_wiki) as account:
        as_account(collection, account)
        before = history(account, own_wiki.api_url)
        base = own_wiki.api_url.removesuffix("/api.php")
        found = texts(tmp_path, collection, base_url=base)
        assert len(found) == len(wiki.actions)
        assert history(account, own_wiki.api_url) == before
    writing = {
        f"action={action.id.removeprefix('action.')}"
        for action in wiki.actions
        if any(parameter.token_type for parameter in action.parameters)
    }
    for name, (code, body) in found.items():
        if name in writing:
            assert code == 200, name
            assert json.loads(body)["errors"], name


@pytest.mark.promise("what `meta=tokens` returns")
def test_an_action_writes_once_its_token_is_set(tmp_path: Path, live_wiki: Wiki) -> None:
    with administrator(live_wiki) as account:
        asked = {"action": "query", "meta": "tokens", "format": "json", "formatversion": "2"}
        token = account.get(live_wiki.api_url, params=asked).json()["query"]["tokens"]["csrftoken"]
        collection = committed("wiki.actions")
        as_account(collection, account)
    base, picture_file = live_wiki.api_url.removesuffix("/api.php"), tmp_path / "oak.png"
    picture_file.write_bytes(picture(3, 3, 5))
    chosen: list[dict[str, Any]] = [
        item for item in items(collection) if item["name"] in ("action=edit", "action=upload")
    ]
    collection["item"] = [{"name": "Chosen", "item": chosen}]
    (upload,) = (item for item in chosen if item["name"] == "action=upload")
    form = {field["key"]: field for field in upload["request"]["body"]["formdata"]}
    form["file"]["src"] = str(picture_file)
    form["filename"]["value"] = "Posted.png"
    found = replies(tmp_path, collection, base_url=base, csrf_token=token)
    assert found["action=edit"][1]["edit"]["result"] == "Success"
    assert found["action=upload"][1]["upload"]["result"] == "Success"


@pytest.mark.promise("which means what it means in the documents")
@pytest.mark.parametrize("api", ["seller", "wiki"])
def test_the_address_means_what_it_means_in_the_documents(api: str) -> None:
    document = yaml.load(
        (DOCUMENTS / f"{api}.openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
    )
    (server,) = document["servers"]
    variables = {variable["key"]: variable["value"] for variable in committed(api)["variable"]}
    assert server["url"] == "{base_url}"
    assert server["variables"]["base_url"]["default"] == variables["base_url"]


@pytest.mark.promise("The other parameters of an operation are there too, switched off")
@pytest.mark.parametrize("api", ["seller", "wiki", "wiki.actions"])
def test_what_else_a_request_takes_is_switched_off_with_a_description(api: str) -> None:
    for item in items(committed(api)):
        request = item["request"]
        fields = [
            *request["url"]["query"],
            *request.get("body", {}).get("urlencoded", ()),
            *request.get("body", {}).get("formdata", ()),
        ]
        assert [field["key"] for field in fields if field.get("disabled")] == [
            field["key"] for field in fields if field.get("disabled") and field["description"]
        ]
        assert len({field["key"] for field in fields}) == len(fields)
