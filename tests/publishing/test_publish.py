"""Publishing makes the tree what it should be and touches nothing else."""

import hashlib
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from specloom.publishing import manifest, publish
from specloom.publishing.selection import EVERYTHING, select

ONE = "generated/python/one/a.py"
TWO = "generated/openapi/two.openapi.yaml"
THREE = "docs/reference/three/page.md"
FILES = {ONE: b"1\n", TWO: b"2\n", THREE: b"3\n"}


@pytest.fixture
def root(tmp_path):
    publish.prepare(tmp_path)
    return tmp_path


def run(root, files, selection=EVERYTHING):
    changes, faults = publish.compare(root, files, selection)
    assert faults == []
    assert publish.apply(root, changes) == []
    return changes


def faults_of(root, files):
    _, faults = publish.compare(root, files, EVERYTHING)
    return [f"{diagnostic.path}: {diagnostic.code}" for diagnostic in faults]


def tree(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".specloom" not in path.parts
    }


def as_tree(files):
    lines = [f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files)]
    return {**files, manifest.PATH: "".join(lines).encode()}


def test_files_and_manifest_are_written(root):
    changes = run(root, FILES)
    assert tree(root) == as_tree(FILES)
    assert changes.missing == FILES.keys()


@pytest.mark.promise("finds edited outputs without specloom")
def test_sha256sum_reads_the_manifest(root):
    run(root, FILES)
    subprocess.run(["sha256sum", "--check", "--strict", manifest.PATH], cwd=root, check=True)


def test_the_local_folder_is_ignored_by_git_unless_somebody_says_otherwise(tmp_path):
    root = tmp_path / "new/root"
    publish.prepare(root)
    publish.hide(root)
    ignored = root / ".specloom/.gitignore"
    assert ignored.read_bytes() == b"*\n"
    ignored.write_bytes(b"")
    publish.hide(root)
    assert ignored.read_bytes() == b""


@pytest.mark.promise("Unchanged files are not touched")
def test_an_unchanged_file_is_not_touched(root):
    run(root, FILES)
    before = {path: (root / path).stat() for path in [*FILES, manifest.PATH]}
    changes = run(root, {**FILES, ONE: b"new\n"})
    assert set(changes.write) == {ONE}
    for path in (TWO, THREE):
        assert (root / path).stat().st_ino == before[path].st_ino
        assert (root / path).stat().st_mtime_ns == before[path].st_mtime_ns


def test_nothing_to_do_is_no_change(root):
    run(root, FILES)
    changes, _ = publish.compare(root, FILES, EVERYTHING)
    assert not changes


@pytest.mark.promise("Old outputs are removed")
def test_a_stale_file_it_wrote_is_removed_with_its_empty_folders(root):
    run(root, FILES)
    rest = {path: FILES[path] for path in (ONE, TWO)}
    assert run(root, rest).remove == (THREE,)
    assert tree(root) == as_tree(rest)
    assert not (root / "docs/reference").exists()
    assert (root / "docs").is_dir()


@pytest.mark.promise("specloom never touches files that it did not write")
def test_a_file_it_never_wrote_is_never_touched(root):
    run(root, FILES)
    own_page = root / "docs/reference/three/own.md"
    own_page.write_bytes(b"mine")
    run(root, {ONE: FILES[ONE]})
    assert own_page.read_bytes() == b"mine"


@pytest.mark.promise("is generated again and reported. Your edited version is kept")
def test_an_edited_file_is_made_right_again_and_kept_aside(root):
    run(root, FILES)
    (root / ONE).write_bytes(b"edited")
    assert run(root, FILES).edited == {ONE: b"edited"}
    assert tree(root) == as_tree(FILES)
    assert (root / publish.backup(ONE)).read_bytes() == b"edited"
    assert run(root, FILES).edited == {}
    (root / ONE).write_bytes(b"edited again")
    run(root, FILES)
    assert (root / publish.backup(ONE)).read_bytes() == b"edited"
    assert (root / publish.backup(ONE, 2)).read_bytes() == b"edited again"
    (root / ONE).write_bytes(b"edited")
    run(root, FILES)
    assert not (root / publish.backup(ONE, 3)).exists()


def test_a_file_that_nobody_edited_is_not_kept_aside(root):
    run(root, FILES)
    (root / TWO).write_bytes(b"new\n")  # edited, and what it is to become
    (root / THREE).unlink()
    changes = run(root, {**FILES, ONE: b"new\n", TWO: b"new\n"})
    assert changes.edited == {}
    assert not (root / publish.backup("")).exists()


@pytest.mark.parametrize("path", [".specloom/backup", publish.backup("generated")])
def test_no_edited_file_is_kept_behind_a_link(root, tmp_path_factory, path):
    outside = tmp_path_factory.mktemp("outside")
    run(root, FILES)
    (root / ONE).write_bytes(b"edited")
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).symlink_to(outside)
    changes, _ = publish.compare(root, FILES, EVERYTHING)
    (fault,) = publish.apply(root, changes)
    assert fault.code == "unwritable-output"
    assert fault.path.startswith(str(root / path))
    assert (root / ONE).read_bytes() == b"edited"
    assert list(outside.iterdir()) == []


