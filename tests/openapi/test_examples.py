"""Examples of replies: in every document, each what its schema says, the success first."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator
from seller_platform.testing import Sandbox

from specloom.cli.app import main
from specloom.languages.json import json_text
from specloom.model.structs import Api
from tests.clients.seller.conftest import Server
from tests.openapi.reading import Object, operations, resolve

SHOP = """specloom: 1
title: Shop
version: "1.0"
summary: A shop.
server: {url: "https://shop.example.org", summary: The shop.}
groups: {items: {title: Items}}
operations:
  items.get:
    title: Get
    summary: Get one.
    method: GET
    path: /items/{id}
    parameters: {id: {type: integer}}
    result: {type: Item}
    examples:
      gone: {summary: It is gone., arguments: {id: 8}, status: 404, reply: {why: sold}}
      chair: {summary: A chair., arguments: {id: 7}, reply: {name: Chair, price: "4.50", was: 19.80, offers: ["5.00", 0.10]}}
      untold: {summary: Another., arguments: {id: 9}}
records:
  Item:
    fields:
      name: {type: string}
      price: {type: decimal}
      was: {type: decimal or null}
      offers: {type: list of decimal or null}
"""
APIS = "specloom: 1\napis: [{id: shop, reader: rest, source: shop.yaml, package: shop_client}]\n"


def examples(document: Object, response: Object) -> dict[str, Any]:
    """The values of the examples of a response, by name."""
    content = resolve(document, response).get("content", {}).get("application/json", {})
    return {
        name: resolve(document, example)["value"]
        for name, example in content.get("examples", {}).items()
    }


def is_error(reply: Object) -> bool:
    return "errors" in reply or reply.get("status") == "error"


@pytest.mark.promise("Errors come after it")
@pytest.mark.parametrize("stem", ["seller", "wiki", "wiki.codegen", "wiki.full"])
def test_examples_are_what_their_schemas_say_and_begin_with_a_success(
    documents: dict[str, Object], stem: str
) -> None:
    document = documents[stem]
    count = 0
    for _, _, operation in operations(document):
        for status, response in operation["responses"].items():
            values = examples(document, response)
            for name, value in values.items():
                schema = resolve(document, response)["content"]["application/json"]["schema"]
                whole = {"allOf": [schema], "components": document["components"]}
                validator: Any = Draft202012Validator(whole)
                assert [error.message for error in validator.iter_errors(value)] == [], name
            wrong = [is_error(value) for value in values.values()]
            if status == "200":
                assert not wrong[0]
                assert wrong == sorted(wrong)
            else:
                assert all(wrong)
            count += len(values)
    assert count >= (62 if stem.startswith("wiki") else 12)


@pytest.mark.promise(
    "An amount stays as it was written",
    "with another status is listed under that status",
    "documents and pages show the first one that succeeds",
)
def test_examples_of_a_description_stand_in_documents_of_its_own(tmp_path: Path) -> None:
    spec = tmp_path / "spec"
    spec.mkdir()
    (spec / "shop.yaml").write_text(SHOP)
    (spec / "apis.yaml").write_text(APIS)
    assert main(["generate", "--config", str(spec / "apis.yaml"), "--only", "openapi"]) == 0
    text = (tmp_path / "generated/openapi/shop.openapi.json").read_text()
    document = json.loads(text, parse_float=str)
    responses = document["paths"]["/items/{id}"]["get"]["responses"]
    chair = {"name": "Chair", "price": "4.50", "was": "19.80", "offers": ["5.00", "0.10"]}
    assert examples(document, responses["200"]) == {"chair": chair}
    assert examples(document, responses["404"]) == {"gone": {"why": "sold"}}
    model = str(tmp_path / "generated/model.yaml")
    again = ["--config", str(spec / "apis.yaml"), "--from-model", model]
    assert main(["generate", "--config", str(spec / "apis.yaml")]) == 0
    assert main(["check", *again]) == 0
    page = (tmp_path / "docs/reference/shop/items/get.md").read_text()
    assert '"was": 19.80' in page
    assert '"offers": [5.00, 0.10]' in page


KEYS = {"InvalidRequest": "unknown", "NoItemsFound": "sandbox-empty"}
"""Example → the key with which the sandbox answers so, where it is not that of the first account."""


@pytest.mark.promise(
    "The examples of the seller are replies of its sandbox",
    "the rows of a [sandbox](#sandbox) make one",
)
def test_the_sandbox_answers_the_sellers_examples(seller: Api) -> None:
    names: list[str] = []
    with Sandbox() as sandbox, Server(sandbox) as address:
        for operation in seller.operations:
            for example in operation.examples:
                parameters_sent = {
                    "api_key": KEYS.get(example.name, "sandbox-owner"),
                    **example.arguments,
                }
                place = "data" if operation.http.method == "POST" else "params"
                body_arguments: dict[str, Any] = {place: parameters_sent}
                reply = httpx2.request(
                    str(operation.http.method), f"{address}{operation.call.path}", **body_arguments
                )
                expected = json.loads(json_text(example.reply), parse_float=Decimal)
                exact = json.loads(reply.text, parse_float=Decimal)
                assert (reply.status_code, exact) == (example.status, expected)
                names.append(example.name)
    errors = {name for operation in seller.operations for name in operation.errors}
    assert sorted(names) == sorted(["success"] * 4 + [*errors])
