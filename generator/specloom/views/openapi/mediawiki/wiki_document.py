"""Facts about calls of modules that both OpenAPI documents of a wiki contain."""

from specloom.model import structs as model
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.document import Document, Shared, shared


class WikiDocument(Document, frozen=True, kw_only=True):
    """A document of query modules."""

    wire: model.Wire
    script: str
    """The last part of the address: `api.php`."""
    alternative_separator: str
    """Separator of values that contain the usual one: `U+001F`."""


class SharedOfWiki(Shared):
    """The fields of `WikiDocument`."""

    wire: model.Wire
    script: str
    alternative_separator: str


def shared_of_wiki(schemas: Schemas) -> SharedOfWiki:
    """Parts that every document of a wiki has, after all of its schemas are made."""
    return SharedOfWiki(
        **shared(schemas),
        wire=schemas.wire,
        script=script(schemas.api),
        alternative_separator=f"U+{ord(schemas.wire.alternative_separator):04X}",
    )


_RARE = frozenset(
    {"curtimestamp", "errorlang", "errorsuselocal", "export", "exportnowrap", "indexpageids"}
    | {"iwurl", "maxage", "origin", "requestid", "responselanginfo", "servedby", "smaxage"}
)
"""Parameters of the query that hardly any program sends."""


_SETTINGS = frozenset({"assert", "assertuser", "maxlag", "uselang"})
"""Parameters that a program sets once for all of its requests."""


def parameters(schemas: Schemas) -> list[model.Parameter]:
    """The query's own parameters that a document has."""
    left_out = (_RARE if schemas.profile.lean else frozenset[str]()) | (
        _SETTINGS if schemas.profile.agents else frozenset[str]()
    )
    return [stated for stated in schemas.wire.parameters if stated.name not in left_out]


def chosen(schemas: Schemas, operation: model.Operation) -> str:
    """The parameter that chooses a module in a request: `list=allpages`."""
    return f"{schemas.wire.group_parameters[operation.group]}={operation.id}"


def script(api: model.Api) -> str:
    """The last part of the address: `api.php`."""
    return api.server.example.rpartition("/")[2]


def needed_by_all(schemas: Schemas) -> set[str]:
    """Names of parameters that the query itself needs, so that no module can have them for its own."""
    wire = schemas.wire
    return {*wire.fixed_parameters, *wire.group_parameters.values()}