@pytest.mark.promise("Old outputs are removed")
def test_a_stale_file_that_was_edited_stays_and_is_the_user_s(root):
    run(root, FILES)
    (root / THREE).write_bytes(b"edited")
    rest = {path: FILES[path] for path in (ONE, TWO)}
    changes = run(root, rest)
    assert changes.keep == (THREE,)
    assert tree(root) == {**as_tree(rest), THREE: b"edited"}
    assert run(root, rest).keep == ()


@pytest.mark.promise("Your files are never overwritten")
def test_a_file_in_the_way_is_told_and_nothing_is_written(root):
    (root / TWO).parent.mkdir(parents=True)
    (root / TWO).write_bytes(b"mine")
    assert faults_of(root, FILES) == [f"{root / manifest.PATH}: missing-manifest"]
    run(root, {ONE: FILES[ONE]})
    assert faults_of(root, FILES) == [f"{root / TWO}: file-in-the-way"]
    assert tree(root) == as_tree({ONE: FILES[ONE]}) | {TWO: b"mine"}


def test_a_file_in_the_way_that_is_right_already_is_taken_over(root):
    (root / TWO).parent.mkdir(parents=True)
    (root / TWO).write_bytes(FILES[TWO])
    run(root, FILES)
    assert tree(root) == as_tree(FILES)


def test_another_manifest_is_in_the_way(root):
    (root / manifest.PATH).parent.mkdir(parents=True)
    (root / manifest.PATH).write_bytes(b"what we ship\n")
    assert faults_of(root, FILES) == [f"{root / manifest.PATH}: file-in-the-way"]


@pytest.mark.parametrize("path", [TWO, manifest.PATH])
@pytest.mark.parametrize(
    ("make", "what"),
    [
        (Path.mkdir, "a folder"),
        (lambda path: path.symlink_to("nowhere"), "a symbolic link"),
        (os.mkfifo, "a device, a pipe or a file too large to be an output"),
    ],
)
def test_what_is_no_file_in_the_place_of_one_is_told(root, path, make, what):
    (root / path).parent.mkdir(parents=True)
    make(root / path)
    _, (fault,) = publish.compare(root, FILES, EVERYTHING)
    assert (fault.path, fault.code) == (str(root / path), "file-in-the-way")
    assert fault.message == f"{what} stands where a file is to be written"


@pytest.mark.parametrize("path", ["docs", "generated"])
def test_a_file_where_a_folder_should_be_is_told(root, path):
    (root / path).write_bytes(b"mine")
    assert faults_of(root, FILES) == [f"{root / path}: file-in-the-way"]


@pytest.mark.parametrize(
    "path",
    [
        *("/etc/x", "../x", "generated/../../x", "generated\\x", "generated/c:x"),
        *("generated/con.py", "generated/Aux/x", "generated/x.", "generated/x ", "generated/a?b"),
    ],
)
def test_an_output_outside_of_the_root_or_of_what_systems_can_name_is_refused(root, path):
    first, *_, last = faults_of(root, {path: b"", "../y": b""})
    assert (first, last) == (f"{path}: unsafe-path", "../y: unsafe-path")


def test_outputs_that_differ_in_case_only_are_refused(root):
    assert faults_of(root, {"generated/A": b"", "generated/a": b""}) == ["generated/a: unsafe-path"]


@pytest.mark.parametrize(
    "path",
    [
        "../victim",
        "/tmp/victim",
        "src/mine.py",
        "docs/index.md",
        "generated/../victim",
        "generated/python/../../../victim",
        "docs/reference/../index.md",
        "docs/reference//page.md",
        ".specloom/victim",
    ],
)
def test_a_manifest_that_names_other_files_removes_none_of_them(root, path):
    run(root, FILES)
    victim = root / path
    victim.parent.mkdir(parents=True, exist_ok=True)
    victim.write_bytes(b"precious")
    with open(root / manifest.PATH, "a", encoding="utf-8") as stream:
        stream.write(f"{hashlib.sha256(b'precious').hexdigest()}  {path}\n")
    run(root, FILES)
    assert victim.read_bytes() == b"precious"
    victim.unlink()


def test_a_manifest_with_other_files_or_itself_is_mended(root):
    run(root, FILES)
    text = (root / manifest.PATH).read_text()
    digest = hashlib.sha256(text.encode()).hexdigest()
    odd_paths = ("generated/../x", "generated/\0", f"./{ONE}", manifest.PATH)
    (root / manifest.PATH).write_text(text + "".join(f"{digest}  {path}\n" for path in odd_paths))
    changes = run(root, {ONE: FILES[ONE]}, select("python", None))
    assert (changes.remove, changes.keep) == ((), ())
    assert tree(root) == as_tree(FILES)


