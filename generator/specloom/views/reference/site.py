"""The reference part of the site: a page for everything in the model, and the navigation."""

from collections.abc import Iterator

from specloom.model.structs import Api, Model
from specloom.naming.names import Names
from specloom.rendering.render import Copy, Output, View
from specloom.views.reference import pages
from specloom.views.reference.home import home_output
from specloom.views.reference.llms import llms_output
from specloom.views.reference.nav import Guide, nav_output
from specloom.views.reference.operation import operation_output
from specloom.views.reference.places import ROOT, Places, Section, path_to
from specloom.views.reference.requests import requests_output


class ApiCard(View, frozen=True):
    """An API on the first page."""

    api: Api
    noun: str
    """What its operations are called."""
    address: str
    """Of its overview."""
    sections: tuple[Section, ...]
    action_sections: tuple[Section, ...]
    parameter_count: int


class ReferencePage(View, frozen=True):
    """The first page."""

    apis: tuple[ApiCard, ...]


def outputs(model: Model, names: Names, guide: Guide = ()) -> Iterator[Output | Copy]:
    """Every page of the reference and the navigation; `guide` is the guides' own navigation."""
    apis: list[tuple[Places, list[str]]] = []
    for api in model.apis:
        places = Places(api, names[api.id])
        about = pages.outputs(places)
        apis.append((places, list(about)))
        yield pages.overview(places, list(about))
        yield home_output(places, list(about))
        yield from about.values()
        del about  # views
        yield from pages.letter_outputs(places)
        for operation in places.operations:
            yield operation_output(places, operation)
        requests = requests_output(places)
        if requests is not None:
            yield requests
    yield _first_page([places for places, _ in apis])
    yield Output(f"{ROOT}/samples.js", "reference/samples.js.j2", View())
    yield llms_output(apis)
    yield nav_output(apis, guide)


def _first_page(apis: list[Places]) -> Output:
    page = f"{ROOT}/index.md"
    cards = (
        ApiCard(
            places.api,
            places.manner.noun,
            path_to(page, places.page("index")),
            places.sections(page),
            places.action_sections(page),
            sum(len(operation.parameters) for operation in places.operations),
        )
        for places in apis
    )
    return Output(page, "reference/index.md.j2", ReferencePage(tuple(cards)))
