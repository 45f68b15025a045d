"""OpenAPI documents, as templates print them."""

from collections.abc import Iterator, Sequence
from typing import Any

from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.rendering.render import Copy, Output
from specloom.views.openapi.document import Document
from specloom.views.openapi.profile import part, profiles, settled, stem


def outputs(model: Model, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The documents of every API, each as YAML and as JSON."""
    for api in model.apis:
        yield from documents(api)


def documents(api: Api) -> Iterator[Output]:
    """The published documents of an API."""
    for profile in profiles(api):
        yield output(api, profile)


def output(api: Api, profile: OpenApiProfile) -> Output:
    """One document of an API."""
    path = f"generated/openapi/{stem(api, profile)}.openapi"
    template, document = _document(part(api, profile), settled(api, profile))
    return Output(
        f"{path}.yaml",
        f"openapi/{template}.yaml.j2",
        document,
        json=f"{path}.json",
        overlays=api.openapi_overlays,
    )


def _document(api: Api, profile: OpenApiProfile) -> tuple[str, Document]:
    """A template, and what fills it."""
    if api.protocol == "rest":
        from specloom.views.openapi import rest

        return "rest", rest.document(api, profile)
    from specloom.views.openapi.mediawiki import actions, codegen, plain

    if profile.actions:
        return "mediawiki/actions", actions.document(api, profile)
    if profile.paths == "own":
        return "mediawiki/codegen", codegen.document(api, profile)
    return "mediawiki/plain", plain.document(api, profile)