@pytest.mark.promise("it overwrites generated files, with their conflicts")
def test_conflict_markers_of_a_merge_are_mended(root):
    run(root, {**FILES, "generated/python/one/ours.py": b"ours\n"})
    ours = (root / manifest.PATH).read_text()
    stale = "generated/python/one/theirs.py"
    (root / stale).write_bytes(b"theirs\n")
    theirs = as_tree({stale: b"theirs\n"})[manifest.PATH].decode()
    (root / manifest.PATH).write_text(f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> branch\n")
    (root / ONE).write_bytes(b"<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> branch\n")
    run(root, FILES)
    assert tree(root) == as_tree(FILES)


# --- Parts -------------------------------------------------------------------------------------------


@pytest.mark.promise("`--only model`")
def test_a_part_leaves_the_others_alone(root):
    run(root, FILES)
    new = {"generated/python/one/b.py": b"b\n"}
    run(root, new, select("python", None))
    assert tree(root) == as_tree({TWO: FILES[TWO], THREE: FILES[THREE], **new})


@pytest.mark.promise("Only the outputs of this API")
def test_an_api_s_part_leaves_the_other_apis_alone(root):
    files = {f"generated/python/{api}/a.py": b"" for api in ("one", "one_more")} | {
        f"generated/openapi/{api}.openapi.yaml": b"" for api in ("one", "one-more")
    }
    run(root, files)
    changes, _ = publish.compare(root, {}, select("python", ("one", "one")))
    assert changes.remove == ("generated/python/one/a.py",)
    changes = run(root, {}, select(None, ("one", "one")))
    assert changes.remove == ("generated/openapi/one.openapi.yaml", "generated/python/one/a.py")


# --- What cannot be written ------------------------------------------------------------------------


def as_nobody(action):
    """Run something in a process that, unlike root, may not write everywhere; its exit code."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            if os.geteuid() == 0:
                os.seteuid(65534)
            code = action()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.fixture
def open_root():
    """A root that anybody may reach and write; those of pytest are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        publish.prepare(root)
        run(root, FILES)
        for path in [root, *root.rglob("*")]:
            path.chmod(0o777 if path.is_dir() else 0o666)
        yield root


def test_a_read_only_folder_is_found_before_anything_is_written(open_root):
    root = open_root
    before = tree(root)
    (root / TWO).parent.chmod(0o555)

    def action():
        changes, _ = publish.compare(root, dict.fromkeys(FILES, b"new"), EVERYTHING)
        (fault,) = publish.apply(root, changes)
        is_named = (fault.path, fault.code) == (str(root / TWO), "unwritable-output")
        return 0 if is_named and "Permission denied" in fault.message else 1

    assert as_nobody(action) == 0
    assert tree(root) == before


@pytest.mark.promise("All or nothing")
def test_a_full_disk_leaves_everything_as_it_was(root, monkeypatch):
    run(root, FILES)
    before = tree(root)
    really_write = os.write
    written = []

    def full(descriptor, content):
        written.append(descriptor)
        if len(written) == 4:  # the journal, two files
            raise OSError(28, "No space left on device")
        return really_write(descriptor, content)

    monkeypatch.setattr(os, "write", full)
    changes, _ = publish.compare(root, dict.fromkeys(FILES, b"new"), EVERYTHING)
    (fault,) = publish.apply(root, changes)
    assert (fault.path, fault.code) == (str(root / THREE), "unwritable-output")
    assert "No space left" in fault.message
    assert tree(root) == before


@pytest.mark.promise("It keeps a copy of each file that it replaces")
def test_what_is_adopted_is_replaced_with_a_copy_and_nothing_is_removed(root):
    run(root, FILES)
    (root / manifest.PATH).unlink()
    (root / ONE).write_bytes(b"mine?")
    changed = {ONE: b"new\n", TWO: FILES[TWO]}
    changes, faults = publish.compare(root, changed, EVERYTHING)
    assert [(fault.path, fault.code) for fault in faults] == [
        (str(root / manifest.PATH), "missing-manifest")
    ]
    changes, faults = publish.compare(root, changed, EVERYTHING, adopt=True)
    assert faults == []
    assert publish.apply(root, changes) == []
    assert tree(root) == as_tree(changed) | {THREE: FILES[THREE]}
    assert (root / publish.backup(ONE)).read_bytes() == b"mine?"


def test_what_is_left_over_when_files_are_adopted_stays_listed(root):
    run(root, FILES)
    (root / THREE).unlink()
    changes, faults = publish.compare(root, {ONE: FILES[ONE]}, EVERYTHING, adopt=True)
    assert (faults, changes.remove) == ([], ())
    assert publish.apply(root, changes) == []
    assert tree(root) == as_tree({path: FILES[path] for path in (ONE, TWO)})


@pytest.mark.promise("A file of which git has changed the line ends does not count as edited")
def test_line_ends_of_windows_are_no_edit(root):
    run(root, FILES)
    for path in (ONE, TWO, THREE, manifest.PATH):
        text = (root / path).read_bytes()
        (root / path).write_bytes(text.replace(b"\n", b"\r\n"))
    changes = run(root, {ONE: FILES[ONE], TWO: b"new\n"})
    assert (changes.edited, changes.keep, changes.remove) == ({}, (), (THREE,))
