"""OpenAPI documents, as templates print them."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.naming.mediawiki import WikiNames
from specloom.naming.names import Names, PackageNames
from specloom.naming.rest import RestNames
from specloom.rendering.render import Copy, Output
from specloom.views.openapi.document import Document
from specloom.views.openapi.profile import part, profiles, settled, stem


def outputs(model: Model, names: Names, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The documents of every API, each as YAML and as JSON."""
    for api in model.apis:
        yield from documents(api, names[api.id])


def documents(api: Api, names: PackageNames) -> Iterator[Output]:
    """The published documents of an API."""
    for profile in profiles(api):
        yield output(api, names, profile)


def output(api: Api, names: PackageNames, profile: OpenApiProfile) -> Output:
    """One document of an API."""
    path = f"generated/openapi/{stem(api, profile)}.openapi"
    template, document = _document(part(api, profile), names, settled(api, profile))
    return Output(
        f"{path}.yaml",
        f"openapi/{template}.yaml.j2",
        document,
        json=f"{path}.json",
        overlays=api.openapi_overlays,
    )


def _document(api: Api, names: PackageNames, profile: OpenApiProfile) -> tuple[str, Document]:
    """A template, and what fills it."""
    match names:
        case RestNames():
            from specloom.views.openapi import rest

            return "rest", rest.document(api, names, profile)
        case WikiNames():
            return _document_of_wiki(api, names, profile)
        case _:
            assert_never(names)


def _document_of_wiki(api: Api, names: WikiNames, profile: OpenApiProfile) -> tuple[str, Document]:
    from specloom.views.openapi.mediawiki import actions, codegen, plain

    if profile.actions:
        return "mediawiki/actions", actions.document(api, profile)
    if profile.paths == "own":
        return "mediawiki/codegen", codegen.document(api, names, profile)
    return "mediawiki/plain", plain.document(api, names, profile)
