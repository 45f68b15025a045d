"""A link among the inputs publishes no file from elsewhere, unless whoever runs the command says that links are followed."""

import os
import shutil
from pathlib import Path

import pytest
import yaml

from specloom.cli.app import main

ROOT = Path(__file__).parents[2]
APIS = """\
specloom: 1
apis:
  - id: seller
    reader: rest
    source: api.yaml
    package: seller
    sandbox: sandbox.yaml
    additions: notes
    openapi_overlays: [changes.yaml]
  - {id: wiki, reader: paraminfo, source: wiki.json, package: wiki, overlays: [wire.yaml, own.yaml]}
"""
CHANGES = """\
overlay: 1.0.0
info: {title: Changes, version: "1"}
actions: [{target: $.info, update: {x-own: true}}]
"""
NOTICE = "openapi/_notice.yaml.j2"
INPUTS = (
    "spec/apis.yaml",
    "spec/api.yaml",
    "spec/sandbox.yaml",
    "spec/notes",
    "spec/notes/items.get.md",
    "spec/changes.yaml",
    "spec/wiki.json",
    "spec/own.yaml",
    "spec",
    "docs/nav.yaml",
    "docs",
    "templates",
    "templates/openapi",
    f"templates/{NOTICE}",
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an input of every kind, as the current folder."""
    folder = tmp_path / "project"
    base = yaml.safe_load((ROOT / "tests/corpus/hostile.yaml").read_text("utf-8"))["base"]
    texts = {path: base[path] for path in ("spec/wiki.json", "spec/wire.yaml", "spec/own.yaml")}
    texts["spec/apis.yaml"] = APIS
    texts["spec/changes.yaml"] = CHANGES
    texts["spec/notes/items.get.md"] = "A note.\n"
    texts["docs/nav.yaml"] = "- index.md\n"
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    for name in ("api.yaml", "sandbox.yaml"):
        shutil.copy(ROOT / "spec/seller" / name, folder / "spec" / name)
    (folder / "templates/openapi").mkdir(parents=True)
    shutil.copy(ROOT / "templates" / NOTICE, folder / "templates" / NOTICE)
    monkeypatch.chdir(folder)
    return folder


def lead_out(path: Path) -> Path:
    """Put a link where an input is, to the input in a folder beside the project."""
    elsewhere = path.parents[len(path.parts) - path.parts.index("project") - 1] / "elsewhere"
    elsewhere.mkdir()
    shutil.move(path, elsewhere / path.name)
    path.symlink_to(elsewhere / path.name)
    return elsewhere / path.name


@pytest.mark.promise(
    "They bring no file from outside",
    "Read inputs that symbolic links lead to in other folders",
    "A link to a place outside is an error",
)
@pytest.mark.parametrize("path", INPUTS)
def test_an_input_behind_a_link_to_elsewhere_is_read_only_if_that_is_asked_for(
    project: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    arguments = ["validate", "--templates", "templates"]
    assert main(arguments) == 0, capsys.readouterr().err
    real = lead_out(project / path)
    assert main(arguments) == 2
    stderr = capsys.readouterr().err
    assert "link-outside" in stderr
    assert str(real) in stderr
    assert "A note" not in stderr
    assert main([*arguments, "--follow-links"]) == 0


@pytest.mark.promise("They bring no file from outside", "A link to a place outside is an error")
@pytest.mark.parametrize("path", ["made/model.yaml", "made"])
def test_a_model_document_behind_a_link_is_read_only_if_that_is_asked_for(
    project: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    (project / "made").mkdir()
    shutil.copy(ROOT / "tests/cases/small-rest/expected/generated/model.yaml", "made/model.yaml")
    arguments = ["validate", "--from-model", "made/model.yaml"]
    assert main(arguments) == 0, capsys.readouterr().err
    lead_out(project / path)
    assert main(arguments) == 2
    assert "link-outside" in capsys.readouterr().err
    assert main([*arguments, "--follow-links"]) == 0


def test_a_named_file_is_told_where_the_list_names_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = lead_out(project / "spec/sandbox.yaml")
    assert main(["validate"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == (
        f"spec/apis.yaml:7:14: link-outside: `sandbox.yaml` is a link, or lies behind one, to {real}; put the file "
        "itself there, or add --follow-links if you trust whoever made the link"
    )


@pytest.mark.promise("A link to a place outside is an error")
def test_no_run_that_changes_nothing_hides_a_link(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--quiet"]) == 0
    lead_out(project / "spec/notes/items.get.md")
    assert main(["generate", "--quiet", "--follow-links"]) == 0
    assert main(["generate", "--quiet"]) == 2
    assert "link-outside" in capsys.readouterr().err


@pytest.mark.promise("So symbolic links are followed only within a folder")
@pytest.mark.parametrize("target", ["../note.txt", "{spec}/note.txt"])
def test_a_link_within_the_folder_of_the_list_is_followed(project: Path, target: str) -> None:
    (project / "spec/note.txt").write_text("Another note.\n")
    (project / "spec/notes/items.get.md").unlink()
    (project / "spec/notes/items.get.md").symlink_to(target.format(spec=project / "spec"))
    assert main(["generate", "--quiet", "--only", "model"]) == 0
    assert "Another note." in (project / "generated/model.yaml").read_text()


@pytest.mark.promise("A path without a link may lead out of the folder")
@pytest.mark.parametrize("form", ["../shared/api.yaml", "{root}/shared/api.yaml"])
def test_a_path_that_leads_out_by_itself_is_read(project: Path, form: str) -> None:
    shared = project / "shared"
    shared.mkdir()
    shutil.move(project / "spec/api.yaml", shared / "api.yaml")
    plain = form.format(root=os.path.realpath(project))
    (project / "spec/apis.yaml").write_text(APIS.replace(": api.yaml", f": {plain}"))
    assert main(["validate", "--quiet"]) == 0


@pytest.mark.promise("A path without a link may lead out of the folder")
def test_a_path_that_leads_out_and_through_a_link_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "shared").symlink_to(project / "spec" / "..")
    shutil.copy("spec/api.yaml", "api.yaml")
    (project / "spec/apis.yaml").write_text(APIS.replace(": api.yaml", ": ../shared/api.yaml"))
    assert main(["validate"]) == 2
    assert "link-outside" in capsys.readouterr().err
