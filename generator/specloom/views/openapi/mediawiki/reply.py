"""Schemas of a wiki's replies, and of what modules add to them."""

from collections.abc import Mapping

from msgspec.structs import replace

from specloom.languages.commonmark import commonmark
from specloom.languages.commonmark import commonmark_code as code
from specloom.model import structs as model
from specloom.model.scalars import SCALARS
from specloom.views.openapi.components import Schemas, scalar
from specloom.views.openapi.mediawiki.wiki_document import chosen
from specloom.views.openapi.schema import Schema, array_of, described, object_of
from specloom.views.openapi.text import paragraphs


def reply(schemas: Schemas, to: str, members_: Mapping[str, Schema]) -> Schema:
    """A whole reply: what every one may have, and the members of this one."""
    common = schemas.own("AnyReply", _common(schemas))
    return Schema(description=f"The reply to {to}.", all_of=(common, object_of(members_)))


def query(schema: Schema) -> dict[str, Schema]:
    """The member of a reply that holds most results."""
    return {"query": described(schema, "What the query found.")}


def _common(schemas: Schemas) -> Schema:
    message = schemas.own("Message", _message(schemas))
    limits = Schema(type=("object",), additional_properties=scalar(SCALARS["integer"]))
    complete = "There when all of the current pages are complete."
    return object_of(
        {
            "batchcomplete": described(scalar(SCALARS["boolean"]), complete),
            "continue": schemas.own("Continuation", _CONTINUATION),
            "limits": described(limits, "By module, what `max` came to."),
            "errors": array_of(message, "There when the request failed."),
            "warnings": array_of(message, "There when the wiki warns of something."),
        },
        description="What any reply may have.",
    )


def _message(schemas: Schemas) -> Schema:
    text = scalar(SCALARS["string"])
    schema = object_of(
        {
            "code": described(text, "What it is; stable."),
            "text": described(text, "What it is, for people."),
            "module": described(text, "The module that says it."),
            "data": object_of({}, description="More about it."),
        },
        ["code"],
        "An error or a warning.",
    )
    examples = tuple(
        {"code": error.code, "text": error.message} for error in model.common_errors(schemas.api)
    )
    return replace(schema, examples=examples)


_CONTINUATION = Schema(
    description=(
        "There when there is more. Send the first request again with all of these members as "
        "parameters; they replace those of the same name."
    ),
    type=("object",),
    additional_properties=Schema(type=("string", "integer"), format=SCALARS["integer"].format),
)


# --- Results ---------------------------------------------------------------------------------------------


def result(schemas: Schemas, operation: model.Operation) -> Schema:
    """The schema of a module's result, at its own place."""
    stated = operation.result
    if stated is None:
        return Schema(description="The sources tell nothing of this result.")
    schema = schemas.response(stated.type)
    if stated.nested_key is None:
        return schema
    items = described(schema, "The items of the group.")
    group_schema = object_of({stated.nested_key: items}, [stated.nested_key])
    if stated.group is not None:
        group = schemas.response(model.Reference(name=stated.group))
        group_schema = Schema(all_of=(group, group_schema))
    return array_of(group_schema)


def keyed(schemas: Schemas, operation: model.Operation) -> dict[str, Schema] | None:
    """The member that holds a module's result; None for a result that is spread."""
    stated = operation.result
    key = stated.key if stated is not None else operation.id
    if key is None:
        return None
    text = paragraphs(
        f"The result of {code(chosen(schemas, operation))}.",
        commonmark(stated.note) if stated is not None and stated.note else None,
    )
    return {key: described(result(schemas, operation), text)}


def siblings(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """Members beside a module's result."""
    stated = operation.result
    if stated is None:
        return {}
    return schemas.properties(stated.siblings, selector=stated.selector)


def page(schemas: Schemas, by: str, added: Mapping[str, Schema]) -> Schema:
    """A page of the reply, with what modules add to it; not to a page that is missing or no title."""
    any_page = schemas.response(model.Reference(name=schemas.wire.page))
    text = f"A page of the reply, with what {by} adds to it."
    return Schema(description=text, all_of=(any_page, object_of(added)))


def pages(schemas: Schemas, reference: Schema) -> dict[str, Schema]:
    """Members of `query` that tell how titles became pages, and the pages."""
    return {
        **schemas.properties(schemas.wire.resolutions),
        "pages": array_of(reference, "The pages that the query is about."),
    }


def members(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """Members that a module adds to the object with its result, all of them optional."""
    members_ = keyed(schemas, operation)
    if members_ is None:
        members_ = _spread(schemas, operation)
    return members_ | siblings(schemas, operation)


def _spread(schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
    """The members of a result without a key of its own."""
    stated = operation.result
    if stated is None or not isinstance(stated.type, model.Reference):
        return {}
    record = schemas.types.get(stated.type.name)
    if not isinstance(record, model.Record):
        return {}
    return schemas.properties(record.fields, record, stated.selector)
