"""The first Run of a page shows something on the reader's wiki, which has nothing of the examples."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

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


@pytest.mark.promise("The first **Run** on a wiki asks it once for what it has")
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
    (other,) = first_runs(
        site, replace(new_wiki, url=f"{new_wiki.url}/index.php?x="), ("meta/siteinfo",)
    ).values()
    heads = [run["head"].partition(", status 200")[2] for run in [*runs.values(), other]]
    assert heads[:4] == [", application/xml", ", text/html", ", application/rsd+xml", ""]
    assert heads[4] == ", not JSON: is this the address of api.php?"


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
