"""The reference part of the site: a page for everything in the model, and the navigation."""

from specloom.model.structs import Api, Model
from specloom.rendering.render import Copy, Output, View
from specloom.views.reference import pages
from specloom.views.reference.llms import llms_output
from specloom.views.reference.nav import Guide, nav_output
from specloom.views.reference.operation import operation_output
from specloom.views.reference.places import ROOT, Places, Section, path_to
from specloom.views.reference.requests import requests_output


class ApiCard(View, frozen=True):
    """An API on the first page."""

    api: Api
    address: str
    """Of its overview."""
    sections: tuple[Section, ...]
    action_sections: tuple[Section, ...]
    parameter_count: int


class ReferencePage(View, frozen=True):
    """The first page."""

    apis: tuple[ApiCard, ...]


def outputs(model: Model, guide: Guide = ()) -> list[Output | Copy]:
    """Every page of the reference and the navigation; `guide` is the guides' own navigation."""
    made: list[Output | Copy] = []
    apis: list[tuple[Places, list[str]]] = []
    for api in model.apis:
        places = Places(api)
        about = pages.outputs(places)
        apis.append((places, list(about)))
        made += [pages.overview(places, list(about)), *about.values()]
        made += [operation_output(places, operation) for operation in places.operations]
        requests = requests_output(places)
        made += [requests] if requests else []
    first = _first_page([places for places, _ in apis])
    samples = Output(f"{ROOT}/samples.js", "reference/samples.js.j2", View())
    return [first, *made, samples, llms_output(apis), nav_output(apis, guide)]


def _first_page(apis: list[Places]) -> Output:
    page = f"{ROOT}/index.md"
    cards = (
        ApiCard(
            places.api,
            path_to(page, places.page("index")),
            places.sections(page),
            places.action_sections(page),
            sum(len(operation.parameters) for operation in places.operations),
        )
        for places in apis
    )
    return Output(page, "reference/index.md.j2", ReferencePage(tuple(cards)))
