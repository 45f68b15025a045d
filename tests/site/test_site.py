"""The site as a whole: it builds strictly and repeatably, and needs no other host."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from specloom.model.structs import Model
from specloom.views.reference.places import Places

from .conftest import BUILT, ROOT
from .html_page import Element, parse

LIGHT, LIGHT_IF_LONG, LIGHT_IF_LONGEST = 12_000, 20_500, 25_500
"""Bytes of a page's HTML, compressed; each has a link to every module and action."""
LONGEST = Path("reference/wiki/python")
"""It has the arguments of each method of the client, `act_reply` and `explain_call` among them, and each public class and error."""
CHANGELOG = Path("changelog")
"""It grows with every change: its limit is that of a page, and its text beside that."""
LONG = {
    "contributing/architecture": "every idea of the program, and where it lives",
    "guide/commands": "every option of every command",
    "guide/migration": "whole scripts for four libraries, side by side",
    "guide/migration-writing": "the same for writing",
    "guide/openapi": "every option of every profile",
    "guide/openapi-input": "every part of a document, and what is made of it",
    "guide/openapi-tools": "what each tool makes of each document",
    "guide/overlay-format": "every key of the format",
    "guide/rest-format": "every key of the format",
    "reference/wiki/calling": "every parameter of the query itself",
    "reference/wiki/types": "every record that several modules or actions share",
    "reference/wiki/parameters": "every parameter of every module",
    "reference/wiki/python": "every public name of the package",
    "reference/wiki/rules": "every rule of every module and action",
}
"""Page → what it lists; it may be longer, as may modules with many parameters, values and fields."""
MANY = 30
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "use": "href",
    "image": "href",
}
LOADING_RELATIONS = {
    "stylesheet",
    "icon",
    "preload",
    "prefetch",
    "modulepreload",
    "manifest",
    "preconnect",
    "dns-prefetch",
    "alternate",
    "apple-touch-icon",
}
CSS_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


