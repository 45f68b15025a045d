"""The OpenAPI document of a wiki as it is: one path, with every parameter of every module.

Nothing here is narrower than the wiki itself, so that gateways, mocks and request validators can use the
document: an optional parameter has no default, a time may have any form that the wiki reads.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from specloom import model
from specloom.views.openapi.document import results
from specloom.views.openapi.mediawiki.reply import keyed, page, pages, query, reply, siblings
from specloom.views.openapi.mediawiki.wiki_document import (
    WikiDocument,
    alternative_separator,
    chosen,
    needed_by_all,
    script,
    wire_of,
)
from specloom.views.openapi.parameter import SentParameter, sent_parameter
from specloom.views.openapi.schema import Schema, Schemas, record_of
from specloom.views.openapi.text import paragraphs, use_text


class PlainDocument(WikiDocument, frozen=True, kw_only=True):
    """The document with one path."""

    parameters: tuple[SentParameter, ...]
    """Those of the query itself and of all modules; not those that every request needs."""
    generator: model.Operation | None
    """A module that can choose pages, to show what its parameters are then called; None: there is none."""
    reply: Schema


def document(api: model.Api) -> PlainDocument:
    """The document with one path."""
    schemas = Schemas(api, free_times=True)
    parameters = _parameters(api, schemas)
    whole = _reply(api, schemas)
    generators = (
        operation for operation in api.operations if operation.generator and operation.parameters
    )
    return PlainDocument(
        api=api,
        schemas=schemas.components(),
        results=results(api),
        script=script(api),
        alternative_separator=alternative_separator(api),
        parameters=parameters,
        generator=next(generators, None),
        reply=whole,
    )


# --- Parameters ------------------------------------------------------------------------------------------


def _parameters(api: model.Api, schemas: Schemas) -> tuple[SentParameter, ...]:
    """Every parameter once; where several share a name, the later ones are told beside the first."""
    found: dict[str, SentParameter] = {}
    for sent in _all_parameters(api, schemas):
        found[sent.name] = _joined(found[sent.name], sent) if sent.name in found else sent
    return tuple(sent for name, sent in found.items() if name not in needed_by_all(api))


def _all_parameters(api: model.Api, schemas: Schemas) -> Iterable[SentParameter]:
    wire = wire_of(api)
    generators = [operation.id for operation in api.operations if operation.generator]
    for stated in wire.parameters:
        own = sent_parameter(schemas, stated, of="query")
        if stated.name == wire.generator_parameter and generators:
            own = replace(own, schema={"type": "string", "enum": generators})
        yield own
    for operation in api.operations:
        for stated in operation.parameters:
            yield _of_module(api, schemas, operation, stated)


def _of_module(
    api: model.Api, schemas: Schemas, operation: model.Operation, stated: model.Parameter
) -> SentParameter:
    made = sent_parameter(schemas, stated, prefix=operation.prefix, of=operation.id)
    text = use_text(stated, chosen(api, operation))
    return replace(
        made,
        description=paragraphs(text, made.description),
        required=False,  # only with its module, which OpenAPI cannot say
    )


def _joined(first: SentParameter, second: SentParameter) -> SentParameter:
    """Two parameters of one name as one."""
    facts = {**second.facts, "deprecated": True} if second.deprecated else second.facts
    return replace(
        first,
        description=paragraphs(first.description, second.description),
        deprecated=first.deprecated and second.deprecated,
        schema=_either(first.schema, second.schema),
        facts_of_others=(*first.facts_of_others, facts),
    )


def _either(first: Schema | None, second: Schema) -> Schema:
    return second if first in (None, second) else {"anyOf": [first, second]}


# --- The reply -------------------------------------------------------------------------------------------


def _reply(api: model.Api, schemas: Schemas) -> Schema:
    places: dict[str, dict[str, Schema]] = {"query": {}, "page": {}, "top-level": {}}
    for operation in api.operations:
        inside = places[operation.result.where if operation.result is not None else "query"]
        for name, member in _members(api, schemas, operation).items():
            inside[name] = _either(inside.get(name), member)
    added = page(schemas, api, "each module", record_of(places["page"]))
    found = record_of(pages(schemas, api, schemas.own("AnyPage", added)) | places["query"])
    members = query(found) | places["top-level"]
    return schemas.own("Reply", reply(schemas, api, "a query", members))


def _members(api: model.Api, schemas: Schemas, operation: model.Operation) -> dict[str, Schema]:
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
