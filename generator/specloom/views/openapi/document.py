"""The parts of an OpenAPI document, as a tree of views.

The view modules `openapi_rest` and `openapi_mediawiki` build one tree per document; the templates under
`templates/openapi` print it as YAML, `json_text` writes the same tree as JSON. A part's fields stand in
the order in which both write them. Every leaf is a `Value`: what YAML shows of it, and what it is.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, cast

from msgspec.structs import fields

from specloom.rendering.render import Output, View
from specloom.safe import Yaml, yaml_flow, yaml_text

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


class Value(Yaml):
    """YAML of a value, and the value."""

    __slots__ = ("plain",)
    plain: Any


def value(plain: object) -> Value:
    """A scalar, list or mapping on one line."""
    if isinstance(plain, str):
        return _word(plain)
    return _made(yaml_flow(plain), _json(plain))


def _json(plain: object) -> object:
    """The same with lists for tuples, at any depth."""
    if isinstance(plain, tuple | list):
        return [_json(one) for one in cast("Iterable[object]", plain)]
    if isinstance(plain, dict):
        members = cast("dict[str, object]", plain)
        return {key: _json(one) for key, one in members.items()}
    return plain


@cache
def _word(plain: str) -> Value:
    return _made(yaml_flow(plain), plain)


def _made(shown: Yaml, plain: object) -> Value:
    made = Value(shown)
    made.plain = plain
    return made


@cache
def prose(text: str) -> Value:
    """A text of one or more paragraphs, as the value of a key."""
    return _made(yaml_text(text), text)


def optional_prose(text: str | None) -> Value | None:
    """A text if there is one."""
    return prose(text) if text else None


T = TypeVar("T")


class Named(View, Generic[T], frozen=True):
    """A member of a map whose keys are names."""

    key: Value
    part: T


def named(pairs: Iterable[tuple[str, T]]) -> tuple[Named[T], ...]:
    """A map, in its order."""
    return tuple(Named(value(key), part) for key, part in pairs)


Members: TypeAlias = tuple[Named[Value], ...]
"""A map of values: the extensions of a part, an entry of a register."""


def members(**extensions: object) -> Members:
    """Extensions of a part: `known_values` becomes `x-specloom-known-values`; empty ones are left out."""
    return tuple(
        Named(value(f"x-specloom-{name.replace('_', '-')}"), value(plain))
        for name, plain in extensions.items()
        if plain not in (None, (), [], {}, "")
    )


class Discriminator(View, frozen=True, kw_only=True):
    """What tells the alternatives of a schema apart."""

    property_name: Value
    mapping: Members


class Schema(View, frozen=True, kw_only=True):
    """A schema object, or a reference to one (which may have neighbours in OpenAPI 3.1)."""

    ref: Value | None = None
    description: Value | None = None
    type: Value | None = None
    format: Value | None = None
    pattern: Value | None = None
    enum: tuple[Value, ...] = ()
    default: Value | None = None
    minimum: Value | None = None
    maximum: Value | None = None
    min_length: Value | None = None
    max_length: Value | None = None
    max_items: Value | None = None
    items: "Schema | None" = None
    required: tuple[Value, ...] = ()
    properties: "tuple[Named[Schema], ...]" = ()
    additional_properties: "Schema | None" = None
    choices: "tuple[Named[tuple[Schema, ...]], ...]" = ()
    """`allOf`, `anyOf` or `oneOf`."""
    discriminator: Discriminator | None = None
    deprecated: Value | None = None
    examples: tuple[Value, ...] = ()
    extensions: Members = ()


class Parameter(View, frozen=True, kw_only=True):
    """A parameter of an operation, or a reference to one of the components."""

    ref: Value | None = None
    name: Value | None = None
    place: Value | None = None
    description: Value | None = None
    required: Value | None = None
    deprecated: Value | None = None
    style: Value | None = None
    explode: Value | None = None
    schema: Schema | None = None
    extensions: Members = ()


class Example(View, frozen=True, kw_only=True):
    """An example of a body."""

    summary: Value
    value: Value


class MediaType(View, frozen=True, kw_only=True):
    """What a body of one media type holds."""

    schema: Schema
    examples: tuple[Named[Example], ...] = ()


class RequestBody(View, frozen=True, kw_only=True):
    """What a request carries besides its parameters."""

    description: Value | None = None
    required: Value
    content: tuple[Named[MediaType], ...]


class Header(View, frozen=True, kw_only=True):
    """A header of a response, or a reference to one of the components."""

    ref: Value | None = None
    description: Value | None = None
    schema: Schema | None = None


class Response(View, frozen=True, kw_only=True):
    """What comes back with one status, or a reference to one of the components."""

    ref: Value | None = None
    description: Value | None = None
    headers: tuple[Named[Header], ...] = ()
    content: tuple[Named[MediaType], ...] = ()


class Entry(View, frozen=True, kw_only=True):
    """Facts about one thing, as an extension or an entry of one of the lists at the end."""

    members: Members
    lists: tuple[Named[tuple[Value, ...]], ...] = ()


class Operation(View, frozen=True, kw_only=True):
    """One operation."""

    tags: Value
    summary: Value
    description: Value
    external_docs: Value | None = None
    operation_id: Value
    deprecated: Value | None = None
    parameters: tuple[Parameter, ...] = ()
    request_body: RequestBody | None = None
    responses: tuple[Named[Response], ...]
    security: Value | None = None
    module: Entry | None = None
    rules: tuple[Value, ...] = ()
    extensions: Members = ()


class Path(View, frozen=True, kw_only=True):
    """The operations of one path, by method."""

    operations: tuple[Named[Operation], ...] = ()


class License(View, frozen=True, kw_only=True):
    """The licence of the document."""

    name: Value
    identifier: Value


class Info(View, frozen=True, kw_only=True):
    """What the document is."""

    title: Value
    summary: Value
    description: Value
    license: License
    version: Value


class Variable(View, frozen=True, kw_only=True):
    """A variable of a server's address."""

    default: Value


