"""What pages do not repeat: samples that the form prints, and parts of the theme that one script has."""

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from specloom.site.filled_samples import with_first_language
from specloom.site.shared_parts import SharedParts
from tests import browser

from .conftest import ROOT
from .html_page import Element, Page
from .script import script_results

_TAB = re.compile(r'^=== "(.+)"\n\n    ```\w+\n((?: {4}.*\n|\n)+?)    ```$', re.MULTILINE)
_TEMPLATES = re.compile(r"globalThis\.specloomSamples = (.*?);?\n?\Z", re.DOTALL)


def calls_of(page: Page) -> list[Any]:
    """The facts of a form."""
    forms = (element.attributes.get("data-call") for element in page.content.walk())
    return [json.loads(call) for call in forms if call]


def samples_of(page: Page) -> list[str]:
    """The code of each language in the panel of the call."""
    [panel] = [each for each in page.content.walk() if each.attributes.get("class") == "sl-call"]
    blocks = [each for each in panel.walk() if each.attributes.get("class") == "tabbed-block"]
    return [_code(block) for block in blocks]


def _code(block: Element) -> str:
    return "".join(str(part) for code in block.all("code") for part in _texts(code))


def _texts(element: Element) -> list[str]:
    return [
        text
        for child in element.children
        for text in (_texts(child) if isinstance(child, Element) else [child])
    ]


def test_a_page_has_the_first_sample_and_its_form_prints_all_that_the_source_has(
    site: Path,
) -> None:
    text = (site / "reference/samples.js").read_text("utf-8")
    [templates] = _TEMPLATES.findall(text)
    calls: list[Any] = []
    written: list[list[str]] = []
    for path in sorted((site / "reference").rglob("index.html")):
        page = Page(path)
        for call in calls_of(page):
            source = ROOT / "docs" / path.parent.relative_to(site).with_suffix(".md")
            tabs = [dedent(code) for _, code in _TAB.findall(source.read_text("utf-8"))]
            samples = samples_of(page)
            assert samples == [tabs[0], *[""] * (len(samples) - 1)], path
            calls.append({"facts": call, "values": call["example"], "server": call["server"]})
            written.append(tabs[: len(samples)])
    assert len(calls) > 100
    results = script_results(calls, json.loads(templates))
    for result, samples in zip(results, written, strict=True):
        assert [f"{sample}\n" for sample in result["samples"]] == samples


FORM = """\
<section><div class="sl-try" data-call="{}"></div><div class="tabbed-labels"><label>A</label><label>B</label></div>
<div class="tabbed-block"><div class="highlight"><pre><code>a</code></pre></div></div>
<div class="tabbed-block"><div class="highlight"><pre><code>b</code></pre></div></div></section>
<section><pre><code>b</code></pre></section>
"""


@pytest.mark.parametrize(
    ("written", "published"),
    [
        (FORM, FORM.replace("<code>b", "<code>", 1)),
        (FORM.replace("data-call", "data-requests"), FORM.replace("data-call", "data-requests")),
        # a label without code of its own: another template, which the script does not fill
        (FORM.replace("<label>B</label>", "<label>B</label><label>C</label>"),) * 2,
    ],
)
def test_only_samples_that_a_form_prints_are_left_out(written: str, published: str) -> None:
    assert with_first_language(written) == published


LANGUAGE = """
const frame = document.body.appendChild(document.createElement("iframe"))
frame.width = 1300
const show = () => new Promise(done => { frame.onload = () => done(frame.contentDocument); frame.src = "/reference/wiki/list/allpages/" })
const shown = page => [...page.querySelectorAll(".sl-call .tabbed-block pre > code")].map(each => each.textContent.slice(0, 5))
let page = await show()
const before = shown(page)
page.querySelectorAll(".sl-call .tabbed-labels > label")[3].click()
const opened = shown(page)
localStorage.setItem("/.__tabs", JSON.stringify(["PHP"]))
page = await show()
return {before, opened, again: shown(page), chosen: [...page.querySelectorAll(".sl-call .tabbed-set > input")].findIndex(each => each.checked)}
"""


def test_a_language_is_printed_when_it_is_opened_and_at_the_next_visit(site: Path) -> None:
    state = browser.run(site, LANGUAGE)
    opened = ["from ", "impor", "curl ", "<?php", "const", "https"]
    assert state == {
        "before": ["from ", "", "", "", "", ""],
        "opened": opened,
        "again": opened,
        "chosen": 3,
    }


PARTS = """
const results = {}
for (const address of ["/index.html", "/reference/wiki/list/allpages/index.html", "/404.html"]) {
  const frame = document.body.appendChild(document.createElement("iframe"))
  frame.width = 1300
  await new Promise(done => { frame.onload = done; frame.src = address })
  const page = frame.contentDocument
  const all = selector => [...page.querySelectorAll(selector)]
  results[address] = {
    search: all("header [role=dialog][aria-label=Search] input[name=query]").length,
    colours: all("header form input[name=__palette]").length,
    shownColours: all("[data-palette] label").filter(each => !each.hidden).length,
    top: all("button.md-top").length,
    base: new URL(JSON.parse(page.getElementById("__config").textContent).base, page.location).pathname,
    left: all("template").length,
    links: all("article :is(h1, h2, h3)[id]").every(each => each.querySelector("a.headerlink").hash === "#" + each.id),
  }
}
return results
"""


def test_the_parts_that_pages_share_are_in_each_page_before_the_theme_looks_for_them(
    site: Path,
) -> None:
    whole = {
        "search": 1,
        "colours": 3,
        "shownColours": 1,
        "top": 1,
        "base": "/",
        "left": 0,
        "links": True,
    }
    states: dict[str, Any] = browser.run(site, PARTS)
    assert len(states) == 3
    assert states == dict.fromkeys(states, whole)


def test_pages_share_one_text_of_each_part(site: Path) -> None:
    script = (site / "javascripts/shared_parts.js").read_text("utf-8")
    [data] = re.findall(r"^const PARTS = (.*);$", script, re.MULTILINE)
    parts: dict[str, str] = json.loads(data)
    # colours, label of the search, search, top, link of a heading, settings of the first page and of the others
    assert len(parts) == 7
    for path in site.rglob("index.html"):
        html = path.read_text("utf-8")
        marks = re.findall(r'<template data-part="(\w+)">', html)
        assert set(marks) <= parts.keys() and 4 <= len(marks) <= 5, path
        assert "md-search__form" not in html


def test_a_part_that_differs_is_another_and_a_heading_with_another_link_keeps_it() -> None:
    shared = SharedParts()
    config = (
        '<script id="__config" type="application/json">{"base": "..", "search": "../a.js"}</script>'
    )
    link = '<h2 id="a">A<a class="headerlink" href="#a" title="Link">¶</a></h2>'
    other = '<h2 id="b">B<a class="headerlink" href="#b" title="Other">¶</a></h2>'
    first = shared.take_out(config + link)
    assert first == shared.take_out(config.replace('".', '"../.') + link)
    assert first.endswith('<h2 id="a">A</h2>')
    assert first != shared.take_out(config.replace("a.js", "b.js") + link)
    assert shared.take_out(other) == other


def test_the_icon_of_a_repository_which_stands_twice_on_each_page_is_a_part() -> None:
    icon = '<div class="md-source__icon md-icon">\n<svg><path d="M0 0"/></svg>\n</div>'
    page = SharedParts().take_out(f"<a>{icon}Git</a><nav><a>{icon}Git</a></nav>")
    first, second = re.findall(r'<a>(<template data-part="\w+"></template>)Git</a>', page)
    assert first == second and "svg" not in page
