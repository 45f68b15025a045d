"""Pages of an API with names and texts that nobody expects."""

import json
from pathlib import Path
from typing import Any

import markdown
import pytest
import yaml
from msgspec.structs import replace

from specloom.languages.markdown import md_anchor
from specloom.model.structs import (
    Api,
    Contact,
    Enumeration,
    Field,
    Group,
    Http,
    HttpParameter,
    License,
    ListOf,
    MediaWiki,
    Model,
    Module,
    Operation,
    Parameter,
    Record,
    Reference,
    Rest,
    Result,
    Server,
    Wire,
    address_of,
)
from specloom.naming.names import package_names
from specloom.rendering.render import Output, Renderer
from specloom.views.reference import site as reference
from specloom.views.reference.nav import SECTION_SIZE
from specloom.views.reference.places import Places
from tests.facts.page import extensions

from .conftest import ROOT
from .html_page import Element, parse

NASTY = [
    *("a|b", "a`b", "<script>alert(1)</script>", "{{ x }}", "{% x %}", "[a](b)", "&amp;", "__a__"),
    *(
        "*",
        "!a",
        "a{b}",
        "#",
        "${x}",
        "\u00fc",
        "a b",
        "~~~",
        "```",
        "1.",
        "null",
        ":x:",
        "-",
        "a\\",
    ),
]


def wiki(operations: tuple[Operation, ...], types: tuple[Record | Enumeration, ...] = ()) -> Api:
    return Api(
        id="odd",
        title="Odd: a wiki",
        protocol=MediaWiki(
            wire=Wire(
                fixed_parameters={"action": "query"},
                group_parameters={"list": "list"},
                generator_parameter="generator",
                generator_prefix="g",
                separator="|",
                alternative_separator="\x1f",
                post_above_bytes=2000,
                post_header="H: true",
                error_header="E",
                parameters=(),
                page="Page",
            ),
        ),
        package="odd_wiki",
        version="0.1.0",
        summary="Anything: goes | here {{ x }} <b>.",
        server=Server(
            url="{e}", variable="e", summary="Where.", example="https://odd.example/api.php"
        ),
        groups=(Group(name="list", title="Lists"),),
        operations=operations,
        types=(Record(name="Page", fields=()), *types),
    )


def render(api: Api) -> dict[str, str]:
    renderer = Renderer(ROOT / "templates")
    outputs = reference.outputs(Model(apis=(api,)), {api.id: package_names(api)})
    return {
        output.path: renderer.render(output) for output in outputs if isinstance(output, Output)
    }


def page_for(text: str) -> Element:
    names, _ = extensions()
    return parse(markdown.markdown(text.split("\n---\n", 1)[1], extensions=names))


@pytest.fixture(scope="module")
def page() -> Element:
    operation = Operation(
        id="odd",
        group="list",
        call=Module(),
        summary=" ".join(NASTY),
        parameters=tuple(
            Parameter(name=name, type=ListOf(items=Reference(name="Odd")), summary=name)
            for name in NASTY
        ),
        result=Result(type=ListOf(items=Reference(name="OddItem")), where="query", key="odd"),
    )
    fields = tuple(Field(name=name, type="string", summary=name) for name in NASTY)
    types = (Enumeration(name="Odd", values=tuple(NASTY)), Record(name="OddItem", fields=fields))
    return page_for(render(wiki((operation,), types))["docs/reference/odd/list/odd.md"])


@pytest.mark.promise("a page per operation, module and action, an anchor per parameter")
def test_every_parameter_has_its_heading_and_anchor(page: Element) -> None:
    headings = [
        heading for heading in page.all("h3") if heading.attributes["id"].startswith("param-")
    ]
    assert [heading.text for heading in headings] == [" ".join(name.split()) for name in NASTY]
    assert [heading.attributes["id"] for heading in headings] == [
        f"param-{md_anchor(name)}" for name in NASTY
    ]
    assert len({heading.attributes["id"] for heading in headings}) == len(NASTY)


def test_every_value_is_code(page: Element) -> None:
    value_item = next(
        dd for dt, dd in zip(page.all("dt"), page.all("dd"), strict=True) if dt.text == "Values"
    )
    assert [code.text for code in value_item.all("code")] == NASTY


def test_every_field_has_a_row_and_an_anchor(page: Element) -> None:
    tables = [[row.all("td") for row in table.all("tr")[1:]] for table in page.all("table")]
    parameters, rows = tables
    assert [cells[0].text for cells in parameters] == NASTY
    assert [cells[0].text for cells in rows] == NASTY
    assert [cells[0].all("code")[0].attributes["id"] for cells in rows] == [
        f"field-OddItem-{md_anchor(name)}" for name in NASTY
    ]


def test_no_text_becomes_an_element(page: Element) -> None:
    assert not page.all("script")
    assert not page.all("b")
    assert "b" not in {link.attributes["href"] for link in page.all("a")}


def test_front_matter_is_yaml_whatever_the_title_is() -> None:
    for text in render(
        wiki((Operation(id="null: yes", group="list", call=Module(), summary="a: b #c"),))
    ).values():
        if text.startswith("---\n"):
            front = yaml.safe_load(text.split("\n---\n", 1)[0].removeprefix("---\n"))
            assert isinstance(front["title"], str)
            assert isinstance(front["description"], str)


