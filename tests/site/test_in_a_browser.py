"""Pages in a real browser: what a first screen shows, that all can read it, and that nothing moves or goes elsewhere."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from specloom.model.structs import Api, Operation
from tests import browser
from tests.made_once import made_once

from .conftest import ROOT
from .test_try import run_with_form

Findings: TypeAlias = Mapping[str, Any]

AXE = ROOT / ".tools/npm/node_modules/axe-core/axe.min.js"
SCREENS = Path(os.environ.get("SITE_SCREENS", ROOT / "build/screens"))
LONG_MODULE = "reference/wiki/prop/revisions/index.html"
PICTURED = {
    "home": "index.html",
    "overview": "reference/wiki/index.html",
    "module": "reference/wiki/list/categorymembers/index.html",
    "operation": "reference/seller/purchases/validate/index.html",
    "guide": "guide/wiki/index.html",
}
WAYS: dict[str, tuple[int, int, str]] = {
    "light": (1280, 800, "default"),
    "dark": (1280, 800, "slate"),
    "phone": (390, 844, "default"),
}
TOUCH = {"phone"}
"""Ways without a mouse, so that nothing can hover."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WITH_LONG_CODE = (
    *PICTURED.values(),
    "guide/getting-started/index.html",
    "guide/openapi-input/index.html",
    "guide/wiki/errors/index.html",
    "reference/seller/python/index.html",
    "reference/wiki/action/edit/index.html",
    "reference/wiki/python/index.html",
)
COLOURS = ("color-contrast", "link-in-text-block")
EVERYTHING: dict[str, object] = {"runOnly": TAGS}
ASKED: dict[str, dict[str, object]] = {
    "light": EVERYTHING,
    "dark": {"runOnly": COLOURS},
    "phone": {**EVERYTHING, "rules": {rule: {"enabled": False} for rule in COLOURS}},
}
"""Rules of axe: a dark page differs from a light one in its colours, one on a phone in all else."""
WITHOUT_A_FORM = {"checktoken", "login", "validatepassword"}
"""Actions that need a password or a token, which nobody should type into a page."""
ALIKE = {
    **dict.fromkeys(("guide/wiki", "guide/seller"), "guide"),
    "contributing/decisions": "contributing",
    **dict.fromkeys(("reference/wiki/prop", "reference/wiki/meta"), "reference/wiki/list"),
    **dict.fromkeys(
        ("reference/seller/account", "reference/seller/purchases"), "reference/seller/items"
    ),
}
"""Folder → another folder whose pages come from the same templates."""
AT_ONCE = 30
"""Pages that one start of the browser is asked for."""
MOST_SCREENS = 6
MOST_SHIFT = 0.01

