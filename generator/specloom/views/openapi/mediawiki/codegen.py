"""The OpenAPI document of a wiki's modules for code generators: one operation per module.

All modules share one address, and OpenAPI tells operations apart by path. So each has a path that names
the module and then, with a dot segment, leads to the shared address: `/query+links/../api.php`.
"""

from collections.abc import Mapping

from specloom.languages.commonmark import commonmark_code as code
from specloom.model import structs as model
from specloom.model.operation_names import operation_id
from specloom.naming.mediawiki import WikiNames
from specloom.rendering.render import View
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.document import (
    Program,
    answered,
    note_programs,
)
from specloom.views.openapi.mediawiki.reply import (
    keyed,
    members,
    page,
    pages,
    query,
    reply,
    result,
    siblings,
)
from specloom.views.openapi.mediawiki.wiki_document import (
    WikiDocument,
    chosen,
    needed_by_all,
    parameters,
    shared_of_wiki,
)
from specloom.views.openapi.parameter import SentParameter, sent_parameter
from specloom.views.openapi.schema import Schema, object_of
from specloom.views.openapi.text import brief_operation_text, operation_text
from specloom.views.samples.calls import query_calls
from specloom.views.samples.query import QueryCall

_PAGE_SET = frozenset(
    {"converttitles", "iwurl", "pageids", "redirects", "revids", "titles"}
    | {"export", "exportnowrap", "exportschema", "indexpageids"}
)
"""Parameters of the query that choose pages or tell how; modules that look at no page ignore them."""


class Module(View, frozen=True, kw_only=True):
    """A query module, as an operation."""

    operation: model.Operation
    operation_id: str
    description: str
    """Purpose of the module, and its rules."""
    parameters: tuple[SentParameter, ...]
    shared_parameters: tuple[str, ...]
    """Names of parameters of the query itself that go with it."""
    reply: Schema | None
    """None: the document does not have schemas of replies."""
    examples: tuple[model.Example, ...]
    programs: tuple[Program, ...]
    """Samples of code from notes."""


class CodegenDocument(WikiDocument, frozen=True, kw_only=True):
    """The document with one operation per module."""

    modules: tuple[Module, ...]
    calls: Mapping[str, QueryCall]
    """Module → what its samples of code show; empty: there are none."""
    shared_parameters: tuple[SentParameter, ...]
    """Parameters of the query itself that modules refer to, without those that have a fixed value."""


def document(api: model.Api, names: WikiNames, profile: model.OpenApiProfile) -> CodegenDocument:
    """The document with one operation per module."""
    schemas = Schemas(api, profile, model.wire_of(api))
    shared = [sent_parameter(schemas, stated, of="query") for stated in parameters(schemas)]
    modules = tuple(_module(schemas, operation) for operation in api.operations)
    used = {name for module in modules for name in module.shared_parameters}
    return CodegenDocument(
        **shared_of_wiki(schemas),
        modules=modules,
        calls={} if profile.lean else query_calls(api, names),
        shared_parameters=tuple(
            parameter
            for parameter in shared
            if parameter.name in used - schemas.wire.fixed_parameters.keys()
        ),
    )


# --- Operations ------------------------------------------------------------------------------------------


def _module(schemas: Schemas, operation: model.Operation) -> Module:
    sent_parameters = (
        sent_parameter(schemas, stated, prefix=operation.call.prefix, of=operation.id)
        for stated in operation.parameters
    )
    return Module(
        operation=operation,
        operation_id=operation_id(schemas.api, operation),
        description=(
            brief_operation_text(operation) if schemas.profile.agents else operation_text(operation)
        ),
        parameters=tuple(
            parameter
            for parameter in sent_parameters
            if parameter.name not in needed_by_all(schemas)
            and not (schemas.profile.agents and parameter.deprecated)
        ),
        shared_parameters=_shared_names(schemas, operation),
        reply=(
            None
            if schemas.profile.agents
            else schemas.own(f"{operation.module.class_name}Reply", _reply(schemas, operation))
        ),
        examples=answered(operation),
        programs=note_programs(operation),
    )


def _shared_names(schemas: Schemas, operation: model.Operation) -> tuple[str, ...]:
    """The query's own parameters that go with a module; of one name, the module's is used."""
    wire = schemas.wire
    chooses = _looks_at_pages(operation)
    names_of_query = (
        stated.name for stated in parameters(schemas) if chooses or stated.name not in _PAGE_SET
    )
    selecting = {*wire.group_parameters.values(), wire.generator_parameter}
    of_module = {operation.call.prefix + stated.name for stated in operation.parameters}
    names = tuple(name for name in names_of_query if name not in selecting | of_module)
    return names if schemas.profile.agents else (*wire.fixed_parameters, *names)


def _looks_at_pages(operation: model.Operation) -> bool:
    named_in_rules = {term for rule in operation.rules for term in (*rule.terms, *rule.others)}
    in_pages = operation.result is not None and operation.result.where == "page"
    return in_pages or "query.titles" in named_in_rules


# --- Replies ---------------------------------------------------------------------------------------------


def _reply(schemas: Schemas, operation: model.Operation) -> Schema:
    where = operation.result.where if operation.result is not None else "query"
    module = code(chosen(schemas, operation))
    if where == "page":
        any_page = page(schemas, module, members(schemas, operation))
        added = schemas.own(f"{operation.module.class_name}Page", any_page)
        return reply(schemas, module, query(object_of(pages(schemas, added))))
    result_part = _result_part(schemas, operation)
    if where == "top-level":
        return reply(schemas, module, result_part.properties)
    return reply(schemas, module, query(result_part))


def _result_part(schemas: Schemas, operation: model.Operation) -> Schema:
    """The part of `query` that holds a module's result: its key and values beside it."""
    beside = siblings(schemas, operation)
    member = keyed(schemas, operation)
    if member is not None:
        return object_of(member | beside)
    result_ = result(schemas, operation)
    return Schema(all_of=(result_, object_of(beside))) if beside else result_
