"""Work that a browser has with a page before it shows it: what is far from the screen costs nothing yet."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from specloom.site.labelled_tables import with_labels
from tests import browser

Measures: TypeAlias = Mapping[str, Any]

PAGES = {
    "module": "reference/wiki/list/categorymembers/index.html",
    "long module": "reference/wiki/prop/revisions/index.html",
    "operation": "reference/seller/purchases/validate/index.html",
    "overview": "reference/wiki/index.html",
}
PHONE = """
const pages = %s, found = {};
const until = async condition => {
  for (let tries = 0; tries < 200 && !condition(); tries++) await new Promise(done => setTimeout(done, 25));
};
for (const [name, page] of Object.entries(pages)) {
  const frame = document.createElement("iframe");
  Object.assign(frame, {width: 390, height: 844, title: "page"});
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = "/" + page });
  const inner = frame.contentDocument, all = selector => [...inner.querySelectorAll(selector)];
  await until(() => inner.querySelector(".md-code__nav, .md-typeset__scrollwrap"));
  await new Promise(done => setTimeout(done, 150));
  const isLaidOut = element => element.checkVisibility({contentVisibilityAuto: true});
  const below = all(":is(.sl-param, .sl-params, .sl-fields, .sl-more, .sl-table) > *");
  const links = all(".md-sidebar--primary a[href]").filter(link => link.checkVisibility());
  const measures = {
    parts: below.length, laidOut: below.filter(isLaidOut).length,
    codes: all("pre > code").length, prepared: all("pre > .md-code__nav").length,
    closed: links.filter(isLaidOut).length,
  };
  inner.querySelector("[for=__drawer]").click();
  await until(() => links.some(isLaidOut));
  measures.opened = all(".md-sidebar--primary a[href]").filter(isLaidOut).length;
  const last = below.filter(element => !element.closest("details")).at(-1);
  last.scrollIntoView();
  await until(() => isLaidOut(last));
  measures.reached = isLaidOut(last);
  found[name] = measures;
  frame.remove();
}
return found;
"""


@pytest.fixture(scope="module")
def measures_by_page(site: Path) -> dict[str, Measures]:
    measures: dict[str, Measures] = browser.run(site, PHONE % json.dumps(PAGES))
    return measures


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_lays_out_what_is_near_the_screen(
    measures_by_page: dict[str, Measures], name: str
) -> None:
    measures = measures_by_page[name]
    assert measures["parts"] > 6
    assert measures["laidOut"] < measures["parts"] / 3, measures
    assert measures["reached"]


@pytest.mark.parametrize("name", ("module", "long module", "operation"))
def test_code_gets_its_button_once_it_is_seen(
    measures_by_page: dict[str, Measures], name: str
) -> None:
    measures = measures_by_page[name]
    assert 1 <= measures["prepared"] < measures["codes"] / 2, measures


@pytest.mark.parametrize("name", PAGES)
def test_the_menu_of_a_phone_is_laid_out_once_it_is_opened(
    measures_by_page: dict[str, Measures], name: str
) -> None:
    measures = measures_by_page[name]
    assert measures["closed"] == 0
    assert measures["opened"] > 5


@pytest.mark.parametrize("page", PAGES.values())
def test_the_script_of_the_theme_runs_after_the_page_is_shown(site: Path, page: str) -> None:
    html = (site / page).read_text("utf-8")
    tags = html.split("<script")[1:]
    (theme,) = [tag for tag in tags if "/assets/javascripts/bundle." in tag]
    assert theme.startswith(" defer ")


def test_a_table_of_contents_is_there_once_where_its_page_hides_it(site: Path) -> None:
    html = (site / PAGES["module"]).read_text("utf-8")
    assert html.count('aria-label="Table of contents"') == 1
    assert 'data-md-component="toc"' not in html
    guide = (site / "guide/getting-started/index.html").read_text("utf-8")
    assert guide.count('aria-label="Table of contents"') == 2
    assert guide.count('data-md-component="toc"') == 2


def test_names_in_the_navigation_have_no_element_of_their_own(site: Path) -> None:
    html = (site / PAGES["module"]).read_text("utf-8")
    navigation, _, _ = html.partition('<div class="md-content"')
    _, _, navigation = navigation.partition('<div class="md-sidebar')
    assert "categoryinfo" in navigation
    assert "md-ellipsis" not in navigation


def test_the_first_wide_table_of_a_page_has_nothing_around_it() -> None:
    rows = "<tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td><td>3</td></tr>"
    table = f"<table>{rows}</table>"
    first, second = with_labels(f"{table}<hr>{table}").split("<hr>")
    assert first.startswith("<table>")
    assert second == f'<div class="sl-table" style="--rows: 2">{first}</div>'
