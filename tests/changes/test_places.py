"""Each change is reported at the line of the description that says it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from specloom.cli.app import main
from tests.sampling import sampled

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The descriptions of this repository, with the model that was made of them."""
    folder = tmp_path_factory.mktemp("made")
    shutil.copytree(ROOT / "spec", folder / "spec")
    config = str(folder / "spec/apis.yaml")
    assert main(["generate", "--only", "model", "--quiet", "--config", config]) == 0
    return folder


@pytest.fixture
def folder(generated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, as the current folder."""
    copy = shutil.copytree(generated, tmp_path / "copy")
    monkeypatch.chdir(copy)
    return copy


def edit(path: Path, pattern: str, by: str) -> None:
    text = path.read_text("utf-8")
    changed, count = re.subn(pattern, by, text, count=1, flags=re.DOTALL)
    assert count == 1
    path.write_text(changed, "utf-8")


EDITS = [
    # file, what stands there, what takes its place; kind, what the line holds
    (
        "seller/api.yaml",
        r"(item_id:\n +)type: integer",
        r"\1type: string",
        "type-replaced",
        "item_id:",
    ),
    (
        "seller/api.yaml",
        r"path: /api/items/all",
        "path: /api/items",
        "address-changed",
        "items.list:",
    ),
    (
        "seller/api.yaml",
        r"\{type: string, format: email, summary: E-mail address of the account's owner.\}",
        "{type: string, summary: Its address.}",
        "field-widened",
        "email: {type: string, summary",
    ),
    (
        "seller/api.yaml",
        r"( +)url: \"\{base_url\}\"",
        r'\1url: "{address}"',
        "server-variable-changed",
        "server:",
    ),
    (
        "seller/api.yaml",
        "message: Item Not Found",
        "message: No such item",
        "error-added",
        "ItemNotFound:",
    ),
    (
        "wiki/paraminfo.json",
        r'("name": "allcategories".*?)"prefix": "ac"',
        r'\1"prefix": "acs"',
        "prefix-changed",
        "{",
    ),
    (
        "wiki/results.yaml",
        "category: {type: string,",
        "category: {type: integer,",
        "field-widened",
        "category: {type: integer",
    ),
    (
        "wiki/rules.yaml",
        r"(\n  allusers:\n    rules:\n).*?\n  (\w+:)",
        r"\1      - {kind: requires, terms: [prefix], others: [from], code: x}\n  \2",
        "rule-added",
        "rules:",
    ),
]


@pytest.mark.promise(
    "each place is a line of a description", "It annotates the lines of the descriptions"
)
@pytest.mark.parametrize(("file", "pattern", "by", "kind", "text"), sampled(EDITS, EDITS[::2]))
def test_the_line_of_the_description_is_named(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    file: str,
    pattern: str,
    by: str,
    kind: str,
    text: str,
) -> None:
    edit(folder / "spec" / file, pattern, by)
    assert main(["changes", "generated/model.yaml", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    change = next(change for change in data["changes"] if change["kind"] == kind)
    lines = (folder / change["path"]).read_text("utf-8").splitlines()
    assert change["path"] == f"spec/{file}"
    assert lines[change["line"] - 1][change["column"] - 1 :].startswith(text)


def test_what_was_removed_is_told_where_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder / "spec" / "wiki" / "paraminfo.json"
    catalogue = json.loads(source.read_text("utf-8"))
    (module,) = (
        module_data
        for module_data in catalogue["paraminfo"]["modules"]
        if module_data["name"] == "allusers"
    )
    module["parameters"] = [
        parameter for parameter in module["parameters"] if parameter["name"] != "attachedwiki"
    ]
    module["parameters"] = [
        parameter for parameter in module["parameters"] if parameter["name"] != "to"
    ]
    source.write_text(json.dumps(catalogue, indent=1), "utf-8")
    main(["changes", "generated/model.yaml", "--format", "github"])
    (line,) = re.findall(
        r"file=spec/wiki/paraminfo.json,line=(\d+),.*auto", capsys.readouterr().out
    )
    above = source.read_text("utf-8").splitlines()[: int(line)]
    assert '"parameters": [' in above[-1]
    assert '"name": "allusers"' in "\n".join(above[-20:])


@pytest.mark.promise("prints the same list below its diff", "a change appears once")
def test_check_says_what_changed_below_its_diff(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(folder / "spec/seller/api.yaml", "path: /api/items/all", "path: /api/items")
    assert "items.list` was `GET /api/items/all` and is now `GET /api/items`" in checked(
        "text", capsys
    )
    data = json.loads(checked("json", capsys))
    assert [change["kind"] for change in data["changes"]] == ["address-changed"]
    errors = [line for line in checked("github", capsys).splitlines() if line.startswith("::error")]
    # The change, and one of the outputs that are out of date.
    assert len(errors) == 2
    assert "file=spec/seller/api.yaml" in errors[0]


def checked(form: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["check", "--only", "model", "--format", form]) == 1
    printed = capsys.readouterr()
    return printed.err if form == "text" else printed.out
