"""The reference as a list that a language model can read: `llms.txt`."""

from collections.abc import Sequence

from specloom.model.naming import distribution_name
from specloom.model.structs import Api
from specloom.rendering.render import Output, View
from specloom.views.reference.pages import PageLink, page_links
from specloom.views.reference.places import ROOT, OperationLink, Places

PATH = f"{ROOT}/llms.txt"


class LlmsApi(View, frozen=True):
    """An API and its pages."""

    api: Api
    distribution: str
    """Name of its Python package for `pip install`."""
    pages: tuple[PageLink, ...]
    operations: tuple[OperationLink, ...]


class LlmsPage(View, frozen=True):
    """The whole list."""

    apis: tuple[LlmsApi, ...]


def llms_output(apis: Sequence[tuple[Places, Sequence[str]]]) -> Output:
    """The list, of APIs and the names of the pages about each."""
    lines = (
        LlmsApi(
            places.api,
            distribution_name(places.api.package),
            tuple(
                PageLink(link.name, _served(link.address))
                for link in page_links(places, names, PATH)
            ),
            tuple(
                OperationLink(link.operation, link.title, link.request, _served(link.address))
                for link in places.links(PATH)
            ),
        )
        for places, names in apis
    )
    return Output(PATH, "reference/llms.txt.j2", LlmsPage(tuple(lines)))


def _served(address: str) -> str:
    """The address of a page on a site. The list is not a page, so that no link in it is adapted."""
    return f"{address.removesuffix('.md')}/"
