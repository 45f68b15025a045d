"""Parts that both OpenAPI documents of a wiki have: its address, the query's own parameters, replies."""

from typing import Any

import msgspec

from specloom import model
from specloom.views.openapi.document import (
    Entry,
    Header,
    MediaType,
    Named,
    Parameter,
    Response,
    Schema,
    Server,
    entry,
    named,
    prose,
    value,
)
from specloom.views.openapi.part import server
from specloom.views.openapi.schema import Schemas
from specloom.views.openapi.text import code, paragraphs

_HEAVY = frozenset(
    {"class_name", "description", "extra", "implementation", "method_name"}
    | {"parameters", "result", "rules", "source", "title"}
)
"""Facts of a module that stand elsewhere, or nowhere."""
_WIRE = frozenset(
    {"fixed_parameters", "group_parameters", "generator_parameter", "generator_prefix"}
    | {
        "separator",
        "alternative_separator",
        "post_above_bytes",
        "post_header",
        "error_header",
        "source",
    }
)
"""Facts about calls that no keyword of a document tells."""


def wire_of(api: model.Api) -> model.Wire:
    """How the modules are called; every API of this protocol has it."""
    if api.wire is None:
        raise ValueError(f"{api.id}: a query API without a wire")
    return api.wire


def by_id(api: model.Api, group: str) -> tuple[str, ...]:
    """The names of the modules of a group."""
    return tuple(one.id for one in api.operations if one.group == group)


# --- Address -------------------------------------------------------------------------------------------


def script(api: model.Api) -> str:
    """The last part of the address: `api.php`."""
    return api.server.example.rpartition("/")[2]


def folder(api: model.Api) -> Server:
    """The folder of the script; a path of the document follows it."""
    example = api.server.example.rpartition("/")[0]
    if api.server.variable is None:
        return server(api.server, api.server.url.rpartition("/")[0], example)
    stated = msgspec.structs.replace(
        api.server,
        variable="base_url",
        summary=f"{api.server.summary.rstrip('.')}, without `/{script(api)}`.",
    )
    return server(stated, "{base_url}", example)


# --- The query's own parameters --------------------------------------------------------------------------


def fixed(name: str, wanted: str, description: str) -> Parameter:
    """A parameter that always has the same value."""
    return Parameter(
        name=value(name),
        place=value("query"),
        description=prose(description),
        required=value(True),
        schema=Schema(type=value("string"), enum=(value(wanted),), default=value(wanted)),
    )


def fixed_parameters(api: model.Api) -> dict[str, Parameter]:
    """Parameters of every request, by name."""
    return {
        name: fixed(name, wanted, f"Always {code(wanted)}.")
        for name, wanted in wire_of(api).fixed_parameters.items()
    }


# --- Replies -------------------------------------------------------------------------------------------


def reply(schemas: Schemas, api: model.Api, inside: tuple[Named[Schema], ...]) -> Schema:
    """A whole reply: what every one may have, and the members of this one."""
    common = schemas.own("AnyReply", _common(schemas, api))
    own = Schema(type=value("object"), properties=inside)
    return Schema(choices=named([("allOf", (common, own))]))


def _common(schemas: Schemas, api: model.Api) -> Schema:
    messages = Schema(type=value("array"), items=schemas.own("Message", _message(api)))
    limits = Schema(
        description=prose("By module, what `max` came to."),
        type=value("object"),
        additional_properties=Schema(type=value("integer")),
    )
    complete = Schema(
        description=prose("There when all of the current pages are complete."),
        type=value("boolean"),
    )
    return Schema(
        description=prose("What any reply may have."),
        type=value("object"),
        properties=named(
            [
                ("batchcomplete", complete),
                ("continue", schemas.own("Continuation", _continuation())),
                ("limits", limits),
                ("errors", messages),
                ("warnings", messages),
            ]
        ),
    )


def _message(api: model.Api) -> Schema:
    def text(description: str) -> Schema:
        return Schema(description=prose(description), type=value("string"))

    return Schema(
        description=prose("An error or a warning."),
        type=value("object"),
        required=(value("code"),),
        properties=named(
            [
                ("code", text("What it is; stable.")),
                ("text", text("What it is, for people.")),
                ("module", text("The module that says it.")),
                (
                    "data",
                    Schema(description=prose("More about it."), type=value("object")),
                ),
            ]
        ),
        examples=tuple(value({"code": one.code, "text": one.text}) for one in api.errors),
    )


