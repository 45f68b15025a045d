"""Profiles of OpenAPI documents: the standard ones, and what they change in a document."""

from collections.abc import Sequence
from typing import Any, cast

from msgspec.structs import replace

from specloom.model.structs import Api, OpenApiProfile

OWN = "x-specloom-"
"""How the keys of extensions of the project's own begin."""

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


def in_profile(schema: dict[str, Any], profile: OpenApiProfile) -> dict[str, Any]:
    """A schema, written for OpenAPI 3.1 with everything that is known, as a document of the profile has it."""
    if profile.lean:
        schema = without_extensions(schema)
    return for_3_0(schema) if profile.openapi == "3.0" else schema


def without_extensions(value: object) -> Any:
    """A schema without extensions of the project's own; properties may have any name."""
    if isinstance(value, list):
        return [without_extensions(item) for item in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    members = cast("dict[str, Any]", value)
    return {
        key: _in_each(inside) if key == "properties" else without_extensions(inside)
        for key, inside in members.items()
        if not key.startswith(OWN)
    }


def _in_each(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: without_extensions(inside) for name, inside in properties.items()}


def for_3_0(value: object) -> Any:
    """A schema as OpenAPI 3.0 writes it: one type at most, `nullable`, one example, nothing beside `$ref`."""
    if isinstance(value, list):
        return [for_3_0(item) for item in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    members = cast("dict[str, Any]", value)
    made = {
        key: (
            {name: for_3_0(property_) for name, property_ in inside.items()}
            if key == "properties"
            else inside if key in ("enum", "examples", "default") else for_3_0(inside)
        )
        for key, inside in members.items()
    }
    if "const" in made:
        made["enum"] = [made.pop("const")]
    if "examples" in made:
        made["example"] = made.pop("examples")[0]
    if "$ref" in made and len(made) > 1:
        made["allOf"] = [{"$ref": made.pop("$ref")}]
    return _with_one_type(made)


def _with_one_type(made: dict[str, Any]) -> dict[str, Any]:
    """A schema with at most one type; `nullable` stands beside a type, or it means nothing."""
    options: list[dict[str, Any]] = made.get("anyOf", [])
    types: list[str] | str | None = made.get("type")
    if isinstance(types, list):
        options = [{"type": name} for name in types]
    rest = {key: value for key, value in made.items() if key not in ("type", "anyOf")}
    named = [option for option in options if option != {"type": "null"}]
    if not options or (named == options and "anyOf" in made):
        return made if types != "null" else {**rest, "type": "object", "nullable": True}
    if named != options:
        named = [{**named[0], "nullable": True}, *named[1:]]
    return {**named[0], **rest} if len(named) == 1 else {"anyOf": named, **rest}
