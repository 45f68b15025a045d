"""Published files: documents and Markdown beside the pages, below any path, as files, in several versions."""

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from urllib.parse import urlsplit

import pytest

from specloom.site.light_html import lightened
from tests import browser
from tests.openapi.tools.fronts import nginx_with
from tests.packaging.foreign import extract

from .conftest import BUILDING, ROOT, Build


def test_every_openapi_document_is_a_download_with_its_size_and_hash(site: Path) -> None:
    documents = sorted((ROOT / "generated" / "openapi").glob("*.json"))
    pages = [site / "reference" / api / "openapi" / "index.html" for api in ("seller", "wiki")]
    downloads = {
        (page.parent / address).resolve(): (int(size), digest)
        for page in pages
        for address, size, digest in re.findall(
            r'<a href="([^"]+)">JSON[^<]*</a> \((\d+) kB, SHA-256 <code>([0-9a-f]{64})</code>\)',
            page.read_text(encoding="utf-8"),
        )
    }
    assert [path.name for path in sorted(downloads)] == [path.name for path in documents]
    assert sorted((site / "openapi").iterdir()) == sorted(downloads)
    for document in documents:
        published = site / "openapi" / document.name
        content = published.read_bytes()
        written, shown = (
            json.loads(text, parse_float=str) for text in (document.read_bytes(), content)
        )
        assert shown == written
        assert b"\n" not in content
        assert downloads[published] == (round(len(content) / 1000), sha256(content).hexdigest())


@pytest.mark.promise("each page has such a file beside it")
def test_every_page_lies_there_as_markdown_too(site: Path, source: Path) -> None:
    pages = list(site.rglob("index.html"))
    for page in pages:
        below = page.parent.relative_to(site)
        beside = site / f"{below}.md" if str(below) != "." else site / "index.md"
        text = (beside if beside.exists() else page.parent / "index.md").read_text(encoding="utf-8")
        assert not text.startswith("---"), page
        assert re.search(r"^# ", text, re.MULTILINE) or str(below) == ".", page
    assert len(pages) > 100


def test_markdown_beside_a_page_is_for_any_program(site: Path, source: Path) -> None:
    for path in (source / "docs").rglob("*.md"):
        published = site / path.relative_to(source / "docs")
        if not published.exists():
            continue
        text, written = published.read_text("utf-8"), path.read_text("utf-8")
        code = CODE.findall(text)
        assert [lines(part) for part in code] == [lines(part) for part in CODE.findall(written)]
        between = CODE.sub("", text)
        assert not re.search(
            r"^</?(?:div|section|form|details)|^===|\{ [.#]", between, re.MULTILINE
        )
        page = CODE.sub("", re.sub(r"(?s)\A---\n.*?\n---\n", "", written))
        headings = [
            re.sub(r" \{ #[^{}]*\}$", "", heading)
            for heading in re.findall(r"^#+ .*[^\s]", page, re.MULTILINE)
        ]
        assert re.findall(r"^#+ .*", between, re.MULTILINE) == headings