def _continuation() -> Schema:
    return Schema(
        description=prose(
            "There when there is more. Send the first request again with all of these members as "
            "parameters; they replace those of the same name."
        ),
        type=value("object"),
        additional_properties=Schema(type=value(["string", "integer"])),
    )


def ok(api: model.Api, schema: Schema) -> Response:
    """The reply with status 200, which errors have too."""
    name = wire_of(api).error_header
    return Response(
        description=prose(
            f"The server answered. Errors come with this status too: look for `errors`, or for the "
            f"header {code(name)}."
        ),
        headers=named([(name, Header(ref=value(f"#/components/headers/{name}")))]),
        content=named([("application/json", MediaType(schema=schema))]),
    )


REFUSED = Response(ref=value("#/components/responses/Refused"))
REFUSALS = named(
    [
        (
            "Refused",
            Response(
                description=prose(
                    "Refused by MediaWiki before the query, or by a server in front of it."
                )
            ),
        )
    ]
)
"""The component for what a server in front of the wiki may answer."""


def headers(api: model.Api) -> tuple[Named[Header], ...]:
    """The components for headers of replies."""
    name = wire_of(api).error_header
    description = "Codes of the errors in the reply, separated by commas; absent without errors."
    header = Header(description=prose(description), schema=Schema(type=value("string")))
    return named([(name, header)])


def result(schemas: Schemas, stated: model.Operation) -> Schema:
    """The schema of a module's result, at its own place."""
    if stated.result is None:
        return Schema(description=prose("The sources tell nothing of this result."))
    found = schemas.response(stated.result.type)
    if stated.result.nested_key is None:
        return found
    items = named([(stated.result.nested_key, found)])
    inside = Schema(
        type=value("object"), required=(value(stated.result.nested_key),), properties=items
    )
    if stated.result.group is None:
        return Schema(type=value("array"), items=inside)
    group = schemas.response(model.Reference(name=stated.result.group))
    return Schema(type=value("array"), items=Schema(choices=named([("allOf", (group, inside))])))


def siblings(schemas: Schemas, stated: model.Operation) -> tuple[Named[Schema], ...]:
    """Members beside a module's result."""
    if stated.result is None:
        return ()
    return schemas.properties(stated.result.siblings, selector=stated.result.selector)


def resolutions(schemas: Schemas, api: model.Api) -> tuple[Named[Schema], ...]:
    """Members of `query` that tell how titles became pages."""
    return schemas.properties(wire_of(api).resolutions)


# --- Facts -----------------------------------------------------------------------------------------------


def module_facts(stated: model.Operation) -> dict[str, Any]:
    """What the model says of a module beyond its parameters and its result."""
    return {
        key: one for key, one in msgspec.to_builtins(stated).items() if key not in _HEAVY and one
    }


def wire_facts(api: model.Api) -> Entry:
    """How modules are called, as facts; parameters and rules stand elsewhere."""
    facts = msgspec.to_builtins(wire_of(api))
    return entry({key: one for key, one in facts.items() if key in _WIRE})


def query_rules(api: model.Api) -> tuple[Entry, ...]:
    """Rules between the query's own parameters."""
    return tuple(entry(msgspec.to_builtins(rule)) for rule in wire_of(api).rules)


def calling_text(api: model.Api, *more: str) -> str:
    """How modules are called, in words."""
    wire = wire_of(api)
    return paragraphs(
        "## Calling",
        f"A parameter's name is the module's prefix and the parameter's own name. Several values "
        f"are joined by {code(wire.separator)}; where a value holds that character, the whole "
        f"begins with U+{ord(wire.alternative_separator):04X} and is separated by it. A flag is "
        f"true when it is there, whatever its value. Requests over {wire.post_above_bytes} bytes "
        f"are better posted, as a form, with the header {code(wire.post_header)}. Descriptions "
        f"name the parameters of a module without its prefix.",
        *more,
    )
