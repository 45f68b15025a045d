"""Every rule of a model, and those of the head of any API: id, package, version, address, documents."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from specloom.documents.document import Finding
from specloom.model import operation_names, package_version, server_address
from specloom.model.naming import is_api_id, is_package_name
from specloom.model.rules import calls, rest, wiki, wiki_names
from specloom.model.rules.findings import repeated
from specloom.model.structs import Api, Contact, MediaWiki, Model, Rest, address_of
from specloom.runtime.rest.variables import variables_of


def faults_of_model(model: Model) -> Iterator[Finding]:
    """Faults of a document of the model."""
    if not model.apis:
        yield Finding(("apis",), "wrong-value", "`apis` lists no API")
    yield from repeated(("apis",), "id", [api.id for api in model.apis])
    yield from repeated(("apis",), "package", [api.package for api in model.apis])
    for index, api in enumerate(model.apis):
        for finding in faults(api):
            yield replace(finding, at=("apis", index, *finding.at))


def faults(api: Api) -> Iterator[Finding]:
    """Faults of an API, at pointers into it."""
    other_calls = list(calls.faults(api))
    yield from other_calls
    if other_calls:
        return
    head = list(_head_faults(api))
    yield from head
    match api.protocol:
        case Rest():
            yield from rest.faults(api)
            yield from _profile_faults(api)
        case MediaWiki() as protocol:
            parts = list(wiki.faults(api, protocol))
            yield from parts
            # These rules take references that lead somewhere for granted.
            if not head and not parts:
                yield from _profile_faults(api)
                yield from wiki_names.faults(api, protocol)
        case _:
            assert_never(api.protocol)


def _head_faults(api: Api) -> Iterator[Finding]:
    if not is_api_id(api.id):
        yield Finding(("id",), "invalid-name", f"`{api.id}` cannot be the id of an API")
    if not is_package_name(api.package):
        message = f"`{api.package}` cannot be the name of a Python package"
        yield Finding(("package",), "invalid-name", message)
    if api.contact == Contact():
        message = "a contact has a `name`, a `url` or an `email`"
        yield Finding(("contact",), "missing-key", message)
    if (problem := package_version.problem(api.version)) is not None:
        yield Finding(("version",), "wrong-value", *problem)
    server = api.server
    if server.variables:
        yield from _variable_faults(api)
        return
    if server.variable != server_address.variable_of(server.url):
        message = f"`{server.url}` lacks the variable that is named here"
        yield Finding(("server", "variable"), "conflicting-facts", message)
        return
    example = None if server.variable is None else server.example or None
    yield from server_address.faults(("server",), server.url, example)


def _variable_faults(api: Api) -> Iterator[Finding]:
    """Faults of the variables that the address of an API has defaults for."""
    server, at = api.server, ("server", "variables")
    names = [variable.name for variable in server.variables]
    yield from repeated(at, "name", names)
    if server.variable is not None or isinstance(api.protocol, MediaWiki):
        message = "an address has `variables` only in a REST API, and without `variable`"
        yield Finding(at, "conflicting-facts", message)
    elif set(names) != set(variables_of(server.url)):
        message = f"`{server.url}` lacks the variables that are named here"
        yield Finding(at, "conflicting-facts", message)
    elif (problem := server_address.problem(address_of(server))) is not None:
        yield Finding(("server", "url"), "wrong-value", *problem)


def _profile_faults(api: Api) -> Iterator[Finding]:
    """Faults of the documents to make of an API."""
    for index, profile in enumerate(api.openapi):
        at = ("openapi", index)
        if profile.name is not None and not is_api_id(profile.name):
            message = f"`{profile.name}` cannot be the name of a document"
            yield Finding((*at, "name"), "invalid-name", message)
        yield from operation_names.profile_faults(api, profile, at)
    yield from repeated(("openapi",), "name", [profile.name or "" for profile in api.openapi])
