"""Parameters as the templates of OpenAPI documents print them, outside the body and as members of it."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from specloom.model import structs as model
from specloom.rendering.render import View
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.schema import Schema
from specloom.views.openapi.text import brief_parameter_text, parameter_text

Facts: TypeAlias = Mapping[str, Any]
"""A part of the model as data."""

_STANDARD = frozenset(
    {
        "addition",
        "brief",
        "deprecated",
        "location",
        "name",
        "position",
        "required",
        "summary",
        "value_texts",
    }
)
"""Facts of a parameter that stand elsewhere in full."""


class SentParameter(View, frozen=True, kw_only=True):
    """A parameter as requests carry it; or several, of query modules, that share a name."""

    name: str
    """On the wire: with the prefix of its module."""
    parameter: model.Parameter
    """As the model has it; the first of several."""
    required: bool
    """Whether the operation cannot be called without it."""
    deprecated: bool
    """Whether all that share the name are."""
    description: str
    """Empty: nothing is known."""
    schema: Schema
    facts: Facts
    """What the model says of it beyond what keywords tell."""
    facts_of_others: tuple[Facts, ...] = ()
    """The same of others that share the name."""


def sent_parameter(
    schemas: Schemas, stated: model.Parameter, *, prefix: str = "", of: str | None = None
) -> SentParameter:
    """A parameter; `of` tells the query module that it belongs to."""
    return SentParameter(
        name=prefix + stated.name,
        parameter=stated,
        required=stated.required,
        deprecated=stated.deprecated,
        description=_text(schemas, stated),
        schema=schemas.in_profile(schemas.request(stated)),
        facts=parameter_facts(stated, of),
    )


def body_member(schemas: Schemas, stated: model.Parameter, *, of: str | None = None) -> Schema:
    """A parameter that is a member of the body; `of` tells the action that it belongs to."""
    known = schemas.request(stated)
    return replace(
        known,
        description=_text(schemas, stated) or known.description,
        deprecated=stated.deprecated,
        parameter=parameter_facts(stated, of),
    )


def _text(schemas: Schemas, stated: model.Parameter) -> str:
    listed = schemas.enumeration(stated)
    if schemas.profile.agents:
        return brief_parameter_text(stated, listed)
    return parameter_text(stated, listed, takes_max=schemas.takes_max)


def parameter_facts(stated: model.Parameter, of: str | None = None) -> dict[str, Any]:
    """What the model says of a parameter beyond what keywords tell, in the model's words."""
    facts: dict[str, Any] = {} if of is None else {"of": of, "name": stated.name}
    for name, fact in msgspec.to_builtins(stated).items():
        if name == "default":  # a linter takes every mapping with `type` and `default` for a schema
            facts["default_value"] = fact
        elif name not in _STANDARD:
            facts[name] = fact
    return facts
