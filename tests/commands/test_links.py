"""Links in the outputs and in the local folder lead no run to a file elsewhere."""

import os
import shutil

import pytest

from specloom.cli.app import main
from specloom.publishing import folder as module

PAGE = "docs/reference/library/books/get.md"
STAGED = (
    "generated/.manifest.txt.specloom",
    "generated/openapi/.library.openapi.yaml.specloom",
    f"{PAGE.rpartition('/')[0]}/.get.md.specloom",
)
"""Names beside outputs that a run could be expected to use."""
LOCAL = tuple(
    f".specloom/{name}"
    for name in (
        ".gitignore",
        ".journal.txt.specloom",
        "clock",
        "finished.json",
        "finished.json.new",
        "finished.json.seal",
        "journal.txt",
        "journal.txt.new",
        "lock",
        "state.json",
        "state.json.new",
    )
)
FOLDERS = (".specloom", "docs", "docs/reference", "generated", "generated/openapi")


@pytest.fixture(params=[True, False], ids=["relative to open folders", "by whole paths"])
def project(project, monkeypatch, request):
    """A project with something for the next run to write."""
    monkeypatch.setattr(module, "_RELATIVE", request.param)
    path = project / "spec/library/api.yaml"
    path.write_text(path.read_text().replace("Return one book by its number.", "Return a tome."))
    return project


@pytest.fixture
def outside(tmp_path):
    """A folder that no run may change."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_bytes(b"precious")
    os.utime(folder / "file", ns=(1, 1))
    os.utime(folder, ns=(1, 1))
    yield folder
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert (folder / "file").read_bytes() == b"precious"
    assert {path.stat().st_mtime_ns for path in (folder, folder / "file")} == {1}


def put_link(path, target):
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


@pytest.mark.parametrize("target", ["file", "absent"])
@pytest.mark.parametrize("path", STAGED)
def test_a_link_beside_an_output_is_left_alone(project, outside, path, target):
    put_link(project / path, outside / target)
    assert main(["generate", "--quiet"]) == 0
    assert (project / path).is_symlink()
    assert "Return a tome" in (project / PAGE).read_text()
    assert main(["check", "--quiet"]) == 0


@pytest.mark.promise("They do not change what `generate` writes, or where")
@pytest.mark.parametrize("target", ["file", "absent"])
@pytest.mark.parametrize("path", LOCAL)
def test_a_link_in_the_local_folder_is_refused(project, outside, path, target, capsys):
    put_link(project / path, outside / target)
    assert main(["generate"]) == 2
    stderr = capsys.readouterr().err
    assert stderr.startswith(f"{path}: unsafe-path: this is a symbolic link")
    assert "; remove it" in stderr
    assert "Return a tome" not in (project / PAGE).read_text()


@pytest.mark.parametrize("target", [".", "file", "absent"])
@pytest.mark.parametrize("path", FOLDERS)
def test_a_link_in_the_place_of_a_folder_is_refused(project, outside, path, target, capsys):
    put_link(project / path, outside / target)
    assert main(["generate"]) == 2
    stderr = capsys.readouterr().err
    assert stderr.startswith(f"{path}: unsafe-path: this is a symbolic link")
    assert stderr.endswith("specloom: 1 error; no output was written\n")


@pytest.mark.promise("They do not change what `generate` writes, or where")
@pytest.mark.parametrize("target", ["file", "absent"])
@pytest.mark.parametrize("path", ["generated/manifest.txt", PAGE])
def test_a_link_in_the_place_of_an_output_is_refused(project, outside, path, target, capsys):
    put_link(project / path, outside / target)
    for command in ("generate", "check"):
        assert main([command]) == 2
        assert f"{path}: file-in-the-way: a symbolic link stands where" in capsys.readouterr().err
    assert (project / path).is_symlink()


def test_an_output_that_became_a_link_to_the_same_content_is_noticed(project, capsys):
    assert main(["generate", "--quiet"]) == 0
    (project / "elsewhere").write_bytes((project / PAGE).read_bytes())
    put_link(project / PAGE, project / "elsewhere")
    assert main(["generate", "--quiet"]) == 2
    assert PAGE in capsys.readouterr().err


@pytest.mark.parametrize("path", [PAGE, "spec/library/api.yaml", ".specloom/state.json"])
def test_no_run_waits_for_a_pipe(project, path):
    assert main(["generate", "--quiet"]) == 0
    (project / path).unlink()
    os.mkfifo(project / path)
    from specloom.publishing.cache import Cache

    assert Cache(project).outputs_if_current("any") is None
    if path == PAGE:
        assert main(["generate", "--quiet"]) == 2


def test_the_root_may_be_a_link(project, outside, capsys):
    put_link(project / "link", project / "real")
    (project / "real").mkdir()
    assert main(["generate", "--quiet", "--out", "link"]) == 0
    assert (project / "real" / PAGE).is_file()
    assert main(["check", "--quiet", "--out", "link"]) == 0


@pytest.mark.parametrize("path", ["spec", "spec/library"])
def test_init_follows_no_link(tmp_path, outside, path, capsys):
    root = tmp_path / "new"
    (root / path).parent.mkdir(parents=True)
    (root / path).symlink_to(outside)
    assert main(["init", str(root)]) == 2
    assert f"{root / path}: unsafe-path: this is a symbolic link" in capsys.readouterr().err
    assert not (root / ".gitattributes").exists()


@pytest.mark.parametrize("target", ["file", "absent"])
def test_init_keeps_a_link_in_the_place_of_a_file(tmp_path, outside, target, capsys):
    root = tmp_path / "new"
    (root / "spec").mkdir(parents=True)
    (root / "spec/apis.yaml").symlink_to(outside / target)
    assert main(["init", str(root)]) == 0
    assert f"kept     {root / 'spec/apis.yaml'}" in capsys.readouterr().err
    assert (root / "spec/apis.yaml").is_symlink()
