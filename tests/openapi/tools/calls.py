"""Calls of every operation with several values per parameter, and what a plain request answers to each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2

from specloom.model.structs import Api
from tests.openapi.live.requests import request
from tests.openapi.reading import Object, operations, parameters, resolve

VOLATILE = {
    "allusers": "a user's recent actions are counted when they are asked for",
    "random": "every answer differs",
    "siteinfo": "counts jobs and times",
    "tokens": "each answer has new ones",
    "userinfo": "a token of its own, and counts of what is new",
}
"""Modules whose answers are compared by their members alone, and why."""
KEY = "sandbox-owner"
SELLER: dict[str, dict[str, Any]] = {
    "accountDetails": {},
    "itemsList": {},
    "itemsGet": {"item_id": 101},
    "purchasesValidate": {"purchase_code": "SUPPORTED-101"},
}
ACTIONS: dict[str, dict[str, str]] = {
    "actionCheckToken": {"action": "checktoken", "type": "csrf", "token": "0123+\\"},
    "actionCompare": {
        "action": "compare",
        "fromtitle": "A",
        "totitle": "B",
        "prop": "ids|title|user",
    },
    "actionExpandTemplates": {"action": "expandtemplates", "text": "{{T|x}}", "prop": "wikitext"},
    "actionOpenSearch": {"action": "opensearch", "search": "Bulk", "limit": "3"},
    "actionParamInfo": {"action": "paraminfo", "modules": "rsd|edit"},
    "actionParse": {"action": "parse", "page": "A", "prop": "sections|links|displaytitle"},
    "actionEdit": {"action": "edit", "title": "Written by tools", "text": "a & b = c", "token": ""},
}
"""Calls of actions: of those that read, and an edit, which then has a token."""


@dataclass(frozen=True)
class Called:
    """A call as a driver makes it, and the reply that is right."""

    operation: str
    arguments: dict[str, Any]
    """By name on the wire, as the document types them."""
    expected: Any
    is_volatile: bool = False

    def is_answered_by(self, reply: Any) -> bool:
        """Return True if a reply is the expected one."""
        if self.is_volatile:
            return members(reply) == members(self.expected)
        return bool(reply == self.expected)


def members(reply: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The names of the members of a reply and of its query."""
    return sorted(reply), sorted(reply.get("query", {}))


@dataclass(frozen=True)
class WikiRequest:
    """A request to a module of a wiki, as it travels, and the reply."""

    module: str
    group: str
    wire: dict[str, str]
    reply: Any


def requests_of_wiki(api: Api, admin: httpx2.Client, url: str) -> list[WikiRequest]:
    """A request of every module, with its reply."""
    requests: list[WikiRequest] = []
    for operation in api.operations:
        wire = request(api, operation, admin, url)
        reply = admin.get(url, params=wire)
        assert "errors" not in reply.json(), (operation.id, reply.text)
        requests.append(WikiRequest(operation.id, operation.group, wire, reply.json()))
    return requests


def of_wiki(document: Object, requests: list[WikiRequest]) -> Iterator[Called]:
    """The requests as calls of the operations that the document has for each module."""
    for _, _, described in operations(document):
        described_parameters = parameters(document, described)
        fixed = {
            name: _only(parameter["schema"]) for name, parameter in described_parameters.items()
        }
        (module,) = [request for request in requests if fixed.get(request.group) == request.module]
        arguments = {
            name: _typed(document, described_parameters[name], text)
            for name, text in module.wire.items()
        }
        yield Called(described["operationId"], arguments, module.reply, module.module in VOLATILE)


def of_actions(document: Object, url: str, admin: httpx2.Client) -> Iterator[Called]:
    """A call of some actions; an answer of an edit has other numbers each time."""
    fixed = {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
    token_reply = admin.get(f"{url}/api.php", params=fixed | {"action": "query", "meta": "tokens"})
    token = token_reply.json()["query"]["tokens"]["csrftoken"]
    for _, method, described in operations(document):
        name = described["operationId"]
        if name not in ACTIONS:
            continue
        described_parameters = parameters(document, described)
        wire = fixed | ACTIONS[name] | ({"token": token} if name == "actionEdit" else {})
        posted = method == "post"
        address = f"{url}/api.php"
        reply = admin.post(address, data=wire) if posted else admin.get(address, params=wire)
        assert "errors" not in reply.json(), (name, reply.text)
        arguments = {
            key: (
                _typed(document, described_parameters[key], text)
                if key in described_parameters
                else text
            )
            for key, text in wire.items()
        }
        yield Called(name, arguments, reply.json(), name == "actionEdit")


def _only(schema: Object) -> Any:
    """The only value there is, as either version of the standard says it."""
    values = schema.get("enum", ())
    return schema.get("const", values[0] if len(values) == 1 else None)


def _typed(document: Object, parameter: Object, text: str) -> Any:
    schema = resolve(document, parameter["schema"])
    match schema.get("type"):
        case "integer":
            return int(text)
        case "boolean":
            return True
        case "array":
            return text.split("|")
        case _:
            return text


def of_seller(address: str) -> Iterator[Called]:
    """A call of each operation of the sandbox."""
    paths = {
        "accountDetails": ("GET", "/api/account/details"),
        "itemsList": ("GET", "/api/items/all"),
        "itemsGet": ("GET", "/api/items/item"),
        "purchasesValidate": ("POST", "/api/purchases/validation"),
    }
    for operation, arguments in SELLER.items():
        method, path = paths[operation]
        sent_arguments = {"api_key": KEY, **arguments}
        if method == "GET":
            reply = httpx2.get(address + path, params=sent_arguments)
        else:
            reply = httpx2.post(address + path, data=sent_arguments)
        assert reply.json()["status"] == "success"
        yield Called(operation, sent_arguments, reply.json())
