"""What both OpenAPI documents of a wiki tell of how its modules are called."""

from specloom.model import structs as model
from specloom.views.openapi.document import Document


class WikiDocument(Document, frozen=True, kw_only=True):
    """A document of query modules."""

    script: str
    """The last part of the address: `api.php`."""
    alternative_separator: str
    """What separates values that hold the usual separator: `U+001F`."""


def wire_of(api: model.Api) -> model.Wire:
    """How the modules are called; every API of this protocol has it."""
    if api.wire is None:
        raise ValueError(f"{api.id}: a query API without a wire")
    return api.wire


_RARE = frozenset(
    {"curtimestamp", "errorlang", "errorsuselocal", "export", "exportnowrap", "indexpageids"}
    | {"iwurl", "maxage", "origin", "requestid", "responselanginfo", "servedby", "smaxage"}
)
"""Parameters of the query that hardly any program sends."""


_SETTINGS = frozenset({"assert", "assertuser", "maxlag", "uselang"})
"""Those that a program sets once for all of its requests."""


def parameters(api: model.Api, profile: model.OpenApiProfile) -> list[model.Parameter]:
    """The query's own parameters that a document has."""
    left_out = (_RARE if profile.lean else frozenset[str]()) | (
        _SETTINGS if profile.agents else frozenset[str]()
    )
    return [stated for stated in wire_of(api).parameters if stated.name not in left_out]


def chosen(api: model.Api, operation: model.Operation) -> str:
    """What a request asks a module with: `list=allpages`."""
    return f"{wire_of(api).group_parameters[operation.group]}={operation.id}"


def script(api: model.Api) -> str:
    """The last part of the address: `api.php`."""
    return api.server.example.rpartition("/")[2]


def alternative_separator(api: model.Api) -> str:
    """What separates values that hold the usual separator, by its number: `U+001F`."""
    return f"U+{ord(wire_of(api).alternative_separator):04X}"


def needed_by_all(api: model.Api) -> set[str]:
    """Names of parameters that the query itself needs, so that no module can have them for its own."""
    wire = wire_of(api)
    return {*wire.fixed_parameters, *wire.group_parameters.values()}
