"""The pages about a whole API: those that tell what all operations share, and indexes."""

from collections.abc import Sequence

import msgspec

from specloom.model import (
    Api,
    Enumeration,
    OpenApiProfile,
    OperationError,
    Parameter,
    Record,
    ServerError,
    address_of,
    enumeration_of,
)
from specloom.naming import distribution_name
from specloom.rendering.render import Output, View
from specloom.safe import is_printable
from specloom.views import words
from specloom.views.openapi.profile import part, profiles, settled, stem
from specloom.views.python.rest.names import is_key_in_header, method_when_absent
from specloom.views.reference.links import Links
from specloom.views.reference.parameter import (
    ParameterView,
    deprecated_values,
    query_parameter_views,
)
from specloom.views.reference.places import (
    OperationLink,
    ParameterLink,
    Places,
    Section,
    path_to,
)
from specloom.views.reference.python_api import python_page
from specloom.views.reference.result import FieldView, RecordView, field_view, record_view
from specloom.views.reference.rules import RuleView, rule_views


class PageLink(View, frozen=True):
    """A page about a whole API."""

    name: str
    """In the table of `reference/_pages.txt.j2`, which has its title."""
    address: str


class ApiPage(View, frozen=True):
    """What every page about a whole API is handed."""

    api: Api


class OverviewPage(ApiPage, frozen=True):
    """The first page about an API."""

    distribution: str
    """What its Python package is installed as."""
    sections: tuple[Section, ...]
    pages: tuple[PageLink, ...]
    """The other pages about the API."""


class CallingPage(ApiPage, frozen=True):
    """How any operation is called."""

    example_address: str
    """The address with the example in place of its variable."""
    alternative_separator: str
    """So that it can be seen: code points of what is not printable."""
    parameters: tuple[ParameterView, ...]
    rules: tuple[RuleView, ...]
    resolutions: tuple[FieldView, ...]
    """Members of an answer that tell how titles and ids became pages."""
    records: tuple[RecordView, ...]
    """What every answer is made of."""


class AuthenticationPage(ApiPage, frozen=True):
    """How a caller says who it is."""

    is_header: bool
    """Whether the key travels in a header."""


class ErrorMessage(View, frozen=True):
    """A message that an operation documents."""

    link: OperationLink
    error: OperationError
    method_when_absent: str
    """The second method of the operation in Python."""


class CodeView(View, frozen=True):
    """An error code that any call may meet."""

    error: ServerError
    retry: str
    """When the same call may succeed; empty: never."""


class ErrorsPage(ApiPage, frozen=True):
    """What can go wrong."""

    messages: tuple[ErrorMessage, ...]
    codes: tuple[CodeView, ...]


class NameView(View, frozen=True):
    """A parameter name and the operations that have it."""

    name: str
    uses: tuple[ParameterLink, ...]


class LetterView(View, frozen=True):
    """The names that begin with a letter."""

    letter: str
    names: tuple[NameView, ...]


class ParametersPage(ApiPage, frozen=True):
    """All parameters by name."""

    letters: tuple[LetterView, ...]
    count: int
    """Of the parameters of all operations."""


class TypesPage(ApiPage, frozen=True):
    """Records that several operations share, or all."""

    records: tuple[RecordView, ...]


class ValueListView(View, frozen=True):
    """A list of values that several parameters share."""

    enumeration: Enumeration
    uses: tuple[ParameterLink, ...]


class ValuesPage(ApiPage, frozen=True):
    """Shared value lists."""

    lists: tuple[ValueListView, ...]


class GeneratorsPage(ApiPage, frozen=True):
    """The modules that can be generators."""

    links: tuple[OperationLink, ...]


class OperationRules(View, frozen=True):
    """The rules of one operation."""

    link: OperationLink
    rules: tuple[RuleView, ...]


class RulesPage(ApiPage, frozen=True):
    """The rules of every operation."""

    operations: tuple[OperationRules, ...]


class DeprecatedParameters(View, frozen=True):
    """The deprecated parameters of one operation."""

    link: OperationLink
    parameters: tuple[Parameter, ...]


class DeprecatedValues(View, frozen=True):
    """The deprecated values of one parameter."""

    link: OperationLink
    parameter: Parameter
    values: tuple[str, ...]


class DeprecatedPage(ApiPage, frozen=True):
    """What is deprecated."""

    operations: tuple[OperationLink, ...]
    parameters: tuple[DeprecatedParameters, ...]
    values: tuple[DeprecatedValues, ...]


class DocumentView(View, frozen=True):
    """An OpenAPI document to download."""

    stem: str
    """Its name, without `.openapi` and what follows."""
    profile: OpenApiProfile
    count: int
    """Of its operations."""
    yaml: str
    """Its address as YAML, from the page."""
    json: str


class DocumentsPage(ApiPage, frozen=True):
    """The OpenAPI documents."""

    documents: tuple[DocumentView, ...]
    collection: str
    """The address of the Postman collection, from the page."""


def outputs(places: Places) -> dict[str, Output]:
    """The pages that an API has, by name, apart from its overview."""
    api = places.api
    views: dict[str, View | None] = {
        "calling": _calling(places),
        "authentication": _authentication(api),
        "errors": _errors(places),
        "parameters": _parameters(places),
        "types": _types(places),
        "values": _values(places),
        "generators": _generators(places),
        "rules": _rules(places),
        "deprecated": _deprecated(places),
        "openapi": _openapi(places),
        "unspecified": ApiPage(api) if api.unspecified else None,
        "python": python_page(places),
    }
    return {
        name: Output(places.page(name), f"reference/api/{name}.md.j2", view)
        for name, view in views.items()
        if view is not None
    }


