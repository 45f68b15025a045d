"""Both OpenAPI documents of the wiki against a real one, module by module."""

import copy
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator, FormatChecker

from specloom.model.structs import Api, Operation
from tests.mediawiki.server import Wiki
from tests.openapi.live.requests import request
from tests.openapi.reading import Object, body, operations, parameters


def problems(document: Object, schema: Object, reply: object) -> list[str]:
    """Where a reply is not what a document says."""
    whole = {"allOf": [schema], "components": document["components"]}
    validator: Any = Draft202012Validator(whole, format_checker=FormatChecker())
    found = (f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(reply))
    return sorted(set(found))[:20]


def told_by(operation: Operation, answer: Object) -> object:
    """What the module itself tells in an answer; empty when it tells nothing."""
    assert operation.result is not None
    query = answer.get("query", {})
    places = {"query": [query], "top-level": [answer], "page": query.get("pages", [])}
    around = places[operation.result.where]
    key = operation.result.key
    return around if key is None else [entry[key] for entry in around if entry.get(key)]


@pytest.mark.promise(
    "Nothing in it is narrower than the wiki",
    "gives each module its own path, which leads to the shared address",
)
def test_every_module_answers_what_both_documents_say(
    subtests: pytest.Subtests,
    documents: dict[str, Object],
    wiki: Api,
    live_wiki: Wiki,
    admin: httpx2.Client,
) -> None:
    plain, codegen = documents["wiki"], documents["wiki.full"]
    (_, _, query), *_ = operations(plain)
    known = parameters(plain, query)
    asked = 0
    for path, _, told in operations(codegen):
        operation = next(
            known for known in wiki.operations if known.id == told["x-specloom-module"]["id"]
        )
        with subtests.test(operation.id):
            wanted = request(wiki, operation, admin, live_wiki.api_url)
            assert set(wanted) <= set(known)
            assert set(wanted) <= set(parameters(codegen, told))
            reply = admin.get(f"{live_wiki.url}{path}", params=wanted)
            assert reply.status_code == 200
            answer = reply.json()
            assert "errors" not in answer, answer
            assert told_by(operation, answer)
            assert problems(codegen, body(told["responses"]["200"]), answer) == []
            assert problems(plain, body(query["responses"]["200"]), answer) == []
            asked += 1
    assert asked == 62


def test_an_answer_of_another_type_would_be_noticed(
    documents: dict[str, Object], live_wiki: Wiki, admin: httpx2.Client
) -> None:
    document = copy.deepcopy(documents["wiki.full"])
    document["components"]["schemas"]["AllPagesItem"]["properties"]["title"]["type"] = "integer"
    told = document["paths"]["/query+allpages/../api.php"]["get"]
    fixed = {"action": "query", "format": "json", "formatversion": "2", "list": "allpages"}
    answer = admin.get(live_wiki.api_url, params=fixed).json()
    first, *_ = problems(document, body(told["responses"]["200"]), answer)
    assert first.startswith("$.query.allpages[0].title: ")


@pytest.mark.promise("Look for `errors` in the reply, or for the header that the response lists")
def test_an_error_is_what_both_documents_say(
    documents: dict[str, Object], live_wiki: Wiki, admin: httpx2.Client
) -> None:
    fixed = {"action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext"}
    reply = admin.get(live_wiki.api_url, params=fixed | {"list": "backlinks", "maxlag": "5"})
    assert reply.status_code == 200
    assert reply.headers["MediaWiki-API-Error"] == "missingparam"
    answer = reply.json()
    for stem in ("wiki", "wiki.codegen"):
        for _, _, told in operations(documents[stem]):
            assert "MediaWiki-API-Error" in told["responses"]["200"]["headers"]
            assert problems(documents[stem], body(told["responses"]["200"]), answer) == []
