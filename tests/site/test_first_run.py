"""The first Run of a page shows something on the reader's wiki, which has nothing of the examples."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.http_server import LocalServer, QuietHandler
from tests.mediawiki.server import Wiki, install, missing, serve, stop

from .test_try import run_with_form

PAGES = (
    *(
        "list/allpages",
        "list/allrevisions",
        "list/allusers",
        "list/exturlusage",
        "list/prefixsearch",
    ),
    *("list/random", "list/recentchanges", "list/search", "list/usercontribs", "list/users"),
    *("meta/allmessages", "meta/languageinfo", "meta/siteinfo", "meta/userinfo"),
    *("prop/contributors", "prop/extlinks", "prop/info", "prop/revisions"),
    *("action/compare", "action/opensearch"),
)


@pytest.fixture(scope="module")
def new_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A wiki that was just installed, with its main page alone."""
    if (lacking := missing()) is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    wiki = install(tmp_path_factory.mktemp("new") / "wiki")
    process = serve(wiki)
    try:
        yield wiki
    finally:
        stop(process)
        process.wait()


def first_runs(site: Path, wiki: Wiki, pages: tuple[str, ...]) -> Any:
    """Reply, remark and requests of the first Run of each page, with what the page has in its form."""
    return run_with_form(
        site,
        f"""
        const found = {{}}
        sessionStorage.clear()
        localStorage.setItem("specloom.wiki", {json.dumps(wiki.api_url)})
        for (const path of {json.dumps(pages)}) {{
          const page = await show(`/reference/wiki/${{path}}/`)
          page.querySelector("[data-run]").click()
          const head = page.querySelector("[data-reply] figcaption")
          for (let waited = 0; waited < 400 && !/^(Reply|No)/.test(head.textContent); waited++) await pause()
          const asked = frame.contentWindow.performance.getEntriesByType("resource").filter(entry => entry.name.includes("api.php"))
          found[path] = {{
            reply: page.querySelector("[data-reply] code").textContent,
            head: head.textContent, remark: remark(page), asked: asked.map(entry => entry.name), address: shown(page).at(-1),
          }}
        }}
        return found
        """,
    )


def has_data(path: str, text: str) -> bool:
    """Return whether a reply has what its page is about."""
    group, name = path.split("/")
    if text.startswith("<"):
        return "<item>" in text or "<entry>" in text or "<EditURI" in text or "<api" in text
    reply = json.loads(text)
    if "errors" in reply or not reply:
        return False
    if group == "action":
        return bool(reply[1] if isinstance(reply, list) else reply.get(name))
    query = reply.get("query", {})
    if name == "siteinfo":
        return bool(query["general"])
    if group != "prop":
        return bool(next((query[key] for key in query if key.startswith(name[:5])), None))
    pages = cast("list[dict[str, Any]]", query.get("pages", []))
    return any(len(page) > 3 and "missing" not in page for page in pages)


@pytest.mark.promise("The first **Run** on a wiki asks it once for pages of its own")
def test_the_first_run_of_20_pages_shows_something_of_a_new_wiki(
    site: Path, new_wiki: Wiki
) -> None:
    runs = first_runs(site, new_wiki, (*PAGES, "list/categorymembers"))
    lacking = runs.pop("list/categorymembers")
    without = {path: run["reply"] for path, run in runs.items() if not has_data(path, run["reply"])}
    assert (len(runs), without) == (20, {})
    asked = [address for run in runs.values() for address in run["asked"]]
    assert (
        len([address for address in asked if "siprop=general" in address and "aclimit" in address])
        == 1
    )
    assert runs["prop/info"]["remark"] == "Filled in from your wiki: titles."
    assert "&titles=Main%20Page&" in runs["prop/info"]["address"]
    assert (
        runs["list/allpages"]["remark"] == "Left out, since the value is of another wiki: prefix."
    )
    remark = "Nothing on your wiki takes the place of the example's title."
    assert lacking["remark"] == remark


def test_a_reply_that_is_not_json_has_its_media_type(site: Path, new_wiki: Wiki) -> None:
    pages = ("action/feedrecentchanges", "action/help", "action/rsd", "list/allpages")
    runs = first_runs(site, new_wiki, pages)
    heads = [run["head"].partition(", status 200")[2] for run in runs.values()]
    assert heads == [", application/xml", ", text/html", ", application/rsd+xml", ""]


class Page(QuietHandler):
    """A page of a site in place of an API, which any other site may read."""

    def serve(self) -> None:
        self.received()
        self.answer(
            b"<p>A page", headers={"Content-Type": "text/html", "Access-Control-Allow-Origin": "*"}
        )


def test_a_page_in_place_of_json_asks_for_the_address(site: Path, new_wiki: Wiki) -> None:
    with LocalServer(Page) as server:
        (run,) = first_runs(site, replace(new_wiki, url=server.url), ("meta/siteinfo",)).values()
    assert run["head"].endswith(", status 200, not JSON: is this the address of api.php?")


@pytest.fixture(scope="module")
def private_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A wiki that only its users may read."""
    if (lacking := missing()) is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    wiki = install(tmp_path_factory.mktemp("private") / "wiki")
    (settings,) = wiki.folder.rglob("LocalSettings.php")
    with settings.open("a", encoding="utf-8") as file:
        file.write("\n$wgGroupPermissions['*']['read'] = false;\n")
    process = serve(wiki)
    try:
        yield wiki
    finally:
        stop(process)
        process.wait()


def test_a_page_says_why_a_private_wiki_shows_nothing(site: Path, private_wiki: Wiki) -> None:
    runs = first_runs(site, private_wiki, ("prop/info", "list/allpages", "meta/siteinfo"))
    assert {run["remark"] for run in runs.values()} == {
        "Only logged-in users may read this wiki, and this page sends no login. "
        "Copy the program, and log in with wiki.login in it."
    }


def test_the_site_of_a_wiki_asks_this_wiki(site: Path, new_wiki: Wiki, tmp_path: Path) -> None:
    """A description with an address that is not an example has it in the form from the start."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    page = copy / "reference/wiki/meta/siteinfo/index.html"
    text = page.read_text("utf-8")
    page.write_text(text.replace("https://wiki.example.org/w/api.php", new_wiki.api_url), "utf-8")
    fields = run_with_form(
        copy,
        """
        localStorage.removeItem("specloom.wiki")
        const fields = []
        for (const name of ["siteinfo", "userinfo"]) {
          const page = await show(`/reference/wiki/meta/${name}/`)
          fields.push(page.querySelector("[name=wiki]").value)
        }
        return fields
        """,
    )
    assert fields == [new_wiki.api_url, ""]


def test_what_a_reader_fills_in_is_not_replaced(site: Path, new_wiki: Wiki) -> None:
    address = run_with_form(
        site,
        f"""
        const page = await show("/reference/wiki/prop/info/")
        enter(page, "wiki", {json.dumps(new_wiki.api_url)})
        enter(page, "try-titles", "A|Nope")
        page.querySelector("[data-run]").click()
        const head = page.querySelector("[data-reply] figcaption")
        for (let waited = 0; waited < 400 && !/^(Reply|No)/.test(head.textContent); waited++) await pause()
        return shown(page).at(-1)
        """,
    )
    assert "&titles=A|Nope&" in address
