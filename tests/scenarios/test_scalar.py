"""A new scalar is a row and its name: it works everywhere, and each forgotten place is reported."""

import html
import json
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from .scratch import Patch, Result, Scratch

pytestmark = pytest.mark.exhaustive
PATCH = Patch(Path(__file__).with_name("scalar.patch").read_text("utf-8"))
TABLE = "generator/specloom/model/scalars.py"
NAMES = "generator/specloom/model/type_expression.py"
GUIDE = "docs/guide/rest-format.md"
TESTS = (
    "tests/model/test_scalars.py",
    "tests/guides/test_formats.py::test_the_guide_to_the_rest_format_has_every_scalar",
)
"""Tests of `make quick` that see scalars."""
FACETS = [line[1:] for line in PATCH.lines if line.startswith("+        ")]
ROW = "\n".join(('    "duration": Facts(', *FACETS, "    ),\n"))
CALL = """
import json
from tests.http_server import LocalServer, QuietHandler
from small_api import Client, ParameterError

class Handler(QuietHandler):
    def serve(self):
        print(self.path)
        self.answer(json.dumps({"id": 1, "class": "a", "price": 1, "lasts": "PT5M"}).encode())

with LocalServer(Handler) as server, Client(server.url) as small:
    print(small.things.get(1, within="P3D").lasts)
    try:
        small.things.get(1, within=3)
    except ParameterError as error:
        print(error)
"""


SAMPLE = """
import json, os, re, sys
from pathlib import Path
from tests.http_server import LocalServer, QuietHandler

class Handler(QuietHandler):
    def serve(self):
        print(self.path)
        self.answer(json.dumps({"id": 1, "class": "a", "price": 1, "lasts": VALUE}).encode())

page = Path("docs/reference/small/things/get.md").read_text("utf-8")
sample = re.search(r'=== "Python"\\n\\n    ```python\\n(.*?)\\n    ```', page, re.DOTALL)[1]
with LocalServer(Handler) as server:
    os.environ["SMALL_API_BASE_URL"] = server.url
    exec(sample.replace("\\n    ", "\\n")[4:])
"""
"""Runs the sample of a page as it is printed."""
OTHERS = {
    "a whole number": {
        "json": '"integer"',
        "format": "None",
        "fits": "lambda value: isinstance(value, int) and 0 <= value <= 100",
        "within": '("integer", "number", "decimal")',
        "example": "50",
        "kind": '"integer"',
        **dict.fromkeys(("decoded", "argument", "plain"), '"int"'),
    },
    "a text without a format": {"format": "None"},
    "a type of Python's library": {
        "format": '"date"',
        "fits": "lambda value: isinstance(value, str) and value.startswith('20')",
        "example": '"2026-01-31"',
        "kind": '"date"',
        **dict.fromkeys(("decoded", "argument"), '"date"'),
        "made_by": 'Maker("datetime", "date", "fromisoformat")',
    },
}
"""Other rows, by the facets that differ."""


def described(copy: Scratch, folder: Path) -> Path:
    """A REST API and a wiki that have it, in parameters, in results, and beside other types."""
    cases = copy.root / "tests/cases"
    shutil.copytree(cases / "small-rest/spec", folder / "spec")
    shutil.copytree(cases / "small-wiki/spec", folder / "spec/wiki")
    rest = yaml.safe_load((folder / "spec/small.yaml").read_text("utf-8"))
    operation = rest["operations"]["things.get"]
    parameter = {"type": "duration", "required": True, "summary": "How old it may be."}
    operation["parameters"]["within"] = parameter
    fields = rest["records"]["Thing"]["fields"]
    fields["lasts"] = {"type": "duration", "summary": "How long it lasts."}
    fields["pause"] = {
        "type": 'duration or "never"',
        "only_if": ["sold"],
        "summary": "Until the next.",
    }
    (folder / "spec/small.yaml").write_text(yaml.safe_dump(rest, sort_keys=False), "utf-8")
    overlay = folder / "spec/wiki/names.yaml"
    overlay_data = yaml.safe_load(overlay.read_text("utf-8"))
    result = {"where": "query", "key": "allpages", "fields": {"lasts": "duration"}}
    overlay_data["modules"]["allpages"]["result"] = result
    overlay.write_text(yaml.safe_dump(overlay_data), "utf-8")
    apis = yaml.safe_load((folder / "spec/wiki/apis.yaml").read_text("utf-8"))
    (wiki,) = apis["apis"]
    wiki |= {"id": "wiki", "source": "wiki/catalogue.json"}
    wiki["overlays"] = [*wiki["overlays"][:-1], "wiki/names.yaml"]
    shop = yaml.safe_load((folder / "spec/apis.yaml").read_text("utf-8"))
    shop["apis"].append(wiki)
    (folder / "spec/apis.yaml").write_text(yaml.safe_dump(shop), "utf-8")
    return folder


