"""Names of before: programs that have them go on, are told of the new ones, and pass type checkers."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from specloom.cli.app import main
from specloom.model import class_names
from specloom.model.structs import Alias
from specloom.views.python.mediawiki.names import PUBLIC, PUBLIC_OF_ACTIONS
from specloom.views.python.old_names import old_classes
from tests.changes.test_changes import API
from tests.clients.checking import CHECKERS, findings
from tests.clients.test_third_api import ROOT, WEATHER, catalogue

OFFERED = [*PUBLIC.values(), *PUBLIC_OF_ACTIONS.values()]
LIST = """\
specloom: 1
apis:
  - id: weather
    reader: rest
    source: weather.yaml
    package: weather_client
    aliases:
      - {old: Forecast, new: Report, until: 1.1.0}
      - {old: NoSuchPlace, new: UnknownPlace, until: 1.1.0}
      - {old: reports.fetch, new: reports.get, until: 1.1.0}
      - {old: forecasts.get, new: reports.get, until: 1.1.0}
  - id: garden
    reader: paraminfo
    source: garden.json
    actions: actions.json
    package: garden_wiki
    overlays: ["builtin:mediawiki"]
    aliases:
      - {old: PageList, new: AllPages, until: 0.2.0}
      - {old: Write, new: Edit, until: 0.2.0}
"""
ERRORS = """\
  Envelope:
    fields:
      status: {type: string}
      msg: {type: string, when: the status is not success}
envelope: {record: Envelope, status: status, success: success, error: error, message: msg}
errors:
  UnknownPlace: {message: Unknown place, operations: [reports.get], absence: true}
"""
REST = """\
import httpx2
from weather_client import Client, Forecast, NoSuchPlace

answer = httpx2.Response(200, json={"status": "success", "place": "Oslo", "celsius": 4})
with Client(transport=httpx2.MockTransport(lambda _: answer)) as client:
    found: Forecast = client.reports.fetch("Oslo")
    same = client.forecasts.get("Oslo")
    assert found == same and type(found) is Forecast
    try:
        assert found.celsius == 4
    except NoSuchPlace:
        print("nowhere")
"""
WIKI = """\
from garden_wiki import PageList, PageListItem
from garden_wiki.actions import Write, WriteResult

def title(page: PageListItem) -> str:
    return page["title"]

