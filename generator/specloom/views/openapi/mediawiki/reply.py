"""Schemas of a wiki's replies, and of what modules add to them."""

from specloom.languages.commonmark import commonmark
from specloom.languages.commonmark import commonmark_code as code
from specloom.model import structs as model
from specloom.views.openapi.mediawiki.wiki_document import chosen, wire_of
from specloom.views.openapi.schema import Schema, Schemas, record_of, schema
from specloom.views.openapi.text import paragraphs


def reply(schemas: Schemas, api: model.Api, to: str, inside: dict[str, Schema]) -> Schema:
    """A whole reply: what every one may have, and the members of this one."""
    return {
        "description": f"The reply to {to}.",
        "allOf": [schemas.own("AnyReply", _common(schemas, api)), record_of(inside)],
    }


def query(inside: Schema) -> dict[str, Schema]:
    """The member of a reply that holds most results."""
    return {"query": schema({"description": "What the query found."}, inside)}


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
            "errors": {"description": "There when the request failed."} | messages,
            "warnings": {"description": "There when the wiki warns of something."} | messages,
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
    items = schema({"description": "The items of the group."}, found)
    inside = record_of({stated.nested_key: items}, [stated.nested_key])
    if stated.group is not None:
        inside = {"allOf": [schemas.response(model.Reference(name=stated.group)), inside]}
    return {"type": "array", "items": inside}


def keyed(schemas: Schemas, api: model.Api, operation: model.Operation) -> dict[str, Schema] | None:
    """The member that holds a module's result; None for a result that is spread."""
    stated = operation.result
    key = stated.key if stated is not None else operation.id
    if key is None:
        return None
    text = paragraphs(
        f"The result of {code(chosen(api, operation))}.",
        commonmark(stated.note) if stated is not None and stated.note else None,
    )
    return {key: schema({"description": text}, result(schemas, operation))}


def siblings(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """Members beside a module's result."""
    stated = operation.result
    if stated is None:
        return {}
    return schemas.properties(stated.siblings, selector=stated.selector)


def page(schemas: Schemas, api: model.Api, by: str, added: dict[str, Schema]) -> Schema:
    """A page of the reply, with what modules add to it; not to a page that is missing or no title."""
    return {
        "description": f"A page of the reply, with what {by} adds to it.",
        "allOf": [schemas.response(model.Reference(name=wire_of(api).page)), record_of(added)],
    }


def pages(schemas: Schemas, api: model.Api, reference: Schema) -> dict[str, Schema]:
    """Members of `query` that tell how titles became pages, and the pages."""
    return {
        **schemas.properties(wire_of(api).resolutions),
        "pages": {
            "description": "The pages that the query is about.",
            "type": "array",
            "items": reference,
        },
    }


def members(api: model.Api, schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """What a module adds to the object that holds its result; none of it is always there."""
    own = keyed(schemas, api, operation)
    if own is None:
        own = _spread(schemas, operation)
    return own | siblings(schemas, operation)


def _spread(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """The members of a result that has no key of its own."""
    stated = operation.result
    if stated is None or not isinstance(stated.type, model.Reference):
        return {}
    record = schemas.types.get(stated.type.name)
    if not isinstance(record, model.Record):
        return {}
    return schemas.properties(record.fields, record, stated.selector)
