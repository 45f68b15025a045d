"""The reference in a site that is not this one, as `init` has begun it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specloom.cli.app import main
from tests import browser

from .conftest import ROOT
from .test_try import FORM


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of a folder that `init` has started."""
    folder = tmp_path_factory.mktemp("library")
    assert main(["init", str(folder)]) == 0
    assert main(["generate", "--config", str(folder / "spec/apis.yaml")]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
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
    ):
        assert element in html, element
    for mark in ("{ .", "{ #", "```"):
        assert mark not in html, mark


@pytest.mark.promise(
    "`init` has written `mkdocs.yml`", "`specloom init` has written what a site needs"
)
def test_it_looks_like_this_one_and_has_its_documents(site: Path) -> None:
    for folder in ("stylesheets", "javascripts"):
        for own in (ROOT / "docs" / folder).glob("*"):
            assert (site / folder / own.name).read_bytes() == own.read_bytes()
    assert {path.name for path in (site / "openapi").iterdir()} == {
        "library.openapi.json",
        "library.openapi.yaml",
        "library.postman_collection.json",
    }


def test_nothing_but_pages_is_published(site: Path) -> None:
    for name in ("nav.yaml", "site.yml", "hooks", "overrides"):
        assert not (site / name).exists()
    assert (site / "index.html").is_file()


def test_its_calls_can_be_filled_in(site: Path) -> None:
    found = browser.run(
        site,
        FORM + """
        const page = await show("/reference/library/books/get/")
        const name = page.querySelector(".sl-try input").name
        enter(page, name, "a value")
        return {name, codes: shown(page), search: frame.contentWindow.location.search}
        """,
    )
    wire = found["name"].removeprefix("try-")
    assert found["search"] == f"?{wire}=a%20value"
    assert len([code for code in found["codes"] if "a value" in code or "a%20value" in code]) == 6