CODE = re.compile(r"^ *~~~.*?^ *~~~$|^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)


def lines(code: str) -> list[str]:
    return dedent(code).splitlines()


def test_nothing_is_published_that_nobody_reads(site: Path) -> None:
    assert list(site.rglob("*.map")) == []
    assert not (site / "assets/javascripts/lunr").exists()


def test_scripts_are_loaded_only_by_pages_with_a_form_or_a_box_for_a_request(site: Path) -> None:
    pages = {page: page.read_text("utf-8") for page in site.rglob("index.html")}

    def pages_with(text: str) -> set[Path]:
        return {page for page, html in pages.items() if text in html}

    with_form, with_box = pages_with("<form aria-label="), pages_with("data-requests=")
    for script, loading in (
        ("samples.js", with_form | with_box),
        ("javascripts/try.js", with_form | with_box),
        ("javascripts/explain.js", with_box),
    ):
        assert pages_with(f'{script}" defer') == loading
    assert 66 < len(with_form) < len(pages) / 1.5
    assert with_box == {site / "reference/wiki/index.html"}


def test_the_script_of_forms_does_not_read_commands(site: Path) -> None:
    form_script, box_script = (
        (site / f"javascripts/{name}.js").read_text("utf-8") for name in ("try", "explain")
    )
    assert "wget" not in form_script
    assert "wget" in box_script
    assert len(box_script) < len(form_script) / 4, "what both need is in one of them"


def test_white_space_is_left_out_but_in_code(site: Path) -> None:
    html = (site / "reference/wiki/list/allpages/index.html").read_text("utf-8")
    code = re.compile(r"(?s)<(pre|script)\b.*?</\1>")
    assert not re.search(r"\n[ \t]|\n<(?:div|li)", code.sub("", html))
    assert any("\n    user_agent=" in match[0] for match in code.finditer(html))


ELEMENTS = (
    # as MkDocs writes it, as it is published
    ("<div>\n<p>a\nb</p>\n<p>c</p>\n\n</div>\n", "<div><p>a\nb</p>\n<p>c</p></div>"),
    ("<p>a\n<b>b</b>\n<i>c</i></p>", "<p>a\n<b>b</b>\n<i>c</i></p>"),
    ("<label>a</label>\n<input>", "<label>a</label>\n<input>"),
    ("<pre>a\n\n<p>b</pre>\n<p>c", "<pre>a\n\n<p>b</pre>\n<p>c"),
    (
        '<pre><span class="n">a</span> <span class="o">=</span> <span class="k">b</span></pre>',
        '<pre>a = <span class="k">b</span></pre>',
    ),
    (
        '<pre><span class="s1">a</span><span class="s1">b</span> <span class="s1">c</span></pre>',
        '<pre><span class="s1">ab c</span></pre>',
    ),
    (
        '<p data-a="[&quot;it\'s&quot;]" id="a">x="&quot;"',
        '<p data-a=\'["it&#39;s"]\' id="a">x="&quot;"',
    ),
    ('<script>\n"<p a=\\"&quot;\\">"\n</script>', '<script>\n"<p a=\\"&quot;\\">"\n</script>'),
)


@pytest.mark.parametrize(("written", "published"), ELEMENTS)
def test_a_page_shows_the_same_with_less(written: str, published: str) -> None:
    assert lightened(written) == published


# --- Where it is published ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def below_a_path(
    few_pages: Path, build: Build, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """The folder of a web server that has the site below a path, and the site's address."""
    folder, address = tmp_path_factory.mktemp("server"), "https://docs.example.org/tools/specloom/"
    done = build(few_pages, folder / "tools" / "specloom", environment={"SITE_URL": address})
    assert done.returncode == 0, done.stderr
    return folder, address


@pytest.mark.exhaustive  # `tests/publishing` compares runs of the generator in each run
def test_two_builds_are_equal(
    below_a_path: tuple[Path, str], few_pages: Path, build: Build, tmp_path: Path
) -> None:
    folder, address = below_a_path
    done = build(few_pages, tmp_path, environment={"SITE_URL": address})
    assert done.returncode == 0, done.stderr
    first, again = (
        {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        for site in (folder / "tools/specloom", tmp_path)
    )
    assert len(first) > 50 and first.keys() == again.keys()
    assert not [path for path, content in first.items() if again[path] != content]


@pytest.mark.promise(
    "The sitemap, the canonical links and the page for missing addresses (404) need it",
    "Let the server answer a missing address with `404.html`",
)
def test_the_page_for_missing_addresses_is_whole_below_a_path(
    below_a_path: tuple[Path, str],
) -> None:
    folder, _ = below_a_path
    html = (folder / "tools/specloom/404.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="(/[^"#?]*)', html)
    assert len(links) > 10
    for path in links:
        target = folder / path.lstrip("/")
        assert target.is_file() or (target / "index.html").is_file(), path


def test_the_page_for_missing_addresses_leads_on(below_a_path: tuple[Path, str]) -> None:
    folder, _ = below_a_path
    html = (folder / "tools/specloom/404.html").read_text(encoding="utf-8")
    content = html.partition("<h1>")[2].partition("</article>")[0]
    entries = dict(re.findall(r'<a href="/tools/specloom/([^"]*)">([^<]+)</a>', content))
    assert {
        ".": "Home",
        "guide/getting-started/": "Guide",
        "guide/wiki/": "Wiki client",
        "reference/": "Reference",
        "reference/wiki/": "MediaWiki API",
    }.items() <= entries.items()
    links_work = browser.run(
        folder / "tools",
        """
        const frame = document.body.appendChild(document.createElement("iframe"))
        frame.width = 1300
        await new Promise(done => { frame.onload = done; frame.src = "/specloom/404.html" })
        const page = frame.contentDocument
        page.querySelector("article button").click()
        return page.querySelector("#__search").checked
        """,
    )
    assert links_work is True


@pytest.mark.parametrize(
    ("page", "status"), [("reference/wiki/list/allpages/", 200), ("reference/wiki/no/such/", 404)]
)
def test_behind_nginx_as_in_the_guide_a_page_below_a_path_finds_all_that_it_loads(
    below_a_path: tuple[Path, str], tmp_path: Path, page: str, status: int
) -> None:
    folder, address = below_a_path
    guide = (ROOT / "docs/guide/publishing.md").read_text("utf-8")
    [recipe] = re.findall(r"```nginx\n(.*?)```", guide, re.DOTALL)
    below, place = urlsplit(address).path, folder / "tools/specloom"
    location = recipe.replace("/tools/", below).replace("/srv/docs/", f"{place}/")
    log = tmp_path / "log"
    with nginx_with(location, log) as server:
        html, browser_log = browser.dump(f"{server}{below}{page}")
    answered = {path: int(code) for code, path in map(str.split, log.read_text().splitlines())}
    assert '<body dir="ltr" data-md-color-scheme=' in html
    assert answered.pop(below + page) == status
    assert len(answered) > 3
    assert {path: code for path, code in answered.items() if code != 200} == {}
    assert all(path.startswith(below) for path in answered)
    assert "CONSOLE" not in browser_log, browser_log


@pytest.mark.promise(
    "The sitemap, the canonical links and the page for missing addresses (404) need it"
)
def test_sitemap_and_canonical_links_tell_the_address(below_a_path: tuple[Path, str]) -> None:
    folder, address = below_a_path
    sitemap = (folder / "tools/specloom/sitemap.xml").read_text(encoding="utf-8")
    locations = re.findall(r"<loc>([^<]+)</loc>", sitemap)
    pages = list((folder / "tools/specloom").rglob("index.html"))
    assert len(locations) == len(set(locations)) == len(pages)
    first = {api: locations.index(f"{address}reference/{api}/") for api in ("wiki", "seller")}
    assert first["wiki"] < first["seller"]
    for page in locations:
        assert page.startswith(address)
        html = (folder / urlsplit(page).path.lstrip("/") / "index.html").read_text(encoding="utf-8")
        assert f'<link rel="canonical" href="{page}">' in html


@pytest.fixture(scope="module")
def from_files(
    request: pytest.FixtureRequest,
    exhaustive: bool,
    build: Build,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The site that is opened from files."""
    target = tmp_path_factory.mktemp("files") / "site"
    source: Path = request.getfixturevalue("source" if exhaustive else "few_pages")
    done = build(source, target, environment={"OFFLINE": "true"})
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.promise("search included, and asks no other host")
def test_from_a_file_the_search_finds_and_no_other_host_is_asked(from_files: Path) -> None:
    address = (from_files / "index.html").as_uri()
    html, log = browser.dump(f"{address}?q=allpages")
    results = re.findall(r'<a href="([^"]+)" class="md-search-result__link"', html)
    assert any("/reference/wiki/list/allpages.html" in result for result in results), log
    assert "CONSOLE" not in log, log
    for path in from_files.rglob("*.html"):
        assert not re.search(r'<(?:script|img|iframe)[^>]+src="https?:', path.read_text("utf-8"))


ALL_IN_TURN = """\
<!doctype html><meta charset="utf-8"><title>open</title><script type="module">
for (const page of %s) {
  const frame = document.createElement("iframe")
  document.body.replaceChildren(frame)
  await new Promise(done => { frame.onload = done; frame.src = page })
  await new Promise(done => setTimeout(done, 50))
  document.title = page
}
document.title = "done"
</script><body>
"""


@pytest.mark.timeout(600)
def test_from_files_a_page_leaves_the_console_empty(from_files: Path) -> None:
    pages = [str(path.relative_to(from_files)) for path in sorted(from_files.rglob("*.html"))]
    assert len(pages) > 20
    start = from_files / "all-in-turn.html"
    start.write_text(ALL_IN_TURN % json.dumps(pages), encoding="utf-8")
    html, log = browser.dump(start.as_uri())
    start.unlink()
    assert "<title>done</title>" in html, log
    assert "CONSOLE" not in log, log


@pytest.mark.exhaustive  # mike builds a site in `test_generator_wheel.py` in each run
@pytest.mark.promise(
    "keeps versions side by side on a branch",
    "The site of each version has its own OpenAPI documents",
)
def test_versions_lie_side_by_side_with_a_menu(few_pages: Path, tmp_path: Path) -> None:
    repository = shutil.copytree(few_pages, tmp_path / "repository")
    environment = {
        **os.environ,
        **BUILDING,
        **{f"GIT_{who}_{what}": "tests" for who in ("AUTHOR", "COMMITTER") for what in ("NAME",)},
        **{f"GIT_{who}_EMAIL": "tests@example.org" for who in ("AUTHOR", "COMMITTER")},
    }

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=repository, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    mike = str(Path(sys.executable).parent / "mike")
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    run("git", "init", "--quiet")
    run("git", "commit", "--quiet", "--allow-empty", "--message", "first")
    run(mike, "deploy", "1.0")
    run(mike, "deploy", "--update-aliases", "1.1", "latest")
    run(mike, "set-default", "latest")
    run("git", "archive", "--output", str(tmp_path / "site.tar"), "gh-pages")
    extract(tmp_path / "site.tar", tmp_path / "site")
    menu_links = browser.run(
        tmp_path,
        """
        const frame = document.body.appendChild(document.createElement("iframe"))
        frame.width = 1300
        await new Promise(done => { frame.onload = done; frame.src = "/site/1.0/reference/" })
        for (let turn = 0; turn < 200; turn++) {
          const links = [...frame.contentDocument.querySelectorAll(".md-version__link")]
          if (links.length) return links.map(link => [link.textContent.trim(), link.href])
          await new Promise(done => setTimeout(done, 50))
        }
        return []
        """,
    )
    assert [(name, urlsplit(link).path.split("/")[:3]) for name, link in menu_links] == [
        ("1.1", ["", "site", "1.1"]),
        ("1.0", ["", "site", "1.0"]),
    ]
    for version in ("1.0", "1.1", "latest"):
        assert (tmp_path / "site" / version / "openapi" / "wiki.openapi.json").is_file()


@pytest.mark.promise("The site of this repository has")
def test_the_site_weighs_what_the_guide_says(site: Path) -> None:
    """To a tenth, so that a page more does not make the guide wrong."""
    guide = (ROOT / "docs/guide/publishing.md").read_text("utf-8")
    (whole,) = re.findall(r"has (\d+) MB, or", guide)
    sizes_in_guide = [
        float(size)
        for size in re.findall(r"^\| [^|]+ \| ([\d.]+) \| [^|]*\|$", guide, re.MULTILINE)
    ]
    documents, search = site / "openapi", site / "search"
    files = [path for path in site.rglob("*") if path.is_file()]

    def weight(*suffixes: str) -> float:
        of = (path for path in files if path.suffix in suffixes and documents not in path.parents)
        return sum(path.stat().st_size for path in of if search not in path.parents) / 1e6

    parts = [
        weight(".html"),
        sum(path.stat().st_size for path in documents.glob("*.json")) / 1e6,
        weight(".md", ".txt"),
        sum(path.stat().st_size for path in search.iterdir()) / 1e6,
    ]
    everything = sum(path.stat().st_size for path in files) / 1e6
    assert everything == pytest.approx(float(whole), rel=0.1)
    assert parts == pytest.approx(sizes_in_guide[:4], rel=0.1, abs=0.06)
    assert everything - sum(parts) == pytest.approx(sizes_in_guide[4], abs=0.2)
