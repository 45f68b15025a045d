"""A run never writes over what it reads, whatever names and links lead there."""

import os
import shutil

import pytest

from specloom.cli.app import main
from specloom.publishing import manifest

MODEL = "generated/model.yaml"
PAGE = "docs/reference/library/books/get.md"


def add_own_file(project, path):
    """Let the manifest say that a file was written by specloom."""
    digest = manifest.content_hash((project / path).read_bytes())
    with open(project / manifest.PATH, "a", encoding="utf-8") as stream:
        stream.write(f"{digest}  {path}\n")


def read_from(project, path):
    """Let the list of APIs name another source."""
    config = project / "spec/apis.yaml"
    config.write_text(config.read_text().replace("library/api.yaml", f"../{path}"))


def refused(capsys, command, path, *arguments):
    assert main([command, *arguments]) == 2
    stderr = capsys.readouterr().err
    assert f"{path}: file-in-the-way: this file is read as " in stderr
    return stderr


@pytest.mark.promise("Nothing in them decides which files are written")
@pytest.mark.parametrize("command", ["generate", "check"])
@pytest.mark.parametrize("path", ["generated/openapi/library.openapi.yaml", PAGE])
def test_a_source_in_the_place_of_an_output(project, capsys, command, path):
    shutil.copyfile("spec/library/api.yaml", path)
    source = (project / path).read_bytes()
    read_from(project, path)
    stderr = refused(capsys, command, path)
    assert "; keep inputs outside of what is generated" in stderr
    assert (project / path).read_bytes() == source


@pytest.mark.parametrize("command", ["generate", "check"])
def test_a_source_that_is_an_output_by_another_name(project, capsys, command):
    (project / PAGE).unlink()
    os.link("spec/library/api.yaml", PAGE)
    assert "spec/library/api.yaml" in refused(capsys, command, PAGE)
    assert (project / PAGE).samefile("spec/library/api.yaml")


def test_a_source_behind_a_link_to_the_outputs(project, capsys):
    shutil.copyfile("spec/library/api.yaml", PAGE)
    (project / "elsewhere").symlink_to("docs/reference")
    read_from(project, "elsewhere/library/books/get.md")
    refused(capsys, "generate", PAGE, "--follow-links")


def test_a_source_that_would_be_removed_as_left_over(project, capsys):
    path = "generated/openapi/old.openapi.yaml"
    shutil.copyfile("spec/library/api.yaml", path)
    add_own_file(project, path)
    read_from(project, path)
    refused(capsys, "generate", path)
    assert (project / path).exists()


def test_a_model_is_not_written_over_by_what_it_makes(project, capsys):
    path = project / MODEL
    path.write_text(f"{path.read_text()}# a remark\n")
    refused(capsys, "generate", MODEL, "--from-model", MODEL)
    assert path.read_text().endswith("# a remark\n")


def test_a_model_that_stays_as_it_is_may_be_read(project):
    (project / PAGE).unlink()
    assert main(["generate", "--quiet", "--from-model", MODEL]) == 0
    assert (project / PAGE).exists()


def test_a_template_of_the_run(project, capsys):
    template = project / "own/reference/index.md.j2"
    template.parent.mkdir(parents=True)
    template.write_text("# Mine\n")
    (project / "docs/reference/index.md").unlink()
    os.link(template, "docs/reference/index.md")
    template.write_text("# Mine: {{ 1 }}\n")
    refused(capsys, "generate", "docs/reference/index.md", "--templates", "own")
    assert template.read_text() == "# Mine: {{ 1 }}\n"


def test_the_navigation_of_the_guide(project, capsys):
    (project / "docs/nav.yaml").write_text("[]\n")
    (project / "generated/nav.yml").unlink()
    os.link("docs/nav.yaml", "generated/nav.yml")
    refused(capsys, "generate", "generated/nav.yml")


@pytest.mark.parametrize("name", ["journal.txt", "state.json", "lock"])
def test_a_source_among_the_local_files(project, capsys, name):
    path = f".specloom/{name}"
    shutil.copyfile("spec/library/api.yaml", path)
    read_from(project, path)
    refused(capsys, "generate", path)
    assert (project / path).read_bytes() == (project / "spec/library/api.yaml").read_bytes()
