"""The reference part of the site: a page for everything in the model, and the navigation."""

from specloom.model import Api, Model
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, joined, md_text
from specloom.views.reference.authentication import authentication_output
from specloom.views.reference.calling import calling_output, calling_title
from specloom.views.reference.errors import errors_output
from specloom.views.reference.index import (
    deprecated_output,
    generators_output,
    has_deprecated,
    operation_link,
    parameters_output,
    rules_output,
)
from specloom.views.reference.llms import llms_output
from specloom.views.reference.nav import REFERENCE, Entry, Guide, nav_output
from specloom.views.reference.operation import operation_noun, operation_output
from specloom.views.reference.overview import api_output
from specloom.views.reference.places import ROOT, Places
from specloom.views.reference.text import anchor, counted, link, path_to, sentence
from specloom.views.reference.types import types_output
from specloom.views.reference.unspecified import unspecified_output
from specloom.views.reference.values import values_output


class GroupCard(View, frozen=True):
    """A group of operations and links to them."""

    title: Markdown
    operations: Markdown


class ApiCard(View, frozen=True):
    """An API on the first page."""

    title: Markdown
    anchor: Markdown
    summary: Markdown
    overview: Markdown
    """A link to the API's own first page."""
    groups: tuple[GroupCard, ...]


class ReferencePage(View, frozen=True):
    """The first page."""

    apis: tuple[ApiCard, ...]


class Section(View, frozen=True):
    """A page about a whole API: file name, title, what it holds."""

    name: str
    title: str
    text: str
    output: Output | None


def outputs(model: Model, guide: Guide = ()) -> list[Output]:
    """Every page of the reference and the navigation; `guide` is the guides' own navigation."""
    made = [_first_page(model)]
    entries: dict[str, list[tuple[Entry, str]]] = {}
    for api in model.apis:
        places = Places.of(api)
        sections = [one for one in _sections(places) if one.output is not None]
        made.append(api_output(places, tuple((s.name, s.title, s.text) for s in sections)))
        made += [one.output for one in sections if one.output is not None]
        made += [operation_output(places, operation) for operation in api.operations]
        entries[api.id] = [
            (Entry(one.title, f"{REFERENCE}{api.id}/{one.name}.md"), one.text) for one in sections
        ]
    in_nav = {id_: [entry for entry, _ in listed] for id_, listed in entries.items()}
    return [*made, llms_output(model, entries), nav_output(model, in_nav, guide)]


def _sections(places: Places) -> list[Section]:
    api = places.api
    generators = any(one.generator for one in api.operations)
    rules = any(one.rules for one in api.operations)
    return [
        Section(
            "calling", calling_title(api), "what every call has in common", calling_output(places)
        ),
        Section(
            "authentication",
            "Authentication",
            "how a caller says who it is",
            authentication_output(places),
        ),
        Section("errors", "Errors", "what can go wrong", errors_output(places)),
        Section(
            "parameters", "Parameters A to Z", "every parameter by name", parameters_output(places)
        ),
        Section("types", "Types", "records and their fields", types_output(places)),
        Section(
            "values", "Value lists", "values that several parameters share", values_output(places)
        ),
        Section(
            "generators",
            "Generators",
            "modules that choose the pages of a query",
            generators_output(places) if generators else None,
        ),
        Section(
            "rules",
            "Rules between parameters",
            "what parameters ask of each other",
            rules_output(places) if rules else None,
        ),
        Section(
            "deprecated",
            "Deprecated",
            "what is still accepted but advised against",
            deprecated_output(places) if has_deprecated(places) else None,
        ),
        Section(
            "unspecified",
            "Not specified",
            "what the sources do not say, and what is assumed",
            unspecified_output(places),
        ),
    ]


def _first_page(model: Model) -> Output:
    page = f"{ROOT}/index.md"
    view = ReferencePage(tuple(_card(api, page) for api in model.apis))
    return Output(page, "reference/index.md.j2", view)


def _card(api: Api, page: str) -> ApiCard:
    places = Places.of(api)
    titles = {group.name: group.title for group in api.groups}
    groups = dict.fromkeys(operation.group for operation in api.operations)
    parameters = sum(len(operation.parameters) for operation in api.operations)
    counts = composed(
        Markdown("Overview of {} with {}"),
        counted(len(api.operations), operation_noun(api)),
        counted(parameters, "parameter"),
    )
    return ApiCard(
        title=md_text(api.title),
        anchor=anchor("api", api.id),
        summary=sentence(api.summary),
        overview=link(counts, path_to(page, places.page("index"))),
        groups=tuple(
            GroupCard(
                title=md_text(titles.get(name, name)),
                operations=joined(
                    Markdown(", "),
                    [
                        operation_link(places, operation, page)
                        for operation in api.operations
                        if operation.group == name
                    ],
                ),
            )
            for name in groups
        ),
    )
