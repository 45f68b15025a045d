"""Profiles of OpenAPI documents: the standard ones, and which a document has."""

from collections.abc import Sequence

from msgspec.structs import replace

from specloom.model import operation_names
from specloom.model.query_part import only_actions, only_queries
from specloom.model.structs import Api, OpenApiProfile

_OF_REST = (OpenApiProfile(),)
_OF_WIKIS = (
    OpenApiProfile(paths="shared", auth="scheme"),
    OpenApiProfile(name="codegen", lean=True),
    OpenApiProfile(name="arrays", lean=True, multi="array"),
)
OF_ACTIONS = OpenApiProfile(name="actions", actions=True, auth="scheme")


def profiles(api: Api) -> Sequence[OpenApiProfile]:
    """The documents to make of an API."""
    return api.openapi or _standard(api)


def _standard(api: Api) -> Sequence[OpenApiProfile]:
    if not api.protocol.shares_address:
        return _OF_REST
    return (*_OF_WIKIS, OF_ACTIONS) if api.actions else _OF_WIKIS


def stem(api: Api, profile: OpenApiProfile) -> str:
    """The name of a document, without `.openapi` and what follows."""
    return api.id if profile.name is None else f"{api.id}.{profile.name}"


def settled(api: Api, profile: OpenApiProfile) -> OpenApiProfile:
    """The profile with everything said that it leaves open."""
    slices = profile.operations or profile.tags or profile.exclude
    may_share = api.protocol.shares_address and not (profile.agents or profile.actions)
    return replace(
        profile,
        paths=profile.paths or ("shared" if may_share and slices else "own"),
        lean=profile.lean or profile.agents,
    )


def part(api: Api, profile: OpenApiProfile) -> Api:
    """The API with the operations of a document, in the order of the API."""
    whole = only_actions(api) if profile.actions else only_queries(api)
    return replace(whole, operations=tuple(operation_names.chosen(api, profile)))
