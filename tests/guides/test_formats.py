"""The guides to the formats that people write are complete, and their examples are right."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from specloom.cli.app import main
from specloom.model.scalars import BY_NAME
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.rest.format import schema as rest_schema
from specloom.runtime.mediawiki.modules.rules import KINDS, Kind
from specloom.sources.formats import FORMATS
from tests.guides.test_guides import DOCS, block

REST = (DOCS / "guide/rest-format.md").read_text(encoding="utf-8")
APIS = (DOCS / "guide/add-an-api.md").read_text(encoding="utf-8")
OVERLAY = (DOCS / "guide/overlay-format.md").read_text(encoding="utf-8")
NOTES = (DOCS / "guide/notes.md").read_text(encoding="utf-8")


@pytest.mark.promise("This page explains every key")
@pytest.mark.parametrize(
    ("guide", "schema"),
    [(REST, rest_schema()), (OVERLAY, msgspec.json.schema(OverlayForm))],
    ids=["rest", "overlay"],
)
def test_a_guide_names_every_key_of_its_format(guide, schema):
    keys = {key for part in schema["$defs"].values() for key in part.get("properties", ())}
    assert {key for key in keys if not re.search(rf"\b{key}\b", guide)} == set()


PLACES = {
    "first": "the first of `terms`",
    "last": "the second",
    "count": "`limit`",
    "beyond": "later or greater",
    "before": "earlier or less",
}
"""Words of a sentence of the guide, if not the key of the format."""


def row(kind: Kind) -> str:
    """A kind of rule as a row of the guide's table."""

    def pattern_part(place: re.Match[str]) -> str:
        some = "one of " if place[2] == "or" else ""
        return some + PLACES.get(place[1], f"`{place[1]}`")

    form = kind.whole if isinstance(kind.whole, str) else kind.whole[0]
    checked = "yes" if kind.broken else "no"
    return f"| `{kind.name}` | {re.sub('{([a-z]+):?([a-z]*)}', pattern_part, form)} | {checked} |"


@pytest.mark.promise("| Kind | Requirement | Checked |")
def test_the_guide_to_overlays_has_every_kind_of_rule_as_the_runtime_has_it():
    _, _, table = OVERLAY.partition("| Kind | Requirement | Checked |\n|---|---|---|\n")
    assert table.partition("\n\n")[0].splitlines() == [row(kind) for kind in KINDS.values()]


def test_the_guide_to_the_rest_format_has_every_scalar():
    (types,) = re.findall(r"^### Types\n\n```text\n(.*?)```", REST, re.DOTALL | re.MULTILINE)
    assert [name for name in BY_NAME if not re.search(rf"^(.* )?{name}\b", types, re.M)] == []


def test_the_guide_to_apis_has_every_format_of_sources():
    (row,) = re.findall(r"^\| `reader` \|.*$", APIS, re.MULTILINE)
    assert [name for name in FORMATS if f"`{name}`" not in row] == []


@pytest.mark.promise(
    "begins with a small file that works",
    'It becomes a client with `client.reports.get("Oslo").celsius`',
)
def test_the_example_of_the_rest_format_is_right(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("spec").mkdir()
    entry = "{id: shop, reader: rest, source: api.yaml, package: shop}"
    Path("spec/apis.yaml").write_text(f"specloom: 1\napis: [{entry}]\n")
    example = re.findall(r"```yaml\n(.*?)```", REST, re.DOTALL)[0]
    Path("spec/api.yaml").write_text(example)
    assert main(["validate"]) == 0, capsys.readouterr().err


@pytest.mark.promise(
    "You can add notes to any operation and any parameter", "below the parameter's summary"
)
def test_the_notes_of_the_guide_are_right(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = re.sub("^    ", "", NOTES, flags=re.MULTILINE)
    (apis,) = re.findall(r"^```yaml\n(specloom.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (note,) = re.findall(r"^~~~markdown\n(.*?)^~~~$", text, re.DOTALL | re.MULTILINE)
    names = ("prefix", "filterredir")
    parameters = [{"name": name, "type": "string"} for name in names]
    module = {"name": "allpages", "path": "query+allpages", "group": "list", "prefix": "ap"}
    catalogue = {"paraminfo": {"modules": [{**module, "parameters": parameters}]}}
    Path("spec/extra/wiki").mkdir(parents=True)
    Path("spec/wiki").mkdir()
    Path("spec/apis.yaml").write_text(apis)
    Path("spec/wiki/paraminfo.json").write_text(json.dumps(catalogue))
    Path("spec/extra/wiki/allpages.md").write_text(note)
    assert main(["generate"]) == 0, capsys.readouterr().err
    page = Path("docs/reference/wiki/list/allpages.md").read_text()
    assert "## Notes { #notes }\n\nTo list all redirects" in page
    assert "Upper and lower case matter" in page.partition("#param-prefix }")[2]


@pytest.mark.promise("let your tests run it")
def test_the_code_of_the_guide_finds_the_code_of_notes(monkeypatch):
    monkeypatch.chdir(DOCS.parent)
    compiled: dict[str, str] = {}
    program = block(DOCS / "guide/notes.md", "python", "import re")
    exec(program, {"compile": lambda code, name, _: compiled.setdefault(name, code)})
    assert compiled.keys() >= {"revisions", "purchases.validate"}


def test_the_program_of_the_guide_reads_the_model(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(DOCS.parent)
    exec(block(DOCS / "guide/model.md", "python", "import yaml"), {})
    counts = re.findall(r"(\w+) (\d+) operations; deprecated: (\d+)\n", capsys.readouterr().out)
    assert [(api, operations) for api, operations, _ in counts] == [("wiki", "62"), ("seller", "4")]
