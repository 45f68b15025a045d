"""Places of parameters: path, query, header or body, as operation and method allow."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.request_path import variables
from specloom.model.rules.findings import At
from specloom.model.rules.head import key_parameter
from specloom.model.structs import Api, Operation, Parameter

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
"""The methods that send a body as a rule."""
MAY_HAVE_BODY = WITH_BODY | {"DELETE", "GET", "OPTIONS"}
"""The methods that send a body where one is described; with GET, some APIs take a query so."""
_BODIES = frozenset({"body", "form", "json"})


def faults(api: Api, at: At, operation: Operation) -> Iterator[Finding]:
    """Faults of the places of an operation's parameters."""
    key = key_parameter(api, operation)
    parameters = [
        (index, parameter)
        for index, parameter in enumerate(operation.parameters)
        if parameter is not key
    ]
    for index, parameter in parameters:
        yield from _place_faults((*at, "parameters", index), operation, parameter)
    if operation.http.method in MAY_HAVE_BODY:
        yield from _body_faults((*at, "parameters"), key, parameters)


def _place_faults(at: At, operation: Operation, parameter: Parameter) -> Iterator[Finding]:
    where = (*at, "http", "location")
    name, place = parameter.name, parameter.location
    in_path = name in variables(operation.http.path)
    if place == "path" and not in_path:
        message = f"`{name}` is a path parameter, but the path does not hold `{{{name}}}`"
        yield Finding(where, "conflicting-facts", message, "add it to the path")
    elif in_path and place != "path":
        message = f"`{name}` is in the path, so its place cannot be `{place}`"
        yield Finding(where, "conflicting-facts", message, "choose the place `path`")
    elif place in _BODIES and operation.http.method not in MAY_HAVE_BODY:
        message = f"{operation.http.method} sends no body, so `{name}` cannot be in it"
        yield Finding(where, "conflicting-facts", message, "choose the place `query`")


def _body_faults(
    at: At, key: Parameter | None, parameters: list[tuple[int, Parameter]]
) -> Iterator[Finding]:
    """One body, one encoding; the key counts where it travels in the body."""
    in_body = [(index, each) for index, each in parameters if each.location in _BODIES]
    sent = [key] if key is not None and key.location in _BODIES else []
    sent += [parameter for _, parameter in in_body]
    first = sent[0].location if sent else None
    for index, parameter in in_body:
        where, place = (*at, index, "name"), parameter.location
        if place == first:
            continue
        if "body" in (place, first):
            message = f"`{parameter.name}` cannot be sent beside a parameter that is the whole body"
            yield Finding(where, "conflicting-facts", message, "choose the place `query`")
        else:
            message = f"`{parameter.name}` would go into a {place} body, but this operation sends a {first} one"
            yield Finding(where, "conflicting-facts", message, f"choose the place `{first}`")
    whole = [(index, each) for index, each in in_body if each.location == "body"]
    for index, _ in whole[1:]:
        message = f"`{whole[0][1].name}` is the whole body already"
        yield Finding((*at, index, "name"), "conflicting-facts", message)
