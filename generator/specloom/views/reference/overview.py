"""The first page about an API: what it is, its operations, its further pages."""

from specloom.model import Api, Operation
from specloom.naming import distribution_name
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, md_text
from specloom.views.reference.index import operation_link
from specloom.views.reference.operation import request_line
from specloom.views.reference.parameter import Row
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    EMPTY,
    anchor,
    code,
    front_matter,
    link,
    paragraphs,
    path_to,
    sentence,
)


class OperationRow(View, frozen=True):
    """An operation in the overview."""

    name: Markdown
    request: Markdown
    """Method and path; empty where the group and the name say it all."""
    summary: Markdown


class GroupView(View, frozen=True):
    """A group in the overview."""

    title: Markdown
    anchor: Markdown
    summary: Markdown
    operations: tuple[OperationRow, ...]


class LinkView(View, frozen=True):
    """A link to another page with a word on it."""

    link: Markdown
    text: Markdown


class ApiPage(View, frozen=True):
    """The overview of an API."""

    title: Markdown
    description: Markdown
    heading: Markdown
    lead: Markdown
    paragraphs: tuple[Markdown, ...]
    facts: tuple[Row, ...]
    has_requests: bool
    groups: tuple[GroupView, ...]
    pages: tuple[LinkView, ...]


def api_output(places: Places, others: tuple[tuple[str, str, str], ...]) -> Output:
    """The overview; `others` are the API's further pages: name, title, what they hold."""
    api, page = places.api, places.page("index")
    view = ApiPage(
        title=front_matter(api.title),
        description=front_matter(api.summary.replace("`", "")),
        heading=md_text(api.title),
        lead=sentence(api.summary),
        paragraphs=paragraphs(api.description),
        facts=tuple(_api_facts(api)),
        has_requests=api.wire is None,
        groups=tuple(_group(places, name, page) for name in _group_names(api)),
        pages=tuple(
            LinkView(link(Markdown(title), path_to(page, places.page(name))), Markdown(text))
            for name, title, text in others
        ),
    )
    return Output(page, "reference/api/index.md.j2", view)


def _api_facts(api: Api) -> list[Row]:
    return [
        Row(Markdown("Address"), code(api.server.url)),
        Row(Markdown("For example"), code(api.server.example)),
        Row(
            Markdown("Python"),
            composed(
                Markdown("package {}, import {}"),
                code(distribution_name(api.package)),
                code(api.package),
            ),
        ),
        Row(Markdown("Version"), code(api.version)),
    ]


def _group_names(api: Api) -> list[str]:
    return list(dict.fromkeys(operation.group for operation in api.operations))


def _group(places: Places, name: str, page: str) -> GroupView:
    known = {group.name: group for group in places.api.groups}.get(name)
    return GroupView(
        title=md_text(known.title if known else name),
        anchor=anchor("group", name),
        summary=sentence(known.summary) if known else EMPTY,
        operations=tuple(
            _operation_row(places, one, page) for one in places.api.operations if one.group == name
        ),
    )


def _operation_row(places: Places, operation: Operation, page: str) -> OperationRow:
    name = operation_link(places, operation, page)
    if operation.deprecated:
        name = composed(Markdown("{} **deprecated**{{ .sl-flag }}"), name)
    request = EMPTY if places.api.wire else request_line(places.api, operation)
    return OperationRow(name, request, sentence(operation.summary))
