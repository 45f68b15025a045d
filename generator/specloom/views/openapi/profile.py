"""Profiles of OpenAPI documents: the standard ones, and which a document has."""

from collections.abc import Sequence

from msgspec.structs import replace

from specloom.model.structs import Api, OpenApiProfile

_STANDARD: dict[str, tuple[OpenApiProfile, ...]] = {
    "rest": (OpenApiProfile(),),
    "mediawiki-query": (
        OpenApiProfile(paths="shared", auth="scheme"),
        OpenApiProfile(name="codegen", lean=True),
        OpenApiProfile(name="arrays", lean=True, multi="array"),
    ),
}


def profiles(api: Api) -> Sequence[OpenApiProfile]:
    """The documents to make of an API."""
    return api.openapi or _STANDARD[api.protocol]


def stem(api: Api, profile: OpenApiProfile) -> str:
    """The name of a document, without `.openapi` and what follows."""
    return api.id if profile.name is None else f"{api.id}.{profile.name}"


def settled(api: Api, profile: OpenApiProfile) -> OpenApiProfile:
    """The profile with everything said that it leaves open."""
    chosen = api.protocol == "mediawiki-query" and profile.operations
    return replace(profile, paths=profile.paths or ("shared" if chosen else "own"))


def whole(api: Api) -> OpenApiProfile:
    """The profile of a document that has an operation for each of the API: a published one if there is one."""
    known = (*profiles(api), *_STANDARD[api.protocol])
    return next(
        profile
        for profile in known
        if not profile.operations and settled(api, profile).paths == "own"
    )


def part(api: Api, profile: OpenApiProfile) -> Api:
    """The API with the operations of a document, in the order of the API."""
    if not profile.operations:
        return api
    chosen = tuple(operation for operation in api.operations if operation.id in profile.operations)
    return replace(api, operations=chosen)
