"""The OpenAPI document of a wiki's modules for code generators: one operation per module.

All modules share one address, and OpenAPI tells operations apart by path. So each has a path that names
the module and then, with a dot segment, leads to the shared address: `/query+links/../api.php`.
"""

from specloom import model
from specloom.views.openapi.document import (
    Components,
    Document,
    Operation,
    Parameter,
    Path,
    Schema,
    entry,
    named,
    prose,
    value,
)
from specloom.views.openapi.mediawiki_part import (
    REFUSALS,
    REFUSED,
    calling_text,
    fixed,
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
    operation_extensions,
    operation_text,
    parameter,
    register,
    rules,
    tags,
    unspecified_text,
)
from specloom.views.openapi.schema import Schemas
from specloom.views.openapi.text import code, operation_summary, paragraphs

_PAGE_SET = frozenset(
    {"converttitles", "iwurl", "pageids", "redirects", "revids", "titles"}
    | {"export", "exportnowrap", "exportschema", "indexpageids"}
)
"""Parameters of the query that choose pages or tell how; modules that look at no page ignore them."""


def document(api: model.Api) -> Document:
    """The document with one operation per module."""
    schemas = Schemas(api)
    shared = _shared(api, schemas)
    paths = named(_path(api, schemas, stated) for stated in api.operations)
    used = {name for stated in api.operations for name in _shared_names(api, stated)}
    return Document(
        openapi=VERSION,
        info=info(api, _form_text(api), calling_text(api), unspecified_text(api)),
        servers=(folder(api),),
        security=NOT_SECURED,
        tags=tags(api),
        paths=paths,
        components=Components(
            schemas=schemas.components(),
            responses=REFUSALS,
            parameters=named((name, one) for name, one in shared.items() if name in used),
            headers=headers(api),
        ),
        wire=wire_facts(api),
        rules=query_rules(api),
        errors=register(api, "errors"),
        facts=register(api, "facts"),
        unspecified=register(api, "unspecified"),
    )


def _form_text(api: model.Api) -> str:
    return paragraphs(
        "## Form",
        f"One operation for each module, for code generators. They all have the address "
        f"{code('/' + script(api))}; the segment before it names the module and is removed by "
        f"clients, as RFC 3986 says. {code(f'{api.id}.openapi')} has the same modules on their one "
        f"path, for tools that route by path, and to combine several modules or use one as a "
        f"generator.",
    )


# --- Operations ----------------------------------------------------------------------------------------


def _path(api: model.Api, schemas: Schemas, stated: model.Operation) -> tuple[str, Path]:
    operation = named([("get", _operation(api, schemas, stated))])
    return f"/{stated.path}/../{script(api)}", Path(operations=operation)


def _operation(api: model.Api, schemas: Schemas, stated: model.Operation) -> Operation:
    selecting = wire_of(api).group_parameters[stated.group]
    shared = (
        Parameter(ref=value(f"#/components/parameters/{name}"))
        for name in _shared_names(api, stated)
    )
    return Operation(
        tags=value([stated.group]),
        summary=prose(operation_summary(stated)),
        description=prose(operation_text(stated)),
        external_docs=value({"url": stated.help_urls[0]}) if stated.help_urls else None,
        operation_id=value(operation_id(api, stated)),
        deprecated=value(True) if stated.deprecated else None,
        parameters=(
            fixed(selecting, stated.id, "Always this module."),
            *(
                parameter(schemas, one, prefix=stated.prefix, delimited=True, of=stated.id)
                for one in stated.parameters
            ),
            *shared,
        ),
        responses=named(
            [
                (
                    "200",
                    ok(api, schemas.own(f"{stated.class_name}Reply", _reply(api, schemas, stated))),
                ),
                ("4XX", REFUSED),
            ]
        ),
        module=entry(module_facts(stated)),
        rules=rules(stated),
        extensions=operation_extensions(stated),
    )


def operation_id(api: model.Api, stated: model.Operation) -> str:
    """`list` and `AllPages` → `listAllPages`; `WatchlistRaw` beside `Watchlist` → `listRawWatchlist`.

    The second because generators for TypeScript add a method `listWatchlistRaw` to `listWatchlist`.
    """
    name = str(stated.class_name)
    plain = name.removesuffix("Raw")
    is_beside = any((one.group, one.class_name) == (stated.group, plain) for one in api.operations)
    return f"{stated.group}{f'Raw{plain}' if is_beside and plain != name else name}"


def _shared(api: model.Api, schemas: Schemas) -> dict[str, Parameter]:
    """The query's own parameters, by name."""
    own = {
        one.name: parameter(schemas, one, delimited=True, of="query")
        for one in wire_of(api).parameters
    }
    return own | fixed_parameters(api)


def _shared_names(api: model.Api, stated: model.Operation) -> list[str]:
    """Which of the query's own parameters go with a module; of one name, the module's is meant."""
    wire = wire_of(api)
    chooses = _looks_at_pages(stated)
    own = (one.name for one in wire.parameters if chooses or one.name not in _PAGE_SET)
    selecting = {*wire.group_parameters.values(), wire.generator_parameter}
    of_module = {stated.prefix + one.name for one in stated.parameters}
    return [*wire.fixed_parameters, *(name for name in own if name not in selecting | of_module)]


def _looks_at_pages(stated: model.Operation) -> bool:
    named_in_rules = {term for rule in stated.rules for term in (*rule.terms, *rule.others)}
    in_pages = stated.result is not None and stated.result.where == "page"
    return in_pages or "query.titles" in named_in_rules


# --- Replies -------------------------------------------------------------------------------------------


def _reply(api: model.Api, schemas: Schemas, stated: model.Operation) -> Schema:
    where = stated.result.where if stated.result is not None else "query"
    own = _own(schemas, stated)
    if where == "top-level":
        return reply(schemas, api, own.properties)
    if where == "page":
        page = schemas.own(f"{stated.class_name}Page", _page(api, schemas, own))
        pages = named([("pages", Schema(type=value("array"), items=page))])
        own = Schema(type=value("object"), properties=(*resolutions(schemas, api), *pages))
    return reply(schemas, api, named([("query", own)]))


def _page(api: model.Api, schemas: Schemas, own: Schema) -> Schema:
    page = schemas.response(model.Reference(name=wire_of(api).page))
    return Schema(choices=named([("allOf", (page, own))]))


def _own(schemas: Schemas, stated: model.Operation) -> Schema:
    """The object that holds a module's result: its key and what stands beside it."""
    key = stated.result.key if stated.result is not None else stated.id
    beside = siblings(schemas, stated)
    found = result(schemas, stated)
    if key is None:
        return (
            Schema(
                choices=named([("allOf", (found, Schema(type=value("object"), properties=beside)))])
            )
            if beside
            else found
        )
    return Schema(type=value("object"), properties=(*named([(key, found)]), *beside))
