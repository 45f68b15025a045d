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


@dataclass(frozen=True)
class Called:
    """A call as a driver makes it, and the reply that is right."""

    operation: str
    arguments: dict[str, Any]
    """By name on the wire, as the document types them."""
    expected: Any
    is_volatile: bool = False

    def is_answered_by(self, reply: Any) -> bool:
        """Whether a reply is the right one."""
        if self.is_volatile:
            return members(reply) == members(self.expected)
        return bool(reply == self.expected)


def members(reply: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The names of the members of a reply and of its query."""
    return sorted(reply), sorted(reply.get("query", {}))


@dataclass(frozen=True)
class Asked:
    """What was asked of a module of a wiki, as it travels, and the reply."""

    module: str
    group: str
    wire: dict[str, str]
    reply: Any


def asked_of_wiki(api: Api, admin: httpx2.Client, url: str) -> list[Asked]:
    """A request of every module, with its reply."""
    found: list[Asked] = []
    for operation in api.operations:
        wire = request(api, operation, admin, url)
        reply = admin.get(url, params=wire)
        assert "errors" not in reply.json(), (operation.id, reply.text)
        found.append(Asked(operation.id, operation.group, wire, reply.json()))
    return found


def of_wiki(document: Object, asked: list[Asked]) -> Iterator[Called]:
    """The same as calls of the operations that the document has of a module each."""
    for _, _, told in operations(document):
        known = parameters(document, told)
        fixed = {name: _only(parameter["schema"]) for name, parameter in known.items()}
        (module,) = [one for one in asked if fixed.get(one.group) == one.module]
        arguments = {
            name: _typed(document, known[name], text) for name, text in module.wire.items()
        }
        yield Called(told["operationId"], arguments, module.reply, module.module in VOLATILE)


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
        given = {"api_key": KEY, **arguments}
        if method == "GET":
            reply = httpx2.get(address + path, params=given)
        else:
            reply = httpx2.post(address + path, data=given)
        assert reply.json()["status"] == "success"
        yield Called(operation, given, reply.json())
