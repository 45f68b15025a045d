"""Parts that every OpenAPI document of the project has, whatever the protocol of its API."""

from typing import Any, Literal

import msgspec

from specloom import model
from specloom.views.openapi.document import (
    Entry,
    Info,
    License,
    Members,
    Parameter,
    Server,
    Tag,
    Value,
    Variable,
    entry,
    members,
    named,
    prose,
    value,
)
from specloom.views.openapi.schema import Schemas
from specloom.views.openapi.text import (
    bullets,
    commonmark,
    operation_summary,
    paragraphs,
    parameter_text,
    rules_text,
)

VERSION = value("3.1.1")
NOT_SECURED = value([])

_STANDARD = frozenset(
    {"deprecated", "location", "name", "position", "required", "summary", "value_texts"}
)
"""Facts of a parameter that stand elsewhere in full."""
_RENAMED = {"default": "default_value"}
"""A linter takes every mapping with `type` and `default` for a schema."""


def info(api: model.Api, *description: str | None) -> Info:
    """What the document is."""
    return Info(
        title=prose(api.title),
        summary=prose(api.summary),
        description=prose(paragraphs(commonmark(api.description or api.summary), *description)),
        license=License(name=value("BSD Zero Clause License"), identifier=value("0BSD")),
        version=value(api.version),
    )


def server(stated: model.Server, url: str, example: str) -> Server:
    """Where the API lives; the example is the default of the variable in the address."""
    return Server(
        url=value(url),
        description=prose(commonmark(stated.summary)),
        variables=(
            named([(stated.variable, Variable(default=value(example)))]) if stated.variable else ()
        ),
    )


def tags(api: model.Api) -> tuple[Tag, ...]:
    """The groups of operations that have any."""
    used = {operation.group for operation in api.operations}
    return tuple(
        Tag(name=value(group.name), description=prose(commonmark(group.summary or group.title)))
        for group in api.groups
        if group.name in used
    )


def parameter(
    schemas: Schemas,
    stated: model.Parameter,
    *,
    prefix: str = "",
    delimited: bool = False,
    of: str | None = None,
) -> Parameter:
    """A parameter outside the body; `of` tells the module it belongs to."""
    enumeration = schemas.enumeration(stated)
    text = parameter_text(stated, enumeration)
    several = stated.multiple is not None
    return Parameter(
        name=value(prefix + stated.name),
        place=value(stated.location),
        description=prose(text) if text else None,
        required=value(True) if stated.required else None,
        deprecated=value(True) if stated.deprecated else None,
        style=value("pipeDelimited") if several and delimited else None,
        explode=value(False) if several and delimited else None,
        schema=schemas.request(stated),
        extensions=members(parameter=parameter_facts(stated, of)),
    )


def parameter_facts(stated: model.Parameter, of: str | None = None) -> dict[str, Any]:
    """What the model says of a parameter beyond what standard keywords tell, in the model's words."""
    told: dict[str, Any] = msgspec.to_builtins(stated)
    where = {"of": of, "name": stated.name} if of is not None else {}
    return where | {
        _RENAMED.get(key, key): one for key, one in told.items() if key not in _STANDARD
    }


def operation_text(operation: model.Operation, *more: str | None) -> str:
    """The description of an operation; never empty."""
    return paragraphs(
        commonmark(operation.summary) if operation.summary else None,
        commonmark(operation.description) if operation.description else None,
        *more,
        rules_text(operation.rules),
    ) or operation_summary(operation)


def operation_extensions(operation: model.Operation, **more: object) -> Members:
    """The extensions that an operation has."""
    return members(
        result=result_facts(operation.result),
        source=operation.source,
        **more,
    )


def rules(operation: model.Operation) -> tuple[Value, ...]:
    """What parameters ask of each other, in the model's words."""
    return tuple(value(msgspec.to_builtins(rule)) for rule in operation.rules)


def result_facts(result: model.Result | None) -> dict[str, Any] | None:
    """Where a result lies, in the model's words."""
    if result is None:
        return None
    facts = msgspec.to_builtins(result)
    return {key: one for key, one in facts.items() if key not in ("type", "siblings")}


# --- Registers -----------------------------------------------------------------------------------------

Register = Literal["errors", "facts", "unspecified"]


def register(api: model.Api, which: Register) -> tuple[Entry, ...]:
    """One of the lists at the end of a document."""
    listed: tuple[model.Node, ...] = getattr(api, which)
    return tuple(entry(msgspec.to_builtins(one)) for one in listed)


def authentication(api: model.Api) -> Entry | None:
    """How a caller says who it is, as facts."""
    if api.authentication is None:
        return None
    return entry({"scheme": "key", **msgspec.to_builtins(api.authentication)})


def authentication_text(stated: model.Authentication | None) -> str | None:
    """How a caller says who it is, in words."""
    if stated is None:
        return None
    return paragraphs(
        "## Authentication",
        commonmark(stated.summary),
        bullets(commonmark(rule) for rule in stated.rules),
    )


def unspecified_text(api: model.Api) -> str | None:
    """What the sources leave open, and what this document assumes, in words."""
    if not api.unspecified:
        return None
    return paragraphs(
        "## Not specified",
        "The sources leave open what follows. `x-specloom-unspecified` has their words, and how to "
        "change what is assumed here.",
        bullets(
            f"{commonmark(one.subject).rstrip('.')}. Assumed: {commonmark(one.assumed)}"
            for one in api.unspecified
        ),
    )
