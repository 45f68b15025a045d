"""The OpenAPI document of a wiki as it is: one path, with every parameter of every module.

Nothing here is narrower than the wiki itself, so that gateways, mocks and request validators can use the
document: an optional parameter has no default, a time may have any form that the wiki reads, a flag any
value.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from specloom.languages.commonmark import commonmark, commonmark_code
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
from specloom.views.openapi.mediawiki.reply import members, page, pages, query, reply
from specloom.views.openapi.mediawiki.wiki_document import (
    WikiDocument,
    chosen,
    needed_by_all,
    parameters,
    shared_of_wiki,
)
from specloom.views.openapi.parameter import SentParameter, sent_parameter
from specloom.views.openapi.schema import Schema, described, either, object_of, one_of
from specloom.views.openapi.text import (
    addition_text,
    operation_text,
    paragraphs,
    programs,
    use_text,
)
from specloom.views.samples.calls import query_calls
from specloom.views.samples.query import QueryCall


class Choice(View, frozen=True, kw_only=True):
    """A parameter that names the modules of a group that a request asks."""

    name: str
    group: str
    schema: Schema


class PlainDocument(WikiDocument, frozen=True, kw_only=True):
    """The document with one path."""

    choices: tuple[Choice, ...]
    """The parameters that name modules, by group."""
    parameters: tuple[SentParameter, ...]
    """Parameters of the query itself and of all modules, also as generators; without those that every request
    needs.
    """
    generator: model.Operation | None
    """A module that can choose pages, to show what its parameters are then called; None: there is none."""
    only: model.Operation | None
    """The only module of the document; None if it has several."""
    operation_id: str
    posted_operation_id: str
    text: str
    """Purpose of the only module, and its rules; empty if there are several."""
    form: Schema | None
    """The parameters as a posted form; None: the document is to be small."""
    reply: Schema
    examples: Mapping[str, model.Example]
    """By the module's id, and further ones of a module with their own names after it; the successes come first."""
    call: QueryCall | None
    """Call for code samples: one module of several, since all share one operation; None: no samples."""
    programs: tuple[Program, ...]
    """Further samples, from notes."""
    additions: Mapping[str, str]
    """Module → what was added to its description, without programs."""


def document(api: model.Api, names: WikiNames, profile: model.OpenApiProfile) -> PlainDocument:
    """The document with one path."""
    schemas = Schemas(api, profile, model.wire_of(api))
    parameters_ = _parameters(schemas)
    choices = tuple(_choices(schemas))
    only = api.operations[0] if len(api.operations) == 1 else None
    name = "query" if only is None else operation_id(api, only)
    form = None if profile.lean else _form(schemas, choices, parameters_)
    whole = _reply(schemas)
    generators = (
        operation
        for operation in api.operations
        if operation.module.generator and operation.parameters
    )
    return PlainDocument(
        **shared_of_wiki(schemas),
        choices=choices,
        parameters=parameters_,
        generator=next(generators, None),
        only=only,
        operation_id=name,
        posted_operation_id=f"post{name[:1].upper()}{name[1:]}",
        text="" if only is None else operation_text(only),
        form=form,
        reply=whole,
        call=_sample(api, names, profile),
        examples=_examples(api),
        programs=(*note_programs(*api.operations), *_programs_of_query(schemas)),
        additions={
            operation.id: addition_text(operation.addition) or ""
            for operation in api.operations
            if operation.addition
        },
    )


def _examples(api: model.Api) -> dict[str, model.Example]:
    examples = {
        operation.id if number == 0 else f"{operation.id}.{example.name}": example
        for operation in api.operations
        for number, example in enumerate(answered(operation))
    }
    return dict(sorted(examples.items(), key=lambda item: item[1].error))


def _programs_of_query(schemas: Schemas) -> tuple[Program, ...]:
    """Programs in notes on the query's own parameters."""
    return tuple(
        Program(label=f"Python, {parameter.name}", text=text)
        for parameter in schemas.wire.parameters
        for text in programs(parameter.addition)
    )


def _sample(api: model.Api, names: WikiNames, profile: model.OpenApiProfile) -> QueryCall | None:
    """A call of the first module that asks for no account.

    Portals show samples as tabs of their operation, and three for each of sixty modules would be too many.
    """
    if profile.lean:
        return None
    return next((call for call in query_calls(api, names).values() if not call.user_variable), None)


# --- Parameters ------------------------------------------------------------------------------------------


