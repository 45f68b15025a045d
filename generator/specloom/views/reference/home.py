"""The home page of a site for one API, which stands on a page of the site in the place of a mark."""

from collections.abc import Mapping, Sequence

from specloom.languages.description import has_markup
from specloom.model.structs import Task
from specloom.rendering.render import Output, View
from specloom.views import words
from specloom.views.reference.pages import (
    CredentialView,
    DocumentView,
    OverviewPage,
    credential_view,
    document_views,
    overview_page,
)
from specloom.views.reference.places import DOCS, OperationLink, Places, Section, path_to
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import filling, least_filling
from specloom.views.samples.first_call import first_operation
from specloom.views.samples.query import AccountVariables, QueryCall, account_variables
from specloom.views.samples.rest import RestCall

PAGE = f"{DOCS}/index.md"
_FURTHER = ("calling", "authentication", "errors", "python", "openapi")
"""Pages about a whole API that the home page links to; the overview links to all."""


class GroupLine(View, frozen=True):
    """A group of operations, in a table."""

    section: Section
    brief: str | None
    """The first sentence of its text."""


class HomePage(View, frozen=True):
    """The home page."""

    overview: OverviewPage
    address: str
    """Of the overview."""
    first: OperationLink | None
    """The operation whose call is shown; None if the API has webhooks alone."""
    call: RestCall | QueryCall | None
    key: str | None
    """The argument of the client that takes a key which is a parameter of operations."""
    server: str | None
    """The first argument of the client, where callers give the address or a part of it."""
    credentials: tuple[CredentialView, ...]
    session: AccountVariables | None
    """Of a wiki."""
    guides: Mapping[Task, str]
    """Addresses of the hand-written pages about logins and writing."""
    documents: tuple[DocumentView, ...]
    groups: tuple[GroupLine, ...]
    action_groups: tuple[GroupLine, ...]


def home_output(places: Places, names: Sequence[str]) -> Output:
    """The home page, of the names of the pages about the API."""
    api = places.api
    overview = overview_page(places, [name for name in _FURTHER if name in names], PAGE)
    operation = first_operation(api)
    # Examples of a wiki's modules are another wiki's: a reader's own may have nothing that fits.
    fill = least_filling if places.manner.wire else filling
    call = sample_call(places.names, fill(api, operation)) if operation else None
    view = HomePage(
        overview=overview,
        address=path_to(PAGE, places.page("index")),
        first=places.link(operation, PAGE) if operation else None,
        call=call,
        key=call.key if isinstance(call, RestCall) else None,
        server=None if api.server.variable is None else api.server.example,
        credentials=tuple(credential_view(places, scheme) for scheme in api.schemes),
        session=account_variables(api) if places.manner.wire else None,
        guides=places.guides(PAGE),
        documents=document_views(api, "openapi"),
        groups=_lines(overview.sections),
        action_groups=_lines(overview.action_sections),
    )
    return Output(f"generated/home/{api.id}.md", "reference/api/home.md.j2", view)


def _lines(sections: Sequence[Section]) -> tuple[GroupLine, ...]:
    return tuple(GroupLine(section, _brief(section)) for section in sections)


def _brief(section: Section) -> str | None:
    if section.group is None or not section.group.summary:
        return None
    paragraph = section.group.summary.strip().split("\n\n")[0]
    return paragraph if has_markup(paragraph) else words.first_sentence(paragraph)
