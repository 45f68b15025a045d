"""The generator, installed from its wheel, works where nothing of this repository is."""

import json
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