@pytest.fixture(scope="module")
def project(copy: Scratch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs for APIs with the new scalar."""
    folder = described(copy, tmp_path_factory.mktemp("project"))
    done = copy.specloom("generate", folder=folder)
    assert done.code == 0, done.text
    return folder


def test_types_and_tests_are_content(copy: Scratch) -> None:
    done = copy.mypy("generator/specloom")
    assert done.code == 0, done.text
    done = copy.pytest(*TESTS)
    assert done.code == 0, done.text


def test_the_rest_client_sends_checks_and_returns_it(copy: Scratch, project: Path) -> None:
    package = project / "generated/python/small_api/src"
    paths = f"import sys; sys.path[:0] = [{str(package)!r}, {str(copy.root)!r}]\n"
    done = copy.run(sys.executable, "-c", paths + CALL, folder=project)
    message = "things.get: within is of type int and must be a string (str)"
    assert done == Result(0, f"/things/1?within=P3D\nPT5M\n{message}\n")


@pytest.mark.parametrize(
    ("package", "file", "line"),
    [
        ("small_api", "small_api/models.py", r"^ +lasts: str$"),
        ("small_api", "small_api/client.py", r"    def get\(self, id: int, within: str, "),
        (
            "small_api",
            "small_api/async_client.py",
            r"    async def get\(self, id: int, within: str, ",
        ),
        ("small_wiki", "small_wiki/modules/allpages.py", r"^ +lasts: str$"),
    ],
)
def test_the_clients_have_its_types(project: Path, package: str, file: str, line: str) -> None:
    source = (project / f"generated/python/{package}/src" / file).read_text("utf-8")
    assert re.search(line, source, re.MULTILINE), source


@pytest.mark.parametrize("document", ["small", "wiki", "wiki.codegen"])
def test_the_documents_have_its_format(project: Path, document: str) -> None:
    path = project / f"generated/openapi/{document}.openapi.yaml"
    schemas = yaml.safe_load(path.read_text("utf-8"))["components"]["schemas"]
    record = schemas["Thing" if document == "small" else "EveryPageItem"]
    assert record["properties"]["lasts"]["type"] == "string"
    assert record["properties"]["lasts"]["format"] == "duration"


def test_a_document_has_it_in_parameters_and_beside_texts(project: Path) -> None:
    document = yaml.safe_load((project / "generated/openapi/small.openapi.yaml").read_text("utf-8"))
    parameters = document["paths"]["/things/{id}"]["get"]["parameters"]
    (schema,) = (each["schema"] for each in parameters if each["name"] == "within")
    assert schema == {"type": "string", "format": "duration"}
    pause = document["components"]["schemas"]["Thing"]["properties"]["pause"]
    assert pause["x-specloom-known-values"] == ["never"]
    assert pause["type"] == "string"


def test_the_pages_name_it(project: Path) -> None:
    page = (project / "docs/reference/small/things/get.md").read_text("utf-8")
    wiki = (project / "docs/reference/wiki/list/allpages.md").read_text("utf-8")
    assert page.count("duration") >= 2
    assert "duration" in wiki


def test_the_form_takes_it_and_the_samples_show_it(project: Path) -> None:
    page = (project / "docs/reference/small/things/get.md").read_text("utf-8")
    (call,) = re.findall(r"data-call='([^']*)'", page)
    assert json.loads(html.unescape(call))["example"] == {"id": "42", "within": "P3D"}
    assert 'thing = small.things.get(id=42, within="P3D")' in page
    assert "curl" in page
    assert "--data-urlencode within=P3D" in page


def test_an_example_that_is_none_is_refused(copy: Scratch, tmp_path: Path) -> None:
    folder = described(copy, tmp_path)
    file = folder / "spec/small.yaml"
    description = yaml.safe_load(file.read_text("utf-8"))
    description["records"]["Thing"]["fields"] = {
        "lasts": {"type": "duration", "summary": "How long."}
    }
    del description["records"]["Thing"]["conditions"]
    description["operations"]["things.get"]["examples"] = {
        "one": {
            "summary": "One.",
            "arguments": {"id": 1, "within": "P3D"},
            "reply": {"lasts": "3 days"},
        }
    }
    file.write_text(yaml.safe_dump(description, sort_keys=False), "utf-8")
    done = copy.specloom("validate", folder=folder)
    assert done.code == 2, done.text
    assert "the value does not fit its type" in done.text


def test_the_type_checker_names_all_that_a_row_lacks(copy: Scratch) -> None:
    with copy.changed(TABLE, ROW, ROW.replace("\n".join(FACETS), "")):
        done = copy.mypy(TABLE)
    assert done.code == 1
    names = re.findall(r'"(\w+)"(?=[^\n]* for "Facts")', done.text)
    assert names == [line.strip().partition("=")[0] for line in FACETS]


@pytest.mark.parametrize(
    ("old", "message"),
    [
        (ROW, 'Missing key "duration" for TypedDict "Rows"'),
        ("    duration: Facts\n", 'Extra key "duration" for TypedDict "Rows"'),
    ],
    ids=["row", "name"],
)
def test_the_type_checker_names_what_the_table_lacks(copy: Scratch, old: str, message: str) -> None:
    with copy.changed(TABLE, old):
        done = copy.mypy(TABLE)
    assert done.code == 1
    assert message in done.text


def test_tests_name_all_that_is_left_out(copy: Scratch) -> None:
    left_out = (
        (NAMES, '    "duration",\n', "", "left set:\nE         'duration'\n"),
        (GUIDE, "duration     an ISO 8601 duration\n", "", "['duration'] == []"),
        (TABLE, '"P3D"', '"3 days"', "is_one[duration]"),
    )
    assert copy.pytest_without(left_out, *TESTS) == []


@pytest.mark.parametrize(
    ("other", "limits", "value", "odd"),
    [
        ("a whole number", {"minimum": 1, "maximum": 30}, 30, 101),
        *(
            pytest.param(*values, marks=pytest.mark.exhaustive)
            for values in (
                ("a text without a format", {"pattern": "^P"}, "P3D", "3 days"),
                ("a type of Python's library", {}, "2026-01-31", "31 January"),
            )
        ),
    ],
    ids=OTHERS,
)
def test_a_scalar_of_another_form_works_as_well(
    copy: Scratch,
    tmp_path: Path,
    other: str,
    limits: dict[str, object],
    value: object,
    odd: object,
) -> None:
    row = ROW
    for facet, text in OTHERS[other].items():
        row = re.sub(rf"(?m)^(        {facet})=.*,$", rf"\g<1>={text},", row)
    folder = described(copy, tmp_path)
    file = folder / "spec/small.yaml"
    description = yaml.safe_load(file.read_text("utf-8"))
    del description["records"]["Thing"]["fields"]["pause"]
    description["operations"]["things.get"]["parameters"]["within"] |= limits
    file.write_text(yaml.safe_dump(description, sort_keys=False), "utf-8")
    with copy.changed(TABLE, ROW, row):
        assert copy.mypy(TABLE).code == 0
        done = copy.specloom("generate", folder=folder)
        assert done.code == 0, done.text
        document = folder / "generated/openapi/small.openapi.yaml"
        operation = yaml.safe_load(document.read_text("utf-8"))["paths"]["/things/{id}"]["get"]
        (schema,) = (each["schema"] for each in operation["parameters"] if each["name"] == "within")
        assert schema == {**schema, **limits}
        package = "generated/python/small_api/src"
        paths = f"import sys; sys.path[:0] = [{package!r}, {str(copy.root)!r}]; VALUE = {value!r}"
        done = copy.run(sys.executable, "-c", paths + SAMPLE, folder=folder)
        assert done == Result(0, f"/things/42?within={value}\n1\n")
        description["operations"]["things.get"]["parameters"]["within"] |= {
            "required": False,
            "default": odd,
        }
        file.write_text(yaml.safe_dump(description, sort_keys=False), "utf-8")
        done = copy.specloom("validate", folder=folder)
        assert f"the default `{odd}` does not fit the type duration" in done.text
