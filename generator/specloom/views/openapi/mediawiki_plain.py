"""The OpenAPI document of a wiki as it is: one path, with every parameter of every module.

Nothing here is narrower than the wiki itself, so that gateways, mocks and request validators can use the
document: an optional parameter has no default, a time may have any form that the wiki reads.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from specloom import model
from specloom.views.openapi.document import (
    Components,
    Document,
    Entry,
    Named,
    Operation,
    Parameter,
    Path,
    Schema,
    Tag,
    entry,
    members,
    named,
    prose,
    value,
)
from specloom.views.openapi.mediawiki_part import (
    REFUSALS,
    REFUSED,
    by_id,
    calling_text,
    fixed_parameters,
    folder,
    headers,
    module_facts,
    ok,
    query_rules,
    reply,
    resolutions,
    result,
    script,
    siblings,
    wire_facts,
    wire_of,
)
from specloom.views.openapi.part import (
    NOT_SECURED,
    VERSION,
    info,
    parameter,
    register,
    result_facts,
    unspecified_text,
)
from specloom.views.openapi.schema import Schemas
from specloom.views.openapi.text import code, paragraphs

_QUERY = "query"


def document(api: model.Api) -> Document:
    """The document with one path."""
    schemas = Schemas(api, free_times=True)
    paths = named(
        [(f"/{script(api)}", Path(operations=named([("get", _operation(api, schemas))])))]
    )
    return Document(
        openapi=VERSION,
        info=info(api, calling_text(api, _generator_text(api)), unspecified_text(api)),
        servers=(folder(api),),
        security=NOT_SECURED,
        tags=(Tag(name=value(_QUERY), description=value("The query, with all of its modules.")),),
        paths=paths,
        components=Components(
            schemas=schemas.components(), responses=REFUSALS, headers=headers(api)
        ),
        modules=tuple(_module(stated) for stated in api.operations),
        wire=wire_facts(api),
        rules=query_rules(api),
        errors=register(api, "errors"),
        facts=register(api, "facts"),
        unspecified=register(api, "unspecified"),
    )


def _generator_text(api: model.Api) -> str:
    wire = wire_of(api)
    return (
        f"A module that {code(wire.generator_parameter)} names chooses the pages that the others "
        f"look at. The names of its parameters then begin with {code(wire.generator_prefix)}: "
        f"{_generator_example(api)}. They are not listed here a second time."
    )


def _generator_example(api: model.Api) -> str:
    for stated in api.operations:
        if stated.generator and stated.parameters:
            name = stated.prefix + stated.parameters[0].name
            prefix = wire_of(api).generator_prefix
            return f"{code(name)} of {code(stated.id)} becomes {code(prefix + name)}"
    return "this catalogue has none"


def _module(stated: model.Operation) -> Entry:
    facts = module_facts(stated) | {
        "result": result_facts(stated.result),
        "rules": [msgspec.to_builtins(rule) for rule in stated.rules],
    }
    return entry({key: one for key, one in facts.items() if one})


# --- The operation ---------------------------------------------------------------------------------------


def _operation(api: model.Api, schemas: Schemas) -> Operation:
    return Operation(
        tags=value([_QUERY]),
        summary=value("Query the wiki"),
        description=prose(
            paragraphs(
                api.summary,
                "Name the modules, and give each what it needs; `x-specloom-modules` tells about "
                "every one.",
            )
        ),
        operation_id=value(_QUERY),
        parameters=_parameters(api, schemas),
        responses=named([("200", ok(api, _reply(api, schemas))), ("4XX", REFUSED)]),
    )


def _parameters(api: model.Api, schemas: Schemas) -> tuple[Parameter, ...]:
    """Every parameter once; where several share a name, the later ones are told beside the first."""
    found: dict[str, Parameter] = {}
    for one in _all_parameters(api, schemas):
        name = one.name.plain if one.name is not None else ""
        found[name] = _joined(found[name], one) if name in found else one
    return tuple(found.values())


def _all_parameters(api: model.Api, schemas: Schemas) -> Iterable[Parameter]:
    wire = wire_of(api)
    yield from fixed_parameters(api).values()
    for group, name in wire.group_parameters.items():
        yield _choosing(name, by_id(api, group), f"Modules of the group {code(group)}.")
    for stated in wire.parameters:
        own = parameter(schemas, stated, delimited=True, of=_QUERY)
        if stated.name == wire.generator_parameter:
            yield replace(own, schema=_one_of(_generators(api)))
        elif stated.name not in wire.group_parameters.values():
            yield own
    for operation in api.operations:
        for stated in operation.parameters:
            yield _of_module(wire, schemas, operation, stated)


def _generators(api: model.Api) -> tuple[str, ...]:
    return tuple(one.id for one in api.operations if one.generator)


def _one_of(values: tuple[str, ...]) -> Schema:
    return Schema(type=value("string"), enum=tuple(value(one) for one in values))


def _choosing(name: str, modules: tuple[str, ...], description: str) -> Parameter:
    return Parameter(
        name=value(name),
        place=value("query"),
        description=prose(description),
        style=value("pipeDelimited"),
        explode=value(False),
        schema=Schema(type=value("array"), items=_one_of(modules)),
    )


def _of_module(
    wire: model.Wire, schemas: Schemas, operation: model.Operation, stated: model.Parameter
) -> Parameter:
    chosen = f"{wire.group_parameters[operation.group]}={operation.id}"
    need = "Required with" if stated.required else "For"
    made = parameter(schemas, stated, prefix=operation.prefix, delimited=True, of=operation.id)
    told = made.description.plain if made.description is not None else None
    return replace(
        made,
        description=prose(paragraphs(f"{need} {code(chosen)}.", told)),
        required=None,
    )


def _joined(first: Parameter, second: Parameter) -> Parameter:
    """Two parameters of one name as one."""
    assert first.schema is not None and second.schema is not None
    same = first.schema == second.schema
    either = Schema(choices=named([("anyOf", (first.schema, second.schema))]))
    texts = (one.description.plain if one.description else None for one in (first, second))
    facts: dict[str, Any] = second.extensions[0].part.plain
    if second.deprecated:
        facts = facts | {"deprecated": True}
    return replace(
        first,
        description=prose(paragraphs(*texts)),
        deprecated=first.deprecated if second.deprecated else None,
        schema=first.schema if same else either,
        extensions=(*first.extensions, *members(parameter_too=facts)),
    )


# --- The reply -------------------------------------------------------------------------------------------


def _reply(api: model.Api, schemas: Schemas) -> Schema:
    places: dict[str, dict[str, Schema]] = {"query": {}, "page": {}, "top-level": {}}
    for stated in api.operations:
        inside = places[stated.result.where if stated.result is not None else "query"]
        for one in _members(api, schemas, stated):
            inside[one.key.plain] = _either(inside.get(one.key.plain), one.part)
    pages = Schema(
        type=value("array"), items=schemas.own("AnyPage", _page(api, schemas, places["page"]))
    )
    query = (
        *resolutions(schemas, api),
        *named([("pages", pages)]),
        *named(places["query"].items()),
    )
    queried = named([("query", Schema(type=value("object"), properties=query))])
    whole = reply(schemas, api, (*queried, *named(places["top-level"].items())))
    return schemas.own("Reply", whole)


def _page(api: model.Api, schemas: Schemas, own: dict[str, Schema]) -> Schema:
    page = schemas.response(model.Reference(name=wire_of(api).page))
    inside = Schema(type=value("object"), properties=named(own.items()))
    return Schema(choices=named([("allOf", (page, inside))]))


def _members(
    api: model.Api, schemas: Schemas, stated: model.Operation
) -> tuple[Named[Schema], ...]:
    """What a module adds to the object that holds its result; none of it is always there."""
    key = stated.result.key if stated.result is not None else stated.id
    if key is not None:
        return (*named([(key, result(schemas, stated))]), *siblings(schemas, stated))
    return (*_spread(schemas, stated), *siblings(schemas, stated))


def _spread(schemas: Schemas, stated: model.Operation) -> tuple[Named[Schema], ...]:
    """The members of a result that has no key of its own."""
    kind = stated.result.type if stated.result is not None else None
    record = schemas.types.get(kind.name) if isinstance(kind, model.Reference) else None
    if not isinstance(record, model.Record) or stated.result is None:
        return ()
    return schemas.properties(record.fields, record, stated.result.selector)


def _either(first: Schema | None, second: Schema) -> Schema:
    if first is None or first == second:
        return second
    return Schema(choices=named([("anyOf", (first, second))]))