@pytest.fixture(scope="session")
def documents(site: Path) -> dict[Path, Element]:
    return {path: parse(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


@pytest.mark.promise(
    "typed Python clients, OpenAPI 3.1 documents and an MkDocs reference site",
    "`make docs` builds the site",
)
def test_a_strict_build_finds_nothing(site: Path) -> None:
    """The site of all tests is built with `--strict`, which ends in a failure where MkDocs warns."""
    code, _, log = site.with_name(BUILT).read_text("utf-8").partition("\n")
    assert code == "0" and "WARNING" not in log, log


def files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def loaded(element: Element) -> Iterator[str]:
    """Addresses that a browser fetches to show the page."""
    for inner in element.walk():
        if inner.tag in LOADED:
            yield inner.attributes.get(LOADED[inner.tag], "")
        if inner.tag == "link" and LOADING_RELATIONS & set(inner.attributes.get("rel", "").split()):
            yield inner.attributes.get("href", "")
        if inner.tag == "style" or "style" in inner.attributes:
            text = inner.attributes.get("style", "") + inner.text
            yield from ("".join(address) for address in CSS_ADDRESS.findall(text))


def is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "data")


@pytest.mark.promise("It loads nothing from another host")
def test_nothing_is_loaded_from_another_host(documents: dict[Path, Element], site: Path) -> None:
    addresses = [(path, address) for path, page in documents.items() for address in loaded(page)]
    assert len(addresses) > len(documents), "pages load at least a stylesheet"
    assert not [address for address in addresses if is_elsewhere(address[1])]
    sheets = [path for path in files(site) if path.suffix == ".css"]
    used = [
        (path.name, "".join(address))
        for path in sheets
        for address in CSS_ADDRESS.findall(path.read_text(encoding="utf-8"))
    ]
    assert sheets
    assert not [address for address in used if is_elsewhere(address[1])]


def test_white_space_of_code_has_no_elements(site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("index.html")]
    assert sum(page.count('<span class="s2">') for page in pages) > 1000
    assert not [page for page in pages if '<span class="w">' in page]


def test_every_internal_link_and_anchor_resolves(
    documents: dict[Path, Element], site: Path
) -> None:
    ids = {
        path: {inner.attributes["id"] for inner in page.walk() if inner.attributes.get("id")}
        for path, page in documents.items()
    }
    broken: list[str] = []
    followed = 0
    for path, page in documents.items():
        if path.name == "404.html":
            continue  # shown at any address, so its links begin at the root
        for link in page.all("a"):
            parts = urlsplit(link.attributes.get("href", ""))
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            followed += 1
            if (
                not target.is_file()
                or not target.is_relative_to(site.resolve())
                or (parts.fragment and unquote(parts.fragment) not in ids.get(target, set()))
            ):
                broken.append(f"{path.relative_to(site)}: {link.attributes['href']}")
    assert not broken, broken[:20]
    assert followed > 5000


def test_code_in_tables_shows_no_escape_of_markdown(documents: dict[Path, Element]) -> None:
    """Between backticks, Markdown shows the backslash in front of a bar, which tables need on other sites."""
    codes = {code for page in documents.values() for cell in page.all("td") for code in cell.codes}
    assert len(codes) > 1000
    assert [code for code in codes if "\\|" in code] == []


def test_pages_are_light(site: Path, model: Model) -> None:
    """A page is its navigation, header and search for the most part; what is long lists more than others."""
    long = {Path(name) for name in LONG}
    for api in model.apis:
        places = Places.of(api)
        for operation in places.operations:
            counted_texts = (
                *operation.errors,
                *operation.parameters,
                *(value for parameter in operation.parameters for value in parameter.value_texts),
                *(field for record in places.records(operation) for field in record.fields),
            )
            if len(counted_texts) >= MANY:
                page = places.operation(operation).removeprefix("docs/").removesuffix(".md")
                long.add(Path(page))
    told_of_changes = (ROOT / "CHANGELOG.md").read_bytes()
    limits = {
        **dict.fromkeys(long, LIGHT_IF_LONG),
        LONGEST: LIGHT_IF_LONGEST,
        CHANGELOG: LIGHT + len(gzip.compress(told_of_changes, 9)),
    }
    for path in site.rglob("*.html"):
        size = len(gzip.compress(path.read_bytes(), 9))
        light = limits.get(path.parent.relative_to(site), LIGHT)
        assert size <= light, (path, size)


def test_a_picture_has_its_room_before_it_arrives(documents: dict[Path, Element]) -> None:
    pictures = [picture for page in documents.values() for picture in page.all("img")]
    assert len(pictures) > len(documents), "each page has the logo"
    assert not [
        picture.attributes
        for picture in pictures
        if not {"width", "height"} <= picture.attributes.keys()
    ]


def test_no_id_is_used_twice_on_a_page(documents: dict[Path, Element]) -> None:
    for path, page in documents.items():
        ids = [inner.attributes["id"] for inner in page.walk() if inner.attributes.get("id")]
        assert len(ids) == len(set(ids)), (path, sorted({id_ for id_ in ids if ids.count(id_) > 1}))


def test_every_page_has_one_title_and_a_description(documents: dict[Path, Element]) -> None:
    for path, page in documents.items():
        if path.name != "404.html" and "reference" in path.parts:
            assert len(page.all("h1")) == 1, path
            metas = {meta.attributes.get("name"): meta for meta in page.all("meta")}
            assert metas["description"].attributes["content"], path


def test_the_list_for_language_models_names_every_operation(site: Path, model: Model) -> None:
    text = (site / "reference/llms.txt").read_text(encoding="utf-8")
    addresses = re.findall(r"\]\(([^)]+)\)", text)
    assert all((site / "reference" / address / "index.html").is_file() for address in addresses)
    for api in model.apis:
        for operation in Places.of(api).operations:
            page = Places.of(api).operation(operation).removeprefix("docs/reference/")
            assert f"{page.removesuffix('.md')}/" in addresses


def test_the_changelog_is_a_page(site: Path) -> None:
    page = (site / "changelog/index.html").read_text(encoding="utf-8")
    assert '<h2 id="unreleased">' in page


def test_on_a_phone_cells_of_wide_tables_have_labels(site: Path) -> None:
    html = (site / "guide/wiki/errors/index.html").read_text(encoding="utf-8")
    assert html.count('<td data-label="What to do">') == html.count('<td data-label="When">') > 5
    module = (site / "reference/wiki/list/allpages/index.html").read_text(encoding="utf-8")
    assert (
        "data-label" not in module
    )  # the tables of parameters and fields have labels in the style sheet
