"""The reference as a list that a language model can read: `llms.txt`."""

from collections.abc import Mapping, Sequence

from specloom.model import Api, Model, Operation
from specloom.naming import distribution_name
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, md_text
from specloom.views.reference.nav import Entry
from specloom.views.reference.operation import operation_title, request_line
from specloom.views.reference.parameter import wire_names
from specloom.views.reference.places import ROOT, Places
from specloom.views.reference.text import code, codes, sentence


class PageLine(View, frozen=True):
    """A page about a whole API."""

    title: Markdown
    address: Markdown
    text: Markdown


class OperationLine(View, frozen=True):
    """An operation in one line."""

    title: Markdown
    address: Markdown
    request: Markdown
    text: Markdown
    parameters: Markdown


class ApiLines(View, frozen=True):
    """An API and its pages."""

    title: Markdown
    summary: Markdown
    python: Markdown
    pages: tuple[PageLine, ...]
    operations: tuple[OperationLine, ...]


class LlmsPage(View, frozen=True):
    """The whole list."""

    summary: Markdown
    apis: tuple[ApiLines, ...]


def llms_output(model: Model, pages: Mapping[str, Sequence[tuple[Entry, str]]]) -> Output:
    """The list; `pages` holds the pages about each API with a word on them, by API id."""
    titles = " and ".join(api.title for api in model.apis)
    view = LlmsPage(
        summary=md_text(f"Every operation, parameter and result of {titles}."),
        apis=tuple(_api(api, pages[api.id]) for api in model.apis),
    )
    return Output(f"{ROOT}/llms.txt", "reference/llms.txt.j2", view)


def _api(api: Api, pages: Sequence[tuple[Entry, str]]) -> ApiLines:
    places = Places.of(api)
    return ApiLines(
        title=md_text(api.title),
        summary=sentence(api.summary),
        python=composed(
            Markdown("Python package {}, imported as {}."),
            code(distribution_name(api.package)),
            code(api.package),
        ),
        pages=tuple(
            PageLine(md_text(entry.title or ""), _address(entry.path or ""), sentence(text))
            for entry, text in pages
        ),
        operations=tuple(_operation(places, one) for one in api.operations),
    )


def _operation(places: Places, operation: Operation) -> OperationLine:
    names = [wire_names(places, operation, one)[0] for one in operation.parameters]
    return OperationLine(
        title=md_text(operation_title(operation)),
        address=_address(places.operation(operation).removeprefix("docs/")),
        request=request_line(places.api, operation),
        text=sentence(operation.summary),
        parameters=codes(names),
    )


def _address(path: str) -> Markdown:
    """The address of a page, seen from the list."""
    return Markdown(f"{path.removeprefix('reference/').removesuffix('.md')}/")
