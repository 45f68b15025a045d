"""The site, built once for all tests of this folder from what the specifications say now."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from specloom.diagnostics import Diagnostics
from specloom.model.structs import Api, Model
from specloom.pipeline import plan
from specloom.publishing.selection import select
from specloom.readers.read import Sources, read_guide, read_model
from specloom.rendering.render import Output, Renderer
from specloom.sources.config import load_config
from tests.made_once import made_once

from .html_page import Page

ROOT = Path(__file__).parents[2]

ALIKE = (
    *("contributing", "guide"),
    *(f"reference/wiki/{kind}" for kind in ("action", "list", "meta", "prop")),
)
"""Folders with many pages of one kind."""
STAY = ("index.md", "getting-started.md", "allpages.md")
LONG = (
    "changelog",
    *(f"reference/wiki/{name}" for name in ("parameters", "python", "rules", "types")),
)


@pytest.fixture(scope="session")
def model() -> Model:
    diagnostics = Diagnostics()
    sources = Sources(config=ROOT / "spec/apis.yaml", root=ROOT)
    config = load_config(sources.config, diagnostics)
    assert config is not None, diagnostics.found
    read = read_model(sources, config, diagnostics)
    assert read is not None, diagnostics.found
    return read


@pytest.fixture(scope="session")
def apis(model: Model) -> dict[str, Api]:
    return {api.id: api for api in model.apis}


@pytest.fixture(scope="session")
def rendered(model: Model) -> dict[str, str]:
    """Output path → text, of the reference and the navigation."""
    renderer = Renderer(ROOT / "templates")
    guide = read_guide(ROOT, Diagnostics())
    return {
        output.path: (
            renderer.render(output) if isinstance(output, Output) else output.content.decode()
        )
        for output in plan(model, select("reference", None), guide)
    }


@pytest.fixture(scope="session")
def packages(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to import the clients from, not formatted."""
    folder = tmp_path_factory.mktemp("packages")
    renderer = Renderer(ROOT / "templates")
    for output in plan(model, select("python", None)):
        _, _, path = output.path.partition("/src/")
        if path:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = (
                renderer.render(output).encode() if isinstance(output, Output) else output.content
            )
            target.write_bytes(content)
    return folder


@pytest.fixture(scope="session")
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that a build of the site reads."""

    def make(folder: Path) -> None:
        shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("reference"))
        shutil.copy(ROOT / "mkdocs.yml", folder)
        shutil.copytree(ROOT / "generated" / "openapi", folder / "generated" / "openapi")
        rendered: dict[str, str] = request.getfixturevalue("rendered")  # not where it is made
        for path, text in rendered.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    return made_once(tmp_path_factory, "source", make)


def present(entry: Any, docs: Path) -> Any:
    """A part of a navigation without the pages that are not there."""
    if isinstance(entry, str):
        return entry if (docs / entry).exists() else None
    if isinstance(entry, list):
        return [kept_entry for each in entry if (kept_entry := present(each, docs))]
    parts = {title: present(below, docs) for title, below in entry.items()}
    return {title: kept_entry for title, kept_entry in parts.items() if kept_entry}


@pytest.fixture(scope="session")
def few_pages(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages with a short page or two of each kind, for rules that are equal for all: a build takes a tenth of the time."""

    def make(folder: Path) -> None:
        shutil.copytree(source, folder, dirs_exist_ok=True)
        docs = folder / "docs"
        alike = [page for part in ALIKE for page in (docs / part).glob("**/*.md")]
        long = [docs / f"{name}.md" for name in LONG]
        for page in (*(page for page in alike if page.name not in STAY), *long):
            page.unlink()
        nav = folder / "generated/nav.yml"
        navigation: dict[str, Any] = yaml.safe_load(nav.read_text("utf-8"))
        nav.write_text(yaml.safe_dump(present(navigation, docs), sort_keys=False), "utf-8")

    return made_once(tmp_path_factory, "few_pages", make)


BUILDING = {"PYTHONPATH": str(ROOT / "generator"), "NO_MKDOCS_2_WARNING": "1"}
"""Variables with which MkDocs finds the plugin in this repository."""
Build: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def build() -> Build:
    """Builds a site of a folder into another, with further options of `mkdocs build`."""

    def build(
        source: Path, target: Path, *options: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(target), *options]
        common = {"SOURCE_DATE_EPOCH": "0", **BUILDING}
        return subprocess.run(
            command,
            cwd=source,
            env={**os.environ, **common, **(environment or {})},
            capture_output=True,
            text=True,
            check=False,
        )

    return build


BUILT = "built.txt"
"""Beside the site: the exit code of its build, and what MkDocs said."""


@pytest.fixture(scope="session")
def site(source: Path, build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        done = build(source, folder, "--strict")
        assert (folder / "sitemap.xml").exists(), done.stderr
        folder.with_name(BUILT).write_text(f"{done.returncode}\n{done.stderr}", encoding="utf-8")

    return made_once(tmp_path_factory, "site", make)


@pytest.fixture(scope="session")
def page(site: Path) -> Callable[[str], Page]:
    """A page by its path below the reference, `wiki/list/allpages`."""

    @cache
    def page(name: str) -> Page:
        return Page(site / "reference" / name / "index.html")

    return page
