"""A tree in which nothing can be written: fine as long as nothing has to be."""

import json
import shutil

import pytest
from tests import forked, own_rights

from specloom.cli.app import main

PAGE = "docs/reference/library/books/get.md"


@pytest.fixture
def project(project):
    """A project in which everything can be removed again afterwards."""
    yield project
    protect(project, 0o755)


def protect(folder, mode=0o555):
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(mode)


def specloom(*arguments):
    completed = forked.specloom(*arguments, before=own_rights.give_up)
    return completed.code, completed.out, completed.err


@pytest.mark.promise("If it cannot be written, `generate` works without it")
@pytest.mark.parametrize("keep", [True, False], ids=["with its cache", "as it was committed"])
def test_a_read_only_tree_that_is_up_to_date_needs_nothing(project, keep):
    if keep:
        (project / ".specloom/state.json").unlink()
    else:
        shutil.rmtree(project / ".specloom")
    protect(project)
    code, out, stderr = specloom("generate", "--format", "json")
    assert (code, json.loads(out)["written"]) == (0, []), stderr
    assert specloom("check", "--quiet") == (0, "", "")
    assert specloom("validate", "--quiet") == (0, "", "")


def test_a_read_only_lock_hinders_only_a_run_that_writes(project):
    lock = project / ".specloom/lock"
    lock.chmod(0o444)
    (project / ".specloom/state.json").unlink()
    assert specloom("generate", "--quiet") == (0, "", "")
    (project / PAGE).unlink()
    code, _, stderr = specloom("generate")
    assert code == 2
    assert stderr.startswith(
        ".specloom/lock: unwritable-output: cannot be written: Permission denied;"
    )
    lock.chmod(0o644)
    assert specloom("generate", "--quiet") == (0, "", "")


def test_a_read_only_tree_that_is_outdated_is_told(project):
    (project / PAGE).unlink()
    shutil.rmtree(project / ".specloom")
    protect(project)
    code, _, stderr = specloom("generate")
    assert code == 2
    assert stderr == (
        ".specloom: unwritable-output: cannot be written: Permission denied; "
        "a run that has something to write keeps its lock and journal here\n"
        "specloom: 1 error; no output was written\n"
    )


def test_an_output_that_cannot_be_written_is_named_itself(project):
    (project / PAGE).unlink()
    (project / PAGE).parent.chmod(0o555)
    code, _, stderr = specloom("generate")
    assert code == 2
    assert stderr == (
        f"{PAGE}: unwritable-output: cannot be written: Permission denied\n"
        "specloom: 1 error; no output was written\n"
    )


def test_a_root_that_cannot_be_made_is_told(project, capsys):
    code = main(["generate", "--out", str(project / "spec/apis.yaml")])
    stderr = capsys.readouterr().err
    assert code == 2
    assert stderr.startswith(f"{project}/spec/apis.yaml: file-in-the-way:")


def test_a_folder_is_not_taken_for_the_manifest(project, capsys):
    (project / "generated/manifest.txt").unlink()
    (project / "generated/manifest.txt").mkdir()
    assert main(["generate"]) == 2
    assert "generated/manifest.txt: file-in-the-way:" in capsys.readouterr().err
