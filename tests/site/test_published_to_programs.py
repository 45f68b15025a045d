"""Files and tags of a site for programs: search engines, language models, feed readers."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from specloom.cli.app import main
from specloom.site import edit_links

from .conftest import ROOT, Build
from .html_page import parse

ADDRESS = "https://docs.example.org/"
REPOSITORY = "https://github.com/example/library"
NAVIGATION = "- Home: index.md\n- More:\n    - note.md\n    - new.md\n    - changelog.md\n- Reference: reference/\n"
NOTE = """\
# Notes

2026-03-04 · accepted

Books & "journals" of the [library](index.md). More in `this` sentence.

Another paragraph.
"""
CHANGELOG = """\
# Town Library

## Unreleased

- Later.

## 1.1.0 - 2026-02-03

### Added

- See [notes](note.md#notes) & more.

## 1.0.0 - 2026-01-01

First release.
"""


@dataclass(frozen=True)
class Repository:
    """A folder with a history."""

    folder: Path

    def commit(self, date: str) -> None:
        """Commit everything in the folder."""
        names = {f"GIT_{who}_NAME": "tests" for who in ("AUTHOR", "COMMITTER")}
        addresses = {f"GIT_{who}_EMAIL": "t@example.org" for who in ("AUTHOR", "COMMITTER")}
        environment = {**os.environ, **names, **addresses, "GIT_COMMITTER_DATE": f"{date}T12:00Z"}
        for command in ("init --quiet", "add --all .", f"commit --quiet --message {date}"):
            subprocess.run(["git", *command.split()], cwd=self.folder, env=environment, check=True)


@pytest.fixture(scope="module")
def site(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that `init` has begun, with a page more, built for an address."""
    folder = tmp_path_factory.mktemp("folder")
    assert main(["init", str(folder)]) == 0
    (folder / "docs/nav.yaml").write_text(NAVIGATION, "utf-8")
    assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    (folder / "docs/changelog.md").write_text(CHANGELOG, "utf-8")
    repository = Repository(folder)
    repository.commit("2026-02-03")
    (folder / "docs/note.md").write_text(NOTE, "utf-8")
    repository.commit("2026-03-04")
    (folder / "docs/new.md").write_text("# New\n\nThis is new:\n\n- a page\n", "utf-8")
    done = build(
        folder,
        folder / "site",
        "--strict",
        environment={"SITE_URL": ADDRESS, "REPO_URL": REPOSITORY},
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"


def metas(path: Path) -> dict[str, str]:
    """Names of the tags `meta` of a page, with their contents."""
    attributes = [meta.attributes for meta in parse(path.read_text("utf-8")).all("meta")]
    return {
        each.get("name") or each["property"]: each["content"]
        for each in attributes
        if "name" in each or "property" in each
    }


@pytest.mark.promise("Each page has Open Graph tags")
def test_each_page_has_a_description_and_the_tags_of_open_graph(site: Path) -> None:
    paths = list(site.rglob("index.html"))
    descriptions = set[str]()
    for path in paths:
        tags = metas(path)
        address = f"{ADDRESS}{path.parent.relative_to(site).as_posix()}/".replace("/./", "/")
        assert tags["og:url"] == address
        assert tags["og:description"] == tags["description"]
        assert tags["og:title"] and tags["og:site_name"] == "Town Library"
        descriptions.add(tags["description"])
    assert len(descriptions) > 10


def test_without_front_matter_the_first_paragraph_is_the_description(site: Path) -> None:
    tags = metas(site / "note/index.html")
    assert tags["description"] == 'Books & "journals" of the library. More in this sentence.'
    assert tags["og:title"] == "Notes"
    assert metas(site / "new/index.html")["description"] == "This is new."


@pytest.mark.promise("allows all robots and names the sitemap")
def test_robots_are_allowed_and_find_the_sitemap(site: Path) -> None:
    lines = (site / "robots.txt").read_text("utf-8").split("\n")
    assert lines == ["User-agent: *", "Disallow:", "", f"Sitemap: {ADDRESS}sitemap.xml", ""]


@pytest.mark.promise(
    "the pages of the site for language models, with the address and the description of each"
)
def test_language_models_find_a_list_of_the_pages_at_the_root(site: Path) -> None:
    text = (site / "llms.txt").read_text("utf-8")
    home = f"- [Home]({ADDRESS}index.md): Books of a town library, and who may borrow them."
    assert text.startswith(f"# Town Library\n\n{home}")
    assert f"\n\n## More\n\n- [Notes]({ADDRESS}note.md): Books & " in text
    assert f"\n\n## Reference\n\n- [All operations]({ADDRESS}reference/llms.txt)" in text
    addresses = re.findall(r"\]\(([^)]+)\)", text)
    assert len(addresses) == 5
    assert all((site / address.removeprefix(ADDRESS)).is_file() for address in addresses)


def dates(site: Path) -> dict[str, str]:
    """Path of a page in the sitemap → its date, or an empty text."""
    sitemap = (site / "sitemap.xml").read_text("utf-8")
    entries = re.findall(r"<loc>([^<]+)</loc>(?:<lastmod>([^<]+)</lastmod>)?", sitemap)
    return {address.removeprefix(ADDRESS): date for address, date in entries}


@pytest.mark.promise("The dates in the sitemap are those of the commits")
def test_dates_in_the_sitemap_are_those_of_commits(site: Path) -> None:
    date_of = dates(site)
    assert date_of["note/"] == "2026-03-04"
    assert date_of["new/"] == ""
    assert {date for page, date in date_of.items() if page not in ("note/", "new/")} == {
        "2026-02-03"
    }


@pytest.mark.promise("In a clone without its whole history, the sitemap has no dates")
def test_a_clone_without_its_whole_history_gives_no_dates(
    site: Path, build: Build, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    origin = site.parent.as_uri()
    subprocess.run(["git", "clone", "--quiet", "--depth=1", origin, str(clone)], check=True)
    done = build(clone, tmp_path / "site", environment={"SITE_URL": ADDRESS})
    assert done.returncode == 0 and "the sitemap lacks dates" in done.stderr
    assert set(dates(tmp_path / "site").values()) == {""}


@pytest.mark.promise("a feed of the releases")
def test_releases_are_a_feed(site: Path) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring((site / "feed.xml").read_text("utf-8"))
    entries = [
        [entry.findtext(atom + name) for name in ("title", "id", "updated", "content")]
        for entry in feed.iter(f"{atom}entry")
    ]
    note = f'<li>See <a href="{ADDRESS}note/#notes">notes</a> &amp; more.</li>'
    assert entries == [
        [
            "Town Library 1.1.0",
            f"{ADDRESS}changelog/#110-2026-02-03",
            "2026-02-03T00:00:00Z",
            f'<h3 id="added">Added</h3>\n<ul>\n{note}\n</ul>',
        ],
        [
            "Town Library 1.0.0",
            f"{ADDRESS}changelog/#100-2026-01-01",
            "2026-01-01T00:00:00Z",
            "<p>First release.</p>",
        ],
    ]
    assert feed.findtext(f"{atom}updated") == "2026-02-03T00:00:00Z"
    page = (site / "note/index.html").read_text("utf-8")
    assert (
        '<link rel="alternate" type="application/atom+xml" title="Releases" href="../feed.xml">'
        in page
    )


@pytest.mark.promise("Each page has a link to the repository and one to edit the page")
def test_pages_lead_to_the_file_to_edit(site: Path) -> None:
    files = {
        "note": "docs/note.md",
        "reference/library/books/get": "spec/library/api.yaml",
        "reference/library/types": "spec/library/api.yaml",
        "reference": "spec/apis.yaml",
    }
    for page, file in files.items():
        html = (site / page / "index.html").read_text("utf-8")
        edit = [each for each in parse(html).all("a") if each.attributes.get("rel") == "edit"]
        assert [each.attributes["href"] for each in edit] == [f"{REPOSITORY}/edit/main/{file}"]
        assert (site.parent / file).is_file()
        assert f'<a href="{REPOSITORY}" class="md-source">' in html  # no host is asked for stars
        assert 'data-md-component="source"' not in html


@pytest.mark.promise("Pages of the reference lead to the file that has their texts")
@pytest.mark.parametrize(
    ("page", "file"),
    {
        "wiki/list/allpages.md": "spec/wiki/texts.yaml",
        "wiki/action/edit.md": "spec/wiki/action_modules.yaml",
        "wiki/index.md": "spec/wiki/protocol.yaml",
        "wiki/errors.md": "spec/wiki/protocol.yaml",
        "wiki/types.md": "spec/wiki/results.yaml",
        "wiki/unspecified.md": "spec/wiki/unspecified.yaml",
        "wiki/python.md": "spec/apis.yaml",
        "seller/items/get.md": "spec/seller/api.yaml",
        "index.md": "spec/apis.yaml",
    }.items(),
)
def test_pages_of_a_wiki_lead_to_the_overlay_with_their_texts(page: str, file: str) -> None:
    assert edit_links.file_of(edit_links.descriptions_of(ROOT), *page.split("/")) == file
    assert (ROOT / file).is_file()


def test_a_module_without_texts_leads_to_the_overlay_of_its_own_wiki() -> None:
    wiki = edit_links.Wiki({"spec/wiki/overlay.yaml": {"source": "us"}})
    assert wiki.file_of("list", "new.md") == "spec/wiki/overlay.yaml"
    assert edit_links.Wiki({}).file_of("list", "new.md") == "spec/apis.yaml"


def test_without_a_repository_no_page_has_a_link_to_edit_it(
    build: Build, site: Path, tmp_path: Path
) -> None:
    done = build(site.parent, tmp_path, "--strict", environment={"SITE_URL": ""})
    assert done.returncode == 0, done.stderr
    assert 'rel="edit"' not in (tmp_path / "note/index.html").read_text("utf-8")
    assert not (tmp_path / "feed.xml").exists() and not (tmp_path / "robots.txt").exists()
    assert "- [Home](index.md)" in (tmp_path / "llms.txt").read_text("utf-8")


def test_methods_of_requests_have_colours(site: Path) -> None:
    page = (site / "reference/library/index.html").read_text("utf-8")
    assert '<code><span class="sl-get">GET</span> /books</code>' in page
    assert '<code><span class="sl-post">POST</span> /books/' in page
