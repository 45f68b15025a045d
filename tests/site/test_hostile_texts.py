"""Texts that try to be markup are text in a browser, wherever a site of Material for MkDocs prints them.

Each site is built twice, from harmless texts and from hostile ones. Whatever differs but the words, a text made.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.languages.characters import HIDDEN
from specloom.model import document as model_document
from specloom.model.structs import Api, Model, Operation
from specloom.views.reference.places import Places
from tests import browser
from tests.facts.build import committed, written
from tests.facts.test_seller_facts import SELLER
from tests.facts.test_wiki_facts import WIKI
from tests.guides.test_guides import block
from tests.sampling import sampled

from .conftest import BUILDING, ROOT

TEXTS = frozenset(
    {
        "assumed",
        "brief",
        "change",
        "description",
        "effect",
        "helpurls[]",
        "licenselink",
        "licensetag",
    }
    | {"message", "note", "quote", "rules[]", "source", "sourcename", "subject", "summary", "text"}
    | {"keywords[]", "title", "when"}
)
"""Keys of all formats that hold a text, and with brackets, a list of texts."""
NAMED_TEXTS = frozenset({"briefs", "conditions", "parameters"})
"""Keys that hold texts by name."""
NO_TEXTS = frozenset(
    {"envelope", "field_sets", "fields", "group_fields", "resolutions", "siblings"}
)
"""Keys that hold names, or types by name, whose name may be that of a text."""
MARKUP = (
    "<img src=x onerror=top.canary=1>",
    '"><script>top.canary=1</script>',
    "</title></textarea></script><script>top.canary=1</script>",
    "' autofocus onfocus=top.canary=1 onmouseover='top.canary=1",
    '" autofocus tabindex=0 onfocus=top.canary=1 onmouseover="top.canary=1',
    "&lt;img src=x onerror=top.canary=1&gt; &#60;b&#62; &amp;amp; &copy",
    "[x](javascript:top.canary=1)",
    "{{ 7*7 }} {% raw %} {# x #}",
    "!!python/object:os.system",
    "--> <!-- ]]> <?php",
)
NOTED = {"seller": ("items.get", "item_id"), "wiki": ("allpages", "apfrom")}
Text: TypeAlias = Callable[[int], str]


def harmless(number: int) -> str:
    return f"text {number}"


def hostile(number: int) -> str:
    """All of the markup; each text begins with another part of it."""
    start = number % len(MARKUP)
    return " ".join((*MARKUP[start:], *MARKUP[:start], str(number)))


def with_texts(data: Any, text: Callable[[], str], key: str = "", above: str = "") -> Any:
    """A specification with each of its texts replaced."""
    if isinstance(data, dict):
        return {name: with_texts(value, text, name, key) for name, value in data.items()}
    if isinstance(data, list):
        return [with_texts(item, text, f"{key}[]") for item in data]
    is_text = above in NAMED_TEXTS or (key in TEXTS and above not in NO_TEXTS)
    return text() if is_text and isinstance(data, str) else data


def note(text: str) -> str:
    """A text in each place that a note has for one; in a sentence, with all of its marks escaped."""
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
    return f"{escaped}\n\n- *{escaped}*\n\n```text\n{text}\n```\n\nSource: {escaped}\n"


def write_specs(folder: Path, text: Text) -> None:
    numbers = iter(range(100_000))
    apis: list[dict[str, Any]] = []
    for source in (SELLER, WIKI):
        for path, data in committed(source).items():
            file = folder / "spec" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(written(with_texts(data, lambda: text(next(numbers)))), "utf-8")
        additions = folder / f"spec/extra/{source.id}"
        additions.mkdir(parents=True)
        operation, parameter = NOTED[source.id]
        notes = [note(text(next(numbers))) for _ in range(2)]
        (additions / f"{operation}.md").write_text(f"\n\n## {parameter}\n\n".join(notes), "utf-8")
        api_entry = {"id": source.id, "reader": source.reader, "source": source.source}
        api_entry |= {"package": f"{source.id}_client", "additions": f"extra/{source.id}"}
        apis.append({**api_entry, "overlays": list(source.overlays)})
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": apis}), "utf-8")


def test_no_output_holds_a_character_that_does_not_show(tmp_path: Path) -> None:
    write_specs(tmp_path, lambda number: f"text {number} \x1b[2J \u202e \u200f \x9b \U000e0041")
    assert main(["generate", "--quiet", "--config", str(tmp_path / "spec/apis.yaml")]) == 0
    text_outputs = {
        path: path.read_text("utf-8")
        for folder in ("generated", "docs")
        for path in (tmp_path / folder).rglob("*")
        if path.is_file()
    }
    assert [path for path, text in text_outputs.items() if HIDDEN.search(text)] == []
    assert sum("\\\\u202e" in text for text in text_outputs.values()) > 50


# --- Sites -------------------------------------------------------------------------------------------


def own_theme(folder: Path) -> None:
    """As this repository builds its site."""
    shutil.copy(ROOT / "mkdocs.yml", folder)
    for name in ("assets", "stylesheets"):
        shutil.copytree(ROOT / "docs" / name, folder / "docs" / name)


def bare_theme(folder: Path) -> None:
    """As the guide tells strangers, with all that the theme can show of titles."""
    settings = yaml.safe_load(block(ROOT / "docs/guide/getting-started.md", "yaml", "site_name"))
    settings["theme"]["features"] = [
        f"navigation.{name}" for name in ("footer", "indexes", "path", "sections", "tabs")
    ]
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings), "utf-8")


@dataclass(frozen=True)
class Page:
    """Report of a browser about a page."""

    ran: bool
    """A text has run, of it or of pages that were shown beside it; never of a page that is not visited."""
    handlers: int
    """Attributes that hold script; in a visited page, once its own scripts are done."""
    elements: Mapping[str, int]
    """Numbers of elements with exactly these attributes, leading to exactly these addresses."""
    visible: Mapping[str, list[str]]
    """The texts at places of the theme that show titles."""


@dataclass(frozen=True)
class Site:
    """A built site and what a browser says of it."""

    name: str
    model: Model
    pages: Mapping[str, Page]
    results: list[str]
    """Titles that its search has found."""

    def operations(self) -> Iterator[tuple[Api, Operation, Page]]:
        for api in self.model.apis:
            for operation in api.operations:
                path = Places.of(api).operation(operation)
                address = path.removeprefix("docs/").removesuffix(".md") + "/index.html"
                yield api, operation, self.pages[address]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> dict[Text, Path]:
    """Both APIs with each kind of text, for sites of any theme."""
    return {
        text: outputs(tmp_path_factory.mktemp(text.__name__), text) for text in (harmless, hostile)
    }


def outputs(folder: Path, text: Text) -> Path:
    write_specs(folder, text)
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text("# Home\n", "utf-8")
    (folder / "docs/nav.yaml").write_text("- Home: index.md\n- R&D: reference/\n", "utf-8")
    assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    return folder


def visited(site: Path, exhaustive: bool) -> list[str]:
    """The pages to open in the browser: the largest of each folder, whose pages are made by the same template."""
    pages = sorted(site.rglob("*.html"), key=lambda page: page.stat().st_size)
    largest = {page.parent.parent: page for page in pages}
    return [
        page.relative_to(site).as_posix() for page in (pages if exhaustive else largest.values())
    ]


def built(
    folder: Path, theme: Callable[[Path], None], text: Text, *, exhaustive: bool = False
) -> Site:
    """A site of the outputs that are in the folder, as a user makes it."""
    theme(folder)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=folder,
        env={**os.environ, **BUILDING},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    model = model_document.load(folder / "generated/model.yaml", "model.yaml", Diagnostics())
    assert model is not None
    settings = (folder / "mkdocs.yml").read_text("utf-8")
    (name,) = [line[11:] for line in settings.splitlines() if line.startswith("site_name: ")]
    paths = sorted(path.relative_to(folder / "site") for path in (folder / "site").rglob("*.html"))
    script = VISIT.replace("PATHS", json.dumps([path.as_posix() for path in paths]))
    live = visited(folder / "site", exhaustive) if text is hostile else []
    script = script.replace("VISITED", json.dumps(live))
    report = browser.run(folder / "site", script)
    pages = {path: Page(**page) for path, page in report["pages"].items()}
    return Site(name, model, pages, report["results"])


VISIT = """
const frames = Array.from({length: 6}, () => document.body.appendChild(document.createElement("iframe")))
for (const frame of frames) frame.width = 1300
const words = text => text.replace(/\\\\s+/g, " ").trim()
const pause = () => new Promise(done => setTimeout(done, 50))
const show = (path, frame) => new Promise(done => {
  frame.onload = () => pause().then(done)
  frame.src = "/" + path
})
const kind = element => [
  element.closest("pre") ? "in code: " + element.localName : element.localName,
  ...[...element.attributes].map(one => one.name).sort(),
  ...["href", "src", "action", "data"].map(name => element.getAttribute(name)?.replace(/#.*/, "#"))
].join(" ").trim()
const places = {
  headings: "h1, h2, h3, h4",
  drawer: ".md-nav--primary .md-nav__link:not([for=__toc], .md-nav__container):not(:empty)",
  sections: ".md-nav--primary .md-nav__title",
  labels: ".md-nav--primary nav",
  tabs: ".md-tabs__link",
  path: ".md-path__item",
  header: "[data-md-component=header-topic]",
  footer: ".md-footer__title .md-ellipsis",
}
const pages = {}
const live = {}
const visited = VISITED
for (let next = 0; next < visited.length; next += frames.length) {
  top.canary = 0
  const together = visited.slice(next, next + frames.length)
  await Promise.all(together.map((path, place) => show(path, frames[place])))
  together.forEach((path, place) => {
    const attributes = [...frames[place].contentDocument.querySelectorAll("*")].flatMap(one => [...one.attributes])
    live[path] = {
      ran: Boolean(top.canary),
      handlers: attributes.filter(one => one.name.startsWith("on")).length,
    }
  })
}
for (const path of PATHS) {
  const text = await (await fetch("/" + path)).text()
  const parsed = new DOMParser().parseFromString(text, "text/html")
  const elements = {}
  const handlers = [...parsed.querySelectorAll("*")]
    .flatMap(one => [...one.attributes]).filter(one => one.name.startsWith("on")).length
  for (const one of parsed.querySelectorAll("*")) {
    elements[kind(one)] = (elements[kind(one)] ?? 0) + 1
  }
  const shown = {title: [parsed.title]}
  for (const [name, selector] of Object.entries(places)) {
    shown[name] = [...parsed.querySelectorAll(selector)].map(one =>
      words(name === "labels" ? one.ariaLabel ?? "" : one.textContent.replace("\\u00b6", "")))
  }
  shown.description = [...parsed.querySelectorAll("meta[name=description]")].map(one => one.content)
  pages[path] = {ran: false, handlers, ...live[path], elements, visible: shown}
}
const [frame] = frames
top.canary = 0
await show("index.html?q=text+onerror", frame)
let found = []
for (let waited = 0; waited < 400 && !found.length; waited++) {
  await pause()
  found = [...frame.contentDocument.querySelectorAll(".md-search-result__article")]
}
await pause()
pages["index.html"].ran ||= Boolean(top.canary)
return {pages, results: found.map(one => words(one.querySelector("h1, h2").textContent))}
"""


@pytest.fixture(scope="module", params=sampled([own_theme, bare_theme], [own_theme]))
def twins(
    request: pytest.FixtureRequest,
    generated: dict[Text, Path],
    exhaustive: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Site, Site]:
    """A site with harmless texts, and the same with hostile ones."""
    sites = [
        built(
            shutil.copytree(folder, tmp_path_factory.mktemp(text.__name__) / "site"),
            request.param,
            text,
            exhaustive=exhaustive,
        )
        for text, folder in generated.items()
    ]
    return sites[0], sites[1]


# --- What holds --------------------------------------------------------------------------------------


@pytest.mark.promise(
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site.",
    "shows `{{ name }}` and `{: .class }` as they are",
)
def test_no_text_runs(twins: tuple[Site, Site]) -> None:
    _, site = twins
    assert len(site.pages) > 30
    assert [path for path, page in site.pages.items() if page.ran or page.handlers] == []


@pytest.mark.promise(
    "In a `mkdocs.yml` of your own, this is enough",
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site.",
)
def test_every_element_attribute_and_link_is_of_a_template(twins: tuple[Site, Site]) -> None:
    expected, site = twins
    assert site.pages.keys() == expected.pages.keys()
    for path, page in site.pages.items():
        actual, wanted_elements = (
            Counter(outside_code(page_elements)) for page_elements in (page, expected.pages[path])
        )
        assert (actual - wanted_elements, wanted_elements - actual) == (Counter(), Counter()), path
        elements_in_code = {element for element in page.elements if element.startswith("in code: ")}
        assert elements_in_code <= IN_CODE, path


def outside_code(page: Page) -> dict[str, int]:
    """Highlighting makes as many elements of a literal as it has escapes."""
    return {
        element: count
        for element, count in page.elements.items()
        if not element.startswith("in code: ")
    }


IN_CODE = {
    f"in code: {element}"
    for element in (
        *("pre", "pre aria-label role tabindex", "span", "span class", "code", "code tabindex"),
        *("code class", "code class tabindex"),
        *("a href id name #", "a class href #"),
    )
}


@pytest.mark.promise("`R&D` and `<b>` are shown as they are")
def test_titles_are_shown_as_they_are(twins: tuple[Site, Site]) -> None:
    for site in twins:
        for api, operation, page in site.operations():
            title = operation.title or operation.id
            group = next(
                api_group.title for api_group in api.groups if api_group.name == operation.group
            )
            visible = page.visible
            assert visible["title"] == [f"{title} - {site.name}"]
            assert visible["headings"][0] == title
            assert visible["description"] == [operation.summary]
            assert visible["header"] == [title]
            assert visible["path"] == ["Home", "R&D", api.title, group]
            assert {title, group, api.title} <= {*visible["drawer"], *visible["sections"]}


def test_no_title_is_encoded_twice(twins: tuple[Site, Site]) -> None:
    for site in twins:
        titles = {heading for page in site.pages.values() for heading in page.visible["headings"]}
        titles |= {api.title for api in site.model.apis} | {"R&D", site.name, "Table of contents"}
        titles |= {group.title for api in site.model.apis for group in api.groups}
        for path, page in site.pages.items():
            for place in ("drawer", "sections", "labels", "tabs", "path", "footer"):
                assert {*page.visible[place]} - {""} <= titles, (path, place)


def test_search_shows_headings_as_they_are(twins: tuple[Site, Site]) -> None:
    for site in twins:
        headings = {heading for page in site.pages.values() for heading in page.visible["headings"]}
        assert site.results
        assert {*site.results} <= headings
