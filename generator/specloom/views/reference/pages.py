"""The pages about a whole API: which it has, and what all of its operations share."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from specloom.languages.address import is_web_address
from specloom.model.keys import is_key_in_header
from specloom.model.naming import distribution_name
from specloom.model.structs import (
    Api,
    Error,
    License,
    OpenApiProfile,
    Record,
    Scheme,
    Task,
    address_of,
    common_errors,
    errors_of,
    with_defaults,
)
from specloom.naming.rest import RestNames, webhook_functions
from specloom.rendering.render import Output, View
from specloom.views import words
from specloom.views.openapi.profile import part, profiles, settled, stem
from specloom.views.reference import indexes
from specloom.views.reference.links import Links
from specloom.views.reference.parameter import ParameterView, query_parameter_views
from specloom.views.reference.places import (
    DOCS,
    OperationLink,
    Places,
    Section,
    method_when_absent,
    path_to,
)
from specloom.views.reference.protocol import Manner
from specloom.views.reference.python_api import python_page
from specloom.views.reference.refusals import error_class
from specloom.views.reference.result import FieldView, RecordView, field_view, record_view
from specloom.views.reference.rules import RuleView, rule_views
from specloom.views.reference.webhooks import WebhookHeaderView, webhook_header_views
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import filling
from specloom.views.samples.query import AccountVariables, QueryCall, account_variables
from specloom.views.samples.rest import RestCall


class PageLink(View, frozen=True):
    """A page about a whole API."""

    name: str
    """In the table of `reference/_pages.txt.j2`, which has its title."""
    address: str


class ApiPage(View, frozen=True):
    """Base of pages about a whole API."""

    api: Api


class OverviewPage(ApiPage, frozen=True):
    """The first page about an API."""

    distribution: str
    """What its Python package is installed as."""
    manner: Manner
    sections: tuple[Section, ...]
    action_sections: tuple[Section, ...]
    pages: tuple[PageLink, ...]
    """The other pages about the API."""
    contact_address: str | None
    """Of a web page; None without one."""
    license_address: str | None
    """The text of the licence; None if its address is not one of the web."""


class CredentialView(View, frozen=True):
    """A security scheme, as the page about calls shows it."""

    scheme: Scheme
    arguments: tuple[str, ...]
    """Arguments of the client."""
    scopes: Mapping[str, str]
    """Rights of all of its flows, each with its meaning."""


class CallingPage(ApiPage, frozen=True):
    """Rules for calling any operation."""

    example_address: str
    """The address with the example in place of its variable, or the defaults of its variables."""
    server_arguments: Mapping[str, str]
    """Variable of the address → argument of the client."""
    credentials: tuple[CredentialView, ...]
    manner: Manner
    parameters: tuple[ParameterView, ...]
    rules: tuple[RuleView, ...]
    resolutions: tuple[FieldView, ...]
    """Members of an answer that tell how titles and ids became pages."""
    records: tuple[RecordView, ...]
    """Records that every answer contains."""
    session: AccountVariables | None
    """Environment variables of an account; None: no operation has a session."""
    guides: Mapping[Task, str]
    """Addresses of the hand-written pages about logins and writing."""
    webhook_functions: Mapping[str, str]
    """Webhook → function that reads its body."""
    webhook_headers: tuple[WebhookHeaderView, ...]


class AuthenticationPage(ApiPage, frozen=True):
    """Authentication of callers."""

    is_header: bool
    """True if the key travels in a header."""
    guides: Mapping[Task, str]
    """Addresses of the hand-written pages about logins and writing."""
    call: RestCall | QueryCall | None
    """A call that sends the key; None: the API lacks operations, or is a wiki's."""


class ErrorMessage(View, frozen=True):
    """A message that an operation documents."""

    link: OperationLink
    error: Error
    method_when_absent: str
    """The second method of the operation in Python."""


class CodeView(View, frozen=True):
    """An error code that any call may meet."""

    error: Error
    retry: str
    """When the same call may succeed; empty: never."""
    guide: str | None
    """The address of the page that says what to do."""


class ActionCode(View, frozen=True):
    """An error code that actions are known to be refused with."""

    code: str
    class_name: str
    """Of the error in Python."""
    links: tuple[OperationLink, ...]


class ErrorsPage(ApiPage, frozen=True):
    """Errors of the API."""

    messages: tuple[ErrorMessage, ...]
    codes: tuple[CodeView, ...]
    action_codes: tuple[ActionCode, ...]
    """By code."""


class DocumentView(View, frozen=True):
    """An OpenAPI document to download."""

    stem: str
    """Its name, without `.openapi` and what follows."""
    profile: OpenApiProfile
    count: int
    """Of its operations."""
    json: str
    """Its address as JSON, from the page."""


class DocumentsPage(ApiPage, frozen=True):
    """The OpenAPI documents."""

    manner: Manner
    documents: tuple[DocumentView, ...]


def outputs(places: Places) -> dict[str, Output]:
    """The pages that an API has, by name, apart from its overview."""
    api = places.api
    views: dict[str, View | None] = {
        "calling": _calling(places),
        "authentication": _authentication(places),
        "errors": _errors(places),
        "parameters": indexes.parameters_page(places),
        "types": indexes.types_page(places),
        "values": indexes.values_page(places),
        "generators": indexes.generators_page(places),
        "rules": indexes.rules_page(places),
        "deprecated": indexes.deprecated_page(places),
        "openapi": _openapi(places),
        "unspecified": ApiPage(api) if api.unspecified else None,
        "python": python_page(places),
    }
    return {
        name: Output(places.page(name), f"reference/api/{name}.md.j2", view)
        for name, view in views.items()
        if view is not None
    }


