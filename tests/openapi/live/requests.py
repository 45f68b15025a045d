"""A request of each module that finds something in the seeded wiki, as it travels."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from specloom.model.structs import Api, Enumeration, Operation, wire_of
from tests.clients.wiki.live.calls import PAGES, PARAMETERS, SELECTIONS
from tests.mediawiki.server import ADMIN, Wiki


@contextmanager
def administrator(wiki: Wiki) -> Iterator[httpx2.Client]:
    """The wiki's administrator at the other end of a plain HTTP client."""
    name, password = ADMIN
    fixed = {"format": "json", "formatversion": "2", "errorformat": "plaintext"}
    with httpx2.Client(timeout=60) as client:
        tokens = client.get(
            wiki.api_url, params=fixed | {"action": "query", "meta": "tokens", "type": "login"}
        )
        token = tokens.json()["query"]["tokens"]["logintoken"]
        login = fixed | {"action": "login", "lgname": name, "lgpassword": password}
        done = client.post(wiki.api_url, data=login | {"lgtoken": token})
        assert done.json()["login"]["result"] == "Success", done.text
        yield client


def cookies(client: httpx2.Client) -> str:
    """The header with the cookies of a client."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)


def joined(value: object) -> str:
    """A value as it travels."""
    if value is True:
        return "1"
    if isinstance(value, list | tuple):
        return "|".join(map(str, value))
    return str(value)


def chosen(api: Api, operation: Operation) -> dict[str, str]:
    """Every value of the parameter that selects what a module tells."""
    selector = operation.result.selector if operation.result is not None else "prop"
    for parameter in operation.parameters:
        enumerations = [
            enumeration for enumeration in api.types if enumeration.name == parameter.reference
        ]
        if parameter.name == selector and parameter.multiple and enumerations:
            (values,) = enumerations
            assert isinstance(values, Enumeration)
            old = {*parameter.deprecated_values, *values.deprecated_values, "token"}
            return {selector: joined([value for value in values.values if value not in old])}
    return {}


def request(api: Api, operation: Operation, http: httpx2.Client, url: str) -> dict[str, str]:
    """Parameters with which a module returns as much as it can."""
    name = str(operation.module.class_name)
    parameters_sent = {
        key.rstrip("_"): joined(values) for key, values in PARAMETERS.get(name, {}).items()
    }
    parameters_sent |= chosen(api, operation)
    if operation.id == "stashimageinfo":
        stashed = http.get(
            url,
            params={
                **wire_of(api).fixed_parameters,
                "list": "mystashedfiles",
            },
        ).json()
        parameters_sent["filekey"] = joined(
            [file["filekey"] for file in stashed["query"]["mystashedfiles"]]
        )
    wire = {operation.call.prefix + key: value for key, value in parameters_sent.items()}
    if operation.group == "prop" and operation.id != "stashimageinfo":
        selection = SELECTIONS.get(name, {"titles": PAGES})
        wire |= {key: joined(values) for key, values in selection.items()}
    return {**wire_of(api).fixed_parameters, operation.group: operation.id, **wire}
