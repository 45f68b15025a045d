"""The reference in a site that is not this one, made as the guide tells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specloom.cli import main
from tests.guides.test_guides import block

from .conftest import ROOT

GUIDE = ROOT / "docs/guide/getting-started.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of a folder that `init` has started."""
    folder = tmp_path_factory.mktemp("library")
    assert main(["init", str(folder)]) == 0
    (folder / "mkdocs.yml").write_text(block(GUIDE, "yaml", "INHERIT"), "utf-8")
    (folder / "docs").mkdir()
    (folder / "docs/nav.yaml").write_text(block(GUIDE, "yaml", "- Home"), "utf-8")
    (folder / "docs/index.md").write_text("# The library\n", "utf-8")
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


def test_nothing_but_pages_is_published(site: Path) -> None:
    assert not (site / "nav.yaml").exists()
    assert (site / "index.html").is_file()