def letter_outputs(places: Places) -> Iterator[Output]:
    """The pages of the types of each letter, where they are too many for one page."""
    letters = indexes.letter_pages(places) if places.has_types_by_letter else {}
    for letter, path in letters.items():
        yield Output(path, "reference/api/types.md.j2", indexes.letter_page(places, letter, path))


def overview(places: Places, names: Sequence[str]) -> Output:
    """The first page about an API, which leads to its others."""
    page = places.page("index")
    return Output(page, "reference/api/index.md.j2", overview_page(places, names, page))


def overview_page(places: Places, names: Sequence[str], page: str) -> OverviewPage:
    """An API as a whole, as a page shows it."""
    api = places.api
    return OverviewPage(
        api,
        distribution_name(api.package),
        places.manner,
        places.sections(page),
        places.action_sections(page),
        page_links(places, names, page),
        _web_address(api.contact.url if api.contact else None),
        _web_address(_text_of(api.license)),
    )


def _text_of(licence: License | None) -> str | None:
    if licence is None or licence.identifier is None:
        return licence.url if licence else None
    return f"https://spdx.org/licenses/{licence.identifier}.html"


def _web_address(address: str | None) -> str | None:
    return address if address and is_web_address(address) else None


def page_links(places: Places, names: Sequence[str], page: str) -> tuple[PageLink, ...]:
    """Pages about a whole API, as a page names them."""
    return tuple(
        PageLink(
            places.manner.calling if name == "calling" else name,
            path_to(page, places.page(name)),
        )
        for name in names
    )


def _calling(places: Places) -> CallingPage:
    api, page, manner = places.api, places.page("calling"), places.manner
    found = [places.types.get(name) for name in manner.records]
    records = [record for record in found if isinstance(record, Record)]
    shown = frozenset(record.name for record in records)
    links = Links(places, page, page, places.query_parameters, shown)
    return CallingPage(
        api=api,
        example_address=address_of(api.server),
        server_arguments=places.names.server_variables,
        credentials=tuple(credential_view(places, scheme) for scheme in api.schemes),
        manner=manner,
        parameters=query_parameter_views(places, links),
        rules=rule_views(links, manner.rules),
        resolutions=tuple(field_view(links, member) for member in manner.resolutions),
        records=tuple(record_view(links, record) for record in records),
        session=account_variables(api) if manner.wire else None,
        guides=places.guides(page),
        webhook_functions=webhook_functions(api),
        webhook_headers=webhook_header_views(api),
    )


def credential_view(places: Places, scheme: Scheme) -> CredentialView:
    """A security scheme with the arguments of the client that it needs."""
    names = places.names
    arguments = (
        (names.users.get(scheme.name), names.credentials[scheme.name])
        if isinstance(names, RestNames)
        else ()
    )
    scopes = dict(scheme.scopes)
    for flow in scheme.flows:
        scopes |= flow.scopes
    return CredentialView(
        replace(scheme, token_url=_token_url(places.api, scheme)),
        tuple(filter(None, arguments)),
        scopes,
    )


def _token_url(api: Api, scheme: Scheme) -> str | None:
    return None if scheme.token_url is None else with_defaults(api.server, scheme.token_url)


def _authentication(places: Places) -> AuthenticationPage | None:
    api, names = places.api, places.names
    if api.authentication is None:
        return None
    is_header = api.authentication.scheme == "bearer" or is_key_in_header(api)
    call = sample_call(names, filling(api, api.operations[0])) if api.operations else None
    return AuthenticationPage(api, is_header, places.guides(places.page("authentication")), call)


def _errors(places: Places) -> ErrorsPage | None:
    api = places.api
    messages = tuple(
        ErrorMessage(link, error, method_when_absent(places, link.operation))
        for link in places.links(places.page("errors"))
        for error in (() if places.manner.is_wide else errors_of(api, link.operation))
    )
    page = places.page("errors")
    codes = tuple(
        CodeView(error, words.retry(error), error.guide and path_to(page, f"{DOCS}/{error.guide}"))
        for error in common_errors(api)
    )
    of_actions = _action_codes(places, page)
    return ErrorsPage(api, messages, codes, of_actions) if messages or codes else None


def _action_codes(places: Places, page: str) -> tuple[ActionCode, ...]:
    links_by_code: dict[str, list[OperationLink]] = {}
    for action in places.api.actions:
        for error in errors_of(places.api, action):
            links_by_code.setdefault(error.code or error.name, []).append(places.link(action, page))
    return tuple(
        ActionCode(code, error_class(places.api, code), tuple(links_by_code[code]))
        for code in sorted(links_by_code)
    )


def _openapi(places: Places) -> DocumentsPage:
    documents = document_views(places.api, "../../openapi")
    return DocumentsPage(places.api, places.manner, documents)


def document_views(api: Api, folder: str) -> tuple[DocumentView, ...]:
    """The OpenAPI documents, below a folder of the site."""
    return tuple(
        DocumentView(
            name,
            settled(api, profile),
            len(part(api, profile).operations),
            f"{folder}/{name}.openapi.json",
        )
        for profile in profiles(api)
        for name in (stem(api, profile),)
    )
