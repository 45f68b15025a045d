"""Schemas of a wiki's replies, and of what modules add to them."""

from specloom import model
from specloom.views.openapi.mediawiki.wiki_document import wire_of
from specloom.views.openapi.schema import Schema, Schemas, record_of, schema


def reply(schemas: Schemas, api: model.Api, inside: dict[str, Schema]) -> Schema:
    """A whole reply: what every one may have, and the members of this one."""
    return {"allOf": [schemas.own("AnyReply", _common(schemas, api)), record_of(inside)]}


def _common(schemas: Schemas, api: model.Api) -> Schema:
    messages: Schema = {"type": "array", "items": schemas.own("Message", _message(api))}
    return {
        "description": "What any reply may have.",
        "type": "object",
        "properties": {
            "batchcomplete": {
                "description": "There when all of the current pages are complete.",
                "type": "boolean",
            },
            "continue": schemas.own("Continuation", _CONTINUATION),
            "limits": {
                "description": "By module, what `max` came to.",
                "type": "object",
                "additionalProperties": {"type": "integer"},
            },
            "errors": messages,
            "warnings": messages,
        },
    }


def _message(api: model.Api) -> Schema:
    return schema(
        {
            "description": "An error or a warning.",
            "type": "object",
            "required": ["code"],
            "properties": {
                "code": {"description": "What it is; stable.", "type": "string"},
                "text": {"description": "What it is, for people.", "type": "string"},
                "module": {"description": "The module that says it.", "type": "string"},
                "data": {"description": "More about it.", "type": "object"},
            },
            "examples": [{"code": error.code, "text": error.text} for error in api.errors],
        }
    )


_CONTINUATION: Schema = {
    "description": (
        "There when there is more. Send the first request again with all of these members as "
        "parameters; they replace those of the same name."
    ),
    "type": "object",
    "additionalProperties": {"type": ["string", "integer"]},
}


# --- Results ---------------------------------------------------------------------------------------------


def result(schemas: Schemas, operation: model.Operation) -> Schema:
    """The schema of a module's result, at its own place."""
    stated = operation.result
    if stated is None:
        return {"description": "The sources tell nothing of this result."}
    found = schemas.response(stated.type)
    if stated.nested_key is None:
        return found
    inside = record_of({stated.nested_key: found}, [stated.nested_key])
    if stated.group is not None:
        inside = {"allOf": [schemas.response(model.Reference(name=stated.group)), inside]}
    return {"type": "array", "items": inside}


def siblings(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """Members beside a module's result."""
    stated = operation.result
    if stated is None:
        return {}
    return schemas.properties(stated.siblings, selector=stated.selector)


def page(schemas: Schemas, api: model.Api, inside: Schema) -> Schema:
    """A page of the reply, with what modules add to it."""
    return {"allOf": [schemas.response(model.Reference(name=wire_of(api).page)), inside]}


def pages(schemas: Schemas, api: model.Api, reference: Schema) -> dict[str, Schema]:
    """Members of `query` that tell how titles became pages, and the pages."""
    return {
        **schemas.properties(wire_of(api).resolutions),
        "pages": {"type": "array", "items": reference},
    }