class Server(View, frozen=True, kw_only=True):
    """Where the API lives."""

    url: Value
    description: Value
    variables: tuple[Named[Variable], ...] = ()


class Tag(View, frozen=True, kw_only=True):
    """A group of operations."""

    name: Value
    description: Value


class Components(View, frozen=True, kw_only=True):
    """What several places refer to."""

    schemas: tuple[Named[Schema], ...] = ()
    responses: tuple[Named[Response], ...] = ()
    parameters: tuple[Named[Parameter], ...] = ()
    headers: tuple[Named[Header], ...] = ()
    security_schemes: tuple[Named[Value], ...] = ()


class Document(View, frozen=True, kw_only=True):
    """An OpenAPI document."""

    openapi: Value
    info: Info
    servers: tuple[Server, ...]
    security: Value
    tags: tuple[Tag, ...]
    paths: tuple[Named[Path], ...]
    components: Components
    authentication: Entry | None = None
    wire: Entry | None = None
    modules: tuple[Entry, ...] = ()
    rules: tuple[Entry, ...] = ()
    errors: tuple[Entry, ...] = ()
    facts: tuple[Entry, ...] = ()
    unspecified: tuple[Entry, ...] = ()


def entry(plain: Mapping[str, Any]) -> Entry:
    """An entry whose texts are written as prose, its lists below the rest."""
    return Entry(
        members=named(
            (key, prose(one) if isinstance(one, str) else value(one))
            for key, one in plain.items()
            if not isinstance(one, list)
        ),
        lists=named(
            (key, tuple(map(value, cast("list[object]", one))))
            for key, one in plain.items()
            if isinstance(one, list)
        ),
    )


# --- Files -------------------------------------------------------------------------------------------

TEMPLATE = "openapi/openapi.yaml.j2"


def files(stem: str, document: Document) -> list[Output]:
    """The document as YAML and as JSON."""
    path = f"generated/openapi/{stem}.openapi"
    return [Output(f"{path}.yaml", TEMPLATE, document, json=f"{path}.json")]


def plain(part: object) -> Json:
    """What a part of a document is, in JSON's own terms."""
    if isinstance(part, Value):
        return cast("Json", part.plain)
    if isinstance(part, tuple):
        return _plain_tuple(cast("Any", part))
    shown: dict[str, Json] = {}
    for name, key in _keys(cast("Hashable", type(part))):
        inside = getattr(part, name)
        if inside is None or inside == ():
            continue
        if name in _SPREAD:
            shown.update(_object(inside))
        else:
            shown[key] = plain(inside)
    return shown


def _plain_tuple(parts: tuple[Any, ...]) -> Json:
    return _object(parts) if isinstance(parts[0], Named) else [plain(one) for one in parts]


_SPREAD = frozenset({"choices", "extensions", "lists", "members", "operations"})
"""Fields whose members stand in the part itself."""
_KEYS = {
    "ref": "$ref",
    "place": "in",
    "authentication": "x-specloom-authentication",
    "wire": "x-specloom-wire",
    "module": "x-specloom-module",
    "modules": "x-specloom-modules",
    "rules": "x-specloom-rules",
    "errors": "x-specloom-errors",
    "facts": "x-specloom-facts",
    "unspecified": "x-specloom-unspecified",
}


def _object(pairs: Iterable[Named[Any]]) -> dict[str, Json]:
    return {one.key.plain: plain(one.part) for one in pairs}


@cache
def _keys(kind: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a part, and the keys that they have in the document."""
    names = [one.name for one in fields(kind)]
    return tuple((name, _KEYS.get(name) or _camel_case(name)) for name in names)


def _camel_case(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)