def test_names_that_differ_only_by_case_get_pages_of_their_own() -> None:
    operations = tuple(
        Operation(id=name, group="list", call=Module())
        for name in ("a", "A", "index", "\u00fc", "a/b")
    )
    places = Places.of(wiki(operations))
    pages = [places.operation(operation) for operation in operations]
    assert len({page.lower() for page in pages}) == len(operations)
    assert not [page for page in pages if page.endswith("/index.md") or page.count("/") != 4]


def test_a_long_section_of_the_navigation_is_cut(tmp_path: Path) -> None:
    count = 3 * SECTION_SIZE + 1
    operations = tuple(
        Operation(id=f"m{number:04}", group="list", call=Module()) for number in range(count)
    )
    nav = yaml.safe_load(render(wiki(operations))["generated/nav.yml"])["nav"]

    def sections(entries: list[object]) -> list[int]:
        inner = [
            part
            for entry in entries
            if isinstance(entry, dict)
            for part in entry.values()
            if isinstance(part, list)
        ]
        return [len(entries), *(size for part in inner for size in sections(part))]

    assert max(sections(nav)) <= SECTION_SIZE
    assert str(nav).count("reference/odd/list/m") == count


@pytest.mark.promise("`docs/nav.yaml` puts them around the reference")
def test_guides_stand_around_the_reference() -> None:
    renderer = Renderer(ROOT / "templates")
    guide: list[Any] = [
        {"Home": "index.md"},
        {"API": "reference/"},
        {"More": ["a.md", {"B: c": "b.md"}]},
    ]
    api = wiki(())
    outputs = reference.outputs(Model(apis=(api,)), {api.id: package_names(api)}, guide)
    (navigation_output,) = (output for output in outputs if output.path == "generated/nav.yml")
    assert isinstance(navigation_output, Output)
    nav = yaml.safe_load(renderer.render(navigation_output))["nav"]
    assert nav[0] == {"Home": "index.md"}
    assert nav[1]["API"][0] == "reference/index.md"
    assert nav[2] == {"More": ["a.md", {"B: c": "b.md"}]}


@pytest.mark.parametrize(
    ("url", "variable", "example", "address"),
    [
        ("https://{shop}.example.org/v1", "shop", "flowers", "https://flowers.example.org/v1"),
        ("{place}", "place", "https://shop.example.org", "https://shop.example.org"),
        ("https://shop.example.org", None, "https://shop.example.org", "https://shop.example.org"),
    ],
)
def test_an_example_stands_in_place_of_the_variable(
    url: str, variable: str | None, example: str, address: str
) -> None:
    server = Server(url=url, variable=variable, summary="Where.", example=example)
    assert address_of(server) == address


@pytest.mark.parametrize(
    ("contact", "licence", "expected"),
    [
        (
            Contact(name="Desk", url="https://library.example.org/", email="desk@example.org"),
            License(name="MIT License", identifier="MIT"),
            "Contact\n:   [Desk](https://library.example.org/), `desk@example.org`\n\n"
            "Licence\n:   [MIT License](https://spdx.org/licenses/MIT.html)\n",
        ),
        (
            Contact(name="<b>", url="https://["),
            License(name="Own", url="https://library.example.org/licence"),
            "Contact\n:   &lt;b>\n\nLicence\n:   [Own](https://library.example.org/licence)\n",
        ),
        (
            Contact(email="desk@example.org"),
            License(name="Own"),
            "Contact\n:   `desk@example.org`\n\nLicence\n:   Own\n",
        ),
        (
            Contact(url="https://library.example.org/", email="desk@example.org"),
            License(name="Own"),
            "Contact\n:   [https://library.example.org/](https://library.example.org/), `desk@example.org`\n",
        ),
    ],
)
@pytest.mark.promise("The first page of an API has its contact and licence")
def test_the_overview_has_contact_and_licence(
    contact: Contact, licence: License, expected: str
) -> None:
    api = replace(wiki(()), contact=contact, license=licence)
    assert expected in render(api)["docs/reference/odd/index.md"]


def test_a_body_is_shown_apart_from_the_samples_whose_imports_are_sorted() -> None:
    draft = Record(
        name="BookDraft",
        fields=(Field(name="title", type="string"), Field(name="pages", type="integer")),
    )
    body = Parameter(
        name="body",
        type=Reference(name="BookDraft"),
        required=True,
        http=HttpParameter(location="body"),
    )
    operation = Operation(
        id="books.add",
        group="books",
        call=Http(method="POST", path="/books", method_name="add"),
        parameters=(body,),
    )
    group = Group(name="books", title="Books")
    api = replace(
        wiki(()), protocol=Rest(), groups=(group,), operations=(operation,), types=(draft,)
    )
    page = render(api)["docs/reference/odd/books/add.md"]
    assert " import BookDraft, Client\n" in page
    assert " import AsyncClient, BookDraft\n" in page
    _, _, shown = page.partition('Request body\n{ .sl-caption data-body="" }\n\n```json\n')
    assert json.loads(shown.partition("```")[0]).keys() == {"title", "pages"}