COVERED = """
const coveredIn = page => [...page.querySelectorAll("pre:has(> .md-code__nav) > code")].filter(code => {
  const line = page.createRange(), button = code.parentElement.querySelector(".md-code__nav").getBoundingClientRect();
  line.selectNodeContents(code);
  return [...line.getClientRects()].some(({right, top, bottom}) => right > button.left && top < button.bottom && bottom > button.top);
}).map(code => code.textContent.slice(0, 60));
"""
"""A function of a page: beginnings of code whose text is below its copy button."""
SCRIPT = """
%(covered)s
const pages = %(pages)s, axe = await (await fetch("/axe.js")).text(), found = {};
const violationsOf = async (inner, asked) => {
  // Of all words of one colour in blocks of code, the first tells: to look for what is behind each takes longer than all else.
  const seen = new Set();
  for (const word of inner.document.querySelectorAll("pre span[class]:not(:has(*))")) {
    const kind = [word, word.parentElement, word.closest("div")].map(element => element.className).join();
    if (seen.has(kind)) word.replaceWith(...word.childNodes);
    seen.add(kind);
  }
  inner.eval(axe);
  const {violations} = await inner.axe.run(inner.document, {...asked, resultTypes: ["violations"]});
  return violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.target} ${node.failureSummary}`));
};
for (const [page, [width, height, scheme], asked] of pages) {
  const frame = document.createElement("iframe");
  Object.assign(frame, {width, height, title: "page"});
  document.body.style.margin = 0;
  document.body.append(frame);
  localStorage.setItem("/below/site/.__palette", JSON.stringify({
    index: scheme === "slate" ? 2 : 1,
    color: {media: `(prefers-color-scheme: ${scheme === "slate" ? "dark" : "light"})`, scheme, primary: "custom", accent: "custom"},
  }));
  let inner, shift, unreachable;
  // A busy machine may paint half a table, once; what moves again and again is a fault of the page.
  for (let tries = 0; tries < 3; tries++) {
    await new Promise(done => { frame.onload = done; frame.src = "/below/site/" + page + "?" + tries });
    unreachable = [...frame.contentDocument.querySelectorAll("pre > code")]
      .filter(code => code.scrollWidth > code.clientWidth && !code.hasAttribute("tabindex")).map(code => code.textContent.slice(0, 90));
    inner = frame.contentWindow;
    shift = 0;
    new inner.PerformanceObserver(list => list.getEntries().forEach(entry => { shift += entry.value }))
      .observe({type: "layout-shift", buffered: true});
    await inner.document.fonts.ready;
    await new Promise(done => setTimeout(done, 150));
    if (shift <= %(most)s) break;
  }
  const bottoms = [...inner.document.querySelectorAll(".sl-params tbody tr")].map(row => row.getBoundingClientRect().bottom);
  const fetched = inner.performance.getEntriesByType("resource");
  const hosts = fetched.map(entry => new URL(entry.name).host);
  const {scrollWidth: wide, scrollHeight: tall} = inner.document.documentElement;
  inner.document.querySelectorAll("details").forEach(fold => { fold.open = true });
  (found[page] ??= []).push({
    width, scheme, shift, bottoms, wide, height: tall,
    lacks: fetched.filter(entry => entry.responseStatus >= 400).map(entry => entry.name),
    unreached: [...inner.document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter(control => control.tabIndex < 0 && !control.closest(".tabbed-labels, [aria-hidden=true]")  // tabs are radio buttons
        && control.checkVisibility({opacityProperty: true, visibilityProperty: true}))
      .map(control => control.outerHTML.slice(0, 120)),
    unreachable,
    broken: [...inner.document.querySelectorAll("td > code")]
      .filter(({textContent: name}) => /^\\w{1,12}$/.test(name)).filter(code => code.getClientRects().length > 1).map(code => code.textContent),
    titles: inner.document.querySelectorAll(".md-header__title--active").length,
    cut: [...inner.document.querySelectorAll(".sl-call :is(.language-text, .language-http) pre > code")].filter(code => code.scrollWidth > code.clientWidth).length,
    covered: coveredIn(inner.document),
    path: [...inner.document.querySelectorAll(".md-path")].filter(path => path.scrollWidth > path.clientWidth).length,
    controls: [...inner.document.querySelectorAll(".sl-try :is(input, select, button, a)")]
      .map(control => control.getBoundingClientRect()).filter(box => box.width)
      .map(({top, left, width, height}) => ({top, left, width, height})),
    elsewhere: hosts.filter(host => host !== location.host),
    violations: await violationsOf(inner, asked),  // last, since it changes the page
  });
  frame.remove();
}
return found;
"""