pages = PageList(prefix="Oak")
edit = Write(title="Oak", text="A tree.")
print(pages, edit, title({"pageid": 1, "ns": 0, "title": "Oak"}))
results: list[WriteResult] = []
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both packages."""
    root = tmp_path_factory.mktemp("old_names")
    spec = root / "spec"
    spec.mkdir()
    (spec / "apis.yaml").write_text(LIST, "utf-8")
    (spec / "weather.yaml").write_text(WEATHER + ERRORS, "utf-8")
    (spec / "garden.json").write_text(catalogue(), "utf-8")
    whole = json.loads((ROOT / "spec/wiki/actions.json").read_text("utf-8"))
    modules = whole["paraminfo"]["modules"]
    whole["paraminfo"]["modules"] = [form for form in modules if form["name"] in ("edit", "purge")]
    (spec / "actions.json").write_text(json.dumps(whole), "utf-8")
    assert main(["generate", "--quiet", "--config", str(spec / "apis.yaml")]) == 0
    return root


def run(made: Path, package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    source = made / f"generated/python/{package}/src"
    command = [sys.executable, *arguments]
    environment = {"PYTHONPATH": str(source)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.promise("at the line that imports or calls it", "The old name is the same object")
@pytest.mark.parametrize(
    ("package", "program", "told"),
    [
        (
            "weather_client",
            REST,
            {
                (2, "weather_client.Forecast is now called Report", "1.1.0"),
                (2, "weather_client.NoSuchPlace is now called UnknownPlace", "1.1.0"),
                (6, "reports.fetch is now called reports.get", "1.1.0"),
                (7, "forecasts.get is now called reports.get", "1.1.0"),
            },
        ),
        (
            "garden_wiki",
            WIKI,
            {
                (1, "garden_wiki.PageList is now called AllPages", "0.2.0"),
                (1, "garden_wiki.PageListItem is now called AllPagesItem", "0.2.0"),
                (2, "garden_wiki.actions.Write is now called Edit", "0.2.0"),
                (2, "garden_wiki.actions.WriteResult is now called EditResult", "0.2.0"),
            },
        ),
    ],
)
def test_a_program_goes_on_and_is_told_at_its_own_lines(
    made: Path, tmp_path: Path, package: str, program: str, told: set[tuple[int, str, str]]
) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    done = run(made, package, "-W", "always::DeprecationWarning", str(file))
    assert done.returncode == 0, done.stderr
    lines = {line for line in done.stderr.splitlines() if "DeprecationWarning" in line}
    assert lines == {
        f"{file}:{line}: DeprecationWarning: {text}; the old name goes with version {until}"
        for line, text, until in told
    }


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(("package", "program"), [("weather_client", REST), ("garden_wiki", WIKI)])
def test_a_program_passes_type_checkers(
    made: Path, tmp_path: Path, checker: str, package: str, program: str
) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    found = findings(checker, file, made / f"generated/python/{package}/src", tmp_path)
    # Only pyright says it, and only of methods: no checker knows aliases that are deprecated.
    told = ["fetch", "get"] if (checker, package) == ("pyright", "weather_client") else []
    assert [re.findall(r'"(\w+)" in class .* is deprecated', line)[0] for line in found] == told


@pytest.mark.parametrize(
    "checker",
    ["mypy", pytest.param("pyright", marks=pytest.mark.exhaustive)],
)
@pytest.mark.parametrize("package", ["weather_client", "garden_wiki"])
def test_the_packages_pass_type_checkers(
    made: Path, tmp_path: Path, checker: str, package: str
) -> None:
    source = made / f"generated/python/{package}/src"
    assert findings(checker, source / package, source, tmp_path) == []


@pytest.mark.promise("they are neither in `__all__` nor in `dir()`")
def test_new_names_alone_are_offered(made: Path) -> None:
    program = (
        "import garden_wiki as wiki, garden_wiki.actions as actions, weather_client as weather\n"
        "for offered in (wiki, actions, weather):\n"
        "    assert not {'PageList', 'Write', 'Forecast'} & {*dir(offered), *offered.__all__}\n"
        "from garden_wiki import *; from garden_wiki.actions import *; from weather_client import *\n"
        "try:\n"
        "    wiki.PageLists\n"
        "except AttributeError: pass\n"
        "else: raise SystemExit('it is there')\n"
    )
    source = made / "generated/python"
    sources = ":".join(str(source / name / "src") for name in ("weather_client", "garden_wiki"))
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        command, env={"PYTHONPATH": sources}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.promise("The page of the Python package lists them")
def test_the_page_of_the_package_lists_them(made: Path) -> None:
    weather, garden = (
        (made / f"docs/reference/{name}/python.md").read_text("utf-8")
        for name in ("weather", "garden")
    )
    assert "| `Forecast` | `Report` | 1\\.1.0 |" in weather
    assert "| `reports.fetch` | `reports.get` | 1\\.1.0 |" in weather
    assert "| `PageList` | `AllPages` | 0\\.2.0 |" in garden


def test_documents_have_the_new_names_alone(made: Path) -> None:
    for document in (made / "generated/openapi").iterdir():
        assert "Forecast" not in document.read_text("utf-8"), document.name


def test_what_is_wrong_is_told_with_its_place(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(made / "spec", tmp_path / "spec")
    listed = tmp_path / "spec/apis.yaml"
    text = LIST.replace("until: 0.2.0", "until: 0.1.0", 1).replace("new: Edit", "new: Edi")
    listed.write_text(text, "utf-8")
    assert main(["validate", "--config", str(listed)]) == 2
    told = capsys.readouterr().err
    assert f"{listed}:19:9: warning: expired-alias: `PageList` was to go with 0.1.0" in told
    assert f"{listed}:20:27: unknown-name: garden has no class `Edi`; did you mean `Edit`?" in told


@pytest.mark.parametrize("name", [one for names in OFFERED for one in names])
def test_no_old_name_is_one_that_every_client_has(name: str) -> None:
    """Both lists are to have the name: `PUBLIC` of the view, and the reserved ones of the model."""
    assert class_names.problem(name, is_of_wiki=True) is not None


def test_what_has_a_name_now_keeps_it() -> None:
    """A type of another module has the name."""
    alias = Alias(old="Page", new="Leaf", until="1.1.0")
    api = replace(API, aliases=(alias,))
    found = old_classes(api, [("Leaf", "LeafItem"), ("PageItem",)], {"Leaf": "Leaf"})
    assert [(old.name, old.now) for old in found] == [("Page", "Leaf")]
