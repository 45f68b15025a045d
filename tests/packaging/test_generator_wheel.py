"""The generator, installed from its wheel, works where nothing of this repository is."""

import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from .foreign import ROOT, Ended, Place, place_with

APIS = """\
specloom: 1
apis:
  - {id: clock, reader: rest, source: clock.yaml, package: town_clock}
  - {id: wiki, reader: paraminfo, source: wiki.json, package: my_wiki, overlays: ["builtin:mediawiki"]}
"""
CLOCK = """\
specloom: 1
title: Town Clock
version: 1.0.0
summary: What time it is.
server: {url: "https://clock.example.org", summary: The clock.}
groups:
  clock: {title: Clock}
operations:
  clock.read:
    title: Read the clock
    summary: Return the time.
    method: GET
    path: /time
    result: {type: Time}
records:
  Time:
    fields:
      now: {type: timestamp}
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return place_with(ROOT, tmp_path_factory.mktemp("generator"))


def specloom(place: Place, folder: Path, *arguments: str) -> Ended:
    return place.run("specloom", *arguments, folder=folder)


@pytest.mark.promise("works without this repository")
def test_the_example_of_init_can_be_generated_and_checked(place: Place) -> None:
    folder = place.folder / "example"
    folder.mkdir()
    begun = specloom(place, folder, "init", "--ci", "github")
    assert begun.code == 0
    pipeline = (folder / ".github/workflows/specloom.yml").read_text(encoding="utf-8")
    assert "- run: pip install ./specloom-" in pipeline  # a wheel that lies on this machine
    assert "at the root of the repository and commit it; `pip wheel --no-deps " in begun.err
    generated = specloom(place, folder, "generate", "--format", "json")
    assert generated.code == 0, generated.err
    assert json.loads(generated.out)["written"]
    assert (folder / "generated/openapi/library.openapi.yaml").is_file()
    assert (folder / "generated/python/town_library/src/town_library/__init__.py").is_file()
    page = next((folder / "docs/reference").rglob("*.md"))
    page.write_text("edited by hand\n", encoding="utf-8")
    drift = specloom(place, folder, "check")
    assert drift.code == 1
    assert "-edited by hand" in drift.out
    assert "1 outdated" in drift.err


@pytest.fixture(scope="module")
def project(place: Place) -> Path:
    """A folder with a small API and a wiki."""
    folder = place.folder / "own"
    (folder / "spec").mkdir(parents=True)
    (folder / "spec/apis.yaml").write_text(APIS, encoding="utf-8")
    (folder / "spec/clock.yaml").write_text(CLOCK, encoding="utf-8")
    catalogue = json.loads((ROOT / "spec/wiki/paraminfo.json").read_text(encoding="utf-8"))
    modules = catalogue["paraminfo"]["modules"]
    catalogue["paraminfo"]["modules"] = [
        module for module in modules if module["name"] in ("allpages", "links")
    ]
    (folder / "spec/wiki.json").write_text(json.dumps(catalogue), encoding="utf-8")
    return folder


@pytest.mark.promise(
    "works without this repository", "The overlay `builtin:mediawiki` comes with specloom"
)
def test_an_api_and_a_wiki_of_ones_own_are_described(place: Place, project: Path) -> None:
    generated = specloom(place, project, "generate")
    assert generated.code == 0, generated.err
    wiki = json.loads((project / "generated/openapi/wiki.codegen.openapi.json").read_bytes())
    assert list(wiki["paths"]) == ["/query+allpages/../api.php", "/query+links/../api.php"]
    described = wiki["paths"]["/query+allpages/../api.php"]["get"]["description"]
    assert described.startswith("List the pages of one namespace, by title.")
    clock = json.loads((project / "generated/openapi/clock.openapi.json").read_bytes())
    assert clock["paths"]["/time"]["get"]["operationId"] == "clockRead"


def test_a_template_of_ones_own_replaces_one_of_the_program(place: Place, project: Path) -> None:
    template = project / "templates/openapi/mediawiki/_responses.yaml.j2"
    template.parent.mkdir(parents=True)
    shipped = (ROOT / "templates/openapi/mediawiki/_responses.yaml.j2").read_text(encoding="utf-8")
    template.write_text(f"# Mine.\n{shipped}", encoding="utf-8")
    kind = ("--only", "openapi", "--api", "wiki")
    generated = specloom(place, project, "generate", *kind, "--templates", "templates")
    assert generated.code == 0, generated.err
    text = (project / "generated/openapi/wiki.codegen.openapi.yaml").read_text(encoding="utf-8")
    assert "\n# Mine.\n" in text


def test_a_mistake_is_reported_with_its_place(place: Place, project: Path) -> None:
    folder = place.folder / "wrong"
    (folder / "spec").mkdir(parents=True)
    (folder / "spec/apis.yaml").write_text(APIS.splitlines()[0] + "\napi: []\n", encoding="utf-8")
    refused = specloom(place, folder, "generate")
    assert refused.code == 2
    assert "spec/apis.yaml:2:1" in refused.err
    assert not (folder / "generated").exists()


# --- The site ----------------------------------------------------------------------------------------

OF_THE_PLUGIN = (
    "stylesheets/specloom.css",
    "javascripts/try.js",
    "openapi/library.openapi.json",
    "search/search_index.json",
    "reference/llms.txt",
    "reference/library/books/get.md",
)
PAGE = "reference/library/books/get"


@pytest.fixture(scope="module")
def site(place: Place) -> Path:
    """A new folder with a site, and MkDocs in the environment."""
    folder = place.folder / "site-of-ones-own"
    folder.mkdir()
    assert specloom(place, folder, "init").code == 0
    generated = specloom(place, folder, "generate")
    assert generated.code == 0, generated.err
    served = specloom(place, folder, "watch", "--serve")
    assert "MkDocs is not installed; install specloom with its extra" in served.err
    (wheel,) = (place.environment.parent / "dist").glob("*.whl")
    place.install(f"{wheel}[docs]", "mike>=2.2,<3")
    return folder


@pytest.mark.promise("Both come with the extra `docs` of specloom", "brings MkDocs and its theme")
@pytest.mark.parametrize(
    ("variables", "settings", "page"),
    [
        ({}, "", f"{PAGE}/index.html"),
        ({"OFFLINE": "true"}, "", f"{PAGE}.html"),
        ({}, "use_directory_urls: false\n", f"{PAGE}.html"),
    ],
    ids=["usual", "offline", "no directory addresses"],
)
def test_the_site_of_init_is_built_strictly(
    place: Place, site: Path, tmp_path: Path, variables: dict[str, str], settings: str, page: str
) -> None:
    shutil.copytree(site, tmp_path / "site")
    with (tmp_path / "site/mkdocs.yml").open("a") as file:
        file.write(settings)
    options = ("--strict", "--site-dir", str(tmp_path / "built"))
    built = place.run("mkdocs", "build", *options, folder=tmp_path / "site", variables=variables)
    assert built.code == 0, built.err
    html = (tmp_path / "built" / page).read_text("utf-8")
    assert "stylesheets/specloom.css" in html and 'class="sl-try' in html
    assert 'aria-label="Path"' in html  # of a template
    assert [name for name in OF_THE_PLUGIN if not (tmp_path / "built" / name).is_file()] == []
    assert not (tmp_path / "built/nav.yaml").exists()
    assert (tmp_path / "built/search/search_index.js").is_file() is bool(variables)


def test_the_site_of_init_is_built_by_mike(place: Place, site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    people = {f"GIT_{who}_{what}": "tests" for who in ("AUTHOR", "COMMITTER") for what in ("NAME",)}
    people |= {f"GIT_{who}_EMAIL": "tests@example.org" for who in ("AUTHOR", "COMMITTER")}
    path = {"PATH": f"{place.environment / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    commit = "git commit --quiet --allow-empty --message first"
    for command in ("git init --quiet", commit, "mike deploy 1.0 latest"):
        subprocess.run(
            command.split(), cwd=folder, env={**os.environ, **path, **people}, check=True
        )
    archive = tmp_path / "site.tar"
    subprocess.run(["git", "archive", "--output", archive, "gh-pages"], cwd=folder, check=True)
    with tarfile.open(archive) as built:
        names = built.getnames()
    assert [name for name in OF_THE_PLUGIN if f"1.0/{name}" not in names] == []
    assert f"1.0/{PAGE}/index.html" in names
