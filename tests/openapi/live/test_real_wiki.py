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
    """Differences between a reply and a document."""
    whole = {"allOf": [schema], "components": document["components"]}
    validator: Any = Draft202012Validator(whole, format_checker=FormatChecker())
    messages = (
        f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(reply)
    )
    return sorted(set(messages))[:20]


def told_by(operation: Operation, answer: Object) -> object:
    """The module's part of an answer; empty if there is none."""
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
    plain_parameters = parameters(plain, query)
    count = 0
    for path, _, described in operations(codegen):
        operation = next(
            candidate
            for candidate in wiki.operations
            if candidate.id == described["x-specloom-module"]["id"]
        )
        with subtests.test(operation.id):
            wire_parameters = request(wiki, operation, admin, live_wiki.api_url)
            assert set(wire_parameters) <= set(plain_parameters)
            assert set(wire_parameters) <= set(parameters(codegen, described))
            reply = admin.get(f"{live_wiki.url}{path}", params=wire_parameters)
            assert reply.status_code == 200
            answer = reply.json()
            assert "errors" not in answer, answer
            assert told_by(operation, answer)
            assert problems(codegen, body(described["responses"]["200"]), answer) == []
            assert problems(plain, body(query["responses"]["200"]), answer) == []
            count += 1
    assert count == 62


def test_an_answer_of_another_type_would_be_noticed(
    documents: dict[str, Object], live_wiki: Wiki, admin: httpx2.Client
) -> None:
    document = copy.deepcopy(documents["wiki.full"])
    document["components"]["schemas"]["AllPagesItem"]["properties"]["title"]["type"] = "integer"
    described = document["paths"]["/query+allpages/../api.php"]["get"]
    fixed = {"action": "query", "format": "json", "formatversion": "2", "list": "allpages"}
    answer = admin.get(live_wiki.api_url, params=fixed).json()
    first, *_ = problems(document, body(described["responses"]["200"]), answer)
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
        for _, _, described in operations(documents[stem]):
            assert "MediaWiki-API-Error" in described["responses"]["200"]["headers"]
            assert problems(documents[stem], body(described["responses"]["200"]), answer) == []