def overview(places: Places, names: Sequence[str]) -> Output:
    """The first page about an API, which leads to its others."""
    api, page = places.api, places.page("index")
    links, sections = page_links(places, names, page), places.sections(page)
    view = OverviewPage(api, distribution_name(api.package), sections, links)
    return Output(page, "reference/api/index.md.j2", view)


def page_links(places: Places, names: Sequence[str], page: str) -> tuple[PageLink, ...]:
    """Pages about a whole API, as a page names them."""
    return tuple(
        PageLink(
            f"{name}-modules" if name == "calling" and places.api.wire else name,
            path_to(page, places.page(name)),
        )
        for name in names
    )


def _calling(places: Places) -> CallingPage:
    api, page = places.api, places.page("calling")
    wire = api.wire
    names = [wire.page] if wire else []
    names += [api.envelope.record] if api.envelope else []
    found = [places.types.get(name) for name in names]
    records = [record for record in found if isinstance(record, Record)]
    shown = frozenset(record.name for record in records)
    links = Links(places, page, page, places.query_parameters, shown)
    return CallingPage(
        api=api,
        example_address=address_of(api.server),
        alternative_separator=_visible(wire.alternative_separator) if wire else "",
        parameters=query_parameter_views(places, links),
        rules=rule_views(links, wire.rules if wire else ()),
        resolutions=tuple(field_view(links, member) for member in wire.resolutions) if wire else (),
        records=tuple(record_view(links, record) for record in records),
    )


def _visible(text: str) -> str:
    return "".join(
        character if is_printable(character) else f"U+{ord(character):04X}" for character in text
    )


def _authentication(api: Api) -> AuthenticationPage | None:
    if api.authentication is None:
        return None
    is_header = api.authentication.scheme == "bearer" or is_key_in_header(api)
    return AuthenticationPage(api, is_header)


def _errors(places: Places) -> ErrorsPage | None:
    api = places.api
    messages = tuple(
        ErrorMessage(link, error, method_when_absent(link.operation))
        for link in places.links(places.page("errors"))
        for error in link.operation.errors
    )
    codes = tuple(CodeView(error, words.retry(error)) for error in api.errors)
    return ErrorsPage(api, messages, codes) if messages or codes else None


def _parameters(places: Places) -> ParametersPage:
    uses: dict[str, list[ParameterLink]] = {}
    for use in places.parameter_links(places.page("parameters")):
        uses.setdefault(use.parameter.name, []).append(use)
    letters: dict[str, list[NameView]] = {}
    for name in sorted(uses, key=lambda name: (name.lower(), name)):
        letters.setdefault(name[:1].upper(), []).append(NameView(name, tuple(uses[name])))
    return ParametersPage(
        places.api,
        tuple(LetterView(letter, tuple(names)) for letter, names in letters.items()),
        sum(map(len, uses.values())),
    )


def _types(places: Places) -> TypesPage | None:
    page, records = places.page("types"), places.standing_records
    links = Links(places, page, shown=frozenset(record.name for record in records))
    found = tuple(
        msgspec.structs.replace(
            record_view(links, record),
            users=tuple(places.link(user, page) for user in places.users.get(record.name, ())),
        )
        for record in records
    )
    return TypesPage(places.api, found) if found else None


def _values(places: Places) -> ValuesPage | None:
    uses: dict[str, list[ParameterLink]] = {}
    for use in places.parameter_links(places.page("values")):
        uses.setdefault(use.parameter.enumeration or "", []).append(use)
    lists = tuple(
        ValueListView(listed, tuple(uses.get(listed.name, ())))
        for listed in places.shared_enumerations
    )
    return ValuesPage(places.api, lists) if lists else None


def _generators(places: Places) -> GeneratorsPage | None:
    links = places.links(places.page("generators")) if places.api.wire else ()
    found = tuple(link for link in links if link.operation.generator)
    return GeneratorsPage(places.api, found) if found else None


def _rules(places: Places) -> RulesPage | None:
    page = places.page("rules")
    found = tuple(
        OperationRules(
            link,
            rule_views(Links.of_operation(places, link.operation, page), link.operation.rules),
        )
        for link in places.links(page)
        if link.operation.rules
    )
    return RulesPage(places.api, found) if found else None


def _deprecated(places: Places) -> DeprecatedPage | None:
    links = places.links(places.page("deprecated"))
    operations = tuple(link for link in links if link.operation.deprecated)
    parameters = tuple(
        DeprecatedParameters(link, found)
        for link in links
        if (found := tuple(given for given in link.operation.parameters if given.deprecated))
    )
    values = tuple(
        DeprecatedValues(link, parameter, old)
        for link in links
        for parameter in link.operation.parameters
        if (old := deprecated_values(parameter, enumeration_of(places.api, parameter)))
    )
    if not (operations or parameters or values):
        return None
    return DeprecatedPage(places.api, operations, parameters, values)


def _openapi(places: Places) -> DocumentsPage:
    api = places.api
    documents = tuple(
        DocumentView(
            name,
            settled(api, profile),
            len(part(api, profile).operations),
            f"../../openapi/{name}.openapi.yaml",
            f"../../openapi/{name}.openapi.json",
        )
        for profile in profiles(api)
        for name in (stem(api, profile),)
    )
    return DocumentsPage(api, documents, f"../../openapi/{api.id}.postman_collection.json")
