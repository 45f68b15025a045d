"""Parameters as the templates of OpenAPI documents print them, outside the body and as members of it."""

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from specloom.model import structs as model
from specloom.rendering.render import View
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.schema import Schema
from specloom.views.openapi.text import brief_parameter_text, parameter_text

Facts: TypeAlias = Mapping[str, Any]
"""A part of the model as data."""


class Style(View, frozen=True, kw_only=True):
    """Form of a parameter in its place, where it is not the usual one."""

    name: str
    explode: bool


class SentParameter(View, frozen=True, kw_only=True):
    """A parameter as requests carry it; or several, of query modules, that share a name."""

    name: str
    """On the wire: with the prefix of its module."""
    parameter: model.Parameter
    """As the model has it; the first of several."""
    required: bool
    """True if the operation cannot be called without it."""
    deprecated: bool
    """True if all that share the name are."""
    description: str
    """Empty: nothing is known."""
    schema: Schema
    facts: Facts
    """Facts that keywords do not express."""
    style: Style | None = None
    facts_of_others: tuple[Facts, ...] = ()
    """Facts of other parameters with the same name."""


def sent_parameter(
    schemas: Schemas, stated: model.Parameter, *, prefix: str = "", of: str | None = None
) -> SentParameter:
    """A parameter; `of` tells the query module that it belongs to."""
    return SentParameter(
        name=prefix + stated.wire_name,
        parameter=stated,
        required=stated.required,
        deprecated=stated.deprecated,
        description=_text(schemas, stated),
        schema=schemas.in_profile(schemas.request(stated)),
        facts=parameter_facts(schemas, stated, of),
        style=style_of(stated.http),
    )


SEPARATED = {",": "form", " ": "spaceDelimited", "|": "pipeDelimited"}
"""Sign between the items of a list → style of OpenAPI."""


def style_of(http: model.HttpParameter) -> Style | None:
    """Style of a parameter; None for that of its place."""
    if http.separator is not None:
        return Style(name=SEPARATED[http.separator], explode=False)
    match http.style:
        case None | "form" | "json" | "text-or-json" | "fields":
            return None
        case "deepObject":
            return Style(name="deepObject", explode=True)
        case "members":
            return Style(name="form", explode=False) if http.location == "cookie" else None
        case "pairs":
            return Style(name="simple", explode=True)
        case "label" | "matrix":
            return Style(name=http.style, explode=False)
        case "label-pairs" | "matrix-pairs":
            return Style(name=http.style.removesuffix("-pairs"), explode=True)
        case _:
            assert_never(http.style)


def body_member(schemas: Schemas, stated: model.Parameter, *, of: str | None = None) -> Schema:
    """A parameter as a member of the body; `of` is the action to which it belongs."""
    schema = schemas.request(stated)
    return replace(
        schema,
        description=_text(schemas, stated) or schema.description,
        deprecated=stated.deprecated,
        parameter=parameter_facts(schemas, stated, of),
    )


def _text(schemas: Schemas, stated: model.Parameter) -> str:
    enumeration = schemas.enumeration(stated)
    if schemas.profile.agents:
        return brief_parameter_text(stated, enumeration, schemas.has_html)
    if schemas.api.source_version is not None:  # a keyword has the default
        stated = replace(stated, default=msgspec.UNSET)
    return parameter_text(
        stated, enumeration, takes_max=schemas.takes_max, has_html=schemas.has_html
    )


def parameter_facts(
    schemas: Schemas, stated: model.Parameter, of: str | None = None
) -> dict[str, Any]:
    """Facts of a parameter that keywords do not express, in the model's words."""
    members = msgspec.to_builtins(stated)
    flat = {**members, **members.get("limits", {}), **members.get("module", {})}
    all_facts = {**flat, **_type_facts(schemas, stated)}
    facts: dict[str, Any] = {} if of is None else {"of": of, "name": stated.name}
    names = [
        *(name for name in _ORDER if name in all_facts),
        *(name for name in all_facts if name not in {*_ORDER, *_ELSEWHERE}),
    ]
    return facts | {_KEYS.get(name, name): all_facts[name] for name in names}


def _type_facts(schemas: Schemas, stated: model.Parameter) -> Facts:
    multiple = {} if stated.multiple is None else {"multiple": msgspec.to_builtins(stated.multiple)}
    if stated.reference is None:
        return {"type": stated.kind, **multiple}
    kind = schemas.types[stated.reference].kind
    return {"type": kind, kind: stated.reference, **multiple}


_KEYS = {
    "default": "default_value",  # a linter takes every mapping with `type` and `default` for a schema
    "secret": "sensitive",
}
_ORDER = (
    *(
        "type",
        "enumeration",
        "record",
        "alias",
        "multiple",
        "default",
        "format",
        "pattern",
        "minimum",
    ),
    *("maximum", "high_maximum", "enforce_range", "maximum_bytes", "minimum_characters"),
    *("maximum_characters", "must_exist", "deprecated_values", "internal_values", "secret"),
    *("subtypes", "extra_namespaces", "notes", "token_type", "submodules", "submodule_prefix"),
    *("template_variables", "source", "extra"),
)
"""Members of a parameter and its parts in the order of documents; others follow them."""
_ELSEWHERE = {
    *("addition", "brief", "deprecated", "http", "limits", "low_limit", "high_limit"),
    *("all_specifier", "allows_duplicates", "example", "maximum_items", "module", "name"),
    *("position", "required", "summary", "value_texts"),
}
"""Members that stand elsewhere in full."""
