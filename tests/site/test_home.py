"""The first page: its excerpts are real, its figures true, and all that matters is on its first screen."""

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from specloom.model.structs import Api
from tests import browser

from .conftest import ROOT
from .html_page import parse

HOME = (ROOT / "docs/index.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"<!-- (\S+) -->\n +```\w+\n(.*?)\n +```", HOME, re.DOTALL)


@pytest.mark.parametrize(("path", "text"), EXCERPTS, ids=[path for path, _ in EXCERPTS])
def test_an_excerpt_stands_in_its_file(path: str, text: str) -> None:
    whole = (ROOT / path).read_text(encoding="utf-8")
    assert dedent(text) in whole or re.sub("^    ", "", text, flags=re.MULTILINE) in whole


def test_an_excerpt_of_each_kind_is_shown() -> None:
    assert [Path(path).parts[0] for path, _ in EXCERPTS] == ["README.md", "generated", "docs"]


@pytest.mark.promise("Results typed")
def test_what_is_covered_is_counted(apis: dict[str, Api]) -> None:
    rows = {
        re.sub(r"[*\[\]`]|\(.*?\)", "", cells[0]).split(",")[0]: cells[1:]
        for line in HOME.splitlines()
        if len(cells := [cell.strip(" *") for cell in line.strip("|").split("|")]) == 5
    }
    wiki, actions = apis["wiki"].operations, apis["wiki"].actions
    counted = {
        "Lists": [operation for operation in wiki if operation.group == "list"],
        "Page properties": [operation for operation in wiki if operation.group == "prop"],
        "Wiki and account": [operation for operation in wiki if operation.group == "meta"],
        "Actions": actions,
        "wiki_query": [*wiki, *actions],
        "seller_platform": apis["seller"].operations,
    }
    for name, operations in counted.items():
        key = apis["seller"].authentication
        parameters = [parameter for operation in operations for parameter in operation.parameters]
        assert key is not None
        assert rows[name] == [
            str(len(operations)),
            str(len(parameters)),
            str(sum(operation.result is not None for operation in operations)),
            "all" if all(parameter.summary for parameter in parameters) else "some",
        ]


@pytest.mark.promise("requests sent to the same wiki for the same output")
def test_the_chart_has_the_sums_of_the_measured_table() -> None:
    guide = (ROOT / "docs/guide/migration.md").read_text(encoding="utf-8")
    sums: dict[str, list[int]] = {}
    for library, before, now in re.findall(
        r"^\| \[`\w+`\]\S+ \| (\w+) \| (\d+) \| (\d+) \|", guide, re.MULTILINE
    ):
        row = sums.setdefault(library, [0, 0, 0])
        for place, count in enumerate((1, int(before), int(now))):
            row[place] += count
    maximum = max(before for _, before, _ in sums.values())
    bars = re.findall(
        r"^\| (\w+) \| (\d+) \| .*?--share: ([\d.]+)\">(\d+)<.*?--share: ([\d.]+)\">(\d+)<",
        HOME,
        re.MULTILINE,
    )
    assert {
        library.lower(): [int(scripts), int(before), int(now)]
        for library, scripts, _, before, _, now in bars
    } == sums
    for _, _, share, before, share_now, now in bars:
        for shown_share, count in ((share, before), (share_now, now)):
            assert float(shown_share) == pytest.approx(int(count) / maximum, abs=1e-4)
    total = [sum(column) for column in zip(*sums.values(), strict=True)]
    assert f"## {total[1]:,} requests become {total[2]}\n" in HOME


def test_the_first_screen_tells_what_it_is_what_comes_out_and_the_two_commands(site: Path) -> None:
    bottoms = browser.run(
        site,
        """
        const frame = document.body.appendChild(document.createElement("iframe"))
        frame.width = 1280
        frame.height = 800
        await new Promise(done => { frame.onload = done; frame.src = "/index.html" })
        const bottom = selector =>
          frame.contentDocument.querySelector(selector).getBoundingClientRect().bottom
        return ["h1", ".sl-starts", ".md-button", ".sl-hero__say pre", ".sl-hero__out"].map(bottom)
        """,
    )
    assert max(bottoms) <= 800, bottoms


def test_it_says_for_whom_and_has_three_ways_in() -> None:
    hero = HOME.partition("## ")[0]
    assert "For teams that publish an HTTP API and for programmers who call one" in " ".join(
        hero.split()
    )
    commands = re.findall(r"^ +`specloom (init.*)`$", hero, re.MULTILINE)
    assert [shlex.split(command)[1:2] for command in commands] == [["--openapi"], ["--wiki"], []]


def test_the_home_page_has_its_title_once(site: Path) -> None:
    document = parse((site / "index.html").read_text(encoding="utf-8"))
    assert document.all("title")[0].text == "specloom"


def test_buttons_of_a_phone_are_apart_and_large(site: Path) -> None:
    boxes = browser.run(
        site,
        """
        const boxes = {}
        for (const page of ["index.html", "reference/wiki/list/categorymembers/index.html", "reference/seller/items/get/index.html"]) {
          const frame = document.body.appendChild(document.createElement("iframe"))
          frame.width = 390
          frame.height = 800
          await new Promise(done => { frame.onload = done; frame.src = `/${page}` })
          const all = [...frame.contentDocument.querySelectorAll(".md-content :is(.md-button, .tabbed-labels > label)")]
          boxes[page] = all.map(element => element.getBoundingClientRect()).map(({top, left, width, height}) => ({top, left, width, height}))
          frame.remove()
        }
        return boxes
        """,
    )
    for page, controls in boxes.items():
        assert len(controls) >= 5, page
        for control in controls:
            assert min(control["width"], control["height"]) >= 44, (page, control)
    first, second = boxes["index.html"][:2]
    assert second["top"] >= first["top"] + first["height"] + 8
