"""The reference in a site that is not this one, as `init` has begun it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from specloom.cli.app import main
from tests import browser
from tests.http_server import LocalServer, QuietHandler

from .conftest import BUILDING, ROOT
from .test_try import INHERITED, run_with_form

THEME = ROOT / "generator/specloom/site/theme"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of a folder that `init` has started, with parameters whose names objects of JavaScript have."""
    folder = tmp_path_factory.mktemp("library")
    assert main(["init", str(folder)]) == 0
    description = folder / "spec/library/api.yaml"
    first = "      author: {type: string"
    names = "".join(f"      {name}: {{type: string, summary: A.}}\n" for name in INHERITED)
    text = description.read_text("utf-8")
    assert first in text
    description.write_text(text.replace(first, names + first), "utf-8")
    return built(folder)


def built(folder: Path, *options: str) -> Path:
    """The site of what is generated with these options."""
    assert main(["generate", "--config", str(folder / "spec/apis.yaml"), *options]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env={**os.environ, **BUILDING},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.mark.promise("`init` has written `mkdocs.yml`")
def test_the_pages_are_read_as_they_are_meant(site: Path) -> None:
    html = (site / "reference/library/books/get/index.html").read_text("utf-8")
    for element in (
        'class="tabbed-set',
        "<table>",
        "<dl>",
        'class="highlight"',
        'class="sl-meta"',
        'id="param-',
        "javascripts/reachable_code.js",
    ):
        assert element in html, element
    for mark in ("{ .", "{ #", "```"):
        assert mark not in html, mark


@pytest.mark.promise("`init` has written `mkdocs.yml`", "It adds these files")
def test_it_looks_like_this_one_and_has_its_documents(site: Path) -> None:
    for folder in ("stylesheets", "javascripts"):
        for asset in (THEME / folder).glob("*.*"):
            published = (site / folder / asset.name).read_text("utf-8")
            if asset.name == "shared_parts.js":  # with the parts of this site
                published = re.sub(
                    r"^const PARTS = .*;$", "const PARTS = {};", published, flags=re.M
                )
            assert published == asset.read_text("utf-8")
    assert [path.name for path in (site / "openapi").iterdir()] == ["library.openapi.json"]


def test_nothing_but_pages_is_published(site: Path) -> None:
    for name in ("nav.yaml", "site.yml", "hooks", "overrides", "javascripts/try"):
        assert not (site / name).exists()
    assert (site / "index.html").is_file()


def test_its_calls_can_be_filled_in(site: Path) -> None:
    form_state = run_with_form(
        site,
        """
        const page = await show("/reference/library/books/get/")
        const name = page.querySelector(".sl-try input[name]").name
        enter(page, name, "a value")
        return {name, codes: shown(page), search: frame.contentWindow.location.search}
        """,
    )
    wire = form_state["name"].removeprefix("try-")
    assert form_state["search"] == f"?{wire}=a%20value"
    assert (
        len([code for code in form_state["codes"] if "a value" in code or "a%20value" in code]) == 6
    )


class Library(QuietHandler):
    """Answers pages of any origin with what it was asked."""

    def serve(self) -> None:
        request = [
            self.command,
            self.path,
            self.headers.get("Authorization"),
            self.received().decode(),
        ]
        headers = {
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Methods": "*",
            "Access-Control-Allow-Headers": "authorization, content-type",
        }
        self.answer(json.dumps(request).encode(), headers=headers)


@pytest.mark.promise("**Run** sends the request to the address")
def test_a_page_calls_the_api_at_the_address_that_a_reader_gives(site: Path) -> None:
    with LocalServer(Library) as server:
        form_state = run_with_form(
            site,
            f"""
            const found = []
            for (const path of ["get", "reserve"]) {{
              const page = await show(`/reference/library/books/${{path}}/`)
              const offered = [...page.querySelectorAll("#addresses option")].map(one => one.value)
              for (const [name, text] of [["address", "{server.url}/v2"], ["secret", "a key"]]) {{
                const field = page.querySelector(`[data-${{name}}]`)
                field.value = text
                field.dispatchEvent(new Event("input", {{bubbles: true}}))
              }}
              enter(page, "try-number", "7")
              page.querySelector("[data-run]").click()
              const head = page.querySelector("[data-reply] figcaption")
              for (let waited = 0; waited < 400 && !/^(Reply|No)/.test(head.textContent); waited++) await pause()
              found.push([offered, JSON.parse(page.querySelector("[data-reply] code").textContent), shown(page)])
            }}
            return found
            """,
        )
    (offered, got, codes), (_, reserved, _) = form_state
    assert offered == ["https://library.example.org/v1"]
    assert got == ["GET", "/v2/books/7", "Bearer a key", ""]
    assert reserved[:3] == ["POST", "/v2/books/7/reservations", "Bearer a key"]
    assert f'"{server.url}/v2",\n' in codes[0]


def test_a_form_takes_parameters_with_names_of_javascript(site: Path) -> None:
    form_state = run_with_form(
        site,
        """
        const path = "/reference/library/books/list/"
        let page = await show(path)
        const before = shown(page)[0]
        const add = page.querySelector("[name=add]")
        for (const name of NAMES) {
          add.value = name
          add.dispatchEvent(new Event("change", {bubbles: true}))
          enter(page, `try-${name}`, `1${name}`)
        }
        const filled = shown(page)
        page = await show(path + frame.contentWindow.location.search)
        const again = shown(page)
        page.querySelector(".sl-try button[type=reset]").click()
        return {before, filled, again, reset: shown(page)[0]}
        """.replace("NAMES", json.dumps(INHERITED)),
    )
    query = "&".join(f"{name}=1{name}" for name in INHERITED)
    assert form_state["filled"][-1].partition("\n")[0].endswith(f"/books?{query}")
    for sample in form_state["filled"]:
        assert all(f"1{name}" in sample for name in INHERITED), sample
    assert form_state["again"] == form_state["filled"]
    assert form_state["reset"] == form_state["before"]


@pytest.mark.promise("so a change of a template is all that is needed")
def test_the_form_prints_with_templates_of_ones_own(tmp_path: Path) -> None:
    assert main(["init", str(tmp_path)]) == 0
    for name, old, new in (
        ("call.py.j2", "from {{ call.package", "# {{ call.method | name }}\nfrom {{ call.package"),
        ("curl.sh.j2", "curl\n", "curl --silent\n"),
        ("_fields.js.j2", "new URLSearchParams([", "new URLSearchParams([  // encoded"),
    ):
        text = (ROOT / "templates/samples" / name).read_text("utf-8")
        assert old in text, name
        template = tmp_path / "own/samples" / name
        template.parent.mkdir(parents=True, exist_ok=True)
        template.write_text(text.replace(old, new), "utf-8")
    codes_by_state = run_with_form(
        built(tmp_path, "--templates", str(tmp_path / "own")),
        """
        const page = await show("/reference/library/books/reserve/")
        const before = shown(page)
        const name = page.querySelector(".sl-try input[name]").name
        enter(page, name, "90")
        return {before, after: shown(page)}
        """,
    )
    assert codes_by_state["before"] != codes_by_state["after"]
    for python, *_ in codes_by_state.values():
        assert "# reserve\nfrom town_library" in python
    assert codes_by_state["after"][2].startswith("curl --silent ")


SCHEMES = """\
openapi: 3.1.0
info: {title: Trees, version: "1"}
servers: [{url: https://trees.example.org}]
paths:
  /trees: {get: {operationId: listTrees, responses: {"204": {description: Nothing.}}}}
security: [{account_token_of_trees: []}]
components:
  securitySchemes:
    account_token_of_trees: {type: http, scheme: bearer, description: A token that the page of your account shows, for as long as the account is yours.}
"""


def test_a_tablet_shows_the_header_of_a_login_on_one_line(tmp_path: Path) -> None:
    document = tmp_path / "trees.yaml"
    document.write_text(SCHEMES, "utf-8")
    assert main(["init", "--openapi", str(document), str(tmp_path / "own")]) == 0
    lines = browser.run(
        built(tmp_path / "own"),
        """
        const frame = document.createElement("iframe")
        Object.assign(frame, {width: 768, height: 1024})
        document.body.append(frame)
        await new Promise(done => { frame.onload = done; frame.src = "/index.html" })
        const codes = [...frame.contentDocument.querySelectorAll("td code")]
        return codes.map(code => [code.textContent, code.getClientRects().length])
        """,
    )
    assert ["Authorization: Bearer …", 1] in lines