def _parameters(schemas: Schemas) -> tuple[SentParameter, ...]:
    """Every parameter once; texts of later ones with the same name are added to the first."""
    by_name: dict[str, SentParameter] = {}
    for parameter in _all_parameters(schemas):
        by_name[parameter.name] = (
            _joined(by_name[parameter.name], parameter) if parameter.name in by_name else parameter
        )
    return tuple(
        parameter for name, parameter in by_name.items() if name not in needed_by_all(schemas)
    )


def _all_parameters(schemas: Schemas) -> Iterable[SentParameter]:
    wire = schemas.wire
    generators = [
        operation.id for operation in schemas.api.operations if operation.module.generator
    ]
    for stated in parameters(schemas):
        if stated.name == wire.generator_parameter and not generators:
            continue
        parameter = sent_parameter(schemas, stated, of="query")
        if stated.name == wire.generator_parameter:
            parameter = replace(parameter, schema=one_of(*generators))
        yield parameter
    for operation in schemas.api.operations:
        for stated in operation.parameters:
            yield _of_module(schemas, operation, stated)
    for operation in schemas.api.operations:
        if operation.module.generator:
            for stated in operation.parameters:
                yield _of_generator(schemas, operation, stated)


def _of_module(
    schemas: Schemas, operation: model.Operation, stated: model.Parameter
) -> SentParameter:
    parameter = sent_parameter(schemas, stated, prefix=operation.call.prefix, of=operation.id)
    text = use_text(stated, chosen(schemas, operation))
    return replace(
        parameter,
        description=paragraphs(text, parameter.description),
        # That it is required with its module alone, OpenAPI cannot say.
        required=stated.required and len(schemas.api.operations) == 1,
    )


def _of_generator(
    schemas: Schemas, operation: model.Operation, stated: model.Parameter
) -> SentParameter:
    """A parameter of a module that chooses pages; further facts are with the module's own."""
    parameter = sent_parameter(
        schemas, stated, prefix=schemas.wire.generator_prefix + operation.call.prefix
    )
    generator = f"{schemas.wire.generator_parameter}={operation.id}"
    summary = commonmark(stated.summary) if stated.summary else None
    text = paragraphs(use_text(stated, generator), summary)
    return replace(parameter, description=text, required=False, facts={})


def _choices(schemas: Schemas) -> Iterable[Choice]:
    """The parameters that name modules; of a group without modules there is none."""
    for group, name in schemas.wire.group_parameters.items():
        ids = tuple(
            operation.id for operation in schemas.api.operations if operation.group == group
        )
        if ids:
            yield Choice(name=name, group=group, schema=schemas.chosen_modules(ids))


def _form(
    schemas: Schemas,
    choices: Iterable[Choice],
    sent_parameters: Iterable[SentParameter],
) -> Schema:
    """All parameters as the members of a form; their texts are shortened, because they are in full above."""
    fixed = schemas.wire.fixed_parameters
    members: dict[str, Schema] = {
        name: Schema(description=f"Always {commonmark_code(value)}.", type=("string",), const=value)
        for name, value in fixed.items()
    }
    for choice in choices:
        text = f"Modules of the group {commonmark_code(choice.group)}."
        members[choice.name] = described(choice.schema, text)
    for parameter in sent_parameters:
        text = parameter.parameter.summary or "As in the address."
        members[parameter.name] = described(parameter.schema, commonmark(text))
    return schemas.own("Query", object_of(members, fixed, "A query, posted."))


def _joined(first: SentParameter, second: SentParameter) -> SentParameter:
    """Two parameters of one name as one."""
    facts = {**second.facts, "deprecated": True} if second.deprecated else second.facts
    return replace(
        first,
        description=paragraphs(first.description, second.description),
        deprecated=first.deprecated and second.deprecated,
        schema=either(first.schema, second.schema),
        facts_of_others=(*first.facts_of_others, facts),
    )


# --- The reply -------------------------------------------------------------------------------------------


def _reply(schemas: Schemas) -> Schema:
    places: dict[str, dict[str, Schema]] = {"query": {}, "page": {}, "top-level": {}}
    for operation in schemas.api.operations:
        reply_members = places[operation.result.where if operation.result is not None else "query"]
        for name, member in members(schemas, operation).items():
            reply_members[name] = either(reply_members.get(name), member)
    any_page = schemas.own("AnyPage", page(schemas, "each module", places["page"]))
    query_part = object_of(pages(schemas, any_page) | places["query"])
    reply_members = query(query_part) | places["top-level"]
    return schemas.own("Reply", reply(schemas, "a query", reply_members))
