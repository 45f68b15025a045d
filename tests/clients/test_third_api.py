"""A third API, of either format, is one entry in the list and its files."""

import importlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from openapi_spec_validator import validate

from specloom.cli.app import main

ROOT = Path(__file__).parents[2]

WEATHER = re.findall(
    r"```yaml\n(.*?)```",
    (ROOT / "docs/guide/rest-format.md").read_text(encoding="utf-8"),
    re.DOTALL,
)[0]
ENTRIES = """\
specloom: 1
apis:
  - {id: seller, reader: rest, source: seller/api.yaml, package: seller_platform, sandbox: seller/sandbox.yaml}
  - {id: weather, reader: rest, source: weather.yaml, package: weather_client}
  - id: garden
    reader: paraminfo
    source: garden.json
    package: garden_wiki
    overlays: ["builtin:mediawiki", garden.yaml]
"""
GARDEN = """\
title: Garden wiki
modules:
  growth: {class_name: Growth, summary: List what grows.}
"""


def catalogue() -> str:
    """A wiki that has two modules of the shipped set and another one."""
    whole = json.loads((ROOT / "spec/wiki/paraminfo.json").read_text(encoding="utf-8"))
    core_modules = [
        form for form in whole["paraminfo"]["modules"] if form["name"] in ("allpages", "info")
    ]
    own_module = {
        "name": "growth",
        "path": "query+growth",
        "group": "list",
        "prefix": "gw",
        "parameters": [{"index": 1, "name": "season", "type": ["spring", "summer"]}],
    }
    whole["paraminfo"]["modules"] = [*core_modules, own_module]
    return json.dumps(whole)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("third")
    shutil.copytree(ROOT / "spec", root / "spec")
    api_list = root / "spec/apis.yaml"
    api_list.write_text(ENTRIES, encoding="utf-8")
    (root / "spec/weather.yaml").write_text(WEATHER, encoding="utf-8")
    (root / "spec/garden.json").write_text(catalogue(), encoding="utf-8")
    (root / "spec/garden.yaml").write_text(GARDEN, encoding="utf-8")
    assert main(["generate", "--quiet", "--config", str(api_list)]) == 0
    sources = [
        str(root / f"generated/python/{name}/src") for name in ("weather_client", "garden_wiki")
    ]
    sys.path[:0] = sources
    yield root
    for source in sources:
        sys.path.remove(source)


@pytest.mark.promise(
    "To add one, write an entry there and the files that it names",
    "Its entries for modules that your wiki does not have are ignored",
)
def test_its_outputs_are_up_to_date_at_once(repository: Path) -> None:
    assert main(["check", "--quiet", "--config", str(repository / "spec/apis.yaml")]) == 0


def test_its_client_can_be_imported(repository: Path) -> None:
    weather = importlib.import_module("weather_client")
    assert weather.Report.__struct_fields__ == ("place", "celsius")
    garden = importlib.import_module("garden_wiki")
    assert vars(garden.Growth(season="spring")) == {"season": "spring"}
    with pytest.raises(garden.ParameterError, match="summer"):
        garden.Growth(season="sumer")
    assert garden.AllPages(prefix="A")


@pytest.mark.parametrize("name", ["weather.openapi", "garden.openapi", "garden.codegen.openapi"])
def test_its_openapi_documents_are_valid(repository: Path, name: str) -> None:
    document = json.loads(
        (repository / f"generated/openapi/{name}.json").read_text(encoding="utf-8")
    )
    validate(document)
    written = (repository / f"generated/openapi/{name}.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(written) == document


def test_its_pages_are_in_the_navigation(repository: Path) -> None:
    navigation = (repository / "generated/nav.yml").read_text(encoding="utf-8")
    for page in ("weather/reports/get.md", "weather/types.md", "garden/list/growth.md"):
        assert (repository / "docs/reference" / page).is_file()
        assert f"reference/{page}" in navigation


def test_it_is_in_the_model(repository: Path) -> None:
    model = yaml.safe_load((repository / "generated/model.yaml").read_text(encoding="utf-8"))
    assert [api["id"] for api in model["apis"]][-2:] == ["weather", "garden"]


def test_the_other_apis_stay_as_they_are(repository: Path) -> None:
    alone = repository / "alone"
    shutil.copytree(ROOT / "spec", alone / "spec")
    (alone / "spec/apis.yaml").write_text("".join(ENTRIES.splitlines(keepends=True)[:3]), "utf-8")
    assert main(["generate", "--quiet", "--config", str(alone / "spec/apis.yaml")]) == 0
    paths = [
        path.relative_to(alone)
        for folder in ("generated/python/seller_platform", "generated/openapi")
        for path in (alone / folder).rglob("*")
        if path.is_file()
    ]
    assert len(paths) > 20
    for path in paths:
        assert (repository / path).read_bytes() == (alone / path).read_bytes()