FIRST_LINES = """
%(covered)s
const covered = {}, frame = document.createElement("iframe");
Object.assign(frame, {height: 800, title: "page"});
document.body.append(frame);
for (const page of %(pages)s) {
  await new Promise(done => { frame.onload = done; frame.src = "/below/site/" + page });
  for (const fold of frame.contentDocument.querySelectorAll("details")) fold.open = true;
  for (const width of %(widths)s) {
    frame.width = width;
    await new Promise(done => setTimeout(done, 150));
    covered[`${page}, ${width}`] = coveredIn(frame.contentDocument);
  }
}
return covered;
"""
SCROLLED = """
const axe = await (await fetch("/axe.js")).text(), violations = {};
for (const page of %(pages)s) {
  const frame = document.createElement("iframe");
  Object.assign(frame, {width: 1280, height: 800, title: "page"});
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; frame.src = "/below/site/" + page });
  const inner = frame.contentWindow;
  inner.eval(axe);
  for (const width of [1280, 390]) {
    frame.width = width;
    for (const fold of inner.document.querySelectorAll("details")) fold.open = true;
    await new Promise(done => setTimeout(done, 150));
    const report = await inner.axe.run(inner.document, {runOnly: ["scrollable-region-focusable"], resultTypes: ["violations"]});
    violations[`${page}, ${width}`] = report.violations.flatMap(({nodes}) => nodes.map(({target}) => `${target}`));
  }
  frame.remove();
}
return {violations, hovers: matchMedia("(hover)").matches};
"""
IN_USE = """
const axe = await (await fetch("/axe.js")).text(), found = {};
const look = async (name, asked) => {
  const inner = frame.contentWindow;
  inner.eval(axe);
  const {violations} = await inner.axe.run(inner.document, {...asked, resultTypes: ["violations"]});
  found[name] = violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.target}`));
};
for (const [[width, height, scheme], asked] of %(ways)s) {
  Object.assign(frame, {width, height});
  localStorage.setItem("/below/site/.__palette", JSON.stringify({index: 1, color: {media: "", scheme}}));
  let page = await show("/below/site/reference/wiki/list/categorymembers/");
  enter(page, "wiki", location.origin);
  enter(page, "try-cmlimit", "9000");
  const add = page.querySelector("[name=add]");
  add.value = "cmprop";
  add.dispatchEvent(new Event("change", {bubbles: true}));
  page.querySelector("[data-run]").click();
  while (!page.querySelector("[data-reply]").textContent.includes("pages")) await pause();
  await look(`form, ${width} ${scheme}`, asked);
  page = await show("/below/site/reference/wiki/");
  const field = page.querySelector("[data-requests] textarea");
  field.value = "?action=query&list=categorymembers&cmtitle=Category:A&cmlimit=9000&cmfoo=1&prop=info&generator=links&titles=A";
  field.dispatchEvent(new Event("input"));
  while (!page.querySelector("[data-found] code")) await pause();
  await look(`explained, ${width} ${scheme}`, asked);
}
return found;
"""


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to serve: the site below a path, axe, and what answers as a wiki."""
    if not AXE.exists():
        pytest.skip("no axe-core here; `sh tests/setup/tools.sh` installs it")
    folder = tmp_path_factory.mktemp("host")
    (folder / "axe.js").symlink_to(AXE)
    (folder / "below").mkdir()
    (folder / "below/site").symlink_to(site)
    (folder / "w").mkdir()
    (folder / "w/api.php").write_text(json.dumps({"pages": ["a long title " * 9] * 40}))
    return folder


@pytest.fixture(scope="module")
def findings_by_page(
    site: Path, host: Path, exhaustive: bool, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Findings]]:
    """Report of a browser about pages below a sub-path, with the violations that axe finds in them."""
    names = [
        str(path.relative_to(site))
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    ]
    assert len(names) > 100
    all_ways = [(name, way) for name in names for way in WAYS]
    ways_by_page = all_ways if exhaustive else sample(site, names)

    def look(folder: Path) -> None:
        findings_of_pages: dict[str, list[Findings]] = {}
        for touch in (False, True):
            visits = [(name, way) for name, way in ways_by_page if (way in TOUCH) is touch]
            for start in range(0, len(visits), AT_ONCE):
                pages = [
                    (name, WAYS[way], EVERYTHING if exhaustive else ASKED[way])
                    for name, way in visits[start : start + AT_ONCE]
                ]
                script = SCRIPT % {
                    "pages": json.dumps(pages),
                    "most": MOST_SHIFT,
                    "covered": COVERED,
                }
                reports = browser.run(host, script, silent=True, touch=touch)
                for page, findings in reports.items():
                    findings_of_pages.setdefault(page, []).extend(findings)
        (folder / "found.json").write_text(json.dumps(findings_of_pages), encoding="utf-8")

    folder = made_once(tmp_path_factory, "seen-in-a-browser", look)
    result: dict[str, list[Findings]] = json.loads((folder / "found.json").read_text("utf-8"))
    return result


def sample(site: Path, names: Sequence[str]) -> list[tuple[str, str]]:
    """The pictured pages in every way; of each other kind of page the middle one, in the light and on a phone."""
    kinds: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: (site / name).stat().st_size):
        folder = Path(name).parent.parent.as_posix()
        kinds.setdefault(ALIKE.get(folder, folder), []).append(name)
    every_way = {LONG_MODULE, *PICTURED.values()}
    other_kinds = (kind for kind in kinds.values() if every_way.isdisjoint(kind))
    names = sorted(every_way | {kind[len(kind) // 2] for kind in other_kinds})
    return [(name, way) for name in names for way in WAYS if way != "dark" or name in every_way]


def visited_modules(
    findings_by_page: Mapping[str, list[Findings]], api: Api
) -> dict[str, Operation]:
    """The operations whose pages were visited, by page."""
    pages = {
        f"reference/{api.id}/{operation.group}/{operation.id}/index.html": operation
        for operation in (*api.operations, *api.actions)
    }
    return {page: operation for page, operation in pages.items() if page in findings_by_page}


def test_no_page_has_what_keeps_somebody_out(findings_by_page: dict[str, list[Findings]]) -> None:
    violations = {
        f"{page}, {finding['width']} {finding['scheme']}": finding["violations"][:3]
        for page, findings in findings_by_page.items()
        for finding in findings
        if finding["violations"]
    }
    assert violations == {}


@pytest.mark.parametrize("touch", [False, True])
def test_a_keyboard_scrolls_code_where_a_mouse_can_hover_and_where_none_can(
    host: Path, touch: bool, exhaustive: bool
) -> None:
    pages = sorted(WITH_LONG_CODE)[:: 1 if exhaustive else 2]
    script = SCROLLED % {"pages": json.dumps(pages)}
    report = browser.run(host, script, silent=True, touch=touch)
    assert report["hovers"] is not touch
    violations_by_screen = report["violations"]
    assert len(violations_by_screen) == 2 * len(pages)
    assert {
        screen: violations for screen, violations in violations_by_screen.items() if violations
    } == {}


def test_a_form_in_use_has_nothing_that_keeps_somebody_out(host: Path, exhaustive: bool) -> None:
    ways = [(WAYS[way], EVERYTHING if exhaustive else ASKED[way]) for way in WAYS]
    violations_by_state = run_with_form(host, IN_USE % {"ways": json.dumps(ways)})
    assert len(violations_by_state) == 2 * len(WAYS)
    assert {
        state: violations for state, violations in violations_by_state.items() if violations
    } == {}


def test_a_keyboard_scrolls_code_as_soon_as_a_page_is_there(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    unreachable = {
        page: [each["unreachable"] for each in findings]
        for page, findings in findings_by_page.items()
    }
    assert {page: elements for page, elements in unreachable.items() if any(elements)} == {}


def test_a_keyboard_reaches_every_control(findings_by_page: dict[str, list[Findings]]) -> None:
    unreached = {
        page: finding["unreached"]
        for page, findings in findings_by_page.items()
        for finding in findings
        if finding["unreached"]
    }
    assert unreached == {}


def test_nothing_moves_and_nothing_comes_from_elsewhere(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    for page, findings in findings_by_page.items():
        for finding in findings:
            assert finding["shift"] <= MOST_SHIFT, (page, finding)
            assert finding["elsewhere"] == [], page
            assert finding["lacks"] == [], page
            assert finding["wide"] <= finding["width"], (page, "scrolls sideways")


def test_the_first_screen_of_a_module_shows_its_first_five_parameters(
    findings_by_page: dict[str, list[Findings]], apis: dict[str, Api]
) -> None:
    pages = visited_modules(findings_by_page, apis["wiki"])
    assert len(pages) >= 3
    for page, operation in pages.items():
        finding = next(finding for finding in findings_by_page[page] if finding["width"] == 1280)
        parameters = (*operation.parameters, *operation.call.templated_parameters)
        assert len(finding["bottoms"]) == len(parameters)
        assert (finding["bottoms"] or [0])[:5][-1] <= 800, operation.id


def test_a_module_with_many_parameters_is_not_long(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    long = findings_by_page[LONG_MODULE][0]
    assert long["width"] == 1280
    assert long["height"] <= MOST_SCREENS * 800


def test_the_title_is_not_in_the_header_while_it_is_below_it(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    assert not [
        page
        for page, findings in findings_by_page.items()
        if any(each["titles"] for each in findings)
    ]


def test_no_address_is_cut_at_the_edge_of_its_panel(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    assert not [
        page for page, findings in findings_by_page.items() if any(each["cut"] for each in findings)
    ]


def test_a_phone_shows_first_lines_of_code_and_the_path_to_a_page_as_a_whole(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    on_phones = {
        page: finding
        for page, findings in findings_by_page.items()
        for finding in findings
        if finding["width"] == WAYS["phone"][0]
    }
    assert len(on_phones) >= 10
    assert {page: each["covered"] for page, each in on_phones.items() if each["covered"]} == {}
    assert [page for page, each in on_phones.items() if each["path"]] == []


def test_between_a_phone_and_a_desktop_no_first_line_is_below_the_copy_button(
    host: Path,
) -> None:
    values = {"covered": COVERED, "pages": json.dumps(WITH_LONG_CODE)}
    script = FIRST_LINES % {**values, "widths": json.dumps([500, 600, 700, 768, 1024])}
    covered = browser.run(host, script, silent=True)
    assert len(covered) == 5 * len(WITH_LONG_CODE)
    assert {place: starts for place, starts in covered.items() if starts} == {}


def test_no_short_name_is_broken_in_a_table_of_a_wide_page(
    findings_by_page: dict[str, list[Findings]],
) -> None:
    broken = {page: findings[0]["broken"] for page, findings in findings_by_page.items()}
    assert findings_by_page["reference/wiki/index.html"][0]["width"] == 1280
    assert {page: names for page, names in broken.items() if names} == {}


def test_a_phone_shows_the_form_early_and_has_room_for_a_finger(
    findings_by_page: dict[str, list[Findings]], apis: dict[str, Api]
) -> None:
    _, height, _ = WAYS["phone"]
    on_phones = {
        page: each["controls"]
        for page, operation in visited_modules(findings_by_page, apis["wiki"]).items()
        for each in findings_by_page[page]
        if each["width"] == WAYS["phone"][0] and operation.id not in WITHOUT_A_FORM
    }
    assert len(on_phones) >= 3
    for page, controls in on_phones.items():
        assert controls[0]["top"] + controls[0]["height"] <= 2 * height, page
        assert not [
            control for control in controls if min(control["width"], control["height"]) < 44
        ]
        *_, run, sandbox, reset = controls
        for first, second in ((run, sandbox), (sandbox, reset)):
            beside = second["left"] - (first["left"] + first["width"])
            below = second["top"] - (first["top"] + first["height"])
            assert max(beside, below) >= 8, page


@pytest.mark.parametrize(("dark", "scheme"), [(False, "default"), (True, "slate")])
def test_colours_follow_the_system_until_a_reader_chooses(
    site: Path, dark: bool, scheme: str
) -> None:
    script = """
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const color_scheme = async () => {
      await new Promise(done => { frame.onload = done; frame.src = "/index.html" });
      return frame.contentDocument.body.getAttribute("data-md-color-scheme");
    };
    const first = await color_scheme();
    const next = () => frame.contentDocument.querySelector("header form label:not([hidden])");
    const names = [next().title];
    next().click();
    const chosen = await color_scheme();
    names.push(next().title);
    next().click();
    const other = frame.contentDocument.body.getAttribute("data-md-color-scheme");
    next().click();
    return [[first, chosen, other, await color_scheme()], [...names, next().title], frame.contentWindow.getComputedStyle(frame.contentDocument.documentElement).colorScheme];
    """
    schemes, names, color_scheme = browser.run(site, script, dark=dark, silent=True)
    assert schemes == [scheme, "default", "slate", scheme]
    assert names == ["Switch to light colours", "Switch to dark colours", "Switch to light colours"]
    assert color_scheme == ("dark" if dark else "normal")


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WAYS)
def test_pages_are_pictured(site: Path, way: str) -> None:
    """Pictures to look at, of the main kinds of pages, in `build/screens/`."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    width, height, scheme = WAYS[way]
    for kind, page in PICTURED.items():
        target = SCREENS / f"{kind}-{way}.png"
        browser.picture(site, page, target, width, height, dark=scheme == "slate")
        assert target.stat().st_size > 5000
