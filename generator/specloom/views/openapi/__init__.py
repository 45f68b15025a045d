"""OpenAPI documents, as templates print them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from specloom.model.query_part import only_queries
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.rendering.render import Copy, Followed, Output
from specloom.views.openapi import postman
from specloom.views.openapi.document import Document
from specloom.views.openapi.postman import Collection
from specloom.views.openapi.profile import OF_ACTIONS, part, profiles, settled, stem, whole


def outputs(model: Model, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The documents of every API, each as YAML and as JSON, and a Postman collection."""
    for api in model.apis:
        yield from documents(api)
        yield collection(api)
        if api.actions:
            yield actions_collection(api)


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


def collection(api: Api) -> Output:
    """The Postman collection of an API, which follows the document with an operation for each of its own."""
    return _collection(api, api.id, postman.collection(only_queries(api)), whole(api))


def actions_collection(api: Api) -> Output:
    """That of a wiki's actions, which follows their document."""
    name = f"{api.id}.{OF_ACTIONS.name}"
    return _collection(api, name, postman.actions_collection(api), OF_ACTIONS)


def _collection(api: Api, name: str, view: Collection, profile: OpenApiProfile) -> Output:
    path = f"generated/openapi/{name}.postman_collection.json"
    followed = None
    if api.openapi_overlays:
        from specloom.views.openapi.postman_changes import changed  # here, since few runs have one

        followed = Followed(output(api, profile), partial(changed, view))
    return Output(path, "openapi/postman.yaml.j2", view, json=path, followed=followed)


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
